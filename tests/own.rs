//! Commands with databases of games that are not in the program: those of the page's browser tests.

use crate::support::{entries, fed, json, path, place, refused, said, scratch};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A copy of a database, because one that is open is locked.
fn copied(name: &str) -> (TempDir, String) {
    let folder = scratch();
    let there = folder.path().join(name);
    fs::create_dir(&there).expect("a folder");
    for file in entries(Path::new(env!("CARGO_MANIFEST_DIR")).join("play/viewer/browser/own").join(name)) {
        fs::copy(&file, there.join(file.file_name().expect("a name"))).expect("copied");
    }
    let there = path(&there).to_owned();
    (folder, there)
}

#[test]
fn pictures_of_positions_are_text_in_the_terminal() {
    let (_folder, heaps) = copied("heaps");
    let texts = [
        said(&format!("query {heaps} '(2,2)'")),
        fed(&format!("gtp {heaps}"), "showboard\nplay black (1,1)\nshowboard\nquit\n").1,
        fed(&format!("play {heaps} --white table"), "(1,1)\nquit\n").1,
        said(&format!("solve {heaps} --position '(2,2)'")),
    ];
    for text in texts {
        assert!(text.contains("(2,2)") && !text.contains("<svg"), "{text}");
    }
    let (_folder, apart) = copied("apart");
    let (_, text, _) =
        fed(&format!("gtp {apart}"), "play black a2\nplay white a4\nshowboard\nplay black pass\n");
    assert!(text.contains(".X.O#") && !text.contains('?'), "{text}");
}

#[test]
fn reports_have_own_games_and_their_pictures_as_images() {
    let (folder, heaps) = copied("heaps");
    let (_other, apart) = copied("apart");
    let out = place(&folder, "report");
    said(&format!("report --db {heaps} --db {apart} --out {out}"));
    let atlas = fs::read_to_string(Path::new(&out).join("atlas/index.md")).expect("a page");
    for says in ["## Heaps", "First, who begins, wins in 5 plies.", "## Apart", "Nobody can force a win"] {
        assert!(atlas.contains(says), "{says}: {atlas}");
    }
    let drawings = entries(Path::new(&out).join("atlas"));
    let drawings = drawings.iter().filter(|file| file.extension().is_some_and(|end| end == "svg"));
    for drawing in drawings {
        assert!(!fs::read_to_string(drawing).expect("text").contains("<script"), "{drawing:?}");
    }
    assert_eq!(json(&format!("info {heaps}"))["complete"], true);
}

#[test]
fn certificates_of_own_games_name_their_players_and_need_their_database() {
    let (folder, heaps) = copied("heaps");
    let certificate = place(&folder, "heaps.cert");
    said(&format!("solve {heaps} --certificate {certificate}"));
    let checked = said(&format!("check {certificate} --db {heaps}"));
    assert!(checked.starts_with("First wins Heaps from the start in at most 5 plies: "), "{checked}");
    refused(
        6,
        &format!("check {certificate}"),
        "this game is in a database, which is not open: give its folder",
    );
}
