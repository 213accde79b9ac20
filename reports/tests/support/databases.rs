//! Databases in scratch folders, and the texts of reports.

use nexsolve_db::{Form, Metric};
use nexsolve_oracle::Opened;
use nexsolve_reports::Files;
use nexsolve_tablegen::{GenerateSettings, Keep, Reach, generate};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// A database of a board.
pub(crate) fn database(board: &str, metric: Metric, reach: Reach) -> (TempDir, Opened) {
    let board = nexsolve_games::board(board).expect("a board");
    let tables = nexsolve_kernels::tables(board).expect("a board").expect("a board with tables");
    let settings = tables.settings(board, metric, reach, Form::Compressed, 2 << 30);
    let settings = GenerateSettings { keep: Keep::Briefly, ..settings };
    let folder = tempfile::tempdir().expect("a scratch folder");
    generate(&*tables, folder.path(), &settings, &AtomicBool::new(false), &()).expect("a database");
    let opened = Opened::open(folder.path(), 1 << 26).expect("just made");
    (folder, opened)
}

/// A database of Nex, with distances and what play can reach.
pub(crate) fn nex(rows: u32, cols: u32) -> (TempDir, Opened) {
    database(&format!("nex:{rows}x{cols}"), Metric::Dtw, Reach::Counted)
}

/// The text of a page or a document.
pub(crate) fn text(files: &Files, path: &str) -> String {
    String::from_utf8(files.get(path).unwrap_or_else(|| panic!("{path}")).to_vec()).expect("UTF-8")
}
