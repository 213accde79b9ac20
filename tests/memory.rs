//! `--memory` is a limit: for every command and every game, the anonymous memory of the process stays below
//! it.
#![cfg(target_os = "linux")]

use crate::support::{FORMATS, command, json, path, place, refused, said, scratch};
use nexsolve_db::{Builder, Form, Provenance, Subject};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// A board of each game, with millions of positions where that matters, but quick to generate.
const BOARDS: [&str; 5] = ["nex:3x4", "hex:3x4", "awari:9", "draughts:3", "connect4:4x4"];

const MIB: u64 = 1 << 20;

/// The time between two looks at the memory of a command: looking all the time takes a processor from it.
const LOOK: Duration = Duration::from_micros(200);

/// Runs the command with this limit and returns the greatest anonymous memory seen in a look every 0.2 ms;
/// or, if the command refuses the limit, the least that it accepts.
fn peak(line: &str, memory_mib: u64, input: Option<&str>) -> Result<u64, u64> {
    let mut command = command(&format!("{line} --quiet --threads 2 --memory {memory_mib}MiB"));
    command.stdout(Stdio::null());
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
            None => std::thread::sleep(LOOK),
        }
    };
    let told = io::read_to_string(child.stderr.take().expect("piped")).expect("text");
    match (ended.code().expect("no signal"), least_named(&told)) {
        (0 | 5, _) => Ok(most),
        (7, Some(least)) => Err(least),
        (code, _) => panic!("{line} with {memory_mib} MiB: exit code {code}: {told}"),
    }
}

/// Returns the least memory that a refusal names, in MiB.
fn least_named(told: &str) -> Option<u64> {
    told.split("give --memory ").nth(1)?.split("MiB").next()?.parse().ok()
}

/// Returns the anonymous memory in the status of a process, in bytes. Returns 0 if the process has ended, or
/// is just starting and still has the memory of the test.
fn anonymous(status: &str) -> u64 {
    if !status.starts_with("Name:\tnexsolve\n") {
        return 0;
    }
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.map_or(0, |line| line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10)
}

/// Checks that a command stays below the limit, or below the least that it accepts. Returns that limit.
fn check(line: &str, memory_mib: u64, input: Option<&str>) -> u64 {
    let (memory_mib, found) = match peak(line, memory_mib, input) {
        Ok(found) => (memory_mib, found),
        Err(least) => {
            assert!(least > memory_mib, "{line}: {memory_mib} MiB refused, though {least} are enough");
            (least, peak(line, least, input).expect("the least is enough"))
        }
    };
    assert!(found <= memory_mib * MIB, "{line}: {found} bytes with {memory_mib} MiB");
    memory_mib
}

/// Returns every seventh position of an export, with its value.
fn values(csv: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(csv).expect("an export");
    let line = |line: &str| {
        // Quoted fields contain commas.
        let (_, rest) = line.split_once(',').and_then(|(_, rest)| rest.split_once(',')).expect("columns");
        let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once("\","));
        let (position, rest) = quoted.or_else(|| rest.split_once(',')).expect("a position");
        (position.to_owned(), rest.split(',').next().expect("a value").to_owned())
    };
    text.lines().skip(1).step_by(7).map(line).collect()
}

#[test]
fn nothing_takes_more_than_memory_grants() {
    for board in BOARDS {
        // Games with one board are searched from their start, which has more pieces than tables.
        let numbered = board.rsplit_once(':').filter(|(_, size)| size.parse::<u32>().is_ok());
        let played = numbered.map_or(board, |(game, _)| game);
        for metric in if board.starts_with("awari") { &["score"][..] } else { &["wdl", "dtw"] } {
            let scratch = scratch();
            let [db, more, small, csv, arrays, given, positions, few, report] =
                ["db", "more", "small", "csv", "npy", "values", "positions", "few", "report"]
                    .map(|name| place(&scratch, name));
            let generate = format!("generate {board} --metric {metric} --out");
            let least = check(&format!("{generate} {db}"), 16, None);
            check(&format!("{generate} {more}"), least + 5, None);
            check(&format!("{generate} {more}2"), 2 * least, None);
            check(&format!("shrink {db} --out {small}"), 16, None);
            for &memory in if board == BOARDS[0] { &[16, 40][..] } else { &[16] } {
                for &format in FORMATS {
                    let out = if format == "npy" { &arrays } else { &csv };
                    check(&format!("export {db} --format {format} --out {out}"), memory, None);
                    if format == "csv" {
                        let all = values(&csv);
                        let lines = all.iter().map(|(position, value)| format!("{position};{value}\n"));
                        fs::write(&given, lines.collect::<String>()).expect("written");
                        let asked: Vec<String> =
                            all.iter().map(|(position, _)| format!("{position}\n")).collect();
                        fs::write(&positions, asked.concat()).expect("written");
                        fs::write(&few, asked[..asked.len().min(5_000)].concat()).expect("written");
                    }
                }
                for (line, input) in [
                    (format!("verify {db}"), None),
                    (format!("verify {db} --sample 5000"), None),
                    (format!("compare {db} {given}"), None),
                    (format!("verify {small}"), None),
                    (format!("compare {small} {given}"), None),
                    (format!("query --db {db} -"), Some(&*positions)),
                    (format!("query --db {db} - --json"), Some(&*few)),
                    (format!("report --db {db} --out {report}"), None),
                    (format!("solve {played} --nodes 300000 --db {db}"), None),
                    (format!("solve {played} --nodes 300000"), None),
                ] {
                    check(&line, memory, input);
                }
            }
        }
    }
}

/// Verification fills the cache of blocks many times over, on both threads.
#[test]
#[ignore = "slow: a minute of processor time"]
fn a_database_larger_than_the_cache_is_verified_within_memory() {
    let scratch = scratch();
    let db = place(&scratch, "db");
    said(&format!("generate nex:4x4 --metric dtw --out {db}"));
    check(&format!("verify {db} --layer p09n5 --layer p09n1 --layer p08n4"), 16, None);
}

/// Checks that the measurement works: a search uses the table that it is given.
#[test]
fn what_is_taken_is_seen() {
    let found = peak("solve hex:6x6 --nodes 300000", 64, None).expect("enough");
    assert!((8 * MIB..=64 * MIB).contains(&found), "{found}");
}

#[test]
fn a_long_manifest_is_read_or_refused() {
    let folder = scratch();
    let [short, long] = ["short", "long"].map(|name| place(&folder, name));
    for (db, bytes) in [(&short, 1_000_000), (&long, 1_100_000)] {
        let subject = Subject { game: "nex".to_owned(), board: "nex:2x2".to_owned() };
        let provenance = Provenance { program: "a test".to_owned(), command: "x".repeat(bytes) };
        let mut builder = Builder::open(Path::new(db), subject, Form::Compressed, provenance).expect("new");
        builder.commit(Vec::new()).expect("a manifest");
    }
    assert_eq!(check(&format!("info {short}"), 16, None), 16);
    for line in [
        format!("info {long}"),
        format!("query --db {long} start"),
        format!("verify {long}"),
        format!("audit {long} --db {long}"),
        format!("serve --db {long} --port 0"),
    ] {
        let says = format!("the manifest of {long} needs at least 17MiB of memory");
        refused(7, &format!("{line} --threads 1 --memory 16MiB"), &says);
    }
    assert_eq!(check(&format!("info {long}"), 16, None), 17);
}

#[test]
fn a_tree_names_the_memory_that_it_needs() {
    let line = "solve nex:4x4 --goal value --tree --quiet --threads 2 --memory 16MiB";
    let told = refused(7, line, "counting the tree needs at least ");
    assert!(least_named(&told).is_some_and(|least| (1_000..2_000).contains(&least)), "{told}");
}

#[test]
fn threads_that_there_is_no_memory_for_are_refused() {
    let solve = "solve nex:2x2 --threads 64 --memory";
    refused(7, &format!("{solve} 16MiB"), "64 threads need at least 128MiB of memory");
    json(&format!("{solve} 128MiB"));
    // The memory that the hint names is enough.
    let folder = scratch();
    let generate = format!("generate hex:4x4 --out {}", path(folder.path()));
    let told = refused(7, &format!("{generate} --quiet --threads 2 --memory 16MiB"), "give --memory ");
    let least = least_named(&told).expect("a hint");
    assert_eq!(check(&generate, least, None), least);
}
