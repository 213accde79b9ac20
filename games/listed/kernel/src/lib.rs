//! The engine for listed games. All moves of the list are in memory, so values are found without the rules,
//! and play may return to earlier positions.
//!
//! Retrograde analysis (K. Thompson, "Retrograde analysis of certain endgames", 1986): values are settled
//! level by level, one level for each ply. A loss settles the positions before it: they are won in one more
//! ply. A win closes one move of each position before it; the position whose last move is closed is lost in
//! one more ply. What is never settled is a draw.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]

use nexsolve_core::{Game, LayerId, Plies, Ranked, Score, Symmetric, Wdl, parallel};
use nexsolve_db::{Counts, Metric, TableSpec, packed};
use nexsolve_listed::{Edges, Listed};
use nexsolve_tablegen::codes::Codes;
use nexsolve_tablegen::context::Context;
use nexsolve_tablegen::engine::{Engine, Work};
use nexsolve_tablegen::generic::all_scores;
use nexsolve_tablegen::output::Output;
use nexsolve_tablegen::team::Team;
use nexsolve_tablegen::{GenerateError, Phase};
use std::collections::HashMap;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

/// The number of entries whose codes a thread makes at a time: a multiple of 64.
const PART: u64 = 1 << 14;

/// The number of entries whose codes are made before they are written: whole parts.
const WINDOW: u64 = 64 * PART;

/// The greatest distance, so that a table has at most 256 values.
const MOST_PLIES: u16 = 252;

/// The greatest distance that is looked for where only the winner is stored.
const LONGEST: u16 = 16_000;

/// Not yet settled: no score.
const OPEN: i16 = i16::MIN;

/// The positions of which the number of moves is counted to foresee the memory.
const SAMPLE: usize = 1 << 12;

/// The engine for tables of this metric.
pub fn engine(game: &Listed, metric: Metric, _processes: usize) -> Option<Box<dyn Engine + '_>> {
    (metric != Metric::Score)
        .then(|| Box::new(Values { game, metric, scores: Vec::new() }) as Box<dyn Engine>)
}

/// The engine. Each process of a team computes all values, and makes its share of the codes.
struct Values<'g> {
    game: &'g Listed,
    metric: Metric,
    /// The score of each position in the order of the list, after they are prepared.
    scores: Vec<i16>,
}

impl Values<'_> {
    fn bytes(&self) -> u64 {
        let (list, rules) = (self.game.list(), self.game.rules());
        let mut children = Vec::new();
        let sample = (0..list.len()).step_by(list.len().div_ceil(SAMPLE));
        let moves = sample.map(|place| {
            rules.children(list.at(place), &mut children);
            children.len() + 1
        });
        let most = moves.max().unwrap_or(0);
        // Two lists of edges, one of them twice for a moment, and what is known of each position.
        (list.len() * (12 * most + 3 * 8 + 6)) as u64
    }

    /// The values in the metric of a layer's positions that have some.
    fn book(&self, layer: LayerId) -> Vec<i16> {
        let mut book: Vec<i16> = self.scores[self.game.list().places(layer)].to_vec();
        book.sort_unstable();
        book.dedup();
        book
    }

    fn solve(&self, context: &Context<'_>) -> Result<Vec<i16>, GenerateError> {
        let list = self.game.list();
        if self.metric == Metric::Reach {
            return Ok(vec![1; list.len()]);
        }
        context.phase(Phase::Sweep);
        let after = Edges::after(self.game.rules(), list);
        context.check_stop()?;
        let before = after.reversed();
        let outcome = |place: usize| self.game.outcome(&list.at(place));
        let outcomes = parallel::map(list.len().div_ceil(PART as usize), |part| {
            let places = part * PART as usize..list.len().min((part + 1) * PART as usize);
            places.map(|place| (outcome(place), after.of(place).len() as u32)).collect::<Vec<_>>()
        });
        drop(after);
        let of = |outcome: Option<Wdl>| outcome.map_or(OPEN, |outcome| Score::of_outcome(outcome).to_raw());
        let outcomes = outcomes.into_iter().flatten();
        let (scores, open): (Vec<AtomicI16>, Vec<AtomicU32>) =
            outcomes.map(|(outcome, moves)| (AtomicI16::new(of(outcome)), AtomicU32::new(moves))).unzip();
        let is_settled = |place: &u32| ![OPEN, 0].contains(&scores[*place as usize].load(Relaxed));
        let mut settled: Vec<u32> = (0..list.len() as u32).filter(is_settled).collect();
        for plies in 1.. {
            context.check_stop()?;
            let (win, loss) = (Score::win_in(Plies(plies)).to_raw(), Score::loss_in(Plies(plies)).to_raw());
            let parts = parallel::map(settled.len().div_ceil(PART as usize), |part| {
                let mut next = Vec::new();
                for &place in settled.iter().skip(part * PART as usize).take(PART as usize) {
                    let is_lost = scores[place as usize].load(Relaxed) < 0;
                    for &earlier in before.of(place as usize) {
                        let (slot, open) = (&scores[earlier as usize], &open[earlier as usize]);
                        let score = if is_lost { win } else { loss };
                        let is_due = is_lost || open.fetch_sub(1, Relaxed) == 1;
                        if is_due && slot.compare_exchange(OPEN, score, Relaxed, Relaxed).is_ok() {
                            next.push(earlier);
                        }
                    }
                }
                next
            });
            settled = parts.concat();
            if settled.is_empty() {
                break;
            }
            if plies > MOST_PLIES && self.metric == Metric::Dtw || plies == LONGEST {
                return Err(GenerateError::Distance { most: MOST_PLIES.into() });
            }
        }
        let rounded = |score: i16| match self.metric {
            Metric::Wdl => [Score::LOSS, Score::DRAW, Score::WIN][(1 + score.signum()) as usize].to_raw(),
            _ => score,
        };
        let score =
            |slot: AtomicI16| Some(slot.into_inner()).filter(|&score| score != OPEN).unwrap_or_default();
        Ok(scores.into_iter().map(|slot| rounded(score(slot))).collect())
    }

    /// The codes of part of a layer.
    fn codes(&self, layer: LayerId, first: u64, end: u64, book: &[i16], has_reach: bool) -> Codes {
        let list = self.game.list();
        let start = list.places(layer).start;
        let code_of: HashMap<i16, u8> = book.iter().copied().zip(0..=u8::MAX).collect();
        let mut positions = vec![0; book.len()];
        let code = |rank: u64| {
            let place = start + rank as usize;
            let code = code_of[&self.scores[place]];
            positions[usize::from(code)] += self.game.copies(&list.at(place));
            code
        };
        let codes: Vec<u8> = (first..end).map(code).collect();
        let reachable = has_reach.then(|| positions.clone());
        let counts = Counts { reachable, positions };
        Codes { packed: packed::pack(&codes, TableSpec::bits_for(book.len())), counts }
    }
}

impl Engine for Values<'_> {
    fn steps(&self) -> Vec<Work> {
        let bytes = self.bytes();
        let layers: Vec<LayerId> = LayerId::all(self.game.layers()).collect();
        vec![Work { layers, best_bytes: bytes, least_bytes: bytes, effort: self.game.list().len() as u64 }]
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        match self.metric {
            Metric::Reach => vec![0, 1],
            _ if !self.scores.is_empty() => self.book(layer),
            Metric::Wdl => [Score::LOSS, Score::DRAW, Score::WIN].map(Score::to_raw).to_vec(),
            _ => all_scores(MOST_PLIES.into()),
        }
    }

    fn prepare(&mut self, _: usize, context: &Context<'_>, _: &mut Team<'_>) -> Result<(), GenerateError> {
        self.scores = self.solve(context)?;
        Ok(())
    }

    fn make(&mut self, _: usize, output: &mut Output<'_>, team: &mut Team<'_>) -> Result<(), GenerateError> {
        let has_reach = output.reach;
        for (place, layer) in LayerId::all(self.game.layers()).enumerate() {
            let (len, book) = (self.game.layers()[layer].len, self.values(layer));
            for window in (0..len).step_by(WINDOW as usize) {
                let end = len.min(window + WINDOW);
                let own = team.share((end - window).div_ceil(PART) as usize);
                let parts = parallel::map(own.len(), |part| {
                    let first = window + (own.start + part) as u64 * PART;
                    self.codes(layer, first, end.min(first + PART), &book, has_reach)
                });
                output.append_to(team, place, &parts)?;
            }
            output.progress(len);
        }
        Ok(())
    }
}
