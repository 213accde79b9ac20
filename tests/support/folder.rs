//! Databases of Nex in scratch folders.

use super::{build, scratch};
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;
use tempfile::TempDir;

/// The game on a small board.
pub(crate) fn nex(rows: u32, cols: u32) -> Nex<u64> {
    Nex::new(rows, cols).expect("a small board")
}

/// A database of Nex with these tables, in a scratch folder.
pub(crate) fn database(rows: u32, cols: u32, metrics: &[Metric]) -> TempDir {
    partial(rows, cols, metrics, |_| true)
}

/// A database with only some layers.
pub(crate) fn partial(rows: u32, cols: u32, metrics: &[Metric], keep: impl Fn(&str) -> bool) -> TempDir {
    let folder = scratch();
    build::write(&nex(rows, cols), &format!("nex:{rows}x{cols}"), folder.path(), metrics, keep);
    folder
}
