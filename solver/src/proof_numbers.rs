//! Depth-first proof-number search (df-pn): which side wins, in games without draws.
//!
//! Each state has two numbers, estimated from the states after it: `prove`, the least work left to prove that
//! its side to move wins, and `refute`, the least work left to prove that it loses. The search goes where the
//! least work is left. (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002.)
//! Two changes keep it small:
//!
//! - The work to refute all children is the most work of one child plus 1 for each other, not the sum: many
//!   ways lead to the same state, and a sum counts its work twice. (Compare T. Ueda, T. Hashimoto, J.
//!   Hashimoto, H. Iida, "Weak proof-number search", 2008.)
//! - *Widening*: only the most promising of the open children are searched, as
//!   [`nexsolve_core::Proving::look`] orders them. (P. Henderson, "Playing and solving the game of Hex",
//!   2010: focused df-pn.)
//!
//! In games with many moves, those that have won other states of the ply come first, and the work for a child
//! counts 1 more when its place in the list is four times as late.
//!
//! The search turns to the second-best child as soon as the best one has more work left. A margin (1 + ε; J.
//! Pawlewicz, Ł. Lew, "Improving depth-first pn-search: 1 + ε trick", 2007) takes 12 % more nodes on 7×7 Hex:
//! a look at a state is expensive, and returning to one is cheap.
//!
//! Threads work on the same root and share numbers and lists of children. Each prefers children where no
//! other thread works. The numbers that other threads write decide where a thread goes next, never whether it
//! goes back.

use dashmap::DashMap;
use foldhash::fast::FixedState;
use nexsolve_core::{EVERYWHERE, ProofEntry, Proving, ProvingFor, Region, Side, Verdict};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

/// A number above all work.
const INFINITE: u32 = 1 << 28;

/// The work left for a state, seen from its side to move. If the winner is proven, one number is 0 and the
/// other infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    prove: u32,
    refute: u32,
}

impl Numbers {
    const NEW: Self = Self { prove: 1, refute: 1 };
    const WON: Self = Self { prove: 0, refute: INFINITE };
    const LOST: Self = Self { prove: INFINITE, refute: 0 };
    const NO_BOUND: Self = Self { prove: INFINITE, refute: INFINITE };

    fn wins(self) -> Option<bool> {
        match self {
            Self { prove: 0, .. } => Some(true),
            Self { refute: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The numbers of a state before these children, with `others` besides. `late` is the work that counts
    /// against a child at a place.
    fn before(children: &[(u128, Self)], others: u32, late: impl Fn(usize) -> u32) -> Self {
        let least = children.iter().enumerate().map(|(place, (_, child))| child.refute + late(place)).min();
        let most = children.iter().map(|(_, child)| child.prove).max().unwrap_or(0);
        let prove = least.map_or(INFINITE, |least| least.min(INFINITE));
        Self { prove, refute: (most + others).min(INFINITE - 1) }
    }

    /// Returns whether a number reaches its bound, as it does if the winner is proven.
    fn passes(self, bound: Self) -> bool {
        self.prove >= bound.prove || self.refute >= bound.refute
    }
}

/// The least work of an entry worth keeping: with less, looking at the state again is as cheap.
const KEPT_WORK: u32 = 4;

/// What is known about a state.
#[derive(Clone, Copy, Debug)]
struct StateEntry {
    numbers: Numbers,
    /// The looks that led to the numbers.
    work: u32,
    /// What the win needs, if the winner is proven.
    region: Region,
    /// The threads that work below the state.
    busy: u16,
}

/// Bytes that a known state takes, with its part of the map.
const KNOWN_BYTES: u64 = 80;

/// Bytes that a child takes in a list.
const CHILD_BYTES: u64 = 16;

/// Bytes that a list takes besides, with its part of the map, in children.
const LIST_CHILDREN: u64 = 8;

/// The children of a state, the most promising first.
struct List {
    children: Box<[u128]>,
    /// What the opponent's wins against moves that are not listed need.
    rest: Region,
}

/// A search for the winners of positions `P`.
pub(crate) struct Prover<'a, P> {
    pub(crate) game: Box<dyn ProvingFor<P> + 'a>,
    pub(crate) search: ProofNumbers,
    /// The memory that the game takes for itself.
    taken: u64,
}

/// A search for the winners of states. It keeps its results from one question to the next. It does not depend
/// on the type of positions, so that it is compiled once.
pub(crate) struct ProofNumbers {
    known: DashMap<u128, StateEntry, FixedState>,
    /// The greatest number of known states.
    room: u64,
    /// The children of states that were looked at.
    lists: DashMap<u128, Arc<List>, FixedState>,
    /// How many children all lists may have.
    children_room: u64,
    /// How many they have.
    listed: AtomicU64,
    /// Whether only the most promising children are searched at a time.
    widens: bool,
    /// Only of games with many moves.
    last_wins: Mutex<LastWins>,
}

/// The data of one thread.
struct Thread<'t> {
    game: &'t dyn Proving,
    /// Called at every look; returns whether the search goes on.
    goes_on: &'t mut dyn FnMut() -> bool,
    /// The states from the root to the present one.
    path: Vec<u128>,
}

/// Why a thread stopped its work.
enum Left {
    /// `goes_on` ended the search.
    Ended,
    /// Another thread has proven the winner of a state on the path.
    Done,
}

/// When each move last won a state, for each ply below the root: what has won one state often wins others
/// of its ply. A move is known by the difference of the states before and after it.
#[derive(Default)]
struct LastWins {
    clock: u64,
    plies: Vec<HashMap<u128, u64, FixedState>>,
}

impl LastWins {
    fn note(&mut self, ply: usize, difference: u128) {
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, HashMap::default);
        }
        self.clock += 1;
        self.plies[ply].insert(difference, self.clock);
    }

    /// Moves the states after moves that have won to the front, the latest win first.
    fn promote(&self, ply: usize, state: u128, open: &mut [(u128, Numbers)]) {
        if let Some(times) = self.plies.get(ply) {
            open.sort_by_cached_key(|(child, _)| Reverse(times.get(&(child ^ state)).copied()));
        }
    }
}

impl<'a, P> Prover<'a, P> {
    /// Creates a search within this much memory.
    pub(crate) fn new(mut game: Box<dyn ProvingFor<P> + 'a>, memory_bytes: u64, widens: bool) -> Self {
        let taken = game.take_memory(memory_bytes / 8);
        let (known, lists) = (DashMap::default(), DashMap::default());
        let (listed, last_wins) = (AtomicU64::new(0), Mutex::default());
        let mut search = ProofNumbers { known, room: 0, lists, children_room: 0, listed, widens, last_wins };
        search.stay_within(memory_bytes - taken);
        Self { game, search, taken }
    }

    /// Sets how much memory the search and its game may use from now on.
    pub(crate) fn stay_within(&mut self, memory_bytes: u64) {
        self.search.stay_within(memory_bytes.saturating_sub(self.taken));
    }

    /// Sorts the states after the moves of a position, the most promising moves first, as the game lists
    /// them.
    pub(crate) fn order(&self, position: &P, winner: Side, after: &mut [u128]) {
        let Some(state) = self.game.state(position, winner) else { return };
        let mut listed = Vec::new();
        self.game.look(state, &mut listed);
        after.sort_by_key(|state| listed.iter().position(|one| one == state).unwrap_or(listed.len()));
    }

    /// Returns whether the side to move of a state wins; `None` if `goes_on`, which is called at every look,
    /// has ended the search. Several threads may call this at once: they share the work.
    pub(crate) fn prove(&self, root: u128, goes_on: &mut dyn FnMut() -> bool) -> Option<bool> {
        self.search.prove(Thread { game: &*self.game, goes_on, path: Vec::new() }, root)
    }
}

impl ProofNumbers {
    /// Sets how much memory the search may use from now on.
    pub(crate) fn stay_within(&mut self, memory_bytes: u64) {
        let quarter = memory_bytes / 4;
        self.room = ((memory_bytes - quarter) / KNOWN_BYTES).max(1 << 10);
        self.children_room = (quarter / CHILD_BYTES).max(1 << 13);
    }

    /// Returns whether the side to move wins, if that is proven.
    pub(crate) fn known(&self, state: u128) -> Option<bool> {
        self.known.get(&state)?.numbers.wins()
    }

    /// Returns how much work seems left to prove that the side to move wins, or that it loses.
    pub(crate) fn work_left(&self, state: u128, mover_wins: bool) -> u32 {
        let Numbers { prove, refute } = self.known.get(&state).map_or(Numbers::NEW, |known| known.numbers);
        if mover_wins { prove } else { refute }
    }

    /// Stores a winner that was proven in another way.
    pub(crate) fn settle(&self, state: u128, mover_wins: bool) {
        let numbers = if mover_wins { Numbers::WON } else { Numbers::LOST };
        self.note(state, numbers, EVERYWHERE, KEPT_WORK);
    }

    /// The results with which a later search can continue.
    pub(crate) fn entries(&self) -> impl Iterator<Item = ProofEntry> + '_ {
        self.known.iter().filter(|known| known.work >= KEPT_WORK).map(|known| {
            let StateEntry { numbers: Numbers { prove, refute }, work, region, .. } = *known;
            ProofEntry { state: *known.key(), prove, refute, work, region }
        })
    }

    /// Adopts the results of an earlier search.
    pub(crate) fn restore(&self, entries: &mut dyn Iterator<Item = ProofEntry>) {
        for ProofEntry { state, prove, refute, work, region } in entries {
            let numbers = match (prove, refute) {
                (0, _) => Numbers::WON,
                (_, 0) => Numbers::LOST,
                _ => Numbers { prove: prove.min(INFINITE - 1), refute: refute.min(INFINITE - 1) },
            };
            self.note(state, numbers, region, work);
            if self.known.len() as u64 > self.room {
                self.make_room();
            }
        }
    }

    fn last_wins(&self) -> MutexGuard<'_, LastWins> {
        self.last_wins.lock().expect("no thread panics with it")
    }

    /// Returns whether a thread works below a state.
    pub(crate) fn is_busy(&self, state: u128) -> bool {
        self.known.get(&state).is_some_and(|known| known.busy > 0)
    }

    fn prove(&self, mut thread: Thread<'_>, root: u128) -> Option<bool> {
        loop {
            if let Some(wins) = self.known(root) {
                return Some(wins);
            }
            thread.path.clear();
            // `Left::Done`: another thread has proven a state on the path, so this thread starts again at the
            // root.
            if let Err(Left::Ended) = self.visit(&mut thread, root, Numbers::NO_BOUND) {
                return None;
            }
        }
    }

    fn visit(&self, thread: &mut Thread<'_>, state: u128, bound: Numbers) -> Result<Numbers, Left> {
        if thread.path.iter().any(|&above| self.known(above).is_some()) {
            return Err(Left::Done);
        }
        let mut work = 0;
        let list = if let Some(list) = self.lists.get(&state).map(|list| Arc::clone(&list)) {
            list
        } else {
            work = 1;
            if !(thread.goes_on)() {
                return Err(Left::Ended);
            }
            let mut children = Vec::new();
            let verdict = match thread.path.last() {
                Some(&before) => thread.game.look_after(before, state, &mut children),
                None => thread.game.look(state, &mut children),
            };
            match verdict {
                Verdict::Win(region) => return Ok(self.note(state, Numbers::WON, region, work)),
                Verdict::Loss(region) => return Ok(self.note(state, Numbers::LOST, region, work)),
                Verdict::Open(rest) => {
                    let refute = 1 + thread.game.beside(state, children.len());
                    let list = Arc::new(List { children: children.into(), rest });
                    self.keep_list(state, Arc::clone(&list));
                    let numbers = Numbers { prove: 1, refute };
                    if numbers.passes(bound) {
                        return Ok(self.note(state, numbers, EVERYWHERE, work));
                    }
                    list
                }
            }
        };
        self.enter(state);
        thread.path.push(state);
        let found = self.below(thread, state, &list, bound, &mut work);
        thread.path.pop();
        self.leave(state);
        found.map(|(numbers, region)| self.note(state, numbers, region, work))
    }

    /// Searches the children of a state until its numbers pass the bound. If the winner is proven, the region
    /// is what the win needs.
    fn below(
        &self,
        thread: &mut Thread<'_>,
        state: u128,
        list: &List,
        bound: Numbers,
        spent: &mut u32,
    ) -> Result<(Numbers, Region), Left> {
        let mut open: Vec<(u128, Numbers)> =
            list.children.iter().map(|&child| (child, Numbers::NEW)).collect();
        // What the opponent's wins against the moves so far need.
        let mut needed = list.rest;
        let (many, ply) = (thread.game.has_many_moves(), thread.path.len());
        if many {
            self.last_wins().promote(ply, state, &mut open);
        }
        // How many children may have new numbers: at first all.
        let mut fresh = open.len();
        let mut busy: Vec<u16> = Vec::new();
        let mut answers: Vec<(u128, Region)> = Vec::new();
        loop {
            let mut won = None;
            busy.clear();
            answers.clear();
            let mut kept = 0;
            for i in 0..fresh {
                let (child, mut numbers) = open[i];
                let mut region = EVERYWHERE;
                let mut others_here = 0;
                // Keeps the numbers of children that the table has dropped.
                if let Some(known) = self.known.get(&child) {
                    (numbers, region, others_here) = (known.numbers, known.region, known.busy);
                }
                if numbers.refute == 0 {
                    won = Some((child, thread.game.region_before(state, child, false, region)));
                    break;
                }
                if numbers.prove == 0 {
                    region = thread.game.region_before(state, child, true, region);
                    needed |= region;
                    if region != EVERYWHERE {
                        answers.push((child, region));
                    }
                } else {
                    open[kept] = (child, numbers);
                    busy.push(others_here);
                    kept += 1;
                }
            }
            if let Some((child, region)) = won {
                if many {
                    self.last_wins().note(ply, state ^ child);
                }
                return Ok((Numbers::WON, region));
            }
            if kept < fresh {
                open.drain(kept..fresh);
            }
            drop_answered(thread.game, state, &answers, &mut open, &mut busy);
            if open.is_empty() {
                return Ok((Numbers::LOST, needed));
            }
            let part = if self.widens { thread.game.breadth(state, open.len()) } else { open.len() };
            // Each further thread that works here gets a child of its own.
            let threads = self.known.get(&state).map_or(0, |known| usize::from(known.busy));
            let among = (part + threads.saturating_sub(1)).min(open.len());
            let read = busy.len();
            fresh = if many { among } else { open.len() };
            if read < among {
                // Other children have moved up.
                continue;
            }
            let others = thread.game.beside(state, open.len());
            let late = |place: usize| if many { (1 + place).ilog2() / 2 } else { 0 };
            let numbers = Numbers::before(&open[..among], others, late);
            if numbers.passes(bound) {
                return Ok((numbers, EVERYWHERE));
            }
            let work = |i: usize| open[i].1.refute + late(i);
            // A child with other threads below it counts as more work.
            let seeming = |i: usize| work(i).saturating_mul(1 + u32::from(busy[i]));
            let mut order: Vec<usize> = (0..among).collect();
            order.sort_by_key(|&i| seeming(i));
            let best = order[0];
            let second = order.get(1).map_or(INFINITE, |&i| work(i));
            let (child, before) = open[best];
            let below = Numbers {
                prove: bound.refute.saturating_sub(others).max(before.prove + 1).min(INFINITE),
                refute: bound
                    .prove
                    .min(second + 1)
                    .saturating_sub(late(best))
                    .max(before.refute + 1)
                    .min(INFINITE),
            };
            open[best].1 = match self.visit(thread, child, below) {
                Ok(numbers) => numbers,
                Err(left) => {
                    open[best].1 = self.known.get(&child).map_or(before, |known| known.numbers);
                    self.note_open(state, Numbers::before(&open[..among], others, late), *spent);
                    return Err(left);
                }
            };
            *spent += self.known.get(&child).map_or(0, |known| known.work);
        }
    }

    /// Stores the numbers of a state and returns the stored ones. A proven winner is never overwritten.
    fn note(&self, state: u128, numbers: Numbers, region: Region, work: u32) -> Numbers {
        let mut known = self.known.entry(state).or_insert(StateEntry { numbers, work: 0, region, busy: 0 });
        if known.numbers.wins().is_none() {
            known.numbers = numbers;
            known.region = region;
        }
        known.work = known.work.max(work);
        known.numbers
    }

    /// Stores the numbers of a state that a search leaves before they reach their bound.
    fn note_open(&self, state: u128, numbers: Numbers, work: u32) {
        if numbers.wins().is_none() {
            self.note(state, numbers, EVERYWHERE, work);
        }
    }

    fn enter(&self, state: u128) {
        self.known
            .entry(state)
            .or_insert(StateEntry { numbers: Numbers::NEW, work: 0, region: EVERYWHERE, busy: 0 })
            .busy += 1;
    }

    fn leave(&self, state: u128) {
        if let Some(mut known) = self.known.get_mut(&state) {
            known.busy = known.busy.saturating_sub(1);
        }
        if self.known.len() as u64 > self.room {
            self.make_room();
        }
    }

    /// Stores a list of children; if there are too many, half of the others are dropped.
    fn keep_list(&self, state: u128, list: Arc<List>) {
        let size = |list: &List| list.children.len() as u64 + LIST_CHILDREN;
        if self.listed.fetch_add(size(&list), Relaxed) >= self.children_room {
            let mut keeps = false;
            self.lists.retain(|_, list| {
                keeps = !keeps;
                if !keeps {
                    self.listed.fetch_sub(size(list), Relaxed);
                }
                keeps
            });
        }
        if let Some(before) = self.lists.insert(state, list) {
            self.listed.fetch_sub(size(&before), Relaxed);
        }
    }

    /// Drops the states that took the least work, except those below which a thread works.
    fn make_room(&self) {
        let mut least = 2;
        while self.known.len() as u64 > self.room / 2 {
            self.known.retain(|_, known| known.busy > 0 || known.work >= least);
            least = least.saturating_mul(2);
        }
    }
}

/// Drops the children whose moves are answered by what answers another move: `answers` has the states after
/// these moves, and what the answers need. `busy` goes with the first children.
fn drop_answered(
    game: &dyn Proving,
    state: u128,
    answers: &[(u128, Region)],
    open: &mut Vec<(u128, Numbers)>,
    busy: &mut Vec<u16>,
) {
    if answers.is_empty() {
        return;
    }
    let mut at = 0;
    open.retain(|&(child, _)| {
        let stays = !answers.iter().any(|&(won, region)| game.carries_over(state, region, won, child));
        if !stays && at < busy.len() {
            busy.remove(at);
        } else {
            at += 1;
        }
        stays
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::{Exact, each_like};
    use nexsolve_core::Score;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_games::nex::{Nex, NexPosition};

    /// A game whose positions are its states, and whose root lists the states after its moves in an order of
    /// its own.
    struct Listed;

    impl Proving for Listed {
        fn look(&self, _: u128, children: &mut Vec<u128>) -> Verdict {
            *children = vec![3, 1, 2];
            Verdict::Open(EVERYWHERE)
        }
    }

    impl ProvingFor<u128> for Listed {
        fn state(&self, position: &u128, _: Side) -> Option<u128> {
            Some(*position)
        }
    }

    #[test]
    fn promising_moves_come_first_and_those_left_out_last() {
        let mut after = [8, 1, 2, 9, 3];
        Prover::new(Box::new(Listed), 1 << 20, true).order(&0, Side::Black, &mut after);
        assert_eq!(after, [3, 1, 2, 8, 9]);
    }

    /// Asks who wins every position of a board, with what is known from the other positions, and compares the
    /// answers with exact scores. All positions to which a region claims to apply are compared too. Returns
    /// how many these were.
    fn compare_nex(rows: u32, cols: u32) -> u64 {
        let game = Nex::<u64>::new(rows, cols).expect("a small board");
        let all = laws::positions(&game, Positions::All);
        let scores = laws::scores(&game, &all);
        let prover = Prover::new(Box::new(game.attack().expect("a small board")), 1 << 30, true);
        let mut exact = Exact::of(&game);
        let mut claims = 0;
        for at in &all {
            let mover = at.side_to_move();
            for (winner, least) in [(mover, Score::WIN), (mover.other(), Score::DRAW)] {
                let state = prover.game.state(at, winner).expect("a small board");
                let wins = prover.prove(state, &mut || true).expect("it is not stopped");
                assert_eq!(wins, scores[at] >= least, "{rows}x{cols}: does {winner:?} win {at:?}");
                let region = prover.search.known.get(&state).expect("just proven").region;
                if wins == (winner == mover) {
                    claims += each_like(&game, at, winner, region, &mut |there: &NexPosition<u64>| {
                        let score = exact.score(there);
                        let holds = if winner == mover { score >= Score::WIN } else { score <= Score::LOSS };
                        assert!(holds, "{at:?} with {region:#b}, but {score} at {there:?}");
                    });
                }
            }
        }
        eprintln!("{rows}x{cols}: {} positions, {claims} claims", all.len());
        claims
    }

    #[test]
    fn winners_of_nex_by_proof_numbers_are_those_of_the_rules() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            assert!(compare_nex(rows, cols) > 0, "{rows}x{cols}: no region");
        }
    }

    #[test]
    #[ignore = "slow: all positions of twelve cells, some minutes and gigabytes"]
    fn winners_of_nex_by_proof_numbers_on_twelve_cells() {
        for (rows, cols) in [(3, 4), (4, 3)] {
            compare_nex(rows, cols);
        }
    }
}
