//! The order of questions that proves values and distances: iterative deepening in plies.

use crate::local::{Local, Shared};
use crate::options::{Knowledge, Options};
use crate::proof_numbers::{ProofNumbers, Prover};
use crate::report::{Goal, MoveReport, Proved, SearchObserver, Solution};
use crate::search::{Cut, DEEPEST, Stopped};
use crate::table::{EntryWidth, TableError, TranspositionTable};
use nexsolve_core::parallel;
use nexsolve_core::{
    Asking, Bounds, Glance, Plies, ProbeError, Prober, ProofEntry, Score, Searchable, Wdl, Winners,
};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// A search of one game. Its transposition table and move ordering persist between calls.
///
/// ```
/// use nexsolve_core::{Game, Plies, Score, Side};
/// use nexsolve_games::nex::Nex;
/// use nexsolve_solver::{Goal, Options, Solver};
/// use std::sync::atomic::AtomicBool;
///
/// let game = Nex::<u64>::new(2, 2).expect("a board");
/// let options = Options::within(1 << 20);
/// let stop = AtomicBool::new(false);
/// let mut solver = Solver::new(&game, options, &stop, &())?;
///
/// // Black wins 2×2 Nex in 3 plies, with 2 of the 12 openings.
/// let solution = solver.solve(&game.start(), Goal::Distances)?;
/// assert_eq!(solution.bounds.score(), Some(Score::win_in(Plies(3))));
/// assert_eq!(solution.moves.iter().filter(|mv| mv.bounds.lo >= Score::WIN).count(), 2);
///
/// // A strategy with which Black wins against every reply.
/// let strategy = solver.strategy(&game.start(), Side::Black, Score::WIN)?.expect("a win");
/// assert!(strategy.iter().all(|(position, _)| game.side_to_move(position) == Side::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a, G: Searchable> {
    pub(crate) shared: Shared<'a, G>,
}

/// Before distances are proven, each thread spends at most this many looks, a second or two, on finding out
/// who wins.
const FIRST_LOOKS: u64 = 1 << 14;

/// The most looks for a question at first, if a position has two; later as many as it was given before.
const FIRST_SLICE: u64 = 64;

/// The looks of a position's two questions are as this power of the work that the other one seems to take.
const LESS_WORK: u32 = 3;

/// A thread checks after this many looks whether other threads have made its question moot.
const MOOT_LOOKS: u64 = 1 << 10;

/// The questions about some positions, two for each: whether its side to move wins, and whether it loses.
struct Open {
    questions: Vec<[u128; 2]>,
    /// The looks that each question was given, by its state.
    given: Mutex<HashMap<u128, u64>>,
}

impl Open {
    /// Returns the next question and the most looks for it. It is about the open position that was given the
    /// fewest looks, if possible one where no thread works; ties go to the first. Of the position's two
    /// questions, the one that seems to take less work to be answered yes gets most of the looks.
    fn next(&self, bounds: impl Fn(&[u128; 2]) -> Bounds, search: &ProofNumbers) -> Option<(u128, u64)> {
        let mut given = self.given.lock().expect("no thread panics while it holds this");
        let looks = |state: &u128| given.get(state).copied().unwrap_or(0);
        let is_busy = |asked: &&[u128; 2]| asked.iter().any(|state| search.is_busy(*state));
        let open = self.questions.iter().filter(|asked| bounds(asked).wdl().is_none());
        let [own, others] =
            open.min_by_key(|asked| (is_busy(asked), asked.iter().map(looks).sum::<u64>()))?;
        if own == others {
            return Some((*own, u64::MAX));
        }
        let work = [(own, search.work_left(*own, true)), (others, search.work_left(*others, false))];
        let open = work.into_iter().filter(|(state, _)| search.known(**state).is_none());
        let share = |state, work: u32| {
            (FIRST_SLICE + looks(state)).saturating_mul(u64::from(work).saturating_pow(LESS_WORK))
        };
        let (state, _) = open.min_by_key(|&(state, work)| share(state, work))?;
        let before = given.entry(*state).or_default();
        let slice = FIRST_SLICE.max(*before);
        *before += slice;
        Some((*state, slice))
    }

    /// Returns whether the values of all positions that a question is about are known.
    fn is_moot(&self, state: u128, bounds: impl Fn(&[u128; 2]) -> Bounds) -> bool {
        self.questions
            .iter()
            .filter(|asked| asked.contains(&state))
            .all(|asked| bounds(asked).wdl().is_some())
    }
}

/// A move of the root, or several moves that lead to symmetric positions.
struct Branch<P> {
    child: P,
    bounds: Bounds,
    /// The indices of the moves in the game's order.
    moves: Vec<usize>,
    /// The positions after these moves, one of which is `child` or its mirror image.
    after: Vec<P>,
}

impl<'a, G: Searchable> Solver<'a, G> {
    /// Creates a search in the current rayon pool. The caller sets `stop` to end it early.
    ///
    /// # Errors
    /// If the system refuses memory for the table.
    pub fn new(
        game: &'a G,
        options: Options,
        stop: &'a AtomicBool,
        observer: &'a dyn SearchObserver,
    ) -> Result<Self, TableError> {
        let form = if G::REGIONS || game.key_bits() > 64 { EntryWidth::Wide } else { EntryWidth::Narrow };
        let prover = prover(game, options).filter(|prover| prover.game.is_faster());
        let Options { memory_bytes, .. } = options;
        let beside = if prover.is_some() { memory_bytes / 4 } else { 0 };
        let table = TranspositionTable::new(memory_bytes - beside, form)?;
        let mut shared = Shared::new(game, options, table, stop, observer);
        shared.prover = prover;
        Ok(Self { shared })
    }

    /// Uses a database: the search takes its values as proven and ends where they suffice. A table of values
    /// without distances settles who wins; the search then finds the lengths.
    pub fn with_prober(mut self, prober: impl Prober<G> + 'a) -> Self {
        self.shared.prober = Some(Box::new(prober));
        self.shared.prover = None;
        self
    }

    /// The results of the search by proof numbers so far, for [`restore`](Self::restore). `None` if this
    /// search does not use proof numbers: the game has none, or the options switch off something that they
    /// need.
    pub fn proofs(&self) -> Option<impl Iterator<Item = ProofEntry> + '_> {
        self.shared.prover.as_ref().map(|prover| prover.search.entries())
    }

    /// Adopts the results of an earlier search of the same game by proof numbers. The entries are trusted: a
    /// wrong one makes answers wrong. A search that does not use proof numbers ignores them.
    pub fn restore(&mut self, entries: &mut dyn Iterator<Item = ProofEntry>) {
        if let Some(prover) = &self.shared.prover {
            prover.search.restore(entries);
        }
    }

    /// Returns the lemmas that prove who wins `position`: one a line, as
    /// [`nexsolve_core::Notation::deductions`] checks them. Winners that the search has found before are not
    /// searched again.
    ///
    /// Returns `None` if the game has no such proofs, or none for this position, or the search was stopped.
    pub fn deduce(&self, position: &G::Position) -> Option<Vec<String>> {
        let Shared { game, options, ref prober, .. } = self.shared;
        let made;
        let prover = match &self.shared.prover {
            Some(prover) => prover,
            None if prober.is_none() => {
                // The table keeps its memory.
                made = prover(game, Options { memory_bytes: options.memory_bytes / 4, ..options })?;
                &made
            }
            None => return None,
        };
        let mut local = self.shared.local();
        let lemmas =
            prover.game.deduce(position, &mut SearchedWinners { solver: self, prover, local: &mut local });
        self.shared.merge(local);
        lemmas
    }

    /// Proves the goal for `position`, as far as the budget of the search allows.
    ///
    /// In a game without end ([`Plies::ENDLESS`]), a search alone cannot prove a draw. It asks for ever
    /// longer wins and losses, up to some hundred plies, and leaves the value open if it finds neither. Its
    /// claims hold without any rule that ends repetition.
    ///
    /// # Errors
    /// If the database cannot be read. The search then discards what it found, and every later call fails
    /// too.
    pub fn solve(&mut self, position: &G::Position, goal: Goal) -> Result<Solution<G::Move>, ProbeError> {
        let game = self.shared.game;
        self.shared.sound()?;
        if let Some(outcome) = game.outcome(position) {
            let bounds = Bounds::exact(Score::of_outcome(outcome));
            let stats = self.shared.stats();
            return Ok(Solution { bounds, moves: Vec::new(), complete: true, exhausted: false, stats });
        }
        let list = game.legal_moves(position);
        let mut branches: Vec<Branch<G::Position>> = Vec::new();
        let mut index = HashMap::new();
        let mut which = vec![0; list.len()];
        for mv in self.likely_first(position, &list) {
            let after = game.play(position, list[mv]);
            let child = self.shared.canonical(&after);
            which[mv] = *index.entry(child).or_insert_with(|| {
                let (moves, after) = (Vec::new(), Vec::new());
                branches.push(Branch { child, bounds: Bounds::UNKNOWN, moves, after });
                branches.len() - 1
            });
            branches[which[mv]].moves.push(mv);
            branches[which[mv]].after.push(after);
        }
        let mut whole = Bounds::UNKNOWN;
        let memory_bytes = self.shared.options.memory_bytes;
        let (looks, room) = match goal {
            // Asking about ever longer wins finds the winner as soon as its shortest win.
            Goal::Distances if self.shared.asking() == Asking::Lengths => (0, 0),
            Goal::Distances => (FIRST_LOOKS, memory_bytes / 4),
            // The transposition table stays empty.
            Goal::Value | Goal::Moves => (u64::MAX, memory_bytes),
        };
        if let Some(prover) = &mut self.shared.prover {
            prover.stay_within(room);
        }
        let is_answer =
            self.prove(position, &mut branches, &mut whole, goal, looks) && goal != Goal::Distances;
        let asked = is_answer
            || if goal == Goal::Value {
                self.value(position, &mut whole).is_ok()
            } else {
                self.look_up_branches(&mut branches).is_ok()
                    && self.branches(&mut branches, game.longest(position), goal).is_ok()
            };
        let settled = match goal {
            Goal::Value => whole.wdl().is_some(),
            _ => branches.iter().all(|branch| is_settled(branch.bounds, goal)),
        };
        for branch in &branches {
            whole.lo = whole.lo.max(branch.bounds.lo);
        }
        if goal != Goal::Value {
            whole.hi = branches.iter().map(|b| b.bounds.hi).max().unwrap_or(Score::MAX);
        }
        let report = |at: usize| {
            let (mv, bounds) = (list[at], branches[which[at]].bounds);
            let line =
                if goal == Goal::Value { Vec::new() } else { self.line_of(position, mv, bounds, goal) };
            MoveReport { mv, bounds, line }
        };
        let moves = parallel::map(list.len(), report);
        self.shared.sound()?;
        let (complete, exhausted) = (asked && settled, asked && !is_answer && !settled);
        Ok(Solution { bounds: whole, moves, complete, exhausted, stats: self.shared.stats() })
    }

    /// Returns the indices of the moves, those that are most likely best first.
    fn likely_first(&self, position: &G::Position, list: &[G::Move]) -> Vec<usize> {
        let game = self.shared.game;
        let mut candidates = Vec::new();
        if self.shared.options.ordering
            && let Glance::Open(insight) = game.glance(position, Score::WIN)
        {
            game.candidates(position, Score::WIN, insight, &mut candidates);
        }
        let priors: HashMap<u32, i32> =
            candidates.iter().map(|candidate| (game.pack_move(candidate.mv), candidate.prior)).collect();
        let prior = |mv: usize| priors.get(&game.pack_move(list[mv])).copied().unwrap_or(i32::MIN);
        let mut order: Vec<usize> = (0..list.len()).collect();
        order.sort_by_key(|&mv| Reverse(prior(mv)));
        order
    }

    /// Returns the exact score of a position: its value and how soon it is decided. `None` if the search was
    /// stopped, or cannot prove it.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn score(&mut self, position: &G::Position) -> Result<Option<Score>, ProbeError> {
        let game = self.shared.game;
        self.shared.sound()?;
        if let Some(outcome) = game.outcome(position) {
            return Ok(Some(Score::of_outcome(outcome)));
        }
        let mut bounds = Bounds::UNKNOWN;
        // If the search is stopped, the bounds remain.
        let _ = self.exact(position, &mut bounds);
        self.shared.sound()?;
        Ok(bounds.score())
    }

    /// Proves the value of a position that is not over, then its distance.
    fn exact(&mut self, position: &G::Position, bounds: &mut Bounds) -> Result<(), Stopped> {
        self.value(position, bounds)?;
        // It takes at least one more move.
        *bounds = bounds.meet(Bounds::UNKNOWN.lift());
        let root = self.shared.canonical(position);
        let longest = self.shared.game.longest(position);
        let asking = self.shared.asking();
        let mut questions = questions(longest, Goal::Distances, asking);
        while let Some(threshold) = questions.next().or_else(|| sooner(*bounds, longest, asking)) {
            if bounds.lo < threshold && threshold <= bounds.hi {
                self.shared.make_room();
                let mut local = self.shared.local();
                let answer = self.ask(&mut local, &root, threshold, bounds, 0);
                self.shared.merge(local);
                answer?;
            }
        }
        Ok(())
    }

    /// Finds out by proof numbers who wins the position, or after each move. Each thread takes at most
    /// `looks` looks. Returns whether this is possible for the position.
    fn prove(
        &self,
        position: &G::Position,
        branches: &mut [Branch<G::Position>],
        whole: &mut Bounds,
        goal: Goal,
        looks: u64,
    ) -> bool {
        let Some(prover) = &self.shared.prover else { return false };
        let mut positions: Vec<G::Position> = match goal {
            Goal::Value => vec![*position],
            _ => branches.iter().map(|branch| branch.child).collect(),
        };
        // Strong moves have short proofs, which help with the other moves.
        if goal != Goal::Value {
            let mover = self.shared.game.side_to_move(position);
            let state = |child: &G::Position| prover.game.state(child, mover);
            let Some(mut ordered) = positions.iter().map(state).collect::<Option<Vec<u128>>>() else {
                return false;
            };
            prover.order(position, mover, &mut ordered);
            let places: HashMap<u128, usize> = ordered.into_iter().zip(0..).collect();
            positions.sort_by_key(|child| state(child).and_then(|state| places.get(&state).copied()));
        }
        let Some(questions) =
            positions.iter().map(|at| self.questions(prover, at)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        let open = Open { questions, given: Mutex::default() };
        let told: Vec<AtomicBool> = branches.iter().map(|_| AtomicBool::new(false)).collect();
        let untold: &[Branch<G::Position>] = branches;
        let work = |local: &mut Local<'_, G>| {
            let mut left = looks;
            loop {
                let settled =
                    open.questions.iter().filter(|asked| known_bounds(&prover.search, asked).wdl().is_some());
                self.shared.report(Score::WIN, settled.count(), open.questions.len());
                self.conclude(prover, &positions);
                self.tell(prover, untold, &told);
                let Some((state, most)) =
                    open.next(|asked| known_bounds(&prover.search, asked), &prover.search)
                else {
                    return;
                };
                let mut slice = left.min(most);
                left -= slice;
                let found = self.winner_unless(prover, local, state, &mut slice, &|| {
                    open.is_moot(state, |asked| known_bounds(&prover.search, asked))
                });
                left += slice;
                if found.is_none() && (left == 0 || self.shared.stopped()) {
                    return;
                }
            }
        };
        let mut local = self.shared.local();
        self.shared.on_all_threads(&mut local, self.shared.threads, &work);
        self.shared.merge(local);
        let known = |at: &G::Position| {
            self.questions(prover, at).map_or(Bounds::UNKNOWN, |asked| known_bounds(&prover.search, &asked))
        };
        if goal == Goal::Value {
            *whole = known(position);
            let is_shown =
                || branches.iter().any(|branch| known(&branch.child).lift().wdl() == Some(Wdl::Win));
            if whole.wdl() == Some(Wdl::Win) && !is_shown() {
                self.settle_win(prover, position);
            }
        }
        // The proof of a position's value has proven some moves too.
        for branch in branches {
            branch.bounds = branch.bounds.meet(known(&branch.child).lift());
        }
        true
    }

    /// Stores that a winning move wins, if the game finds one at once.
    fn settle_win(&self, prover: &Prover<'_, G::Position>, position: &G::Position) {
        let Some(child) = prover.game.after_win(position) else { return };
        let mover = self.shared.game.side_to_move(position);
        for like in [child, self.shared.canonical(&child)] {
            if let Some(state) = prover.game.state(&like, mover) {
                prover.search.settle(state, false);
            }
        }
    }

    /// Marks the winners of positions that follow from those of others: in Hex, a stone that captures a cell
    /// is no worse than a stone on that cell. If the side to move wins, its winning move must follow too, so
    /// that a line can show it.
    fn conclude(&self, prover: &Prover<'_, G::Position>, positions: &[G::Position]) {
        let game = self.shared.game;
        let state = |at: &G::Position| prover.game.state(at, game.side_to_move(at));
        let all: Vec<(&G::Position, u128, Option<bool>)> = positions
            .iter()
            .filter_map(|at| state(at).map(|state| (at, state, prover.search.known(state))))
            .collect();
        let open = || all.iter().filter(|(_, _, known)| known.is_none());
        for (from, proven, mover_wins) in all.iter().filter_map(|&(at, state, wins)| Some((at, state, wins?)))
        {
            for &(at, open, _) in open().filter(|one| prover.game.follows(proven, mover_wins, one.1)) {
                if mover_wins {
                    let after =
                        |position, mv| state(&game.continuations(position).find(|(one, _)| *one == mv)?.1);
                    let lost = game.continuations(from).find_map(|(mv, child)| {
                        let (lost, other) = (state(&child)?, after(at, mv)?);
                        let is_lost = prover.search.known(lost) == Some(false);
                        (is_lost && prover.game.follows(lost, false, other)).then_some(other)
                    });
                    let Some(lost) = lost else { continue };
                    prover.search.settle(lost, false);
                }
                prover.search.settle(open, mover_wins);
            }
        }
    }

    /// Tells the observer, once for each branch, what proof numbers know about it.
    fn tell(&self, prover: &Prover<'_, G::Position>, branches: &[Branch<G::Position>], told: &[AtomicBool]) {
        for (branch, told) in branches.iter().zip(told).filter(|(_, told)| !told.load(Relaxed)) {
            let asked = self.questions(prover, &branch.child);
            let known = asked.map_or(Bounds::UNKNOWN, |asked| known_bounds(&prover.search, &asked));
            if known.wdl().is_some() && !told.swap(true, Relaxed) {
                self.report_proved(branch, known.lift());
            }
        }
    }

    fn report_proved(&self, branch: &Branch<G::Position>, bounds: Bounds) {
        let Branch { moves, after, .. } = branch;
        let mut lemmas = |mv| {
            let (_, after) = moves.iter().zip(after).find(|(like, _)| **like == mv)?;
            self.deduce(after)
        };
        self.shared.observer().proved(&mut Proved { moves, bounds, lemmas: &mut lemmas });
    }

    /// Returns the states that decide whether the side to move wins a position, and whether the other side
    /// does.
    fn questions(&self, prover: &Prover<'_, G::Position>, position: &G::Position) -> Option<[u128; 2]> {
        let mover = self.shared.game.side_to_move(position);
        Some([prover.game.state(position, mover)?, prover.game.state(position, mover.other())?])
    }

    /// Returns whether the side to move of a state wins; `None` if the search was stopped or took more than
    /// `looks` looks, which go down.
    pub(crate) fn winner(
        &self,
        prover: &Prover<'_, G::Position>,
        local: &mut Local<'_, G>,
        state: u128,
        looks: &mut u64,
    ) -> Option<bool> {
        self.winner_unless(prover, local, state, looks, &|| false)
    }

    /// As [`winner`](Self::winner), but ends soon after `is_moot` becomes true: it is asked now and then.
    fn winner_unless(
        &self,
        prover: &Prover<'_, G::Position>,
        local: &mut Local<'_, G>,
        state: u128,
        looks: &mut u64,
        is_moot: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let found = prover.prove(state, &mut || {
            *looks = looks.saturating_sub(self.shared.look(local, prover));
            let goes_on = *looks > 0 && !self.shared.stopped();
            let is_over = local.looks.is_multiple_of(MOOT_LOOKS) && is_moot();
            self.shared.show(local, &|| Box::new(prover.search.entries()));
            goes_on && !is_over
        });
        self.shared.count(local, prover.game.take_looks());
        found
    }

    /// Returns a winning move found by proof numbers; `None` if there is none, or the search was stopped.
    pub(crate) fn winning_move(
        &self,
        prover: &Prover<'_, G::Position>,
        local: &mut Local<'_, G>,
        position: &G::Position,
    ) -> Option<G::Move> {
        let game = self.shared.game;
        let mover = game.side_to_move(position);
        let all: Vec<(G::Move, u128)> = game
            .continuations(position)
            .map(|(mv, child)| Some((mv, prover.game.state(&child, mover)?)))
            .collect::<Option<_>>()?;
        let known = || all.iter().find(|(_, state)| prover.search.known(*state) == Some(false));
        let known = known().or_else(|| {
            self.settle_win(prover, position);
            known()
        });
        let mut is_lost = |state| self.winner(prover, local, state, &mut { u64::MAX }) == Some(false);
        let found = known.or_else(|| all.iter().find(|(_, state)| is_lost(*state)));
        found.map(|(mv, _)| *mv)
    }

    /// Looks up the root's moves in the database.
    fn look_up_branches(&self, branches: &mut [Branch<G::Position>]) -> Result<(), Stopped> {
        let Some(prober) = self.shared.prober.as_deref() else { return Ok(()) };
        let mut local = self.shared.local();
        let result = branches.iter_mut().try_for_each(|branch| {
            // For a finished game, the rules know more: the distance.
            if self.shared.game.outcome(&branch.child).is_none() {
                branch.bounds = self.shared.probe(&mut local, prober, &branch.child, 1)?.lift();
                self.report_proved(branch, branch.bounds);
                local.count(1).probe_hits += u64::from(branch.bounds.wdl().is_some());
            }
            Ok(())
        });
        self.shared.merge(local);
        result
    }

    /// Deepens until the value of the position is known, asking alternately whether the side to move wins and
    /// whether it loses within ever more plies. The next question goes to the side whose last question took
    /// less work, so a proof costs at most about twice what it would if the winner were known beforehand.
    fn value(&mut self, position: &G::Position, bounds: &mut Bounds) -> Result<(), Stopped> {
        let root = self.shared.canonical(position);
        let longest = self.shared.game.longest(position);
        let lengths = lengths(longest, Goal::Value, self.shared.asking());
        let open = |threshold| (longest != Plies::ENDLESS).then_some(threshold);
        let wins = lengths.clone().map(Score::win_in).chain(open(Score::WIN));
        let losses = lengths.map(|d| Score::loss_in(d).next()).chain(open(Score::DRAW));
        let (mut wins, mut losses) = (wins.peekable(), losses.peekable());
        let (mut win_work, mut loss_work) = (0, 0);
        if let Some(prober) = self.shared.prober.as_deref() {
            let mut local = self.shared.local();
            let probed = self.shared.probe(&mut local, prober, &root, 0);
            self.shared.merge(local);
            *bounds = probed?;
        }
        while bounds.wdl().is_none() {
            let settled = |t: &Score, bounds: &Bounds| bounds.lo >= *t || bounds.hi < *t;
            while wins.next_if(|t| settled(t, bounds)).is_some() {}
            while losses.next_if(|t| settled(t, bounds)).is_some() {}
            let next_is_win = losses.peek().is_none() || (win_work <= loss_work && wins.peek().is_some());
            let threshold = if next_is_win { wins.next() } else { losses.next() };
            let Some(threshold) = threshold else { break };
            self.shared.report(threshold, 0, 1);
            self.shared.make_room();
            let before = self.shared.stats().total().nodes;
            let mut local = self.shared.local();
            let answer = self.ask(&mut local, &root, threshold, bounds, 0);
            self.shared.merge(local);
            answer?;
            let work = self.shared.stats().total().nodes - before;
            if next_is_win {
                win_work = work;
            } else {
                loss_work = work;
            }
        }
        Ok(())
    }

    /// Deepens until the value, or the distance, of each move of the root is known.
    fn branches(
        &mut self,
        branches: &mut [Branch<G::Position>],
        longest: Plies,
        goal: Goal,
    ) -> Result<(), Stopped> {
        let asking = self.shared.asking();
        for threshold in questions(longest, goal, asking) {
            self.ask_branches(branches, goal, |_| Some(threshold))?;
        }
        if goal == Goal::Distances {
            while self.ask_branches(branches, goal, |bounds| sooner(bounds, longest, asking))? {}
        }
        Ok(())
    }

    /// Asks a question about each move of the root that is not settled: the one that `question` returns for
    /// its bounds, if it is open. Returns whether there was any.
    fn ask_branches(
        &mut self,
        branches: &mut [Branch<G::Position>],
        goal: Goal,
        question: impl Fn(Bounds) -> Option<Score>,
    ) -> Result<bool, Stopped> {
        let total = branches.len();
        let open: Vec<(Score, Mutex<&mut Branch<G::Position>>)> = branches
            .iter_mut()
            .filter(|branch| !is_settled(branch.bounds, goal))
            .filter_map(|branch| Some((question(branch.bounds)?, branch)))
            .filter(|(threshold, branch)| branch.bounds.lo < *threshold && branch.bounds.hi >= *threshold)
            .map(|(threshold, branch)| (threshold, Mutex::new(branch)))
            .collect();
        let Some((threshold, _)) = open.first() else { return Ok(false) };
        self.shared.report(*threshold, total - open.len(), total);
        self.shared.make_room();
        let next = AtomicUsize::new(0);
        let work = |local: &mut Local<'_, G>| -> Result<(), Stopped> {
            while let Some((threshold, branch)) = open.get(next.fetch_add(1, Relaxed)) {
                let mut branch = branch.lock().expect("each branch is taken once");
                let child = branch.child;
                let mut below = branch.bounds.unlift();
                self.ask(local, &child, threshold.unlift().next(), &mut below, 1)?;
                branch.bounds = branch.bounds.meet(below.lift());
                self.report_proved(&branch, branch.bounds);
            }
            Ok(())
        };
        let threads = self.shared.threads.min(open.len());
        let mut local = self.shared.local();
        let results = self.shared.on_all_threads(&mut local, threads, &work);
        self.shared.merge(local);
        results.into_iter().collect::<Result<(), Stopped>>()?;
        Ok(true)
    }

    /// Asks one question and tightens `bounds` by the answer.
    fn ask(
        &self,
        local: &mut Local<'_, G>,
        position: &G::Position,
        threshold: Score,
        bounds: &mut Bounds,
        ply: usize,
    ) -> Result<(), Stopped> {
        let score = self.shared.search(local, &Cut::root(), position, threshold, ply)?.score;
        if score >= threshold {
            bounds.lo = bounds.lo.max(score);
        } else {
            bounds.hi = bounds.hi.min(score);
        }
        Ok(())
    }

    /// Returns a line that begins with the move: to the end if the score is known; up to the refutation if
    /// only the value is known and the move loses.
    fn line_of(&self, position: &G::Position, mv: G::Move, bounds: Bounds, goal: Goal) -> Vec<G::Move> {
        let game = self.shared.game;
        let child = game.play(position, mv);
        let mut local = self.shared.local();
        let mut line = Vec::new();
        if let Some(score) = bounds.score() {
            line.push(mv);
            self.line(&mut local, &child, score.unlift(), goal, &mut line);
        } else if bounds.wdl() == Some(Wdl::Loss) {
            line.push(mv);
            // In a game without end, a question needs a length.
            let endless = game.longest(&child) == Plies::ENDLESS;
            let wanted = if endless { bounds.hi.unlift() } else { Score::WIN };
            line.extend(self.good_move(&mut local, &child, &game.legal_moves(&child), wanted));
        }
        self.shared.merge(local);
        line
    }

    /// Extends `line` by moves that keep `score` for both sides, from a position of that score; ends early if
    /// the search is stopped. With distances it takes the first of equally good moves, so that the line does
    /// not depend on the search. Otherwise it takes the moves that the table holds, which is faster.
    fn line(
        &self,
        local: &mut Local<'_, G>,
        from: &G::Position,
        score: Score,
        goal: Goal,
        line: &mut Vec<G::Move>,
    ) {
        let (mut position, mut score) = (*from, score);
        let game = self.shared.game;
        let is_booked = game.is_booked(from);
        loop {
            let moves = game.legal_moves(&position);
            let leaves_book = || !moves.iter().any(|&mv| game.is_booked(&game.play(&position, mv)));
            if self.shared.stopped()
                || score == Score::DRAW && game.longest(&position) == Plies::ENDLESS
                || is_booked && leaves_book()
            {
                return;
            }
            let best = if goal == Goal::Distances {
                moves.iter().copied().find(|&mv| self.reaches(local, &position, mv, score))
            } else {
                self.good_move(local, &position, &moves, score)
            };
            let Some(mv) = best else { return };
            line.push(mv);
            position = self.shared.game.play(&position, mv);
            score = score.unlift();
        }
    }
}

/// Creates a search by proof numbers, unless the game has none or the options rule it out.
fn prover<G: Searchable>(game: &G, options: Options) -> Option<Prover<'_, G::Position>> {
    let Options { symmetry, ordering, knowledge, memory_bytes, widening, .. } = options;
    let is_whole = symmetry && ordering && memory_bytes > 0 && knowledge == Knowledge::Used;
    let proving = if is_whole { game.proving() } else { None };
    proving.map(|proving| Prover::new(proving, memory_bytes, widening))
}

/// The winners found by a search.
struct SearchedWinners<'s, 'g, 'l, G: Searchable> {
    solver: &'s Solver<'g, G>,
    prover: &'s Prover<'g, G::Position>,
    local: &'l mut Local<'s, G>,
}

impl<G: Searchable> Winners for SearchedWinners<'_, '_, '_, G> {
    fn known(&self, state: u128) -> Option<bool> {
        self.prover.search.known(state)
    }

    fn find(&mut self, state: u128) -> Option<bool> {
        self.solver.winner(self.prover, self.local, state, &mut { u64::MAX })
    }
}

/// Returns what proof numbers know about a position, for its side to move: by the states that decide whether
/// that side wins, and whether the other does.
fn known_bounds(search: &ProofNumbers, [own, others]: &[u128; 2]) -> Bounds {
    let at_least = |known: Option<bool>, least: Score, most: Score| match known {
        None => Bounds::UNKNOWN,
        Some(true) => Bounds { lo: least, hi: Score::MAX },
        Some(false) => Bounds { lo: Score::MIN, hi: most },
    };
    let wins = at_least(search.known(*own), Score::WIN, Score::DRAW);
    wins.meet(at_least(search.known(*others), Score::DRAW, Score::LOSS))
}

/// Returns whether the goal is proven for this move.
fn is_settled(bounds: Bounds, goal: Goal) -> bool {
    if goal == Goal::Distances { bounds.score().is_some() } else { bounds.wdl().is_some() }
}

/// Returns the question that shortens a proven win or loss by two plies; `None` if its length is known, or
/// questions about every length come before.
fn sooner(bounds: Bounds, longest: Plies, asking: Asking) -> Option<Score> {
    if asking != Asking::WinnersFirst || bounds.lo == bounds.hi {
        return None;
    }
    let plies = |score: Score| score.distance().unwrap_or(longest).0;
    let two_less = |late: Score, soon: Score| Plies(plies(late).saturating_sub(2).max(plies(soon)));
    match bounds.wdl()? {
        Wdl::Win => Some(Score::win_in(two_less(bounds.lo, bounds.hi))),
        Wdl::Loss => Some(Score::loss_in(two_less(bounds.hi, bounds.lo)).next()),
        Wdl::Draw => None,
    }
}

/// Returns the lengths of wins and losses to ask for in turn, before the open questions.
fn lengths(longest: Plies, goal: Goal, asking: Asking) -> impl Iterator<Item = Plies> + Clone {
    let last = if longest == Plies::ENDLESS {
        // A loss in n plies answers a question that reaches one ply further.
        DEEPEST.0 - 1
    } else if asking == Asking::Lengths || asking == Asking::Winners && goal == Goal::Distances {
        longest.0
    } else {
        0
    };
    (1..=last).map(Plies)
}

/// Returns the questions that settle the moves of a position, ordered by the plies they reach down; the
/// caller skips those that earlier answers have settled. For exact distances, every length of win and of loss
/// is asked for in turn, unless [`sooner`] follows. For the values of moves alone, only wins of the side to
/// move are deepened, which finds most proofs in their shortest form, and two open questions settle the rest.
/// In a game without end, open questions have no answer, so losses are deepened too.
fn questions(longest: Plies, goal: Goal, asking: Asking) -> impl Iterator<Item = Score> {
    let endless = longest == Plies::ENDLESS;
    let deepening = lengths(longest, goal, asking).flat_map(move |d| {
        let loss = (goal == Goal::Distances || endless).then(|| Score::loss_in(d).next());
        std::iter::once(Score::win_in(d)).chain(loss)
    });
    let open = if endless { &[][..] } else { &[Score::WIN, Score::DRAW] };
    deepening.chain(open.iter().copied())
}
