//! Databases in scratch folders.

pub(crate) mod pictures;

use nexsolve_core::Tabled;
use nexsolve_db::{Form, Metric};
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::hex::{Hex, Variant};
use nexsolve_games::nex::Nex;
use nexsolve_oracle::Opened;
use nexsolve_reports::Files;
use nexsolve_tablegen::{Keep, Kernel, Reach, Settings, generate};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

fn made<G: Tabled + Clone>(
    game: &G,
    kind: &str,
    board: String,
    reach: Reach,
    metric: Metric,
) -> (TempDir, Opened) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let settings = Settings {
        metric,
        reach,
        form: Form::Compressed,
        memory_bytes: 2 << 30,
        kernel: Kernel::Fast,
        keep: Keep::Briefly,
        program: "tests".to_owned(),
        command: "a test".to_owned(),
        game: kind.to_owned(),
        board,
    };
    generate(&nexsolve_kernels::joined(game), folder.path(), &settings, &AtomicBool::new(false), &())
        .expect("a database");
    let opened = Opened::open(folder.path(), 1 << 26).expect("just made");
    (folder, opened)
}

/// A database of Nex, with distances and what play can reach.
pub(crate) fn nex(rows: u32, cols: u32) -> (TempDir, Opened) {
    let game = Nex::<u64>::new(rows, cols).expect("a small board");
    made(&game, "nex", format!("nex:{rows}x{cols}"), Reach::Counted, Metric::Dtw)
}

/// A database of Russian draughts, with distances.
pub(crate) fn draughts(pieces: u32) -> (TempDir, Opened) {
    let (game, board) = (Draughts::endings(RUSSIAN, pieces), format!("draughts:russian:{pieces}"));
    made(&game, "draughts", board, Reach::Left, Metric::Dtw)
}

/// A database of Nex with values alone.
pub(crate) fn nex_values(rows: u32, cols: u32) -> (TempDir, Opened) {
    let game = Nex::<u64>::new(rows, cols).expect("a small board");
    made(&game, "nex", format!("nex:{rows}x{cols}"), Reach::Left, Metric::Wdl)
}

/// A database of Hex, with distances and what play can reach.
pub(crate) fn hex(rows: u32, cols: u32) -> (TempDir, Opened) {
    let game = Hex::<u64>::new(rows, cols, Variant::default()).expect("a small board");
    made(&game, "hex", format!("hex:{rows}x{cols}"), Reach::Counted, Metric::Dtw)
}

/// A database of Awari.
pub(crate) fn awari(seeds: u32) -> (TempDir, Opened) {
    let game = Seeds::new(seeds).expect("few seeds");
    made(&game, "awari", format!("awari:{seeds}"), Reach::Left, Metric::Score)
}

/// The text of a page or a document.
pub(crate) fn text(files: &Files, path: &str) -> String {
    String::from_utf8(files.get(path).unwrap_or_else(|| panic!("{path}")).to_vec()).expect("UTF-8")
}
