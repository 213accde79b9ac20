//! `nexsolve report`: its files, and what it refuses.

use crate::support::folder::{database, nex};
use crate::support::{build, entries, files, json, list, path, place, refused, run, said, scratch, written};
use nexsolve_db::Metric;
use serde_json::json;
use std::fs;

#[test]
fn a_report_is_written_and_written_again() {
    let scratch = scratch();
    let db = database(2, 2, &[Metric::Dtw]);
    let out = scratch.path().join("some/report");
    let report = format!("report --out {} --db {} --only atlas,openings", path(&out), path(db.path()));
    let told = json(&report);
    assert_eq!((&told["boards"], &told["parts"]), (&json!(["nex:2x2"]), &json!(["atlas", "openings"])));
    for file in ["index.md", "provenance.md", "provenance.json", "atlas/index.md", "openings/nex-2x2.svg"] {
        assert!(list(&told["files"]).contains(&json!(file)), "{file}");
    }
    let read = || -> Vec<Vec<u8>> {
        let names = list(&told["files"]).iter().filter_map(|file| file.as_str());
        names.map(|file| fs::read(out.join(file)).expect("written")).collect()
    };
    let first = read();
    // Written to the same folder, the report replaces its files; the text names the page to start with.
    assert!(said(&report).contains("index.md"));
    assert!(first == read(), "the same bytes");
    // A folder with other files is refused; an empty one is accepted.
    let other = scratch.path().join("other");
    fs::create_dir(&other).expect("made");
    fs::write(other.join("notes.txt"), "mine").expect("written");
    let report = format!("report --db {} --out {}", path(db.path()), path(&other));
    refused(2, &report, "has other files and no report");
    assert_eq!(entries(&other).len(), 1);
    fs::remove_file(other.join("notes.txt")).expect("removed");
    said(&report);
}

#[test]
fn databases_are_found_in_a_folder() {
    let scratch = scratch();
    let (all, out) = (scratch.path().join("all"), place(&scratch, "out"));
    for (rows, cols) in [(2, 2), (2, 3)] {
        let board = format!("nex:{rows}x{cols}");
        build::write(&nex(rows, cols), &board, &all.join(&board[4..]), &[Metric::Wdl], |_| true);
    }
    fs::create_dir(all.join("something else")).expect("a folder");
    let report = format!("report --out {out} --databases {} --only openings --json", path(&all));
    let told = said(&report);
    assert!(told.contains("[\"nex:2x2\",\"nex:2x3\"]"), "{told}");
    // An incomplete database is left out, and the message names it.
    let begun = all.join("begun");
    build::write(&nex(3, 3), "nex:3x3", &begun, &[Metric::Wdl], |layer| layer > "p03");
    let (code, with, err) = run(&report);
    assert_eq!((code, with), (0, told), "{err}");
    for says in ["skipped: ", "begun is not complete: ", "layers have a table of wdl"] {
        assert!(err.contains(says), "{err}");
    }
    // An incomplete database that is given explicitly is an error.
    refused(4, &format!("report --out {out} --db {}", path(&begun)), "begun is not complete: ");
}

#[test]
fn what_cannot_be_reported_on_is_said() {
    let scratch = scratch();
    let (out, file) = (place(&scratch, "out"), written(&scratch, "file", "nothing"));
    let (empty, db) = (path(scratch.path()), database(2, 2, &[Metric::Wdl]));
    let db = path(db.path());
    for (args, code, says) in [
        (format!("--out {out}"), 2, "no database is given"),
        (format!("--out {out} --db {db} --only altas"), 2, "the parts are atlas"),
        (format!("--out {file} --db {db}"), 2, "is a file"),
        (format!("--out {out} --db {empty}"), 4, "nexsolve generate"),
        (format!("--out {out} --databases {empty}"), 4, "no database in"),
        (format!("--out {out} --databases {file}"), 3, "cannot be read"),
    ] {
        refused(code, &format!("report {args}"), says);
        assert_eq!(files(scratch.path()).len(), 1, "{args}: nothing is written");
    }
}
