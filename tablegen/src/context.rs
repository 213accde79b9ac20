//! The context of a step.

use crate::error::GenerateError;
use crate::progress::{Observer, Phase, Progress};
use nexsolve_core::{Layer, LayerId};
use nexsolve_db::{Database, Metric, Table, TableError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The context of a step.
pub struct Context<'a> {
    pub(crate) layers: &'a [Layer],
    /// How much greater a layer's number is here than for the engine at work.
    pub(crate) shift: usize,
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
        let layer = &self.layers[LayerId::new(layer.index() + self.shift)];
        let table = self.database.table(&layer.name, metric)?;
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

    /// Reports that a phase begins.
    pub(crate) fn phase(&self, phase: Phase) {
        self.observer.phase(phase);
    }

    /// Reports that `entries` more entries are done.
    pub(crate) fn progress(&self, entries: u64) {
        let done = self.done.fetch_add(entries, Relaxed) + entries;
        self.observer.progress(Progress { metric: self.metric, done, total: self.total });
    }
}
