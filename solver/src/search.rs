//! Alpha-beta search with null windows over exact scores.

use crate::local::{Local, Shared};
use crate::options::Knowledge;
use crate::plain;
use crate::table::Recalled;
use nexsolve_core::parallel;
use nexsolve_core::{
    Asking, Bound, Bounds, Candidate, Candidates, EVERYWHERE, Glance, Plies, Probe, Prober, Region, Score,
    Searchable,
};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The search was stopped, or its answer is no longer needed.
#[derive(Debug)]
pub(crate) struct Stopped;

/// A flag that ends the search below a node once another thread has answered its question. The flags form a
/// chain to the root.
pub(crate) struct Cut<'a> {
    done: AtomicBool,
    above: Option<&'a Cut<'a>>,
}

impl<'a> Cut<'a> {
    pub(crate) const fn root() -> Self {
        Self { done: AtomicBool::new(false), above: None }
    }

    #[inline]
    fn below(above: &'a Cut<'a>) -> Self {
        Self { done: AtomicBool::new(false), above: Some(above) }
    }

    #[inline]
    fn is_done(&self) -> bool {
        let mut cut = Some(self);
        while let Some(c) = cut {
            if c.done.load(Relaxed) {
                return true;
            }
            cut = c.above;
        }
        false
    }
}

/// A node is split among threads if the question reaches at least this many plies down.
const SPLIT_PLIES: u16 = 6;

/// The table is prefetched for positions that a question reaches at least this many plies from; nearer ones
/// are mostly settled without the table.
const PREFETCH_PLIES: u16 = 3;

/// All positions after moves are looked up in the table before one is searched, if the question reaches at
/// least this many plies down.
const LOOK_UP_PLIES: u16 = 5;

/// How many of these look-ups overlap.
const AHEAD: usize = 16;

/// The database is probed if the question reaches at least this many plies down; below that, searching is
/// cheaper than a look-up.
const PROBE_PLIES: u16 = 2;

/// Proof numbers first decide who wins, if the game has them and the question reaches at least this many
/// plies down: a position whose winner is known needs only half of the questions.
const WINNER_PLIES: u16 = 14;

/// The greatest number of looks for such a question at that reach; twice as many for each further ply.
const WINNER_LOOKS: u64 = 64;

/// The greatest reach of a question in a game without end: as deep as a thread's stack allows, and deeper
/// than any win that a search finds.
pub const DEEPEST: Plies = Plies(400);

/// A question about a position: is its score at least `threshold`?
#[derive(Clone, Copy)]
struct Question<P> {
    position: P,
    threshold: Score,
    /// The ply, counted from the root.
    ply: usize,
    /// How many plies down the question reaches.
    reach: u16,
}

/// The combined result of the moves tried so far.
struct MovesResult<M> {
    /// The best bound.
    best: Score,
    /// The union of the regions of the opponent's wins against these moves; everywhere if some move does not
    /// lose.
    needed: Region,
    /// Moves that lose, and the regions of the opponent's wins against them.
    lost: Vec<(M, Region)>,
}

/// The answer for a move.
#[derive(Clone, Copy)]
struct Lifted {
    /// For the position before the move.
    answer: Bound,
    /// The region after the move.
    after: Region,
}

impl<M: Copy> MovesResult<M> {
    #[inline]
    fn of(rest: Bound) -> Self {
        Self { best: rest.score, needed: rest.region, lost: Vec::new() }
    }

    /// Adds a move that did not answer the question.
    #[inline]
    fn add(&mut self, mv: M, lifted: Lifted) {
        let Lifted { answer, after } = lifted;
        self.best = self.best.max(answer.score);
        if answer.score <= Score::LOSS {
            self.needed |= answer.region;
            if after != EVERYWHERE {
                self.lost.push((mv, after));
            }
        } else {
            self.needed = EVERYWHERE;
        }
    }

    /// Returns whether `mv` loses in the same way as a move tried before.
    #[inline]
    fn answers<G: Searchable<Move = M>>(&self, game: &G, mv: M) -> bool {
        self.lost.iter().any(|&(lost, region)| game.carries_over(region, lost, mv))
    }
}

impl<G: Searchable> Shared<'_, G> {
    /// Answers whether the score of `position` is at least `threshold`.
    pub(crate) fn search(
        &self,
        local: &mut Local<'_, G>,
        cut: &Cut<'_>,
        position: &G::Position,
        threshold: Score,
        ply: usize,
    ) -> Result<Bound, Stopped> {
        let before = local.nodes;
        self.enter(local, cut, ply)?;
        let game = self.game;
        let glance = match self.options.knowledge {
            Knowledge::Used => game.glance(position, threshold).map(Some),
            Knowledge::Ignored => plain::glance(game, position, threshold).map(|()| None),
        };
        let insight = match glance {
            Glance::Settled(answer) => {
                local.count(ply).leaves += 1;
                return Ok(answer);
            }
            Glance::Open(insight) => insight,
        };
        let key = game.key(position);
        let mut hash_move = 0;
        let mut decided = false;
        if let Some(known) = self.table.get(key) {
            if let Some(answer) = answered(known, threshold) {
                local.count(ply).tt_hits += 1;
                return Ok(answer);
            }
            hash_move = known.best;
            decided = known.bounds.wdl().is_some();
        }
        let longest = game.longest(position).0;
        let reach = threshold.distance().map_or(longest, |Plies(d)| d.min(longest));
        // If only the distance is unknown, the database was probed before and does not store it.
        if let Some(prober) = self.prober.as_deref()
            && reach >= PROBE_PLIES
            && !decided
        {
            let bounds = self.probe(local, prober, position, ply)?;
            let known = Recalled { bounds, best: hash_move, region: EVERYWHERE };
            if bounds != Bounds::UNKNOWN {
                self.store(local, key, known, 1, ply);
            }
            if let Some(answer) = answered(known, threshold) {
                local.count(ply).probe_hits += 1;
                return Ok(answer);
            }
        }
        if !decided && let Some(bounds) = self.winner(local, position, reach) {
            let known = Recalled { bounds, best: hash_move, region: EVERYWHERE };
            self.store(local, key, known, 1, ply);
            if let Some(answer) = answered(known, threshold) {
                local.count(ply).leaves += 1;
                return Ok(answer);
            }
        }
        if longest == Plies::ENDLESS.0 && reach > DEEPEST.0 {
            // The search refuses to begin, because play might never end.
            return Err(Stopped);
        }
        let mut moves = local.buffers.pop().unwrap_or_default();
        let candidates = match insight {
            Some(insight) => game.candidates(position, threshold, insight, &mut moves),
            None => plain::candidates(game, position, &mut moves),
        };
        let result = match candidates {
            Candidates::Settled(answer) => {
                local.count(ply).leaves += 1;
                Ok((answer, 0))
            }
            Candidates::Search { rest } => {
                local.count(ply).moves += moves.len() as u64;
                let question = Question { position: *position, threshold, ply, reach };
                self.children(local, cut, &question, &mut moves, MovesResult::of(rest), hash_move)
            }
        };
        local.buffers.push(moves);
        let (answer, best) = result?;
        let Bound { score, region } = answer;
        let bounds = if score >= threshold {
            Bounds { lo: score, hi: Score::MAX }
        } else {
            Bounds { lo: Score::MIN, hi: score }
        };
        let best = if best == 0 { hash_move } else { best };
        self.store(local, key, Recalled { bounds, best, region }, local.nodes - before, ply);
        Ok(answer)
    }

    /// Stores a result that took this many nodes to find, if there is a table.
    #[inline]
    fn store(&self, local: &mut Local<'_, G>, key: u128, known: Recalled, nodes: u64, ply: usize) {
        if self.table.is_on() {
            self.table.put(key, known, nodes);
            local.count(ply).tt_stores += 1;
        }
    }

    /// Probes the database. If it cannot be read, the search ends.
    pub(crate) fn probe(
        &self,
        local: &mut Local<'_, G>,
        prober: &dyn Prober<G>,
        position: &G::Position,
        ply: usize,
    ) -> Result<Bounds, Stopped> {
        local.count(ply).probes += 1;
        match prober.probe(position) {
            Ok(Probe::Known(bounds)) => Ok(bounds),
            Ok(Probe::Absent) => Ok(Bounds::UNKNOWN),
            Err(error) => {
                self.fail(error);
                Err(Stopped)
            }
        }
    }

    /// Decides who wins by proof numbers, if the question reaches far enough and the answer takes little
    /// work.
    fn winner(&self, local: &mut Local<'_, G>, position: &G::Position, reach: u16) -> Option<Bounds> {
        let prover = self.prover.as_ref().filter(|_| self.asking() != Asking::Lengths)?;
        let further = reach.checked_sub(WINNER_PLIES)?;
        let mover = self.game.side_to_move(position);
        let state = prover.game.state(position, mover)?;
        let mut looks = WINNER_LOOKS << further.min(32);
        let goes_on = &mut || {
            if looks > 1 {
                looks = looks.saturating_sub(self.look(local, prover));
                !self.stopped()
            } else {
                false
            }
        };
        prover.prove(state, goes_on).map(of_winner)
    }

    /// Counts a position and checks whether the search continues.
    fn enter(&self, local: &mut Local<'_, G>, cut: &Cut<'_>, ply: usize) -> Result<(), Stopped> {
        local.nodes += 1;
        local.count(ply).nodes += 1;
        if local.nodes.is_multiple_of(1024) {
            self.tick(local);
        }
        if cut.is_done() || self.stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Searches the listed moves; returns the answer and the packed move that gives it.
    fn children(
        &self,
        local: &mut Local<'_, G>,
        cut: &Cut<'_>,
        question: &Question<G::Position>,
        moves: &mut Vec<Candidate<G::Move>>,
        mut tally: MovesResult<G::Move>,
        hash_move: u32,
    ) -> Result<(Bound, u32), Stopped> {
        if question.reach >= LOOK_UP_PLIES && self.table.is_on() {
            let listed = moves.len();
            let found = self.look_up(question, moves, &mut tally);
            local.count(question.ply + 1).tt_hits += (listed - moves.len()) as u64;
            if let Some(found) = found {
                local.count(question.ply).cutoffs += 1;
                local.count(question.ply + 1).tt_hits += 1;
                return Ok(found);
            }
        }
        let side = self.game.side_to_move(&question.position) as usize;
        if self.options.ordering {
            for candidate in &mut *moves {
                candidate.prior = if hash_move != 0 && self.game.pack_move(candidate.mv) == hash_move {
                    i32::MAX
                } else {
                    candidate.prior * PRIOR_WEIGHT
                        + local.history.get(side, self.game.history_slot(candidate.mv))
                };
            }
        }
        for i in 0..moves.len() {
            if self.options.ordering {
                order_step(moves, i);
            }
            if i == 1 && self.threads > 1 && question.reach >= SPLIT_PLIES {
                if self.options.ordering {
                    moves[1..].sort_by_key(|c| std::cmp::Reverse(c.prior));
                }
                return self.split(local, cut, question, &moves[1..], tally);
            }
            let mv = moves[i].mv;
            if tally.answers(self.game, mv) {
                continue;
            }
            let lifted = self.after(local, cut, question, mv)?;
            if lifted.answer.score >= question.threshold {
                local.count(question.ply).cutoffs += 1;
                self.learn(local, side, &moves[..=i], question.reach);
                return Ok((lifted.answer, self.game.pack_move(mv)));
            }
            tally.add(mv, lifted);
        }
        Ok((Bound { score: tally.best, region: tally.needed }, 0))
    }

    /// Looks up all positions after moves: one may answer the question at no cost. Moves that a look-up
    /// settles otherwise are removed. (A. Plaat et al., "Exploiting graph properties of game trees", AAAI
    /// 1996: enhanced transposition cut-offs.)
    fn look_up(
        &self,
        question: &Question<G::Position>,
        moves: &mut Vec<Candidate<G::Move>>,
        tally: &mut MovesResult<G::Move>,
    ) -> Option<(Bound, u32)> {
        let game = self.game;
        let key = |mv| game.key(&self.canonical(&game.play(&question.position, mv)));
        let mut keys = [0; AHEAD];
        for (slot, candidate) in keys.iter_mut().zip(&*moves) {
            *slot = key(candidate.mv);
            self.table.prefetch(*slot);
        }
        let threshold = question.threshold.unlift().next();
        let mut kept = 0;
        for i in 0..moves.len() {
            let candidate = moves[i];
            let known = self.table.get(keys[i % AHEAD]);
            if let Some(later) = moves.get(i + AHEAD) {
                keys[i % AHEAD] = key(later.mv);
                self.table.prefetch(keys[i % AHEAD]);
            }
            if let Some(answer) = known.and_then(|k| answered(k, threshold)) {
                let child = game.play(&question.position, candidate.mv);
                let lifted = self.lift(&child, candidate.mv, answer, question.threshold);
                if lifted.answer.score >= question.threshold {
                    return Some((lifted.answer, game.pack_move(candidate.mv)));
                }
                tally.add(candidate.mv, lifted);
            } else {
                moves[kept] = candidate;
                kept += 1;
            }
        }
        moves.truncate(kept);
        None
    }

    /// Converts the answer after a move to the answer before it.
    fn lift(&self, child: &G::Position, mv: G::Move, answer: Bound, threshold: Score) -> Lifted {
        let score = answer.score.lift();
        if answer.region == EVERYWHERE || !self.regions() {
            return Lifted { answer: Bound::new(score), after: EVERYWHERE };
        }
        let after = if self.options.symmetry {
            self.game.region_from_canonical(child, answer.region)
        } else {
            answer.region
        };
        let region = self.game.region_before(mv, after, score >= threshold);
        Lifted { answer: Bound { score, region }, after }
    }

    /// Records that the last of `tried` answered the question and the others did not.
    fn learn(&self, local: &Local<'_, G>, side: usize, tried: &[Candidate<G::Move>], reach: u16) {
        let Some((good, bad)) = tried.split_last() else { return };
        let weight = i32::from(reach.min(30)).pow(2);
        local.history.add(side, self.game.history_slot(good.mv), weight);
        for candidate in bad.iter().take(32) {
            local.history.add(side, self.game.history_slot(candidate.mv), -weight / 4);
        }
    }

    /// Returns the answer for one move, for the mover.
    fn after(
        &self,
        local: &mut Local<'_, G>,
        cut: &Cut<'_>,
        question: &Question<G::Position>,
        mv: G::Move,
    ) -> Result<Lifted, Stopped> {
        let child = self.game.play(&question.position, mv);
        let canonical = self.canonical(&child);
        let threshold = question.threshold.unlift().next();
        if question.reach > PREFETCH_PLIES {
            self.table.prefetch(self.game.key(&canonical));
        }
        let answer = self.search(local, cut, &canonical, threshold, question.ply + 1)?;
        Ok(self.lift(&child, mv, answer, question.threshold))
    }

    /// Splits the moves among threads: each takes the next move until one answers the question.
    fn split(
        &self,
        local: &mut Local<'_, G>,
        above: &Cut<'_>,
        question: &Question<G::Position>,
        moves: &[Candidate<G::Move>],
        tally: MovesResult<G::Move>,
    ) -> Result<(Bound, u32), Stopped> {
        let cut = Cut::below(above);
        let next = AtomicUsize::new(0);
        let tally = Mutex::new(tally);
        let work = |local: &mut Local<'_, G>| {
            while let Some(candidate) = moves.get(next.fetch_add(1, Relaxed)) {
                if tally.lock().expect("no thread panics while it counts").answers(self.game, candidate.mv) {
                    continue;
                }
                let lifted = self.after(local, &cut, question, candidate.mv)?;
                if lifted.answer.score >= question.threshold {
                    cut.done.store(true, Relaxed);
                    local.count(question.ply).cutoffs += 1;
                    let side = self.game.side_to_move(&question.position) as usize;
                    self.learn(local, side, &[*candidate], question.reach);
                    return Ok(Some((lifted.answer, self.game.pack_move(candidate.mv))));
                }
                tally.lock().expect("no thread panics while it counts").add(candidate.mv, lifted);
            }
            Ok(None)
        };
        let results = self.on_all_threads(local, self.threads.min(moves.len()), &work);
        if let Some(found) = results.iter().flatten().flatten().next() {
            return Ok(*found);
        }
        results.into_iter().collect::<Result<Vec<_>, Stopped>>()?;
        let tally = tally.into_inner().expect("no thread panics while it counts");
        Ok((Bound { score: tally.best, region: tally.needed }, 0))
    }

    /// Runs `work` on this thread and offers it to `threads - 1` others; idle threads take it.
    pub(crate) fn on_all_threads<R: Send>(
        &self,
        local: &mut Local<'_, G>,
        threads: usize,
        work: &(impl Fn(&mut Local<'_, G>) -> R + Sync),
    ) -> Vec<R> {
        if threads <= 1 {
            return vec![work(local)];
        }
        let (mut here, mut there) = (Vec::new(), Vec::new());
        parallel::both(&mut || here = self.on_all_threads(local, threads / 2, work), &mut || {
            let mut other = self.local();
            there = self.on_all_threads(&mut other, threads - threads / 2, work);
            self.merge(other);
        });
        there.extend(here);
        there
    }

    pub(crate) fn canonical(&self, position: &G::Position) -> G::Position {
        if self.options.symmetry { self.game.canonical(position) } else { *position }
    }
}

/// Returns the table's bounds as an answer, if they settle the question.
#[inline]
fn answered(known: Recalled, threshold: Score) -> Option<Bound> {
    let Bounds { lo, hi } = known.bounds;
    let score = if lo >= threshold {
        lo
    } else if hi < threshold {
        hi
    } else {
        return None;
    };
    Some(Bound { score, region: known.region })
}

/// The weight of a game's own prior relative to the history.
const PRIOR_WEIGHT: i32 = 64;

/// Moves the best of the moves from `i` on to index `i`; sorts the rest once a few have failed.
fn order_step<M>(moves: &mut [Candidate<M>], i: usize) {
    const PICKED: usize = 3;
    if i < PICKED {
        let best = (i..moves.len()).max_by_key(|&k| (moves[k].prior, std::cmp::Reverse(k)));
        if let Some(best) = best {
            moves.swap(i, best);
        }
    } else if i == PICKED {
        moves[i..].sort_by_key(|c| std::cmp::Reverse(c.prior));
    }
}

/// Returns the bounds of a position whose winner is known.
pub(crate) fn of_winner(mover_wins: bool) -> Bounds {
    if mover_wins {
        Bounds { lo: Score::WIN, ..Bounds::UNKNOWN }
    } else {
        Bounds { hi: Score::LOSS, ..Bounds::UNKNOWN }
    }
}

#[cfg(test)]
pub(crate) mod tests;
