//! The search itself: alpha-beta with null windows over exact scores.

use crate::local::{Local, Shared};
use crate::table::Known;
use nexsolve_core::{Bounds, Candidate, Candidates, Glance, Plies, Score, Searchable};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The search was told to stop, or its answer is no longer wanted.
#[derive(Debug)]
pub(crate) struct Stopped;

/// A flag that ends the search below a node whose question has been answered by another thread; a chain of such flags up to
/// the root.
pub(crate) struct Cut<'a> {
    done: AtomicBool,
    above: Option<&'a Cut<'a>>,
}

impl<'a> Cut<'a> {
    pub(crate) const fn root() -> Self {
        Self { done: AtomicBool::new(false), above: None }
    }

    fn below(above: &'a Cut<'a>) -> Self {
        Self { done: AtomicBool::new(false), above: Some(above) }
    }

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

/// A node is shared out to other threads if the question reaches at least this many plies down.
const SPLIT_PLIES: u16 = 6;
const ETC: u16 = 5;

impl<G: Searchable> Shared<'_, G> {
    /// Is the score of `position` at least `threshold`? Answers with a bound: `threshold` or more, and the score is at least
    /// that; less, and the score is at most that.
    pub(crate) fn search(
        &self,
        local: &mut Local<'_, G>,
        cut: &Cut<'_>,
        position: &G::Position,
        threshold: Score,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let before = local.nodes;
        self.enter(local, cut, ply)?;
        let game = self.game;
        let insight = match game.glance(position, threshold) {
            Glance::Settled(score) => {
                local.count(ply).leaves += 1;
                return Ok(score);
            }
            Glance::Open(insight) => insight,
        };
        let key = game.key(position);
        let mut hash_move = 0;
        if let Some(known) = self.table.get(key) {
            let Bounds { lo, hi } = known.bounds;
            if lo >= threshold || hi < threshold {
                local.count(ply).tt_hits += 1;
                return Ok(if lo >= threshold { lo } else { hi });
            }
            hash_move = known.best;
        }
        let mut moves = local.buffer();
        let result = match game.candidates(position, threshold, insight, &mut moves) {
            Candidates::Settled(score) => {
                local.count(ply).leaves += 1;
                Ok((score, 0))
            }
            Candidates::Search { rest } => {
                local.count(ply).moves += moves.len() as u64;
                self.children(local, cut, position, threshold, ply, &mut moves, (rest, hash_move))
            }
        };
        local.give_back(moves);
        let (score, best) = result?;
        if self.table.is_on() {
            let bounds = if score >= threshold {
                Bounds { lo: score, hi: Score::MAX }
            } else {
                Bounds { lo: Score::MIN, hi: score }
            };
            self.table.put(key, Known { bounds, best: if best == 0 { hash_move } else { best } }, local.nodes - before);
            local.count(ply).tt_stores += 1;
        }
        Ok(score)
    }

    /// Counts a position, and looks whether the search goes on.
    fn enter(&self, local: &mut Local<'_, G>, cut: &Cut<'_>, ply: usize) -> Result<(), Stopped> {
        local.nodes += 1;
        local.count(ply).nodes += 1;
        if local.nodes.is_multiple_of(1024) {
            self.tick(local);
        }
        if cut.is_done() || self.stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Searches the listed moves: the best bound, and the packed move that answers the question.
    #[expect(clippy::too_many_arguments, reason = "one node's state, passed down once")]
    fn children(
        &self,
        local: &mut Local<'_, G>,
        cut: &Cut<'_>,
        position: &G::Position,
        threshold: Score,
        ply: usize,
        moves: &mut [Candidate<G::Move>],
        (rest, hash_move): (Score, u32),
    ) -> Result<(Score, u32), Stopped> {
        let mut moves_len = moves.len();
        let side = self.game.side_to_move(position) as usize;
        if self.options.ordering {
            for candidate in &mut *moves {
                candidate.prior = if hash_move != 0 && self.game.pack_move(candidate.mv) == hash_move {
                    i32::MAX
                } else {
                    candidate.prior * PRIOR_WEIGHT + local.history.get(side, self.game.history_slot(candidate.mv))
                };
            }
        }
        let reach = self.plies_down(position, threshold);
        let mut best = rest;
        if reach >= ETC && self.table.is_on() {
            for c in &*moves {
                let child = self.canonical(&self.game.play(position, c.mv));
                self.table.prefetch(self.game.key(&child));
            }
            let mut kept = 0;
            for i in 0..moves.len() {
                let child = self.canonical(&self.game.play(position, moves[i].mv));
                if let Some(known) = self.table.get(self.game.key(&child)) {
                    let b = known.bounds.lift();
                    if b.lo >= threshold {
                        local.count(ply).cutoffs += 1;
                        return Ok((b.lo, self.game.pack_move(moves[i].mv)));
                    }
                    if b.hi < threshold {
                        best = best.max(b.hi);
                        continue;
                    }
                }
                moves[kept] = moves[i];
                kept += 1;
            }
            let _ = kept;
            moves_len = kept;
        }
        let moves = &mut moves[..moves_len];
        for i in 0..moves.len() {
            if self.options.ordering {
                order_step(moves, i);
            }
            if i == 1 && self.threads > 1 && reach >= SPLIT_PLIES {
                if self.options.ordering {
                    moves[1..].sort_by_key(|c| std::cmp::Reverse(c.prior));
                }
                return self.split(local, cut, position, threshold, ply, &moves[1..], best);
            }
            let value = self.after(local, cut, position, moves[i].mv, threshold, ply)?;
            if value > best {
                best = value;
            }
            if value >= threshold {
                local.count(ply).cutoffs += 1;
                self.learn(local, side, &moves[..=i], reach);
                return Ok((best, self.game.pack_move(moves[i].mv)));
            }
        }
        Ok((best, 0))
    }

    /// Remembers that the last of `tried` answered the question and the others did not.
    fn learn(&self, local: &Local<'_, G>, side: usize, tried: &[Candidate<G::Move>], reach: u16) {
        let Some((good, bad)) = tried.split_last() else { return };
        let weight = i32::from(reach.min(30)).pow(2);
        local.history.add(side, self.game.history_slot(good.mv), weight);
        for candidate in bad.iter().take(32) {
            local.history.add(side, self.game.history_slot(candidate.mv), -weight / 4);
        }
    }

    /// The bound of one move for the side that makes it.
    fn after(
        &self,
        local: &mut Local<'_, G>,
        cut: &Cut<'_>,
        position: &G::Position,
        mv: G::Move,
        threshold: Score,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let child = self.canonical(&self.game.play(position, mv));
        let question = threshold.unlift().next();
        if question.distance().is_none_or(|d| d.0 > 3) {
            self.table.prefetch(self.game.key(&child));
        }
        Ok(self.search(local, cut, &child, question, ply + 1)?.lift())
    }

    /// Shares the moves out: each thread takes the next one until one answers the question.
    #[expect(clippy::too_many_arguments, reason = "one node's state, passed down once")]
    fn split(
        &self,
        local: &mut Local<'_, G>,
        above: &Cut<'_>,
        position: &G::Position,
        threshold: Score,
        ply: usize,
        moves: &[Candidate<G::Move>],
        best: Score,
    ) -> Result<(Score, u32), Stopped> {
        let cut = Cut::below(above);
        let next = AtomicUsize::new(0);
        let work = |local: &mut Local<'_, G>| {
            let mut found = (Score::MIN, 0);
            while let Some(candidate) = moves.get(next.fetch_add(1, Relaxed)) {
                let value = self.after(local, &cut, position, candidate.mv, threshold, ply)?;
                found.0 = found.0.max(value);
                if value >= threshold {
                    cut.done.store(true, Relaxed);
                    local.count(ply).cutoffs += 1;
                    let side = self.game.side_to_move(position) as usize;
                    self.learn(local, side, &[*candidate], self.plies_down(position, threshold));
                    return Ok((value, self.game.pack_move(candidate.mv)));
                }
            }
            Ok(found)
        };
        let results = self.on_all_threads(local, self.threads.min(moves.len()), &work);
        if let Some(answer) = results.iter().flatten().find(|r| r.0 >= threshold) {
            return Ok(*answer);
        }
        let mut all = (best, 0);
        for result in results {
            all.0 = all.0.max(result?.0);
        }
        Ok(all)
    }

    /// Runs `work` on this thread and offers it to `threads - 1` others; idle ones take it.
    pub(crate) fn on_all_threads<R: Send>(
        &self,
        local: &mut Local<'_, G>,
        threads: usize,
        work: &(impl Fn(&mut Local<'_, G>) -> R + Sync),
    ) -> Vec<R> {
        if threads <= 1 {
            return vec![work(local)];
        }
        let (here, mut there) = rayon::join(
            || self.on_all_threads(local, threads / 2, work),
            || {
                let mut other = self.local();
                let results = self.on_all_threads(&mut other, threads - threads / 2, work);
                self.merge(other);
                results
            },
        );
        there.extend(here);
        there
    }

    /// How many plies down the question reaches.
    fn plies_down(&self, position: &G::Position, threshold: Score) -> u16 {
        let longest = self.game.longest(position).0;
        threshold.distance().map_or(longest, |Plies(d)| d.min(longest))
    }

    pub(crate) fn canonical(&self, position: &G::Position) -> G::Position {
        if self.options.symmetry { self.game.canonical(position) } else { *position }
    }
}

/// How much a game's own guess counts against what was learned.
const PRIOR_WEIGHT: i32 = 64;

/// Brings the best of the moves from `i` on to place `i`; sorts the rest once a few have failed.
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
