//! Verification of databases.

use crate::arguments::{Memory, Number, items};
use crate::error::{check_exists, failed, wrong};
use crate::wait::{CallableProgress, attended, check_callable, pool};
use nexsolve_core::LayerId;
use nexsolve_db::digest::{self, Checked};
use nexsolve_db::{Metric, TableError, is_address, shown};
use nexsolve_oracle::{Opened, words};
use nexsolve_verify::{Depth, Verification, VerifyError, VerifyObserver, VerifySettings, verify_board};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The findings of `verify`. It is true if no value and no count is wrong.
#[pyclass(module = "nexsolve", frozen, get_all)]
pub(crate) struct Verified {
    /// Whether no value and no count is wrong. Tables in `missing` and `ungrounded` were not checked, or not
    /// in full.
    right: bool,
    /// The number of tables checked.
    tables: usize,
    /// The number of values derived again: positions up to symmetry.
    values: u64,
    /// The number of positions whose values the tables omit.
    omitted: u64,
    /// The number of values that differ from the tables.
    wrong: u64,
    /// The first of those.
    first_wrong: Vec<WrongValue>,
    /// The files whose counts in the manifest are wrong.
    wrong_counts: Vec<String>,
    /// The tables that the database lacks, though it has the metric for other layers.
    missing: Vec<String>,
    /// The tables in which a sample did not check whether wins depend only on each other.
    ungrounded: Vec<String>,
}

#[pymethods]
impl Verified {
    fn __bool__(&self) -> bool {
        self.right
    }

    fn __repr__(&self) -> String {
        let word = if self.right { "right" } else { "WRONG" };
        format!("<Verified: {word}, {} values in {} tables, {} wrong>", self.values, self.tables, self.wrong)
    }
}

/// A value that differs from what the rules say.
#[pyclass(module = "nexsolve", frozen, get_all, skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct WrongValue {
    /// The layer.
    layer: String,
    /// The metric of the table.
    metric: &'static str,
    /// The rank of the position.
    rank: u64,
    /// The position in notation.
    position: String,
    /// The value in the table, in words.
    stored: String,
    /// The value by the rules; None if the stored value depends only on itself.
    derived: Option<String>,
}

#[pymethods]
impl WrongValue {
    fn __repr__(&self) -> String {
        let Self { layer, metric, rank, position, stored, derived } = self;
        let derived = derived.as_deref().unwrap_or("it depends only on itself");
        format!(
            "<WrongValue: rank {rank} of {layer}.{metric} ({position}): stored {stored}, by the rules {derived}>"
        )
    }
}

impl VerifyObserver for CallableProgress {
    fn progress(&self, progress: nexsolve_verify::VerifyProgress) {
        self.set(progress.done, progress.total);
    }
}

/// What a verification found.
enum Findings {
    /// Damaged files, whose values were not derived.
    Damaged(Vec<TableError>),
    Report(Verification),
}

/// Checks the checksums of the database in a folder, then derives its values again with code that shares only
/// the rules and the ranking with generation.
///
/// `layers` names the layers to verify, with those that play can reach from them and return from; the default
/// is all. `sample` derives only so many values of each table, chosen by `seed`. `memory` is in bytes, or
/// such as `"4GiB"`. `progress` is called with the bytes of files checked and all bytes, and then, from 0
/// again, with the values derived and all values. Ctrl-C ends the run with KeyboardInterrupt.
///
/// A wrong value is not an exception: the result says so. Raises NexsolveError if a file is damaged or
/// missing, and ValueError for a layer that the board does not have.
#[pyfunction]
#[pyo3(signature = (folder, *, layers=None, sample=None, seed=Number(0), memory=Memory(1 << 30), threads=None, progress=None),
    text_signature = "(folder, *, layers=None, sample=None, seed=0, memory='1GiB', threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn verify(
    py: Python<'_>,
    folder: PathBuf,
    layers: Option<&Bound<'_, PyAny>>,
    sample: Option<Number<u64>>,
    seed: Number<u64>,
    memory: Memory,
    threads: Option<Number<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Verified> {
    check_callable(py, progress.as_ref())?;
    let layers: Vec<String> = layers.map(items).transpose()?.unwrap_or_default();
    let (sample, Number(seed), Memory(memory)) = (sample.map(|Number(sample)| sample), seed, memory);
    if sample == Some(0) {
        return Err(wrong("sample is a number of values from 1, or None"));
    }
    if is_address(&folder) {
        return Err(wrong(format!(
            "{} is an address: download the database, and verify its folder",
            shown(&folder).display()
        )));
    }
    check_exists(py, &folder)?;
    let opened = py.detach(|| Opened::open_unchecked(&folder, memory / 2)).map_err(failed)?;
    let tables = nexsolve_kernels::tables(opened.board).map_err(wrong)?;
    let tables = tables.ok_or_else(|| wrong(format!("{} has no tables", opened.board.title())))?;
    let mut ids = Vec::new();
    for name in &layers {
        let known = LayerId::named(tables.layers(), name);
        ids.push(known.ok_or_else(|| wrong(format!("{} has no layer {name:?}", opened.board.title())))?);
    }
    let depth = sample.map_or(Depth::All, |count| Depth::Sample { count, seed });
    let settings = VerifySettings { layers: &ids, depth, memory_bytes: memory / 4 };
    let (stop, bytes, values) =
        (Arc::new(AtomicBool::new(false)), CallableProgress::default(), CallableProgress::default());
    let total = opened.database.manifest().tables.iter().map(|table| table.bytes).sum();
    let pool = pool(threads)?;
    let work = || {
        let told = |_: &_, done| bytes.set(done, total);
        let checked = digest::check(&opened.database, &stop, &told).map_err(|_| VerifyError::Stopped)?;
        bytes.set(total, total);
        let Checked { faults, .. } = checked;
        if !faults.is_empty() {
            return Ok(Findings::Damaged(faults));
        }
        let report = verify_board(opened.board, &opened.database, &settings, &stop, &values);
        report.expect("a board with tables").map(Findings::Report)
    };
    let mut last = [(0, 0); 2];
    let beat = || {
        bytes.tell(py, progress.as_ref(), &mut last[0])?;
        values.tell(py, progress.as_ref(), &mut last[1])
    };
    let found = attended(py, &pool, &stop, beat, work)?.map_err(failed)?;
    let report = match found {
        Findings::Report(report) => report,
        Findings::Damaged(faults) => {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            return Err(failed(format!("{} is damaged:\n{}", folder.display(), lines.join("\n"))));
        }
    };
    bytes.end(py, progress.as_ref(), &mut last[0])?;
    values.end(py, progress.as_ref(), &mut last[1])?;
    let files = |tables: &[(String, Metric)]| {
        tables.iter().map(|(layer, metric)| format!("{layer}.{metric}")).collect::<Vec<_>>()
    };
    let one = |wrong: &nexsolve_verify::WrongValue| WrongValue {
        layer: tables.layers()[wrong.layer].name.clone(),
        metric: wrong.metric.word(),
        rank: wrong.rank,
        position: tables.position(wrong.layer, wrong.rank).map_or_else(String::new, |written| written.text),
        stored: words::stored(wrong.metric, wrong.stored),
        derived: wrong.derived.map(|derived| words::stored(wrong.metric, derived)),
    };
    Ok(Verified {
        right: report.is_right(),
        tables: report.tables,
        values: report.values,
        omitted: report.omitted,
        wrong: report.wrong,
        first_wrong: report.first_wrong.iter().map(one).collect(),
        wrong_counts: report.wrong_counts.iter().map(|of| format!("{}.{}", of.layer, of.metric)).collect(),
        missing: files(&report.missing),
        ungrounded: files(&report.ungrounded),
    })
}
