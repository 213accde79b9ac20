//! Tables of any game without cycles and points, one position at a time, using only its rules and ranking.
//! This is slow. Tests compare the kernels with it, and it makes the tables of boards and variants without a
//! kernel.

use crate::codes::Codes;
use crate::context::Context;
use crate::engine::{Engine, Work, with_window};
use crate::error::GenerateError;
use crate::output::Output;
use crate::packed::{packed_bytes, read_entries};
use crate::progress::Phase;
use crate::team::Team;
use nexsolve_core::parallel;
use nexsolve_core::{Layer, LayerId, Plies, Score, Tabled};
use nexsolve_db::{Counts, Metric, TableSpec, packed};
use std::collections::HashMap;
use std::ops::Range;

/// The number of entries that a thread processes at a time: a multiple of 64.
const PART: u64 = 1 << 14;

/// The number of entries whose codes are made before they are written: whole parts.
const WINDOW: u64 = 64 * PART;

/// The engine for tables of one metric. Each process computes ranges of ranks, and keeps all packed codes
/// that later layers need.
pub struct Generic<'g, G> {
    game: &'g G,
    metric: Metric,
    processes: usize,
    /// The code book of each layer's scores; without these, every score that its plies allow.
    books: Option<Vec<Vec<i16>>>,
    /// Packed codes of layers that later steps need.
    held: HashMap<LayerId, Vec<u8>>,
}

impl<'g, G: Tabled> Generic<'g, G> {
    /// Creates the engine. `books` are the code books of scores of another engine whose tables this one reads
    /// or is compared with.
    pub fn new(game: &'g G, metric: Metric, processes: usize, books: Option<Vec<Vec<i16>>>) -> Self {
        Self { game, metric, processes, books, held: HashMap::new() }
    }

    /// The layer of a step: values are made from the last layer to the first.
    fn layer(&self, step: usize) -> LayerId {
        LayerId::new(if self.metric == Metric::Reach { step } else { self.game.layers().len() - 1 - step })
    }

    /// The layers whose values this layer needs.
    fn rests_on(&self, layer: LayerId) -> Vec<LayerId> {
        let layers = self.game.layers();
        match self.metric {
            Metric::Reach => {
                LayerId::all(layers).filter(|&before| layers[before].successors.contains(&layer)).collect()
            }
            _ => layers[layer].successors.clone(),
        }
    }

    fn packed_bytes(&self, layer: LayerId) -> u64 {
        packed_bytes(self.game.layers()[layer].len, self.values(layer).len())
    }

    /// The codes of consecutive ranks; those of free ranks are 0. `reach` are the packed bits of the same
    /// ranks.
    fn codes(
        &self,
        layer: LayerId,
        ranks: Range<u64>,
        book: &[i16],
        rests: &HashMap<LayerId, Rest>,
        reach: Option<&[u8]>,
    ) -> Codes {
        let game = self.game;
        let start = game.canonical(&game.start());
        let code_of: HashMap<i16, u8> = book.iter().copied().zip(0..=u8::MAX).collect();
        let none = vec![0; book.len()];
        let mut counts = Counts { reachable: reach.map(|_| none.clone()), positions: none };
        let mut codes = vec![0; (ranks.end - ranks.start) as usize];
        let (mut moves, mut before) = (Vec::new(), Vec::new());
        game.unrank_range(layer, ranks.clone(), |rank, position| {
            let value = |position: &G::Position| {
                let (layer, rank) = game.rank(position);
                rests[&layer].value(rank)
            };
            let found = if self.metric == Metric::Reach {
                game.predecessors(&position, &mut before);
                let reached = |before: &G::Position| game.outcome(before).is_none() && value(before) == 1;
                i16::from(game.canonical(&position) == start || before.iter().any(reached))
            } else if let Some(outcome) = game.outcome(&position) {
                Score::of_outcome(outcome).to_raw()
            } else {
                game.moves(&position, &mut moves);
                let scores = moves.iter().map(|&mv| {
                    Score::from_raw(value(&game.play(&position, mv))).expect("tables hold scores").lift()
                });
                scores.max().expect("there are moves while the game goes on").to_raw()
            };
            let at = (rank - ranks.start) as usize;
            codes[at] = code_of[&if self.metric == Metric::Wdl { rounded(found) } else { found }];
            let (code, copies) = (usize::from(codes[at]), game.copies(&position));
            counts.positions[code] += copies;
            if let (Some(reachable), Some(reach)) = (&mut counts.reachable, reach) {
                reachable[code] += copies * u64::from(packed::get(reach, 1, at));
            }
        });
        Codes { packed: packed::pack(&codes, TableSpec::bits_for(book.len())), counts }
    }

    /// Reads the layers that a step needs, unless they are in memory already.
    fn load(&mut self, step: usize, context: &Context<'_>) -> Result<(), GenerateError> {
        if self.metric != Metric::Reach {
            context.phase(Phase::Sweep);
        }
        for rest in self.rests_on(self.layer(step)) {
            if !self.held.contains_key(&rest) {
                let table = context.table(rest, self.metric)?;
                let mut packed = Vec::new();
                read_entries(&table, 0, table.entries(), &mut packed)?;
                self.held.insert(rest, packed);
            }
        }
        Ok(())
    }

    /// Computes the codes of consecutive ranks in parallel, in parts. The layers that they need are loaded.
    /// The first rank is a multiple of [`PART`].
    fn parts(
        &self,
        layer: LayerId,
        ranks: Range<u64>,
        context: &Context<'_>,
    ) -> Result<Vec<Vec<Codes>>, GenerateError> {
        let reach = if context.reach { Some(context.table(layer, Metric::Reach)?) } else { None };
        let rest = |rest| (rest, Rest { packed: &self.held[&rest], values: self.values(rest) });
        let rests: HashMap<LayerId, Rest<'_>> = self.rests_on(layer).into_iter().map(rest).collect();
        let book = self.values(layer);
        let part = |at: usize| {
            let first = ranks.start + at as u64 * PART;
            let ranks = first..ranks.end.min(first + PART);
            let mut reach_bits = Vec::new();
            let mut reached = None;
            if let Some(reach) = &reach {
                let at = read_entries(reach, first, ranks.end - first, &mut reach_bits)?;
                reached = Some(&reach_bits[(at / 8) as usize..]);
            }
            Ok::<_, GenerateError>(vec![self.codes(layer, ranks, &book, &rests, reached)])
        };
        context.check_stop()?;
        parallel::try_map((ranks.end - ranks.start).div_ceil(PART) as usize, part)
    }

    /// Keeps the packed codes of a step, and drops those that no later step needs.
    fn keep(&mut self, step: usize, made: Vec<u8>) {
        self.held.insert(self.layer(step), made);
        let later = (step + 1..self.game.layers().len()).map(|later| self.layer(later));
        let needed: Vec<LayerId> = later.flat_map(|later| self.rests_on(later)).collect();
        self.held.retain(|layer, _| needed.contains(layer));
    }
}

/// Every score of a game of at most this length, in order.
///
/// # Panics
/// If a game can be longer than 65,535 plies.
pub fn all_scores(longest: usize) -> Vec<i16> {
    let plies = |plies: usize| Plies(u16::try_from(plies).expect("a game's plies"));
    let losses = (0..=longest).map(|k| Score::loss_in(plies(k)));
    let wins = (0..=longest).rev().map(|k| Score::win_in(plies(k)));
    losses.chain([Score::DRAW]).chain(wins).map(Score::to_raw).collect()
}

/// The packed codes of a layer.
struct Rest<'a> {
    packed: &'a [u8],
    values: Vec<i16>,
}

impl Rest<'_> {
    fn value(&self, rank: u64) -> i16 {
        let bits = TableSpec::bits_for(self.values.len());
        self.values[usize::from(packed::get(self.packed, bits, rank as usize))]
    }
}

/// The value in a table of wins, draws and losses.
fn rounded(value: i16) -> i16 {
    let score = Score::from_raw(value).expect("a score");
    [Score::LOSS, Score::DRAW, Score::WIN][score.wdl() as usize].to_raw()
}

impl<G: Tabled> Engine for Generic<'_, G> {
    fn steps(&self) -> Vec<Work> {
        let works = (0..self.game.layers().len()).map(|step| {
            let layer = self.layer(step);
            // Everything in memory while this layer is made: each layer that it or a later step needs.
            let held = (0..step).map(|earlier| self.layer(earlier)).filter(|&earlier| {
                (step..self.game.layers().len())
                    .any(|later| self.rests_on(self.layer(later)).contains(&earlier))
            });
            let held = held.map(|layer| self.packed_bytes(layer));
            let bytes = held.fold(self.packed_bytes(layer), u64::saturating_add);
            let bytes = bytes.saturating_add(WINDOW * 8);
            let effort = self.game.layers()[layer].len;
            let work = Work { layers: vec![layer], best_bytes: bytes, least_bytes: bytes, effort };
            with_window(work, self.processes, 4 * WINDOW)
        });
        works.collect()
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        match self.metric {
            Metric::Reach => vec![0, 1],
            Metric::Wdl if !G::DRAWS => [Score::LOSS, Score::WIN].map(Score::to_raw).to_vec(),
            Metric::Wdl => [Score::LOSS, Score::DRAW, Score::WIN].map(Score::to_raw).to_vec(),
            _ => match &self.books {
                Some(books) => books[layer.index()].clone(),
                None => all_scores(Layer::longest(self.game.layers(), layer)),
            },
        }
    }

    fn reads_tables(&self, step: usize, _: u64) -> bool {
        self.rests_on(self.layer(step)).iter().any(|layer| !self.held.contains_key(layer))
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        self.load(step, output)?;
        let layer = self.layer(step);
        let len = self.game.layers()[layer].len;
        let mut made = Vec::new();
        for window in (0..len).step_by(WINDOW as usize) {
            let end = len.min(window + WINDOW);
            let own = team.share((end - window).div_ceil(PART) as usize);
            let number = |part: usize| end.min(window + part as u64 * PART);
            let parts = [self.parts(layer, number(own.start)..number(own.end), output)?];
            output.append(team, &parts, end - window)?;
            let own: Vec<u8> = parts.into_iter().flatten().flatten().flat_map(|codes| codes.packed).collect();
            team.all_gather(own)?.iter().for_each(|codes| made.extend_from_slice(codes));
        }
        self.keep(step, made);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_rounded_to_their_values() {
        assert_eq!(rounded(Score::win_in(Plies(3)).to_raw()), Score::WIN.to_raw());
        assert_eq!(rounded(Score::loss_in(Plies(0)).to_raw()), Score::LOSS.to_raw());
        assert_eq!(rounded(Score::DRAW.to_raw()), Score::DRAW.to_raw());
    }
}
