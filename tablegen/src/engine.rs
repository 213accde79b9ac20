//! Engines make tables step by step, each step from the tables of earlier ones.

use crate::codes::{self, Codes};
use crate::error::GenerateError;
use crate::progress::{Observer, Phase, Progress};
use nexsolve_core::{Layer, LayerId};
use nexsolve_db::{
    BuildError, Builder, Counts, Database, FinishedTable, Metric, Table, TableError, TableSpec, TableWriter,
};
use rayon::prelude::*;
use std::ops::{Deref, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Layers whose tables are made together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) layers: Vec<LayerId>,
    /// Bytes of memory with which the step reads nothing back from disk.
    pub(crate) best_bytes: u64,
    /// The least bytes of memory with which the step can be done.
    pub(crate) least_bytes: u64,
    /// The work of computing the values, in units that take about the same time on all boards of a game.
    pub(crate) effort: u64,
}

/// Makes the tables of one metric.
pub(crate) trait Engine {
    /// The steps in the order of work. Each needs earlier steps only.
    fn steps(&self) -> Vec<Work>;

    /// The code book of a layer's table. Before the layer is prepared, the code book of all values that the table may have.
    fn values(&self, layer: LayerId) -> Vec<i16>;

    /// Entries of finished tables that each step reads back from disk, with this much memory for each. Engines that do not say so
    /// read few.
    fn reads(&self, memory_bytes: &[u64]) -> Vec<u64> {
        vec![0; memory_bytes.len()]
    }

    /// Returns whether this step reads tables from disk, because the step before has not left its result in memory.
    fn reads_tables(&self, _step: usize, _memory_bytes: u64) -> bool {
        false
    }

    /// Does the work after which the code books of a step are known. Does nothing where they are always known.
    ///
    /// # Errors
    /// As [`crate::generate`].
    fn prepare(&mut self, _step: usize, _context: &Context<'_>) -> Result<(), GenerateError> {
        Ok(())
    }

    /// Makes the tables of a step.
    ///
    /// # Errors
    /// As [`crate::generate`].
    fn make(&mut self, step: usize, output: &mut Output<'_>) -> Result<(), GenerateError>;
}

/// The surroundings of a step.
pub(crate) struct Context<'a> {
    pub(crate) layers: &'a [Layer],
    /// The finished tables.
    pub(crate) database: &'a Database,
    pub(crate) memory_bytes: u64,
    pub(crate) reach: bool,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) observer: &'a dyn Observer,
    pub(crate) metric: Metric,
    /// Entries done so far, of `total`.
    pub(crate) done: &'a AtomicU64,
    pub(crate) total: u64,
}

impl Context<'_> {
    /// The finished tables of these layers.
    pub(crate) fn tables(
        &self,
        layers: impl IntoIterator<Item = LayerId>,
        metric: Metric,
    ) -> Result<Vec<Arc<Table>>, TableError> {
        layers.into_iter().map(|layer| self.table(layer, metric)).collect()
    }

    /// The finished table of a layer.
    pub(crate) fn table(&self, layer: LayerId, metric: Metric) -> Result<Arc<Table>, TableError> {
        let table = self.database.table(&self.layers[layer].name, metric)?;
        Ok(table.expect("an earlier step has made it"))
    }

    /// Returns whether the caller has asked to stop.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// # Errors
    /// If the caller has asked to stop.
    pub(crate) fn check_stop(&self) -> Result<(), GenerateError> {
        if self.stopped() { Err(GenerateError::Stopped) } else { Ok(()) }
    }

    /// Reports the phase that begins.
    pub(crate) fn phase(&self, phase: Phase) {
        self.observer.phase(phase);
    }

    /// Reports that `entries` more entries are done.
    pub(crate) fn progress(&self, entries: u64) {
        let done = self.done.fetch_add(entries, Relaxed) + entries;
        self.observer.progress(Progress { metric: self.metric, done, total: self.total });
    }
}

/// The surroundings of a step, and its tables in work.
pub(crate) struct Output<'a> {
    pub(crate) context: Context<'a>,
    pub(crate) builder: &'a Builder,
    /// Once the step has begun, one for each of its layers; none where the table is finished already.
    pub(crate) tables: Vec<Option<(TableWriter, Counts)>>,
}

impl<'a> Deref for Output<'a> {
    type Target = Context<'a>;

    fn deref(&self) -> &Context<'a> {
        &self.context
    }
}

impl Output<'_> {
    /// Begins the tables of these layers.
    pub(crate) fn begin(&mut self, layers: &[LayerId], engine: &dyn Engine) -> Result<(), BuildError> {
        for &layer in layers {
            let Layer { name, len, .. } = &self.layers[layer];
            let finished = self.builder.finished(name, self.metric).is_some();
            let spec = || TableSpec {
                layer: name.clone(),
                metric: self.metric,
                entries: *len,
                values: engine.values(layer),
            };
            let table = if finished { None } else { Some((self.builder.begin(spec())?, Counts::default())) };
            self.tables.push(table);
        }
        Ok(())
    }

    /// Adds neighbouring parts of the step's tables. Each part has its codes by layer; all parts together have `entries` entries.
    pub(crate) fn append(&mut self, parts: &[Vec<Codes>], entries: u64) -> Result<(), GenerateError> {
        self.tables
            .par_iter_mut()
            .enumerate()
            .try_for_each(|(place, table)| add(table, parts.iter().map(|part| &part[place])))?;
        self.progress(entries);
        self.check_stop()
    }

    /// Adds neighbouring parts of one of the step's tables, the one at `place`.
    pub(crate) fn append_to(&mut self, place: usize, parts: &[Codes]) -> Result<(), GenerateError> {
        add(&mut self.tables[place], parts.iter())?;
        self.check_stop()
    }

    /// Changes the counts of a table, the step's `layer`-th.
    pub(crate) fn adjust(&mut self, place: usize, change: impl FnOnce(&mut Counts)) {
        if let Some((_, counts)) = &mut self.tables[place] {
            change(counts);
        }
    }

    /// The finished tables.
    pub(crate) fn finish(self) -> Result<Vec<(FinishedTable, Counts)>, BuildError> {
        let tables = self.tables.into_iter().flatten();
        tables.map(|(writer, counts)| Ok((writer.finish()?, counts))).collect()
    }
}

/// Adds neighbouring codes to a table, unless it is finished.
fn add<'c>(
    table: &mut Option<(TableWriter, Counts)>,
    parts: impl Iterator<Item = &'c Codes> + Clone,
) -> Result<(), BuildError> {
    let Some((writer, counts)) = table else { return Ok(()) };
    for part in parts.clone() {
        codes::add(counts, &part.counts);
    }
    let packed: Vec<u8> = parts.flat_map(|part| part.packed.iter().copied()).collect();
    writer.append(&packed)
}

/// Splits rows into windows, which are written together, and each window into groups, one for each thread's work.
///
/// `row` is the size of one row; `group` and `window` are about the sizes wanted, in the same unit. A group has a multiple of
/// eight rows, so that it begins at a whole byte, whatever the bits of a code.
pub(crate) fn windows(
    rows: Range<u64>,
    row: u64,
    group: u64,
    window: u64,
) -> impl Iterator<Item = Vec<Range<u64>>> {
    let row = row.max(1);
    let group = (group / row).next_multiple_of(8).max(8);
    let window = group * (window / (group * row)).max(1);
    let end = rows.end;
    rows.step_by(window as usize).map(move |first| {
        let end = end.min(first + window);
        (first..end).step_by(group as usize).map(|row| row..end.min(row + group)).collect()
    })
}
