//! The context of a step.

use crate::error::GenerateError;
use crate::progress::{GenerateObserver, GenerateProgress, Phase};
use nexsolve_core::{Layer, LayerId};
use nexsolve_db::{Database, Metric, Table, TableError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The context of a step.
pub struct Context<'a> {
    /// All layers of the game.
    pub layers: &'a [Layer],
    /// The finished tables.
    pub database: &'a Database,
    /// Bytes of memory that the step may take.
    pub memory_bytes: u64,
    /// Whether tables of reachable positions exist, so that reachable positions are counted.
    pub reach: bool,
    /// Set when the run is to end early.
    pub stop: &'a AtomicBool,
    /// Is told how the run goes on.
    pub observer: &'a dyn GenerateObserver,
    /// What the tables store.
    pub metric: Metric,
    /// Entries done so far, of `total`.
    pub done: &'a AtomicU64,
    /// Entries of the whole run.
    pub total: u64,
}

impl Context<'_> {
    /// The finished tables of these layers.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn tables(
        &self,
        layers: impl IntoIterator<Item = LayerId>,
        metric: Metric,
    ) -> Result<Vec<Arc<Table>>, TableError> {
        layers.into_iter().map(|layer| self.table(layer, metric)).collect()
    }

    /// The finished table of a layer.
    ///
    /// # Errors
    /// If a table is damaged.
    ///
    /// # Panics
    /// If no earlier step has made the table.
    pub fn table(&self, layer: LayerId, metric: Metric) -> Result<Arc<Table>, TableError> {
        let table = self.database.table(&self.layers[layer].name, metric)?;
        Ok(table.expect("an earlier step has made it"))
    }

    /// Returns whether the caller has asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Ends a step early if the caller has asked to stop.
    ///
    /// # Errors
    /// If the caller has asked to stop.
    pub fn check_stop(&self) -> Result<(), GenerateError> {
        if self.stopped() { Err(GenerateError::Stopped) } else { Ok(()) }
    }

    /// Reports that a phase begins.
    pub fn phase(&self, phase: Phase) {
        self.observer.phase(phase);
    }

    /// Reports that `entries` more entries are done.
    pub fn progress(&self, entries: u64) {
        let done = self.done.fetch_add(entries, Relaxed) + entries;
        self.observer.progress(GenerateProgress { metric: self.metric, done, total: self.total });
    }
}
