//! Engines make tables step by step, each step from the tables of earlier steps.

use crate::context::Context;
use crate::error::GenerateError;
use crate::output::Output;
use crate::team::Team;
use nexsolve_core::LayerId;
use std::ops::Range;

/// Layers whose tables are made together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The layers.
    pub layers: Vec<LayerId>,
    /// Bytes of memory of a process with which the step reads nothing back from disk.
    pub best_bytes: u64,
    /// The least bytes of memory with which the step can be done.
    pub least_bytes: u64,
    /// The work of computing the values, in units that take about the same time on all boards of a game.
    pub effort: u64,
}

/// Makes the tables of one metric, together with the engines on the other processes of a team.
///
/// All processes call the same methods in the same order and communicate through the team. The sequence of
/// operations must not depend on facts that only one process knows. It follows from facts that all of them
/// know, or from a reduction.
pub trait Engine {
    /// The steps in the order of work. Each needs earlier steps only.
    fn steps(&self) -> Vec<Work>;

    /// The code book of a layer's table. Before the layer is prepared, the code book of all values that the
    /// table may have.
    fn values(&self, layer: LayerId) -> Vec<i16>;

    /// Entries of finished tables that each step reads back from disk, with this much memory for each.
    /// Engines that do not override this read few.
    fn reads(&self, memory_bytes: &[u64]) -> Vec<u64> {
        vec![0; memory_bytes.len()]
    }

    /// Returns whether this step reads tables from disk, because earlier steps have not left their results in
    /// memory. All processes return the same.
    fn reads_tables(&self, _step: usize, _memory_bytes: u64) -> bool {
        false
    }

    /// Does the work that determines the code books of a step. Does nothing if they are always known.
    ///
    /// # Errors
    /// As [`crate::generate`].
    fn prepare(
        &mut self,
        _step: usize,
        _context: &Context<'_>,
        _team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        Ok(())
    }

    /// Makes this process's part of the tables of a step.
    ///
    /// # Errors
    /// As [`crate::generate`].
    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError>;
}

/// Adds `window_bytes` for what a process sends and receives at a time, if there are several.
pub fn with_window(mut work: Work, processes: usize, window_bytes: u64) -> Work {
    if processes > 1 {
        work.best_bytes = work.best_bytes.saturating_add(window_bytes);
        work.least_bytes = work.best_bytes;
    }
    work
}

/// Splits rows into windows, which are written together, and each window into groups, each processed by a
/// thread.
///
/// `row` is the size of one row; `group` and `window` are the approximate sizes wanted, in the same unit. A
/// group has a multiple of eight rows, so that it begins at a whole byte, whatever the bits of a code.
pub fn windows(rows: Range<u64>, row: u64, group: u64, window: u64) -> impl Iterator<Item = Vec<Range<u64>>> {
    let row = row.max(1);
    let group = (group / row).next_multiple_of(8).max(8);
    let window = group * (window / (group * row)).max(1);
    let end = rows.end;
    rows.step_by(window as usize).map(move |first| {
        let end = end.min(first + window);
        (first..end).step_by(group as usize).map(|row| row..end.min(row + group)).collect()
    })
}
