//! The documents of the studies: every link leads to a file; every picture is shown, described and legible.

use pulldown_cmark::{Event, Options, Parser, Tag};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/results");

#[test]
fn links_lead_to_files_and_pictures_are_shown() {
    let mut linked = BTreeSet::new();
    for document in files(Path::new(FOLDER)).into_iter().chain([Path::new(FOLDER).join("../README.md")]) {
        let text = fs::read_to_string(&document).expect("text");
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else {
                continue;
            };
            if dest_url.starts_with("https://") {
                continue;
            }
            let file = dest_url.split('#').next().expect("one part at least");
            // A link such as `#heading` leads to the document itself.
            let target = if file.is_empty() { document.clone() } else { document.with_file_name(file) };
            assert!(target.is_file(), "{}: {dest_url}", document.display());
            linked.insert(target.canonicalize().expect("a file"));
        }
    }
    for file in files(Path::new(FOLDER)).into_iter().chain(files(&Path::new(FOLDER).join("pictures"))) {
        let file = file.canonicalize().expect("a file");
        assert!(linked.contains(&file), "nothing leads to {}", file.display());
    }
}

#[test]
fn pictures_are_described_and_legible() {
    for file in files(&Path::new(FOLDER).join("pictures")) {
        let text = fs::read_to_string(&file).expect("text");
        let picture = roxmltree::Document::parse(&text).expect("an SVG file");
        crate::pictures::check(&file.display().to_string(), &picture);
    }
}

/// The winners after each opening of 8×8 Hex, as Benzene, the program of P. Henderson, B. Arneson and R. B.
/// Hayward, has them in its test `regression/dfpn-solve-8x8-db.tst`: rows from Black's top edge, columns from
/// White's left edge. Rotating the board by 180° gives the lower half.
const BENZENE: [&str; 4] = ["-------+", "------++", "-++++++-", "-+++++++"];

#[test]
fn openings_of_eight_by_eight_hex_agree_with_benzene() {
    let text = fs::read_to_string(Path::new(FOLDER).join("hex-8x8.json")).expect("text");
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut compared = [0, 0];
    for opening in document["openings"].as_array().expect("openings") {
        let (Some(value), Some(&[row, col])) = (
            opening["value"].as_str(),
            opening["move"].as_str().map(str::as_bytes).and_then(|m| m.first_chunk()),
        ) else {
            continue;
        };
        let [row, col] = [usize::from(row - b'a'), usize::from(col - b'1')];
        let [row, col] = if row < 4 { [row, col] } else { [7 - row, 7 - col] };
        let wins = BENZENE[row].as_bytes()[col] == b'+';
        assert_eq!(value == "win", wins, "{opening}");
        compared[usize::from(wins)] += 1;
    }
    assert_eq!(compared, [8, 26]);
}

/// The files in a folder, without those in its folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.is_file()).collect()
}
