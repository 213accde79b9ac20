//! Tables of games whose positions differ in ranks that only the moving piece cares about
//! ([`nexsolve_core::layouts`]), with play that can return to earlier positions.
//!
//! The engine works on layouts: one word says which of the positions of a layout are won, one which are lost.
//! Layers with the same numbers of pieces form a group, and are solved together (`group`, `rows`). Words of
//! groups that are done stay in memory for captures. After a restart they are computed again: each further
//! piece takes about 20 times as long.

mod finished;
mod group;
mod pack;
mod rows;
mod squares;
mod words;

use crate::bits::Level;
use crate::context::Context;
use crate::cyclic::scale::{DRAW, NOTHING, Scale};
use crate::engine::{Engine, Work};
use crate::error::GenerateError;
use crate::output::Output;
use crate::progress::Phase;
use crate::team::Team;
use finished::Finished;
use group::{Group, Table};
use nexsolve_core::layouts::Layouts;
use nexsolve_core::parallel;
use nexsolve_core::{Layer, LayerId, Score};
use nexsolve_db::Metric;
use pack::{Ordered, Packing, RESTART};

/// The most entries whose codes are made at a time by a thread.
const PART: u64 = 1 << 26;

/// The most pieces of tables with distances: with more, the bytes of a group would fill a large machine.
const MOST_WITH_DISTANCES: u32 = 6;

/// The engine for tables of this metric, compiled for this level, for a single process; `None` with distances
/// of too many pieces.
pub fn engine<G: Layouts>(game: &G, metric: Metric, level: Level) -> Option<Box<dyn Engine + '_>> {
    let values = Values::new(game, metric, level);
    let fits = |step: &Step| metric == Metric::Wdl || step.one + step.other <= MOST_WITH_DISTANCES;
    values.steps.iter().all(fits).then(|| Box::new(values) as Box<dyn Engine>)
}

/// Layers with the same numbers of pieces.
struct Step {
    one: u32,
    other: u32,
    layers: Vec<LayerId>,
}

struct Values<'g, G> {
    game: &'g G,
    level: Level,
    /// The bytes of values, if tables have distances.
    scale: Option<Scale>,
    /// The groups in the order of work.
    steps: Vec<Step>,
    finished: Finished,
    /// The group that has been solved, until its tables are written.
    solved: Option<Group<'g, G>>,
}

/// Runs an expression with the width of words for this number of pieces as `$width`.
macro_rules! with_width {
    ($pieces:expr, $width:ident => $run:expr) => {
        match $pieces {
            0..=5 => {
                type $width = words::Half;
                $run
            }
            6 => {
                type $width = words::Six;
                $run
            }
            7 => {
                type $width = words::Seven;
                $run
            }
            _ => {
                type $width = words::Eight;
                $run
            }
        }
    };
}

impl<'g, G: Layouts> Values<'g, G> {
    fn new(game: &'g G, metric: Metric, level: Level) -> Self {
        let scale = (metric == Metric::Dtw).then(|| Scale::new(metric, 0));
        let mut steps: Vec<Step> = Vec::new();
        for (layer, _) in Layer::with_ids(game.layers()) {
            let [own, other] = game.counts(layer).map(|[men, kings]| men + kings);
            let (one, other) = (own.max(other), own.min(other));
            match steps.iter_mut().find(|step| (step.one, step.other) == (one, other)) {
                Some(step) => step.layers.push(layer),
                None => steps.push(Step { one, other, layers: vec![layer] }),
            }
        }
        steps.sort_by_key(|step| (step.one + step.other, step.one));
        Self { game, level, scale, steps, finished: Finished::default(), solved: None }
    }

    /// Returns whether captures of a step lead to a table.
    fn is_wanted_by(&self, step: usize, own: u32, other: u32) -> bool {
        let Step { one, other: two, .. } = self.steps[step];
        // The side to move has lost pieces, and the other side has captured.
        group::tables(one, two).any(|(moving, waiting)| moving == other && waiting > own)
    }

    /// Returns whether captures of a step from this one on lead to a table.
    fn is_wanted(&self, from: usize, own: u32, other: u32) -> bool {
        (from..self.steps.len()).any(|step| self.is_wanted_by(step, own, other))
    }

    /// The earlier steps that must be solved again before this one, in order: after a restart, their tables
    /// are there, but not their words.
    fn unsolved(&self, step: usize) -> Vec<usize> {
        let mut unsolved = Vec::new();
        for earlier in (0..step).rev() {
            let Step { one, other, .. } = self.steps[earlier];
            let is_needed = |(own, other)| {
                let mut later = unsolved.iter().chain([&step]);
                !self.finished.has(own, other) && later.any(|&later| self.is_wanted_by(later, own, other))
            };
            if group::tables(one, other).any(is_needed) {
                unsolved.push(earlier);
            }
        }
        unsolved.reverse();
        unsolved
    }

    /// Bytes of the words that captures of this step and of later ones need.
    fn held_bytes(&self, step: usize) -> u64 {
        let tables = self.steps[..step].iter().flat_map(|before| group::tables(before.one, before.other));
        let wanted = tables.filter(|&(own, other)| self.is_wanted(step, own, other));
        wanted.map(|(own, other)| group::layouts(own, other) * self.held_each(own + other)).sum()
    }

    /// Bytes of a layout in the tables that captures need.
    fn held_each(&self, pieces: u32) -> u64 {
        if self.scale.is_some() { 1 << pieces } else { 8 * finished::lanes(pieces) as u64 }
    }

    /// Bytes of a step, with those of earlier groups.
    fn bytes(&self, step: usize) -> u64 {
        let Step { one, other, .. } = self.steps[step];
        let solving = group::bytes(one, other, self.scale.is_some());
        let packing = (rayon::current_num_threads() as u64 * self.part_bytes()).min(4 * self.entries(step));
        // Without distances, the table that is written is put in another order.
        let words = group::words_bytes(one, other);
        let written = if self.scale.is_some() {
            packing
        } else {
            let tables = group::tables(one, other).map(|(own, other)| group::layouts(own, other));
            let tables: Vec<u64> = tables.collect();
            words + words / tables.len() as u64 + tables.iter().sum::<u64>() + packing
        };
        self.held_bytes(step) + solving.max(written)
    }

    /// Bytes that packing takes for each thread.
    fn part_bytes(&self) -> u64 {
        if self.scale.is_some() { 2 * PART } else { PART / 2 }
    }

    fn entries(&self, step: usize) -> u64 {
        self.steps[step].layers.iter().map(|&layer| self.game.layers()[layer].len).sum()
    }

    /// Solves the group of a step. Calls `seen` with the share of the work that is done.
    fn solve(
        &self,
        step: usize,
        context: &Context<'_>,
        seen: &mut dyn FnMut(f64),
    ) -> Result<Group<'g, G>, GenerateError> {
        let Step { one, other, .. } = self.steps[step];
        let mut group = Group::new(self.game, one, other, self.level, self.scale)?;
        with_width!(one + other, W => group.solve::<W>(&self.finished, context.stop, seen))?;
        Ok(group)
    }

    /// Keeps the words of a group for captures, and drops those that no step from this one on needs.
    fn keep(&mut self, group: Group<'g, G>, next: usize) {
        for table in group.tables {
            self.finished.keep(table.own, table.other, table.distances.unwrap_or(table.words));
        }
        let mut finished = std::mem::take(&mut self.finished);
        finished.retain(|own, other| self.is_wanted(next, own, other));
        self.finished = finished;
    }
}

impl<G: Layouts> Engine for Values<'_, G> {
    fn steps(&self) -> Vec<Work> {
        let works = self.steps.iter().enumerate().map(|(at, step)| {
            let bytes = self.bytes(at);
            let layouts = group::tables(step.one, step.other).map(|(own, other)| group::layouts(own, other));
            let effort = layouts.sum::<u64>() * u64::from(step.one * step.other);
            Work { layers: step.layers.clone(), best_bytes: bytes, least_bytes: bytes, effort }
        });
        works.collect()
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        match self.scale {
            Some(scale) => self.book(scale, layer).iter().map(|&byte| scale.value(byte)).collect(),
            None => [Score::LOSS, Score::DRAW, Score::WIN].map(Score::to_raw).to_vec(),
        }
    }

    fn prepare(
        &mut self,
        step: usize,
        context: &Context<'_>,
        _team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        context.phase(Phase::Sweep);
        for earlier in self.unsolved(step) {
            let group = self.solve(earlier, context, &mut |_| {})?;
            self.keep(group, earlier + 1);
        }
        let entries = self.entries(step);
        let (tables, mut share, mut told) =
            (group::tables(self.steps[step].one, self.steps[step].other).count(), 0.0, 0);
        let group = self.solve(step, context, &mut |done| {
            share += done / tables as f64;
            let now = ((share * entries as f64) as u64).min(entries);
            context.progress(now - told);
            told = now;
        })?;
        context.progress(entries - told);
        self.solved = Some(group);
        Ok(())
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let group = self.solved.take().expect("prepared before");
        let Step { one, other, .. } = self.steps[step];
        with_width!(one + other, W => self.write::<W>(step, &group, output, team))?;
        self.keep(group, step + 1);
        Ok(())
    }
}

impl<'g, G: Layouts> Values<'g, G> {
    /// Writes the tables of a group.
    fn write<W: words::Width>(
        &self,
        step: usize,
        group: &Group<'g, G>,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let threads = rayon::current_num_threads();
        for (at, table) in group.tables.iter().enumerate() {
            let frame = group.frame(at);
            let ordered = match self.scale {
                None => Some(Ordered::new::<G, W>(table, &frame, self.level)?),
                Some(_) => None,
            };
            for (place, &layer) in self.steps[step].layers.iter().enumerate() {
                if self.game.counts(layer).map(|[men, kings]| men + kings) != [table.own, table.other] {
                    continue;
                }
                let men = self.game.sets_of_men(layer);
                let (game, level) = (self.game, self.level);
                let packing = Packing { game, layer, frame, men: &men, level };
                let book = self.scale.map_or(Vec::new(), |_| self.book_of(group, layer));
                let len = self.game.layers()[layer].len;
                let each = (len / (2 * threads as u64)).clamp(RESTART, PART).next_multiple_of(RESTART);
                let parts = len.div_ceil(each) as usize;
                for first in (0..parts).step_by(threads) {
                    let codes = parallel::map(threads.min(parts - first), |part| {
                        let first = (first + part) as u64 * each;
                        let ranks = first..len.min(first + each);
                        match &ordered {
                            Some(ordered) => packing.codes::<W>(ordered, ranks),
                            None => packing.codes_of_distances(table, &book, ranks),
                        }
                    });
                    output.append_to(team, place, &codes)?;
                }
            }
        }
        Ok(())
    }

    /// The code book of a layer, as bytes: the values that occur, once its group is solved.
    fn book(&self, scale: Scale, layer: LayerId) -> Vec<u8> {
        match &self.solved {
            Some(group) => self.book_of(group, layer),
            None => {
                (NOTHING + 1..=u8::MAX).filter(|&byte| scale.byte(scale.value(byte)) == Some(byte)).collect()
            }
        }
    }

    fn book_of(&self, group: &Group<'g, G>, layer: LayerId) -> Vec<u8> {
        let [[own_men, own_kings], [other_men, other_kings]] = self.game.counts(layer);
        let has_layer =
            |table: &&Table| (table.own, table.other) == (own_men + own_kings, other_men + other_kings);
        let table = group.tables.iter().find(has_layer);
        let seen = table.map_or(Vec::new(), |table| table.values(own_kings, other_kings));
        if seen.is_empty() { vec![DRAW] } else { seen }
    }
}
