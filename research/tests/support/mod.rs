//! Databases in scratch folders, and reports of them.

use nexsolve_core::Tabled;
use nexsolve_db::{DbProber, Form, Metric};
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::nex::Nex;
use nexsolve_oracle::Opened;
use nexsolve_reports::{Files, Sources};
use nexsolve_research::{Input, Study, report};
use nexsolve_tablegen::{Keep, Kernel, Reach, Settings, generate};
use std::path::Path;
use std::sync::Arc;
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

/// A database of Nex, with distances and reachable positions.
pub(crate) fn nex(rows: u32, cols: u32) -> (TempDir, Opened) {
    let game = Nex::<u64>::new(rows, cols).expect("a small board");
    made(&game, "nex", format!("nex:{rows}x{cols}"), Reach::Counted, Metric::Dtw)
}

/// A board of Nex with its tables.
pub(crate) fn tabled(rows: u32, cols: u32) -> (TempDir, Nex<u64>, DbProber<Nex<u64>>) {
    let (folder, opened) = nex(rows, cols);
    let game = Nex::new(rows, cols).expect("a small board");
    let prober = DbProber::new(Arc::new(game.clone()), opened.database);
    (folder, game, prober)
}

/// A database of Russian draughts, with distances.
pub(crate) fn draughts(pieces: u32) -> (TempDir, Opened) {
    let (game, board) = (Draughts::endings(RUSSIAN, pieces), format!("draughts:russian:{pieces}"));
    made(&game, "draughts", board, Reach::Left, Metric::Dtw)
}

/// Returns the files of one study. Its pictures are described and legible.
pub(crate) fn study(
    study: Study,
    opened: Vec<Opened>,
    records: Vec<(String, String)>,
    runs: Vec<(String, String)>,
) -> Files {
    let input = Input::new(Sources::new(opened).expect("read"), records, runs).expect("runs");
    let files = report(&input, &[study], "tests").expect("a report");
    for (path, bytes) in files.iter().filter(|(path, _)| Path::new(path).extension() == Some("svg".as_ref()))
    {
        let drawing = std::str::from_utf8(bytes).expect("UTF-8");
        crate::pictures::check(path, &roxmltree::Document::parse(drawing).expect("an SVG file"));
        assert!(!drawing.contains("NaN"), "{path}");
    }
    files
}

/// The text of a page or a document.
pub(crate) fn text(files: &Files, path: &str) -> String {
    String::from_utf8(files.get(path).unwrap_or_else(|| panic!("{path}")).to_vec()).expect("UTF-8")
}

/// Every link of every page leads to a file of the report.
pub(crate) fn no_dead_links(files: &Files) {
    for (path, bytes) in files.iter() {
        let Some(_) = path.strip_suffix(".md") else { continue };
        let text = std::str::from_utf8(bytes).expect("UTF-8");
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (mut parts, mut rest) =
                (folder.split('/').filter(|p| !p.is_empty()).collect::<Vec<_>>(), link);
            while let Some(shorter) = rest.strip_prefix("../") {
                parts.pop();
                rest = shorter;
            }
            parts.push(rest);
            assert!(files.get(&parts.join("/")).is_some(), "{path}: {link}");
        }
    }
}
