//! If the reader of its output has gone away, every command has the same exit code and writes the same files.

use crate::support::{command, entries, json, path, scratch, written};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// Returns the exit code of a command that reads `input`, with its output read to the end or not at all.
fn code(folder: &Path, line: &str, input: &str, is_read: bool) -> i32 {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = command(line);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(writer).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command starts");
    drop(command);
    let reading = is_read.then(|| std::thread::spawn(move || std::io::read_to_string(reader)));
    // The command may end without reading all input.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let status = child.wait().expect("it ends");
    if let Some(reading) = reading {
        let text = reading.join().expect("no panic").expect("UTF-8");
        assert!(!text.is_empty(), "{line} prints something");
    }
    status.code().expect("no signal")
}

/// Returns the names of all files in a folder and its subfolders.
fn names(folder: &Path) -> Vec<String> {
    let inside = |at: &Path| if at.is_dir() { names(at) } else { vec![path(at).to_owned()] };
    entries(folder).iter().flat_map(|at| inside(at)).collect()
}

#[test]
fn a_closed_pipe_changes_neither_codes_nor_files() {
    let folder = scratch();
    let at = folder.path();
    json(&format!("generate nex:2x3 --metric dtw --out {}", path(&at.join("db"))));
    fs::create_dir(at.join("out")).expect("a folder");
    written(&folder, "wrong.csv", "start;draw\n");
    written(&folder, "broken.txt", "no certificate\n");
    written(&folder, "game.txt", "Ba1?a2;Wb1?b2;Ba2Bb2?a1;B\n");
    let many = "start\n".repeat(100_000);
    for (expected, line, input) in [
        (0, "--size 2", ""),
        (0, "solve nex:3x3 --certificate out/win.txt", ""),
        (5, "solve nex:3x4 --nodes 1000", ""),
        (0, "generate nex:2x2 --out out/made", ""),
        (0, "plan nex:3x3", ""),
        (0, "query --db db start", ""),
        (3, "query --db db -", "start\nnonsense\n"),
        (0, "query --db db - --json", &many),
        (0, "info db", ""),
        (0, "verify db", ""),
        (0, "shrink db --out out/small", ""),
        (6, "compare db wrong.csv --out out/differences.csv", ""),
        (0, "export db --format csv", ""),
        (0, "report --db db --out out/report --json", ""),
        (0, "play nex:2x2 --white random --record out/played.txt", "a1?a2\nquit\n"),
        (0, "match nex:2x2 random random --games 4 --records out/match.txt", ""),
        (3, "audit missing --db db", ""),
        (0, "gtp hex:3x3 --player random", "genmove b\nquit\n"),
        (0, "hub", "hub\ninit\nquit\n"),
        (0, "players", ""),
        (0, "puzzles nex:3x3 --count 1 --json --out out/puzzles.html", ""),
        (0, "facts", ""),
        (0, "replay game.txt --write out/replayed.txt", ""),
        (3, "replay broken.txt", ""),
        (3, "check broken.txt --json", ""),
        (0, "completions bash", ""),
        (0, "man", ""),
        (0, "--help", ""),
    ] {
        let kept = |is_read| {
            assert_eq!(code(at, line, input, is_read), expected, "{line}, read: {is_read}");
            let kept = names(&at.join("out"));
            fs::remove_dir_all(at.join("out")).expect("removed");
            fs::create_dir(at.join("out")).expect("a folder");
            kept
        };
        let unread = kept(false);
        assert!(if line.contains("out/") { unread == kept(true) } else { unread.is_empty() }, "{line}");
    }
}
