//! Layers of a database as arrays, and the ranks of many positions at once.

use crate::arguments::reserve;
use crate::database::Database;
use crate::error::{failed, wrong};
use crate::state::State;
use crate::value::sign;
use crate::wait::{attended, pool};
use nexsolve_core::{Layer, LayerId, parallel};
use nexsolve_db::Metric;
use nexsolve_oracle::{Entries, EntriesError, Opened, Worth};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Marks an unknown value in the arrays of `probe_many`.
pub(crate) const UNKNOWN: i8 = i8::MIN;

/// Marks free ranks in the array of a layer.
pub(crate) const NO_SCORE: i16 = i16::MIN;

/// A NumPy array of this type with these numbers, each in `N` bytes.
pub(crate) fn numbers<'py, const N: usize>(
    py: Python<'py>,
    kind: &str,
    numbers: impl ExactSizeIterator<Item = [u8; N]>,
) -> PyResult<Bound<'py, PyAny>> {
    array(py, kind, N * numbers.len(), |buffer| {
        buffer.chunks_exact_mut(N).zip(numbers).for_each(|(place, number)| place.copy_from_slice(&number));
        Ok(())
    })
}

/// A NumPy array of this type over a new buffer of `bytes` bytes, which `fill` fills.
fn array<'py>(
    py: Python<'py>,
    kind: &str,
    bytes: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let buffer = PyByteArray::new_with(py, bytes, fill)?;
    py.import("numpy")?.getattr("frombuffer")?.call1((buffer, kind))
}

/// The layer with this name.
pub(crate) fn named<'a>(layers: &'a [Layer], name: &str) -> PyResult<(LayerId, &'a Layer)> {
    let unknown = || {
        let all: Vec<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
        wrong(format!("no layer {name:?}; the layers are {}", all.join(", ")))
    };
    let id = LayerId::named(layers, name).ok_or_else(unknown)?;
    Ok((id, &layers[id]))
}

/// The metric of a layer's table: the given one, or the most informative one that it has.
fn chosen(opened: &Opened, name: &str, metric: Option<&str>) -> PyResult<Metric> {
    let metrics = match metric {
        None => Metric::VALUES.to_vec(),
        Some(word) => {
            let known = Metric::parse(word);
            vec![known.ok_or_else(|| wrong(format!("{word:?} is not a metric: wdl, dtw, score or reach")))?]
        }
    };
    let manifest = opened.database.manifest();
    metrics.into_iter().find(|&metric| manifest.table(name, metric).is_some()).ok_or_else(|| {
        let what = metric.map_or_else(|| "table".to_owned(), |metric| format!("table of {metric}"));
        PyKeyError::new_err(format!("layer {name} has no {what}"))
    })
}

#[pymethods]
impl Database {
    /// The values of many states at once, looked up on all threads: `Probed`, two arrays in the order of the
    /// states.
    ///
    /// With the name of a layer, `states` are ranks of that layer, a sequence or an array of integers such as
    /// uint64. The result is then an int16 array of scores in their order, the entries that `layer` would
    /// have at these ranks: `NO_SCORE` where a rank is free. `metric` is as for `layer`.
    ///
    /// Raises NexsolveError if a table is damaged; with a layer, also ValueError if there is no such layer or
    /// rank, and KeyError if it has no such table.
    #[pyo3(signature = (states, layer=None, metric=None))]
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        layer: Option<&str>,
        metric: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(layer) = layer {
            return scores(self, py, layer, states, metric);
        }
        if metric.is_some() {
            return Err(wrong("give a metric only with a layer"));
        }
        let positions = self.positions(states)?;
        let oracle = self.oracle()?;
        let found = self.reading(py, || oracle.worths_of_many(&positions))?.map_err(failed)?;
        drop(positions);
        let found: Vec<(i8, i16)> = found.iter().map(in_numbers).collect();
        let values = numbers(py, "int8", found.iter().map(|(value, _)| value.to_ne_bytes()))?;
        let distances = numbers(py, "int16", found.iter().map(|(_, plies)| plies.to_ne_bytes()))?;
        py.import("nexsolve")?.getattr("Probed")?.call1((values, distances))
    }

    /// The layers of the database, in their order: `Layer(name, size, metrics)`. Of several databases, those
    /// of the most informative one.
    fn layers<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (oracle, opened) = (self.oracle()?, self.first()?);
        let (manifest, kind) = (opened.database.manifest(), py.import("nexsolve")?.getattr("Layer")?);
        let layer = |layer: &Layer| {
            let has = |metric: &&Metric| manifest.table(&layer.name, **metric).is_some();
            let metrics: Vec<&str> = Metric::ALL.iter().filter(has).map(|metric| metric.word()).collect();
            kind.call1((&layer.name, layer.len, metrics))
        };
        oracle.layers().iter().map(layer).collect()
    }

    /// The scores of a layer by rank, an int16 array: entry `rank` is `Value.score` of the position with that
    /// rank, and `NO_SCORE` where a rank is free.
    ///
    /// `metric` is `wdl`, `dtw`, `score`, or `reach` (1 where play can reach the position); the default is
    /// the most informative that the layer has. Tables are compressed: blocks are decompressed on all threads
    /// into one new buffer, which the array owns and nothing else refers to.
    ///
    /// Raises ValueError if there is no such layer, KeyError if it has no such table, and NexsolveError if
    /// the table is damaged.
    #[pyo3(signature = (name, metric=None))]
    pub(crate) fn layer<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        metric: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (oracle, opened) = (self.oracle()?, self.first()?);
        let (id, layer) = named(oracle.layers(), name)?;
        let metric = chosen(&opened, name, metric)?;
        let entries =
            py.detach(|| Entries::of(&opened, metric)).map_err(wrong)?.expect("a board with tables");
        let table = self.reading(py, || opened.database.table_of(layer, metric))?.map_err(failed)?;
        let table = table.expect("listed in the manifest");
        let bytes = usize::try_from(layer.len).ok().and_then(|len| len.checked_mul(2));
        let bytes = bytes.ok_or_else(|| failed(format!("layer {name} does not fit into memory")))?;
        let block = 2 * usize::try_from(table.block_entries()).map_err(failed)?;
        let (pool, stop) = (pool(None)?, Arc::new(AtomicBool::new(false)));
        array(py, "int16", bytes, |buffer| {
            let fill = |number: usize, scores: &mut [u8]| {
                // After Ctrl-C, the caller drops the buffer.
                if stop.load(Relaxed) {
                    return Ok(());
                }
                let part = entries.read(id, &table, number as u64)?;
                let mut scores = scores.chunks_exact_mut(2);
                let mut next = part.first;
                let mut put = |score: i16| {
                    if let Some(place) = scores.next() {
                        place.copy_from_slice(&score.to_ne_bytes());
                    }
                };
                entries.positions(&part, |rank, value, _| {
                    (next..rank).for_each(|_| put(NO_SCORE));
                    put(value);
                    next = rank + 1;
                });
                scores.for_each(|place| place.copy_from_slice(&NO_SCORE.to_ne_bytes()));
                Ok::<_, EntriesError>(())
            };
            let work = || parallel::try_chunks(buffer, block, fill);
            attended(py, &pool, &stop, || Ok(()), work)?.map_err(failed)
        })
    }

    /// The layer and the rank of each state, computed on all threads: `Ranked`, an array of indices into
    /// `layers()` and one of ranks; -1 for a state that the tables do not number.
    fn rank<'py>(&self, py: Python<'py>, states: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let oracle = self.oracle()?;
        let positions = self.positions(states)?;
        let places = py.detach(|| oracle.places(&positions));
        let layers =
            places.iter().map(|place| place.map_or(-1, |(layer, _)| layer.index() as i32).to_ne_bytes());
        let ranks = places.iter().map(|place| place.map_or(-1, |(_, rank)| rank as i64).to_ne_bytes());
        let (layers, ranks) = (numbers(py, "int32", layers)?, numbers(py, "int64", ranks)?);
        py.import("nexsolve")?.getattr("Ranked")?.call1((layers, ranks))
    }

    /// The states with these ranks in a layer, computed on all threads; None where a rank is free. Symmetric
    /// positions share a rank, so this is one of them. In Awari, whose tables leave out stores, the captured
    /// seeds are shared evenly.
    ///
    /// Raises ValueError if there is no such layer or rank.
    fn unrank(&self, py: Python<'_>, name: &str, ranks: &Bound<'_, PyAny>) -> PyResult<Vec<Option<State>>> {
        let oracle = self.oracle()?;
        let (id, layer) = named(oracle.layers(), name)?;
        let ranks = ranks_of(py, layer, ranks)?;
        let positions = py.detach(|| oracle.unranked(id, &ranks));
        let game = self.of();
        Ok(positions.into_iter().map(|position| position.map(|position| game.begin(position))).collect())
    }
}

/// The value and the number of a worth, as `probe_many` returns them.
fn in_numbers(worth: &Worth) -> (i8, i16) {
    let value = worth.bounds.wdl().map_or(UNKNOWN, sign);
    let plies = || worth.bounds.distance().map_or(-1, |plies| plies.0 as i16);
    (value, worth.points.map_or_else(plies, |points| points.0))
}

/// The scores of the positions with these ranks in a layer, an int16 array.
fn scores<'py>(
    database: &Database,
    py: Python<'py>,
    name: &str,
    ranks: &Bound<'py, PyAny>,
    metric: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let (oracle, opened) = (database.oracle()?, database.first()?);
    let (id, layer) = named(oracle.layers(), name)?;
    let metric = chosen(&opened, name, metric)?;
    let ranks = ranks_of(py, layer, ranks)?;
    let entries = py.detach(|| Entries::of(&opened, metric)).map_err(wrong)?.expect("a board with tables");
    let found = database.reading(py, || entries.values(id, &ranks))?.map_err(failed)?;
    numbers(py, "int16", found.into_iter().map(|score| score.unwrap_or(NO_SCORE).to_ne_bytes()))
}

/// The ranks of a sequence or a NumPy array, which must exist in the layer.
pub(crate) fn ranks_of(py: Python<'_>, layer: &Layer, ranks: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let ranks = integers(py, ranks)?;
    if ranks.iter().all(|&rank| rank < layer.len) {
        return Ok(ranks);
    }
    Err(wrong(format!("a rank of layer {} is at least 0 and less than {}", layer.name, layer.len)))
}

/// The integers of a sequence or a NumPy array with one dimension. Negative numbers become greater than any
/// rank.
fn integers(py: Python<'_>, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let found = py.import("numpy")?.getattr("asarray")?.call1((numbers,))?;
    let wrong = || PyTypeError::new_err("ranks is a sequence or an array of integers");
    let kind: String = found.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty = found.getattr("size")?.extract::<usize>()? == 0;
    if found.getattr("ndim")?.extract::<usize>()? != 1 || !is_empty && !["i", "u"].contains(&kind.as_str()) {
        return Err(wrong());
    }
    let bytes = found.call_method1("astype", ("int64",))?.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    let mut integers = Vec::new();
    reserve(&mut integers, bytes.len() / 8)?;
    integers.extend(bytes.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().expect("8 bytes"))));
    Ok(integers)
}
