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
            let target = document.parent().expect("a folder").join(file);
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

/// The files in a folder, without those in its folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.is_file()).collect()
}
