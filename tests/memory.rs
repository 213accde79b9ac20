//! `--memory` is a bound: the anonymous memory of the command never takes more, whatever it does, for every game.
#![cfg(target_os = "linux")]

use crate::support::{FORMATS, command, document, outcome, path};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

/// A board of each game: with some millions of positions where it matters, and still made in a moment.
const BOARDS: [&str; 5] = ["nex:3x4", "hex:3x4", "awari:9", "draughts:3", "connect4:4x4"];

const MIB: u64 = 1 << 20;

/// Runs the command with this bound and returns the most anonymous memory seen, looking without a pause;
/// or, if the command refuses the bound, the least that it accepts.
fn peak(args: &[&str], memory_mib: u64, input: Option<&Path>) -> Result<u64, u64> {
    let memory = format!("{memory_mib}MiB");
    let mut command = command(args);
    command
        .args(["--quiet", "--threads", "2", "--memory", &memory])
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    if let Some(input) = input {
        command.stdin(File::open(input).expect("an input"));
    }
    let mut child = command.spawn().expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let ended = loop {
        if let Ok(text) = fs::read_to_string(&status) {
            most = most.max(anonymous(&text));
        }
        match child.try_wait().expect("a child") {
            Some(ended) => break ended,
            None => std::thread::yield_now(),
        }
    };
    let told = io::read_to_string(child.stderr.take().expect("piped")).expect("text");
    match (ended.code().expect("no signal"), least_named(&told)) {
        (0 | 5, _) => Ok(most),
        (2, Some(least)) => Err(least),
        (code, _) => panic!("{args:?} with {memory}: exit code {code}: {told}"),
    }
}

/// The least memory that a refusal names, in MiB.
fn least_named(told: &str) -> Option<u64> {
    told.split("give --memory ").nth(1)?.split("MiB").next()?.parse().ok()
}

/// Returns the anonymous memory in the status of a process, in bytes. Returns 0 if the process has ended, or is just starting and still
/// has the memory of the test.
fn anonymous(status: &str) -> u64 {
    if !status.starts_with("Name:\tnexsolve\n") {
        return 0;
    }
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.map_or(0, |line| line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10)
}

/// Holds a command to its bound, or to the least that it takes. Returns what it was held to.
fn check(args: &[&str], memory_mib: u64, input: Option<&Path>) -> u64 {
    let (memory_mib, found) = match peak(args, memory_mib, input) {
        Ok(found) => (memory_mib, found),
        Err(least) => {
            assert!(least > memory_mib, "{args:?}: {memory_mib} MiB refused, though {least} are enough");
            (least, peak(args, least, input).expect("the least is enough"))
        }
    };
    assert!(found <= memory_mib * MIB, "{args:?}: {found} bytes with {memory_mib} MiB");
    memory_mib
}

/// Every seventh line of the export, as `compare` reads them.
fn values(csv: &Path, out: &Path) {
    let text = fs::read_to_string(csv).expect("an export");
    let line = |line: &str| {
        // Quoted fields contain commas.
        let quoted: Vec<&str> = line.split('"').collect();
        let fields: Vec<&str> = line.split(',').collect();
        let (position, value) = if let [_, position, rest] = quoted[..] {
            (position, rest.split(',').nth(1).expect("a value"))
        } else {
            (fields[2], fields[3])
        };
        format!("{position};{value}\n")
    };
    let lines: String = text.lines().skip(1).step_by(7).map(line).collect();
    fs::write(out, lines).expect("written");
}

fn within_bounds(board: &str) {
    let scratch = TempDir::new().expect("a folder");
    let place = |name: &str| scratch.path().join(name);
    let metrics: &[&str] = if board.starts_with("awari") { &["score"] } else { &["wdl", "dtw"] };
    for metric in metrics {
        let folder = place(metric);
        let folder = path(&folder);
        let least = check(&["generate", board, "--metric", metric, "--out", folder], 16, None);
        for memory in [least + 5, 2 * least] {
            let out = place(&format!("{metric}{memory}"));
            check(&["generate", board, "--metric", metric, "--out", path(&out)], memory, None);
        }
        let small = place(&format!("{metric}-small"));
        check(&["shrink", folder, "--out", path(&small)], 16, None);
        let (csv, given) = (place("csv"), place("values"));
        for &memory in if board == BOARDS[0] { &[16, 40][..] } else { &[16] } {
            for &format in FORMATS {
                let out = place(if format == "csv" { "csv" } else { "out" });
                let out = if format == "npy" { place("arrays") } else { out };
                check(&["export", folder, "--format", format, "--out", path(&out)], memory, None);
            }
            if !given.exists() {
                values(&csv, &given);
            }
            check(&["verify", folder], memory, None);
            check(&["verify", folder, "--sample", "5000"], memory, None);
            check(&["compare", folder, path(&given)], memory, None);
            check(&["verify", path(&small)], memory, None);
            check(&["compare", path(&small), path(&given)], memory, None);
            let positions = place("positions");
            let text = fs::read_to_string(&given).expect("values");
            let lines: String = text
                .lines()
                .map(|line| line.rsplit_once(';').expect("a value").0.to_owned() + "\n")
                .collect();
            fs::write(&positions, &lines).expect("written");
            check(&["query", "--db", folder, "-"], memory, Some(&positions));
            let few: String = lines.split_inclusive('\n').take(5_000).collect();
            fs::write(&positions, few).expect("written");
            check(&["query", "--db", folder, "-", "--json"], memory, Some(&positions));
            check(
                &["report", "--db", folder, "--out", path(&place(&format!("report{memory}")))],
                memory,
                None,
            );
            check(&["solve", board, "--nodes", "300000", "--db", folder], memory, None);
        }
        fs::remove_file(&given).expect("there");
    }
    for memory in [16, 40] {
        check(&["solve", board, "--nodes", "300000"], memory, None);
    }
}

#[test]
fn nothing_takes_more_than_memory_grants() {
    for board in BOARDS {
        within_bounds(board);
    }
}

/// That memory is seen at all: a search takes the table that it is given.
#[test]
fn what_is_taken_is_seen() {
    let found = peak(&["solve", "hex:6x6", "--nodes", "2000000"], 64, None).expect("enough");
    assert!((8 * MIB..=64 * MIB).contains(&found), "{found}");
}

#[test]
fn threads_that_there_is_no_memory_for_are_refused() {
    let (code, _, told) = outcome(&["solve", "nex:2x2", "--threads", "64", "--memory", "16MiB"]);
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("64 threads need at least 128MiB of memory"), "{told}");
    assert_eq!(document(&["solve", "nex:2x2", "--threads", "64", "--memory", "128MiB", "--json"]).0, 0);
}
