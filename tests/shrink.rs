//! Databases in the small form: the same values, whatever command reads them.

use crate::support::{command, document, outcome, path};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A board of each game and more, with options of `generate`.
const BOARDS: [&[&str]; 8] = [
    &["nex:3x3", "--metric", "dtw"],
    &["nex:3x4"],
    &["nex:3x3", "--raw"],
    &["hex:3x3"],
    &["awari:6", "--metric", "score"],
    &["draughts:3"],
    &["draughts:russian:3", "--metric", "dtw"],
    &["connect4:4x4"],
];

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let file = |entry: fs::DirEntry| {
        (entry.file_name().into_string().expect("text"), fs::read(entry.path()).expect("readable"))
    };
    entries.map(file).collect()
}

/// Runs the command, which must succeed; its standard output.
fn text(args: &[&str]) -> String {
    let (code, out, err) = outcome(args);
    assert_eq!(code, 0, "{args:?}: {err}");
    out
}

#[test]
fn the_small_form_has_the_same_values() {
    for board in BOARDS {
        let scratch = TempDir::new().expect("a folder");
        let (full, small) = (scratch.path().join("full"), scratch.path().join("small"));
        let (full, small) = (path(&full), path(&small));
        text(&[&["generate", "--out", full, "--quiet"], board].concat());
        let (code, made) = document(&["shrink", full, "--out", small, "--json", "--quiet"]);
        assert_eq!(code, 0, "{board:?}");
        assert_eq!(made["form"], "small", "{board:?}");
        assert_eq!(made, document(&["info", small, "--json"]).1, "{board:?}");
        // All values, in the order of the numbers; and against the rules and the other engine.
        let rows = |folder| text(&["export", folder, "--format", "csv", "--quiet"]);
        assert!(rows(full) == rows(small), "{board:?}: the exports differ");
        let (code, found) = document(&["verify", small, "--json"]);
        assert_eq!((code, &found["right"]), (0, &true.into()), "{board:?}: {found}");
        let counts = |folder: &str| {
            let text = fs::read(Path::new(folder).join("manifest.json")).expect("a manifest");
            let manifest: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
            let tables = manifest["tables"].as_array().expect("tables").iter();
            tables.map(|table| (table["file"].clone(), table["counts"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(counts(full), counts(small), "{board:?}");
        if !board[0].starts_with("draughts") {
            let asked = |folder| document(&["query", "--db", folder, "start", "--json"]).1["moves"].clone();
            assert_eq!(asked(full), asked(small), "{board:?}");
        }
        // Once more there is nothing to do; and a table that is lost comes back.
        let before = files(Path::new(small));
        text(&["shrink", full, "--out", small, "--quiet"]);
        assert!(before == files(Path::new(small)), "{board:?}: other bytes");
        let lost = before.keys().find(|name| name.contains('.') && !name.ends_with("json")).expect("a table");
        fs::remove_file(Path::new(small).join(lost)).expect("removed");
        text(&["shrink", full, "--out", small, "--quiet"]);
        assert!(before == files(Path::new(small)), "{board:?}: other bytes without {lost}");
    }
}

/// The names of the tables that the manifest in a folder lists as derived, and how many tables there are.
fn derived(folder: &Path) -> (Vec<String>, usize) {
    let text = fs::read(folder.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let tables = manifest["tables"].as_array().expect("tables");
    let derived = tables.iter().filter(|table| table["derived"] == true);
    (derived.map(|table| table["layer"].as_str().expect("a name").to_owned()).collect(), tables.len())
}

/// In draughts one table of two is left out; every command finds its values all the same.
#[test]
fn one_table_of_two_has_no_entries() {
    let scratch = TempDir::new().expect("a folder");
    let (full, small) = (scratch.path().join("full"), scratch.path().join("small"));
    text(&["generate", "draughts:3", "--out", path(&full), "--quiet"]);
    text(&["shrink", path(&full), "--out", path(&small), "--quiet"]);
    let (names, tables) = derived(&small);
    let mirrored = |name: &str| name.split_once('v').map(|(own, other)| format!("{other}v{own}"));
    assert!(
        names.iter().all(|name| mirrored(name).is_some_and(|other| !names.contains(&other))),
        "{names:?}"
    );
    // All but KvK and mvm, whose two sides have one table.
    assert_eq!(2 * names.len(), tables - 2, "{names:?}");
    assert_eq!(derived(&full).0.len(), 0);
    let information = text(&["info", path(&small)]);
    assert!(information.contains(&format!("{} tables have no entries", names.len())), "{information}");
    // Every fiftieth position of the complete database, with the value there; those of three pieces stand in quotation marks.
    let line = |line: &str| {
        let (position, rest) = line.split_once('"')?.1.split_once('"')?;
        Some(format!("{position};{}\n", rest.split(',').nth(1)?))
    };
    let rows = text(&["export", path(&full), "--format", "csv", "--quiet"]);
    let lines: String = rows.lines().step_by(50).filter_map(line).collect();
    assert!(lines.lines().count() > 1000, "{lines}");
    let file = scratch.path().join("values");
    fs::write(&file, lines).expect("written");
    text(&["compare", path(&small), path(&file)]);
    let asked = |folder: &Path, position: &str| {
        document(&["query", "--db", path(folder), position, "--json"]).1["moves"].clone()
    };
    // A king against a king and a man, and the other way round, either side to move.
    for position in ["W:WKa1:BKh8,c7", "B:WKa1:BKh8,c7", "W:WKa1,c3:BKh8", "B:WKa1,c3:BKh8"] {
        let moves = asked(&full, position);
        assert!(moves.as_array().is_some_and(|moves| !moves.is_empty()), "{position}");
        assert_eq!(moves, asked(&small, position), "{position}");
    }
    // A sample verifies what has entries.
    let (code, found) = document(&["verify", path(&small), "--sample", "50", "--json"]);
    assert_eq!((code, &found["right"]), (0, &true.into()), "{found}");
    // A table that others follow from is missed, and named.
    let kept = names.iter().find_map(|name| mirrored(name)).expect("a table of two");
    fs::remove_file(small.join(format!("{kept}.wdl"))).expect("there");
    let (code, _, err) = outcome(&["export", path(&small), "--format", "csv", "--quiet"]);
    assert!(code == 4 && err.contains(&format!("{kept}.wdl")), "{code}: {err}");
}

#[test]
fn what_is_alike_takes_less_room() {
    let scratch = TempDir::new().expect("a folder");
    let (full, small) = (scratch.path().join("full"), scratch.path().join("small"));
    text(&["generate", "nex:3x4", "--out", path(&full), "--quiet"]);
    text(&["shrink", path(&full), "--out", path(&small), "--quiet"]);
    let bytes = |folder: &Path| files(folder).values().map(Vec::len).sum::<usize>();
    assert!(bytes(&small) < bytes(&full), "{} of {}", bytes(&small), bytes(&full));
    let (code, out, err) = outcome(&["shrink", path(&full), "--out", path(&scratch.path().join("again"))]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("nexsolve generate nex:3x4") && out.contains("nexsolve shrink nex:3x4"), "{out}");
    assert!(err.contains(" of ") && err.contains("KiB"), "{err}");
}

#[test]
fn threads_make_no_difference() {
    let scratch = TempDir::new().expect("a folder");
    let full = scratch.path().join("full");
    text(&["generate", "nex:3x4", "--metric", "dtw", "--out", path(&full), "--quiet"]);
    let made = |threads: &str| {
        let small = scratch.path().join(threads);
        text(&["shrink", path(&full), "--out", path(&small), "--threads", threads, "--quiet"]);
        files(&small)
    };
    let one = made("1");
    assert!(["2", "3"].iter().all(|threads| made(threads) == one));
}

#[test]
fn what_cannot_be_shrunk_is_refused() {
    let scratch = TempDir::new().expect("a folder");
    let place = |name: &str| scratch.path().join(name);
    let (full, small) = (place("full"), place("small"));
    text(&["generate", "nex:2x3", "--out", path(&full), "--quiet"]);
    text(&["shrink", path(&full), "--out", path(&small), "--quiet"]);
    text(&["generate", "nex:2x2", "--out", path(&place("other")), "--quiet"]);
    let before = files(&small);
    fs::write(place("file"), "a file").expect("written");
    let refused = |code: i32, args: &[&str], told: &str| {
        let (found, _, err) = outcome(args);
        assert_eq!(found, code, "{args:?}: {err}");
        assert!(err.contains(told), "{args:?}: {err}");
    };
    let again = place("again");
    refused(2, &["shrink", path(&small), "--out", path(&again)], "is already in the small form");
    refused(2, &["shrink", path(&full), "--out", path(&full)], "needs a folder of its own");
    refused(2, &["shrink", path(&full), "--out", path(&again), "--memory", "16MiB"], "give --memory");
    refused(2, &["shrink", path(&full)], "--out");
    refused(4, &["shrink", path(&place("none")), "--out", path(&again)], "no database");
    refused(2, &["shrink", path(&full), "--out", path(&place("file"))], "file");
    // A folder of another form or of another board, and the other way round.
    refused(2, &["shrink", path(&place("other")), "--out", path(&small)], "nex:2x3");
    refused(2, &["generate", "nex:2x3", "--out", path(&small)], "small");
    assert!(!again.exists());
    assert!(before == files(&small));
    // A table that is missing, and one that is damaged.
    let table = full.join("p01n1.wdl");
    let sound = fs::read(&table).expect("a table");
    let mut changed = sound.clone();
    changed[130] ^= 1;
    fs::write(&table, changed).expect("written");
    refused(4, &["shrink", path(&full), "--out", path(&again)], "p01n1.wdl");
    fs::remove_file(&table).expect("removed");
    refused(4, &["shrink", path(&full), "--out", path(&again)], "p01n1.wdl");
    fs::write(&table, sound).expect("written");
    text(&["shrink", path(&full), "--out", path(&again), "--quiet"]);
    assert!(before == files(&again));
}

/// Killed at some moments, which need not be seldom: the next run ends with the same bytes.
#[test]
fn after_a_kill_the_same_bytes_come() {
    let scratch = TempDir::new().expect("a folder");
    let full = scratch.path().join("full");
    text(&["generate", "nex:3x4", "--metric", "dtw", "--out", path(&full), "--quiet"]);
    let whole = scratch.path().join("whole");
    let started = std::time::Instant::now();
    text(&["shrink", path(&full), "--out", path(&whole), "--quiet"]);
    let took = started.elapsed();
    let expected = files(&whole);
    for part in 1..=6 {
        let small = scratch.path().join(format!("killed{part}"));
        for _ in 0..2 {
            let args = ["shrink", path(&full), "--out", path(&small), "--quiet"];
            let mut child = command(&args).stdout(std::process::Stdio::null()).spawn().expect("started");
            std::thread::sleep(took * part / 8);
            child.kill().expect("killed");
            child.wait().expect("ended");
        }
        text(&["shrink", path(&full), "--out", path(&small), "--quiet"]);
        assert!(files(&small) == expected, "killed after {part} eighths");
    }
}
