//! Every command when the reader of its output has gone away: the same exit code, and the same files.

use crate::support::{command, document, path};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// The exit code of a command that reads `input`, with its output read to the end or not at all.
fn code(folder: &Path, args: &[&str], input: &str, is_read: bool) -> i32 {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut child = command(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let reading = is_read.then(|| std::thread::spawn(move || std::io::read_to_string(reader)));
    // The command may have ended without reading all.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let status = child.wait().expect("it ends");
    if let Some(reading) = reading {
        let text = reading.join().expect("no panic").expect("UTF-8");
        assert!(!text.is_empty(), "{args:?} prints something");
    }
    status.code().expect("no signal")
}

/// All files of a folder and of its folders, with their contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let at = entry.expect("an entry").path();
        if at.is_dir() {
            found.extend(files(&at));
        } else {
            found.push((path(&at).to_owned(), fs::read(&at).expect("a file")));
        }
    }
    found.sort();
    found
}

#[test]
fn a_closed_pipe_changes_neither_codes_nor_files() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let at = folder.path();
    let db = at.join("db");
    let (made, _) = document(&["generate", "nex:2x3", "--metric", "dtw", "--out", path(&db), "--json"]);
    assert_eq!(made, 0);
    fs::create_dir(at.join("out")).expect("a folder");
    fs::write(at.join("wrong.csv"), "start;draw\n").expect("written");
    fs::write(at.join("broken.txt"), "no certificate\n").expect("written");
    fs::write(at.join("game.txt"), "Ba1?a2;Wb1?b2;Ba2Bb2?a1;B\n").expect("written");

    let many = "start\n".repeat(100_000);
    let cases: [(i32, &[&str], &str); 26] = [
        (0, &["--size", "2"], ""),
        (0, &["solve", "nex:3x3", "--certificate", "out/win.txt"], ""),
        (5, &["solve", "nex:3x4", "--nodes", "1000"], ""),
        (0, &["generate", "nex:2x2", "--out", "out/made"], ""),
        (0, &["plan", "nex:3x3"], ""),
        (0, &["query", "--db", "db", "start"], ""),
        (3, &["query", "--db", "db", "-"], "start\nnonsense\n"),
        (0, &["query", "--db", "db", "-", "--json"], &many),
        (0, &["info", "db"], ""),
        (0, &["verify", "db"], ""),
        (0, &["shrink", "db", "--out", "out/small"], ""),
        (6, &["compare", "db", "wrong.csv", "--out", "out/differences.csv"], ""),
        (0, &["export", "db", "--format", "csv"], ""),
        (0, &["report", "--db", "db", "--out", "out/report", "--json"], ""),
        (0, &["play", "nex:2x2", "--white", "random", "--record", "out/played.txt"], "a1?a2\nquit\n"),
        (0, &["match", "nex:2x2", "random", "random", "--games", "4", "--records", "out/match.txt"], ""),
        (3, &["audit", "missing", "--db", "db"], ""),
        (0, &["gtp", "hex:3x3", "--player", "random"], "genmove b\nquit\n"),
        (0, &["players"], ""),
        (0, &["facts"], ""),
        (0, &["replay", "game.txt", "--write", "out/replayed.txt"], ""),
        (3, &["replay", "broken.txt"], ""),
        (3, &["check", "broken.txt", "--json"], ""),
        (0, &["completions", "bash"], ""),
        (0, &["man"], ""),
        (0, &["--help"], ""),
    ];
    for (expected, args, input) in cases {
        let mut kept = Vec::new();
        for is_read in [true, false] {
            assert_eq!(code(at, args, input, is_read), expected, "{args:?}, read: {is_read}");
            kept.push(files(&at.join("out")));
            fs::remove_dir_all(at.join("out")).expect("removed");
            fs::create_dir(at.join("out")).expect("a folder");
        }
        let names = |of: &[(String, Vec<u8>)]| of.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&kept[0]), names(&kept[1]), "{args:?}");
    }
}
