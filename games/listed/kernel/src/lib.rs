//! The engine for listed games. It takes the layers from the last to the first, so that the values after
//! moves to later layers are known. Where play can also stay in a layer, its moves there are in memory.
//!
//! Retrograde analysis (K. Thompson, "Retrograde analysis of certain endgames", 1986): values are settled
//! level by level, one level for each ply. A loss settles the positions before it: they are won in one more
//! ply. A win closes one move of each position before it; the position whose last move is closed is lost in
//! one more ply. All moves to later layers are one move, with the best of their values. What is never settled
//! is a draw.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]

use nexsolve_core::{LayerId, Ranked, Score, Symmetric, Tabled, parallel};
use nexsolve_db::{Counts, Metric, TableSpec, packed};
use nexsolve_listed::{Edges, Key, Listed, MOST_POINTS};
use nexsolve_tablegen::codes::Codes;
use nexsolve_tablegen::context::Context;
use nexsolve_tablegen::engine::{Engine, Work};
use nexsolve_tablegen::generic::all_scores;
use nexsolve_tablegen::output::Output;
use nexsolve_tablegen::team::Team;
use nexsolve_tablegen::{GenerateError, Phase};
use std::ops::Range;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

/// The number of entries whose codes a thread makes at a time: a multiple of 64.
const PART: u64 = 1 << 14;

/// The number of entries whose codes are made before they are written: whole parts.
const WINDOW: u64 = 64 * PART;

/// The greatest distance, so that a table has at most 256 values.
const MOST_PLIES: u16 = 252;

/// The greatest distance that is looked for where only the winner is stored.
const LONGEST: usize = 16_000;

/// Not yet settled: no score.
const OPEN: i16 = i16::MIN;

/// The slots of a thread's memory of the latest positions after moves, most of which it needs again soon.
const LATEST: usize = 1 << 12;

/// The positions of which the number of moves is counted to foresee the memory.
const SAMPLE: usize = 1 << 12;

/// The engine for tables of this metric.
pub fn engine(game: &Listed, metric: Metric, _processes: usize) -> Option<Box<dyn Engine + '_>> {
    (game.has_points() == (metric == Metric::Score) || metric == Metric::Reach)
        .then(|| Box::new(Values { game, metric, scores: Vec::new() }) as Box<dyn Engine>)
}

/// The engine. Each process of a team computes all values, and makes its share of the codes.
struct Values<'g> {
    game: &'g Listed,
    metric: Metric,
    /// The score of each position in the order of the list, after they are prepared.
    scores: Vec<i16>,
}

/// What is known of some positions of a layer before any is settled.
#[derive(Default)]
struct Moves {
    /// The best value through moves to later layers, or the outcome; [`OPEN`] if there is none.
    best: Vec<i16>,
    /// For each position, the number of its moves in the layer.
    counts: Vec<u32>,
    /// Where they lead, as numbers in the layer.
    to: Vec<u32>,
}

impl Values<'_> {
    fn bytes(&self) -> u64 {
        let (list, rules) = (self.game.list(), self.game.rules());
        let mut children = Vec::new();
        let mut staying = |place: usize| {
            let key = list.at(place);
            rules.children(key, &mut children);
            children.iter().filter(|(_, stage)| *stage == rules.stage(key)).count()
        };
        let layer = |layer: LayerId| {
            let places = list.places(layer);
            let sample = places.clone().step_by(places.len().div_ceil(SAMPLE));
            let most = sample.map(&mut staying).max().unwrap_or(0);
            // Two lists of moves, one of them twice for a moment, and what is known of each position.
            places.len() * (12 * most + 4 * 8 + 6)
        };
        let largest = LayerId::all(self.game.layers()).map(layer).max();
        (2 * list.len() + largest.unwrap_or(0)) as u64
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
        let mut scores = vec![0; list.len()];
        for layer in LayerId::all(self.game.layers()).rev() {
            context.check_stop()?;
            let places = list.places(layer);
            let moves = parallel::map(places.len().div_ceil(PART as usize), |part| {
                let first = places.start + part * PART as usize;
                self.moves(first..places.end.min(first + PART as usize), &places, &scores)
            });
            let stays = moves.iter().any(|part| !part.to.is_empty());
            let found = if stays {
                settled(&moves, context)?
            } else {
                moves.into_iter().flat_map(|part| part.best).collect()
            };
            scores[places].copy_from_slice(&found);
        }
        let is_far = |score: &i16| {
            let distance = Score::from_raw(*score).and_then(Score::distance);
            *score != 0 && distance.is_none_or(|plies| plies.0 > MOST_PLIES)
        };
        match self.metric {
            Metric::Score => {}
            Metric::Wdl => scores.iter_mut().for_each(|score| *score = score.signum()),
            _ if scores.iter().any(is_far) => {
                return Err(GenerateError::Distance { most: MOST_PLIES.into() });
            }
            _ => {}
        }
        Ok(scores)
    }

    /// Converts the value after a move to the value before it.
    fn lifted(&self, value: i16) -> i16 {
        if self.metric == Metric::Score { -value } else { lifted(value) }
    }

    /// The moves of positions at these places of the list, in the layer at `all`.
    fn moves(&self, places: Range<usize>, all: &Range<usize>, scores: &[i16]) -> Moves {
        let (list, rules) = (self.game.list(), self.game.rules());
        let (mut moves, mut children) = (Moves::default(), Vec::new());
        let mut latest = vec![(Key(u128::MAX), 0); LATEST];
        for key in places.map(|place| list.at(place)) {
            let before = moves.to.len();
            let mut best = OPEN;
            rules.children(key, &mut children);
            for &(child, stage) in &children {
                let slot = &mut latest[child.slot() % LATEST];
                if slot.0 != child {
                    *slot = (child, list.place_of(child, stage).expect("a position of the list"));
                }
                let place = slot.1;
                if place < all.end {
                    moves.to.push((place - all.start) as u32);
                } else {
                    best = best.max(self.lifted(scores[place]));
                }
            }
            if children.is_empty() {
                let points = rules.points(key).filter(|_| self.metric == Metric::Score);
                let outcome = || rules.outcome(key).map(|outcome| Score::of_outcome(outcome).to_raw());
                best = points.or_else(outcome).unwrap_or(OPEN);
            }
            moves.best.push(best);
            moves.counts.push((moves.to.len() - before) as u32);
        }
        moves
    }

    /// The codes of part of a layer.
    fn codes(&self, layer: LayerId, first: u64, end: u64, book: &[i16], has_reach: bool) -> Codes {
        let list = self.game.list();
        let start = list.places(layer).start;
        let mut positions = vec![0; book.len()];
        let code = |rank: u64| {
            let place = start + rank as usize;
            let code = book.binary_search(&self.scores[place]).expect("a value of the book");
            positions[code] += self.game.copies(&list.at(place));
            code as u8
        };
        let codes: Vec<u8> = (first..end).map(code).collect();
        let reachable = has_reach.then(|| positions.clone());
        let counts = Counts { reachable, positions };
        Codes { packed: packed::pack(&codes, TableSpec::bits_for(book.len())), counts }
    }
}

/// Converts the score after a move to the score before it.
fn lifted(score: i16) -> i16 {
    Score::from_raw(score).expect("a score").lift().to_raw()
}

/// Settles the positions of a layer in which play can stay.
fn settled(moves: &[Moves], context: &Context<'_>) -> Result<Vec<i16>, GenerateError> {
    let before = Edges::new(moves.iter().map(|part| (&part.counts[..], &part.to[..]))).reversed();
    let best = || moves.iter().flat_map(|part| part.best.iter().copied());
    let scores: Vec<AtomicI16> = best().map(|_| AtomicI16::new(OPEN)).collect();
    let counts = moves.iter().flat_map(|part| part.counts.iter().copied());
    let open = best().zip(counts).map(|(best, moves)| AtomicU32::new(moves + u32::from(best != OPEN)));
    let open: Vec<AtomicU32> = open.collect();
    // The positions to which the rules or moves to later layers give a value, by its distance.
    let mut due: Vec<Vec<(u32, i16)>> = Vec::new();
    for (place, best) in best().enumerate().filter(|(_, best)| ![OPEN, 0].contains(best)) {
        let plies = Score::from_raw(best).and_then(Score::distance).map_or(0, |plies| plies.0.into());
        due.resize_with(due.len().max(plies + 1), Vec::new);
        due[plies].push((place as u32, best));
    }
    // Settles a position if a move wins, or if the last open move loses.
    let settle = |place: u32, score: i16| {
        let (slot, open) = (&scores[place as usize], &open[place as usize]);
        let is_due = score > 0 || open.fetch_sub(1, Relaxed) == 1;
        is_due && slot.compare_exchange(OPEN, score, Relaxed, Relaxed).is_ok()
    };
    let mut latest: Vec<u32> = Vec::new();
    for plies in 0.. {
        context.check_stop()?;
        let parts = parallel::map(latest.len().div_ceil(PART as usize), |part| {
            let mut next = Vec::new();
            for &place in latest.iter().skip(part * PART as usize).take(PART as usize) {
                let score = lifted(scores[place as usize].load(Relaxed));
                let earlier = before.of(place as usize).iter();
                next.extend(earlier.filter(|&&earlier| settle(earlier, score)));
            }
            next
        });
        latest = parts.concat();
        let now = due.get_mut(plies).map(std::mem::take).unwrap_or_default();
        latest.extend(now.iter().filter(|&&(place, score)| settle(place, score)).map(|(place, _)| place));
        if latest.is_empty() && plies >= due.len() {
            break;
        }
        if plies == LONGEST {
            return Err(GenerateError::Distance { most: MOST_PLIES.into() });
        }
    }
    let score = |slot: AtomicI16| Some(slot.into_inner()).filter(|&score| score != OPEN).unwrap_or_default();
    Ok(scores.into_iter().map(score).collect())
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
            Metric::Score => (-MOST_POINTS..=MOST_POINTS).collect(),
            Metric::Dtw => all_scores(MOST_PLIES.into()),
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
