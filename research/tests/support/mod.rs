//! Databases in scratch folders, and reports of them.

pub(crate) use crate::databases::{database, nex, text};
use nexsolve_db::{DbProber, Metric};
use nexsolve_games::nex::Nex;
use nexsolve_oracle::Opened;
use nexsolve_reports::{BoardDatabases, Files};
use nexsolve_research::{Input, Study, report};
use nexsolve_tablegen::Reach;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// A board of Nex with its tables.
pub(crate) fn tabled(rows: u32, cols: u32) -> (TempDir, Nex<u64>, DbProber<Nex<u64>>) {
    let (folder, opened) = nex(rows, cols);
    let game = Nex::new(rows, cols).expect("a small board");
    let prober = DbProber::new(Arc::new(game.clone()), opened.database);
    (folder, game, prober)
}

/// A database of Russian draughts with up to three pieces, with distances.
pub(crate) fn draughts() -> (TempDir, Opened) {
    database("draughts:russian:3", Metric::Dtw, Reach::Left)
}

/// Returns the files of one study. Its pictures are described and legible.
pub(crate) fn study(
    study: Study,
    opened: Vec<Opened>,
    records: Vec<(String, String)>,
    runs: Vec<(String, String)>,
) -> Files {
    let input = Input::new(BoardDatabases::new(opened).expect("read"), records, runs).expect("runs");
    let files = report(&input, &[study], "tests").expect("a report");
    for (path, bytes) in files.iter().filter(|(path, _)| Path::new(path).extension() == Some("svg".as_ref()))
    {
        let drawing = std::str::from_utf8(bytes).expect("UTF-8");
        crate::pictures::check(path, &roxmltree::Document::parse(drawing).expect("an SVG file"));
        assert!(!drawing.contains("NaN"), "{path}");
    }
    files
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
