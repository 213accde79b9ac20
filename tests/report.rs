//! `nexsolve report`: what it writes, and what it refuses.

use crate::support::folder::{database, nex};
use crate::support::{document, outcome, path};
use nexsolve_db::Metric;
use std::fs;

#[test]
fn a_report_is_written_and_written_again() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let db = database(2, 2, &[Metric::Dtw]);
    let out = scratch.path().join("some/report");
    let args = ["report", "--out", path(&out), "--db", path(db.path()), "--only", "atlas,openings", "--json"];
    let (code, told) = document(&args);
    assert_eq!(code, 0);
    assert_eq!(told["boards"], serde_json::json!(["nex:2x2"]));
    assert_eq!(told["parts"], serde_json::json!(["atlas", "openings"]));
    let files: Vec<&str> =
        told["files"].as_array().expect("files").iter().filter_map(|file| file.as_str()).collect();
    for file in ["index.md", "provenance.md", "provenance.json", "atlas/index.md", "openings/nex-2x2.svg"] {
        assert!(files.contains(&file), "{file}");
    }
    let read =
        || -> Vec<Vec<u8>> { files.iter().map(|file| fs::read(out.join(file)).expect("written")).collect() };
    let first = read();
    // Into the same folder, replacing its files; the text names the page to start with.
    let (code, text, _) = outcome(&args[..args.len() - 1]);
    assert_eq!(code, 0);
    assert!(text.contains("index.md"), "{text}");
    assert!(first == read(), "the same bytes");
}

#[test]
fn databases_are_found_in_a_folder() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let (all, out) = (scratch.path().join("all"), scratch.path().join("out"));
    for (rows, cols) in [(2, 2), (2, 3)] {
        let target = all.join(format!("{rows}x{cols}"));
        fs::create_dir_all(&target).expect("a folder");
        for entry in fs::read_dir(database(rows, cols, &[Metric::Wdl]).path()).expect("a database") {
            let file = entry.expect("a file");
            fs::copy(file.path(), target.join(file.file_name())).expect("copied");
        }
    }
    fs::create_dir(all.join("something else")).expect("a folder");
    let args = ["report", "--out", path(&out), "--databases", path(&all), "--only", "openings", "--json"];
    let (code, told) = document(&args);
    assert_eq!((code, &told["boards"]), (0, &serde_json::json!(["nex:2x2", "nex:2x3"])));
    // One that is not complete is left out, and named.
    crate::support::build::write(&nex(3, 3), "nex:3x3", &all.join("begun"), &[Metric::Wdl], |layer| {
        layer > "p03"
    });
    let (code, with, err) = outcome(&args);
    assert_eq!((code, serde_json::from_str(&with).ok()), (0, Some(told)), "{err}");
    assert!(err.contains("skipped: ") && err.contains("begun is not complete: "), "{err}");
    assert!(err.contains("layers have a table of wdl"), "{err}");
    // One that is asked for is not passed over.
    let begun = path(&all).to_owned() + "/begun";
    let (code, _, err) = outcome(&["report", "--out", path(&out), "--db", &begun]);
    assert!(code == 4 && err.contains("begun is not complete: "), "{err}");
}

#[test]
fn what_cannot_be_reported_on_is_said() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let out = scratch.path().join("out");
    let file = scratch.path().join("file");
    fs::write(&file, "nothing").expect("written");
    let empty = path(scratch.path());
    let db = database(2, 2, &[Metric::Wdl]);
    let db = path(db.path());
    let cases: [(&[&str], i32, &str); 7] = [
        (&["--out", path(&out)], 2, "no database is given"),
        (&["--out", path(&out), "--db", db, "--only", "altas"], 2, "the parts are atlas"),
        (&["--out", path(&out), "--db", db, "--only", "atlas,weak"], 2, "package nexsolve-research"),
        (&["--out", path(&file), "--db", db], 2, "is a file"),
        (&["--out", path(&out), "--db", empty], 4, "nexsolve generate"),
        (&["--out", path(&out), "--databases", empty], 4, "no database in"),
        (&["--out", path(&out), "--databases", path(&file)], 3, "cannot be read"),
    ];
    for (args, wanted, words) in cases {
        let (code, text, message) = outcome(&[&["report"], args].concat());
        assert_eq!((code, text.as_str()), (wanted, ""), "{args:?}");
        assert!(message.contains(words), "{args:?}: {message}");
        assert!(!out.exists(), "{args:?}: nothing is written");
    }
}

#[test]
fn a_folder_of_other_files_is_left_alone() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (database, out) = (scratch.path().join("database"), scratch.path().join("out"));
    assert_eq!(outcome(&["generate", "nex:2x2", "--quiet", "--out", path(&database)]).0, 0);
    std::fs::create_dir(&out).expect("made");
    std::fs::write(out.join("notes.txt"), "mine").expect("written");
    let report = || outcome(&["report", "--db", path(&database), "--out", path(&out)]);
    let (code, _, told) = report();
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("holds other files and no report"), "{told}");
    assert_eq!(std::fs::read_dir(&out).expect("a folder").count(), 1);
    // An empty one is written into, and again.
    std::fs::remove_file(out.join("notes.txt")).expect("removed");
    assert_eq!((report().0, report().0), (0, 0));
}
