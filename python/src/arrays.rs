//! What stands on the cells of many positions, and where their moves lead, as arrays.

use crate::database::Database;
use crate::layers::{named, numbers, ranks_of};
use nexsolve_core::LayerId;
use nexsolve_oracle::{FREE_RANK, Oracle};
use pyo3::prelude::*;

/// The number of ranks between two looks at signals.
const BATCH: usize = 1 << 18;

/// Marks the cells of free ranks.
pub(crate) const NO_PIECE: u8 = FREE_RANK;

impl Database {
    /// Calls `work` with these ranks of a layer, or with all, in batches, while other Python threads run.
    fn batches(
        &self,
        py: Python<'_>,
        name: &str,
        ranks: Option<&Bound<'_, PyAny>>,
        mut work: impl FnMut(&Oracle, LayerId, &[u64]) + Send,
    ) -> PyResult<()> {
        let oracle = self.oracle()?;
        let (id, layer) = named(oracle.layers(), name)?;
        let ranks = match ranks {
            Some(ranks) => ranks_of(py, layer, ranks)?,
            None => (0..layer.len).collect(),
        };
        for batch in ranks.chunks(BATCH) {
            py.detach(|| work(&oracle, id, batch));
            py.check_signals()?;
        }
        Ok(())
    }
}

#[pymethods]
impl Database {
    /// What stands on each cell of the position with each rank of a layer, or with each of `ranks`: a uint8
    /// array of shape (ranks, rows, columns), computed on all threads. 0 is an empty cell, 1 a black stone or
    /// man, 2 a white one, 3 a neutral stone, 4 a black king, 5 a white one; in Awari, the number of seeds,
    /// with the pits of the side to move in the last row. All cells of a free rank are `NO_PIECE`. Symmetric
    /// positions share a rank; this is the one that `unrank` returns.
    ///
    /// Raises ValueError if there is no such layer or rank.
    #[pyo3(signature = (layer, ranks=None))]
    fn cells<'py>(
        &self,
        py: Python<'py>,
        layer: &str,
        ranks: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut cells = Vec::new();
        self.batches(py, layer, ranks, |oracle, id, ranks| cells.append(&mut oracle.cells(id, ranks)))?;
        let (rows, cols) = self.of().game.grid();
        let shape = (cells.len() / (rows * cols) as usize, rows, cols);
        numbers(py, "uint8", cells.into_iter().map(|cell| [cell]))?.call_method1("reshape", (shape,))
    }

    /// The moves of the position with each rank of a layer, or with each of `ranks`, and where they lead:
    /// `Successors`, computed on all threads.
    ///
    /// Raises ValueError if there is no such layer or rank.
    #[pyo3(signature = (layer, ranks=None))]
    fn successors<'py>(
        &self,
        py: Python<'py>,
        layer: &str,
        ranks: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut offsets, mut actions, mut layers, mut places) =
            (vec![0_i64], Vec::new(), Vec::new(), Vec::new());
        self.batches(py, layer, ranks, |oracle, id, ranks| {
            let mut found = oracle.successors(id, ranks);
            let mut end = offsets[offsets.len() - 1];
            offsets.extend(found.counts.iter().map(|&count| {
                end += i64::from(count);
                end
            }));
            actions.append(&mut found.actions);
            layers.append(&mut found.layers);
            places.append(&mut found.ranks);
        })?;
        let columns = (
            numbers(py, "int64", offsets.into_iter().map(i64::to_ne_bytes))?,
            numbers(py, "int32", actions.into_iter().map(i32::to_ne_bytes))?,
            numbers(py, "int32", layers.into_iter().map(i32::to_ne_bytes))?,
            numbers(py, "int64", places.into_iter().map(i64::to_ne_bytes))?,
        );
        py.import("nexsolve")?.getattr("Successors")?.call1(columns)
    }

    /// The positions of a layer in rank order, without free ranks, in parts of up to `size` ranks: an
    /// iterator over `Part`. `metric` is as for `layer`.
    #[pyo3(signature = (layer, metric=None, size=1 << 18))]
    fn iter_layer<'py>(
        slf: Bound<'py, Self>,
        layer: &str,
        metric: Option<&str>,
        size: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        py.import("nexsolve.arrays")?.getattr("parts")?.call1((slf, layer, metric, size))
    }
}
