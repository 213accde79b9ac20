//! Tables of games whose positions differ in ranks that only the moving piece cares about
//! ([`nexsolve_core::layouts`]), with play that can return to earlier positions.
//!
//! The engine works on layouts: one word says which of the positions of a layout are won, one which are lost.
//! Layers with the same numbers of pieces form a group, and are solved together (`group`, `rows`). Words of
//! groups that are done stay in memory for captures. After a restart they are computed again: each further
//! piece takes about 20 times as long.

mod finished;
mod group;
mod order;
mod pack;
mod rows;
mod shares;
mod squares;
mod words;

use crate::bits::Level;
use crate::codes::Codes;
use crate::context::Context;
use crate::cyclic::scale::{DRAW, NOTHING, Scale};
use crate::engine::{Engine, Work};
use crate::error::GenerateError;
use crate::output::Output;
use crate::progress::Phase;
use crate::team::{Reduce, Team};
use finished::Finished;
use group::{Fresh, Group, Table};
use nexsolve_core::layouts::Layouts;
use nexsolve_core::parallel;
use nexsolve_core::{Layer, LayerId, Score};
use nexsolve_db::{Counts, Metric};
use order::{Kind, Ordered};
use pack::{Packing, RESTART};
use squares::choose;

/// The least entries whose codes are made at a time by a thread, if a table has as many.
const PART: u64 = 1 << 24;

/// The approximate bytes that processes send to each other at a time, for each process.
const WINDOW_BYTES: u64 = 3 << 26;

/// The most bytes of distances of a group: more would fill a large machine.
const MOST_DISTANCES: u64 = 8 << 30;

/// The engine for tables of this metric, compiled for this level, for one of this number of processes; `None`
/// with distances if a group has too many.
pub fn engine<G: Layouts>(
    game: &G,
    metric: Metric,
    processes: usize,
    level: Level,
) -> Option<Box<dyn Engine + '_>> {
    let values = Values::new(game, metric, processes, level);
    let fits = |&Step { one, other, .. }: &Step| group::distance_bytes(one, other) <= MOST_DISTANCES;
    (metric == Metric::Wdl || values.steps.iter().all(fits)).then(|| Box::new(values) as Box<dyn Engine>)
}

/// Layers with the same numbers of pieces.
struct Step {
    one: u32,
    other: u32,
    layers: Vec<LayerId>,
}

struct Values<'g, G> {
    game: &'g G,
    processes: usize,
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
    fn new(game: &'g G, metric: Metric, processes: usize, level: Level) -> Self {
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
        Self { game, processes, level, scale, steps, finished: Finished::default(), solved: None }
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

    /// Bytes of a step, without those of earlier groups.
    fn bytes(&self, step: usize, fresh: Fresh) -> u64 {
        let Step { one, other, .. } = self.steps[step];
        let solving = group::bytes(one, other, self.scale.is_some(), fresh);
        let ordered = group::tables(one, other).map(|(own, other)| self.ordered_bytes(own, other));
        let packing =
            rayon::current_num_threads() as u64 * PART.min(self.entries(step)) * self.packing_bytes();
        solving
            .max(group::solved_bytes(one, other, self.scale.is_some()) + ordered.max().unwrap_or(0) + packing)
    }

    /// What the group of a step keeps, in this much memory.
    fn fresh(&self, step: usize, memory_bytes: u64) -> Fresh {
        let Step { one, other, .. } = self.steps[step];
        let best = Fresh::best(one + other);
        if self.held_bytes(step) + self.bytes(step, best) <= memory_bytes { best } else { Fresh::Left }
    }

    /// Bytes of a table in the order of ranks.
    fn ordered_bytes(&self, own: u32, other: u32) -> u64 {
        let (rows, columns) = (u64::from(choose(32, other)), u64::from(choose(32 - other, own)));
        order::bytes(self.kind(), rows, columns, own + other)
    }

    fn kind(&self) -> Kind {
        if self.scale.is_some() { Kind::Bytes } else { Kind::Bits }
    }

    /// Bytes that packing takes for an entry at most: its value, its code, and the code that is written.
    fn packing_bytes(&self) -> u64 {
        if self.scale.is_some() { 3 } else { 1 }
    }

    fn entries(&self, step: usize) -> u64 {
        self.steps[step].layers.iter().map(|&layer| self.game.layers()[layer].len).sum()
    }

    /// Solves the group of a step. Calls `seen` with the share of the work that is done.
    fn solve(
        &self,
        step: usize,
        context: &Context<'_>,
        team: &mut Team<'_>,
        seen: &mut dyn FnMut(f64),
    ) -> Result<Group<'g, G>, GenerateError> {
        let Step { one, other, .. } = self.steps[step];
        let fresh = self.fresh(step, context.memory_bytes);
        let mut group = Group::new(self.game, one, other, self.level, self.scale, fresh)?;
        with_width!(one + other, W => group.solve::<W>(&self.finished, context.stop, team, seen))?;
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
            let window = if self.processes == 1 { 0 } else { WINDOW_BYTES };
            let bytes = |fresh| self.held_bytes(at) + self.bytes(at, fresh) + window;
            let (best_bytes, least_bytes) = (bytes(Fresh::best(step.one + step.other)), bytes(Fresh::Left));
            let layouts = group::tables(step.one, step.other).map(|(own, other)| group::layouts(own, other));
            let effort = layouts.sum::<u64>() * u64::from(step.one * step.other);
            Work { layers: step.layers.clone(), best_bytes, least_bytes, effort }
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
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        context.phase(Phase::Sweep);
        for earlier in self.unsolved(step) {
            let group = self.solve(earlier, context, team, &mut |_| {})?;
            self.keep(group, earlier + 1);
        }
        let mut progress = Progress { entries: self.entries(step), told: 0 };
        let tables = group::tables(self.steps[step].one, self.steps[step].other).count();
        let mut looked = 0.0;
        let group = self.solve(step, context, team, &mut |part| {
            looked += part / tables as f64;
            progress.looked(context, looked);
        })?;
        progress.looked(context, 1.0);
        self.solved = Some(group);
        Ok(())
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let mut group = self.solved.take().expect("prepared before");
        let Step { one, other, .. } = self.steps[step];
        with_width!(one + other, W => self.write::<W>(step, &mut group, output, team))?;
        self.keep(group, step + 1);
        Ok(())
    }
}

/// Reports the progress of a step: half of it while its group is solved, the rest as tables are written.
struct Progress {
    entries: u64,
    told: u64,
}

impl Progress {
    fn reach(&mut self, context: &Context<'_>, entries: u64) {
        context.progress(entries - self.told);
        self.told = entries;
    }

    /// This part of the first look at all tables is done; nobody knows how many passes will follow.
    fn looked(&mut self, context: &Context<'_>, part: f64) {
        self.reach(context, ((part * self.entries as f64 / 2.0) as u64).clamp(self.told, self.entries / 2));
    }

    /// This many entries are written.
    fn written(&mut self, context: &Context<'_>, entries: u64) {
        self.reach(context, self.entries / 2 + entries / 2 + entries % 2 * (self.entries % 2));
    }
}

impl<'g, G: Layouts> Values<'g, G> {
    /// Writes the tables of a group. Frees what no later step needs.
    fn write<W: words::Width>(
        &self,
        step: usize,
        group: &mut Group<'g, G>,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let threads = team.reduced(Reduce::Least, rayon::current_num_threads() as u64)? as usize;
        let entries = self.entries(step);
        let (mut progress, mut written) = (Progress { entries, told: entries / 2 }, 0);
        for at in 0..group.tables.len() {
            let [own, other] = [group.tables[at].own, group.tables[at].other];
            let ordered =
                Ordered::new::<G, W>(self.kind(), &group.tables[at], &group.frame(at), self.level, team)?;
            if !self.is_wanted(step + 1, own, other) {
                group.tables[at].free()?;
            }
            let taken = ordered.size() + group.tables.iter().map(Table::size).sum::<u64>();
            let bytes = self.bytes(step, self.fresh(step, output.memory_bytes));
            let left = bytes.saturating_sub(taken) / (threads as u64 * self.packing_bytes());
            for (place, &layer) in self.steps[step].layers.iter().enumerate() {
                if self.game.counts(layer).map(|[men, kings]| men + kings) != [own, other] {
                    continue;
                }
                let (game, level, frame) = (self.game, self.level, group.frame(at));
                let men = game.sets_of_men(layer);
                let packing = Packing { game, layer, frame, men: &men, ordered: &ordered, level };
                let book = self.scale.map(|_| self.book_of(group, layer));
                let len = game.layers()[layer].len;
                let together = threads * team.size();
                let each = (len / (2 * together as u64)).clamp(RESTART, left.max(PART)) / RESTART * RESTART;
                let parts = len.div_ceil(each) as usize;
                let mut counts = packing.counts(book.as_deref());
                for first in (0..parts).step_by(together) {
                    let own = first + threads * team.process();
                    let codes = parallel::map(threads.min(parts.saturating_sub(own)), |part| {
                        let first = (own + part) as u64 * each;
                        let ranks = first..len.min(first + each);
                        let packed = match &book {
                            None => packing.codes(ranks)?,
                            Some(book) => packing.codes_of_distances(book, ranks),
                        };
                        Ok(Codes { packed, counts: Counts::default() })
                    });
                    let mut codes = codes.into_iter().collect::<Result<Vec<_>, GenerateError>>()?;
                    codes.push(Codes { packed: Vec::new(), counts: std::mem::take(&mut counts) });
                    output.append_to(team, place, &codes)?;
                }
                written += len;
                progress.written(output, written);
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
