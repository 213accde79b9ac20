//! Databases in the small form have the same values for every command.

use crate::support::{
    command, document, files, json, list, manifest, place, refused, run, said, scratch, written,
};
use std::fs;
use std::path::Path;

/// Boards of every game, with options of `generate`.
const BOARDS: [&str; 8] = [
    "nex:3x3 --metric dtw",
    "nex:3x4",
    "nex:3x3 --raw",
    "hex:3x3",
    "awari:6 --metric score",
    "draughts:3",
    "draughts:russian:3 --metric dtw",
    "connect4:4x4",
];

#[test]
fn the_small_form_has_the_same_values() {
    for board in BOARDS {
        let scratch = scratch();
        let [full, small] = ["full", "small"].map(|name| place(&scratch, name));
        said(&format!("generate {board} --out {full} --quiet"));
        let made = json(&format!("shrink {full} --out {small} --quiet"));
        assert_eq!(made["form"], "small", "{board}");
        assert_eq!(made, json(&format!("info {small}")), "{board}");
        // All values, in the order of ranks, compared with the rules and with the other engine.
        let rows = |folder| said(&format!("export {folder} --format csv --quiet"));
        assert!(rows(&full) == rows(&small), "{board}: the exports differ");
        assert_eq!(json(&format!("verify {small}"))["right"], true, "{board}");
        let counts = |folder: &str| {
            let tables = list(&manifest(folder)["tables"]).to_vec();
            tables
                .into_iter()
                .map(|table| (table["file"].clone(), table["counts"].clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(counts(&full), counts(&small), "{board}");
        if !board.starts_with("draughts") {
            let asked = |folder| document(&format!("query --db {folder} start")).1["moves"].clone();
            assert_eq!(asked(&full), asked(&small), "{board}");
        }
        // A missing table is made again.
        let before = files(&small);
        let lost = before.keys().find(|name| name.contains('.') && !name.ends_with("json")).expect("a table");
        fs::remove_file(Path::new(&small).join(lost)).expect("removed");
        said(&format!("shrink {full} --out {small} --quiet"));
        assert!(before == files(&small), "{board}: other bytes without {lost}");
    }
}

/// In draughts, one of two tables is omitted; every command still finds its values.
#[test]
fn one_table_of_two_has_no_entries() {
    let scratch = scratch();
    let [full, small] = ["full", "small"].map(|name| place(&scratch, name));
    said(&format!("generate draughts:3 --out {full} --quiet"));
    said(&format!("shrink {full} --out {small} --quiet"));
    let derived = |folder: &str| -> Vec<String> {
        let tables = list(&manifest(folder)["tables"]).to_vec();
        let derived = tables.iter().filter(|table| table["derived"] == true);
        derived.map(|table| table["layer"].as_str().expect("a name").to_owned()).collect()
    };
    let names = derived(&small);
    let mirrored = |name: &str| name.split_once('v').map(|(own, other)| format!("{other}v{own}"));
    let is_kept = |name: &String| mirrored(name).is_some_and(|other| !names.contains(&other));
    assert!(names.iter().all(is_kept), "{names:?}");
    // All classes except KvK and mvm, where one table serves both sides.
    assert_eq!(2 * names.len(), list(&manifest(&small)["tables"]).len() - 2, "{names:?}");
    assert!(derived(&full).is_empty());
    let information = said(&format!("info {small}"));
    assert!(information.contains(&format!("{} tables have no entries", names.len())), "{information}");
    // Every fiftieth position of the complete database, with its value there; positions of three pieces are
    // in quotation marks.
    let line = |line: &str| {
        let (position, rest) = line.split_once('"')?.1.split_once('"')?;
        Some(format!("{position};{}\n", rest.split(',').nth(1)?))
    };
    let rows = said(&format!("export {full} --format csv --quiet"));
    let lines: String = rows.lines().step_by(50).filter_map(line).collect();
    assert!(lines.lines().count() > 1000, "{lines}");
    said(&format!("compare {small} {}", written(&scratch, "values", lines)));
    // A king against a king and a man, for either side, with either side to move.
    for position in ["W:WKa1:BKh8,c7", "B:WKa1:BKh8,c7", "W:WKa1,c3:BKh8", "B:WKa1,c3:BKh8"] {
        let asked = |db: &str| json(&format!("query --db {db} {position}"))["moves"].clone();
        assert!(!list(&asked(&full)).is_empty() && asked(&full) == asked(&small), "{position}");
    }
    // A sample verifies only tables with entries.
    assert_eq!(json(&format!("verify {small} --sample 50"))["right"], true);
    // A missing table from which others follow is an error that names it.
    let kept = names.iter().find_map(|name| mirrored(name)).expect("a table of two");
    fs::remove_file(Path::new(&small).join(format!("{kept}.wdl"))).expect("there");
    let (code, _, err) = run(&format!("export {small} --format csv --quiet"));
    assert!(code == 4 && err.contains(&format!("{kept}.wdl")), "{code}: {err}");
}

/// The small form takes less space, and has the same bytes with any number of threads, and after being
/// killed.
#[test]
fn the_small_form_is_the_same_however_it_is_made() {
    let scratch = scratch();
    let full = place(&scratch, "full");
    said(&format!("generate nex:3x4 --metric dtw --out {full} --quiet"));
    let whole = place(&scratch, "whole");
    let started = std::time::Instant::now();
    let (code, out, err) = run(&format!("shrink {full} --out {whole} --threads 1"));
    let took = started.elapsed();
    assert!(code == 0 && err.contains(" of ") && err.contains("KiB"), "{err}");
    assert!(out.contains("nexsolve generate nex:3x4") && out.contains("nexsolve shrink nex:3x4"), "{out}");
    let expected = files(&whole);
    let bytes =
        |files: &std::collections::BTreeMap<String, Vec<u8>>| files.values().map(Vec::len).sum::<usize>();
    assert!(bytes(&expected) < bytes(&files(&full)));
    for part in 0..6 {
        let small = place(&scratch, &part.to_string());
        let shrink = format!("shrink {full} --out {small} --quiet --threads {}", 2 + part % 2);
        if part > 0 {
            for _ in 0..2 {
                let mut child = command(&shrink).spawn().expect("started");
                std::thread::sleep(took * part / 7);
                child.kill().expect("killed");
                child.wait().expect("ended");
            }
        }
        said(&shrink);
        assert!(files(&small) == expected, "killed after {part} sevenths");
    }
}

#[test]
fn what_cannot_be_shrunk_is_refused() {
    let scratch = scratch();
    let [full, small, other, again, none] =
        ["full", "small", "other", "again", "none"].map(|name| place(&scratch, name));
    let file = written(&scratch, "file", "a file");
    said(&format!("generate nex:2x3 --out {full} --quiet"));
    said(&format!("shrink {full} --out {small} --quiet"));
    said(&format!("generate nex:2x2 --out {other} --quiet"));
    let before = files(&small);
    refused(2, &format!("shrink {small} --out {again}"), "is already in the small form");
    refused(2, &format!("shrink {full} --out {full}"), "needs a different folder");
    refused(7, &format!("shrink {full} --out {again} --memory 16MiB"), "give --memory");
    refused(2, &format!("shrink {full}"), "--out");
    refused(4, &format!("shrink {none} --out {again}"), "is not a database");
    refused(2, &format!("shrink {full} --out {file}"), "file");
    // A folder with another form or board is refused, in both directions.
    refused(2, &format!("shrink {other} --out {small}"), "nex:2x3");
    refused(2, &format!("generate nex:2x3 --out {small}"), "small");
    assert!(!fs::exists(&again).expect("readable"));
    assert!(before == files(&small));
    // A missing table, and a damaged one.
    let table = Path::new(&full).join("p01n1.wdl");
    let sound = fs::read(&table).expect("a table");
    let mut changed = sound.clone();
    changed[130] ^= 1;
    fs::write(&table, changed).expect("written");
    refused(4, &format!("shrink {full} --out {again}"), "p01n1.wdl");
    fs::remove_file(&table).expect("removed");
    refused(4, &format!("shrink {full} --out {again}"), "p01n1.wdl");
    fs::write(&table, sound).expect("written");
    said(&format!("shrink {full} --out {again} --quiet"));
    assert!(before == files(&again));
}
