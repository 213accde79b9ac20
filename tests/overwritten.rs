//! Table files that another program changes while `query` and `serve` have them open: the right value, or an error that names
//! the table; no wrong value, and no signal.

use crate::support::{command, document, path};
use nexsolve_core::laws::SplitMix;
use nexsolve_core::{Game, Notation};
use nexsolve_games::nex::Nex;
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

const BOARD: &str = "nex:3x4";

/// The table files of a folder, with their contents.
fn tables(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let tables = files.filter(|file| file.extension().is_some_and(|extension| extension == "wdl"));
    let mut tables: Vec<_> = tables.map(|file| (file.clone(), fs::read(&file).expect("there"))).collect();
    tables.sort();
    tables
}

/// Makes a database; returns its tables.
fn generate(folder: &Path, form: &[&str]) -> Vec<(PathBuf, Vec<u8>)> {
    let (code, made) = document(&[&["generate", BOARD, "--json", "--out", path(folder)], form].concat());
    assert_eq!(code, 0, "{made}");
    tables(folder)
}

/// Positions of random games.
fn positions(count: usize, random: &mut SplitMix) -> Vec<String> {
    let game = Nex::<u64>::new(3, 4).expect("fits");
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut position = game.start();
        while game.outcome(&position).is_none() && found.len() < count {
            found.push(game.format_position(&position));
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            position = game.play(&position, moves[random.below(moves.len())]);
        }
    }
    found
}

/// Changes one table after the other through handles of its own, until it is to stop; then makes all good again. Returns
/// how many it has changed.
fn disturb(tables: &[(PathBuf, Vec<u8>)], stop: &AtomicBool, random: &mut SplitMix) -> u32 {
    let mut changed = 0;
    while !stop.load(Ordering::Relaxed) {
        let (file, good) = &tables[random.below(tables.len())];
        let mut open = OpenOptions::new().write(true).create(true).truncate(false).open(file).expect("there");
        let at = random.below(good.len());
        let noise: Vec<u8> = (at..good.len()).map(|_| random.next_word() as u8).collect();
        match random.below(5) {
            0 => open.set_len(at as u64).expect("shorter"),
            1 => {
                open.set_len(at as u64).expect("shorter");
                open.set_len(good.len() as u64).expect("longer");
            }
            2 => fs::remove_file(file).expect("there"),
            way => {
                // All that follows, or a part of it.
                let end = if way == 3 { noise.len() } else { random.below(noise.len() + 1) };
                open.seek(SeekFrom::Start(at as u64)).expect("a place");
                open.write_all(&noise[..end]).expect("room");
            }
        }
        changed += 1;
        if random.below(3) > 0 {
            fs::write(file, good).expect("room");
        }
    }
    for (file, good) in tables {
        fs::write(file, good).expect("room");
    }
    changed
}

/// What `query -` answers to these lines while `meanwhile` runs: exit code, lines, and what it complains of.
fn query<T>(
    folder: &Path,
    lines: &str,
    meanwhile: impl FnOnce(&AtomicBool) -> T,
) -> (i32, Vec<String>, String, T) {
    let mut child = command(&["query", "--db", path(folder), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("piped");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // A command that has met a damaged table does not read on.
        scope.spawn(move || stdin.write_all(lines.as_bytes()));
        let ended = scope.spawn(|| {
            let output = child.wait_with_output().expect("it ends");
            stop.store(true, Ordering::Relaxed);
            output
        });
        let done = meanwhile(&stop);
        let output = ended.join().expect("no panic");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let answers = text(output.stdout).lines().map(str::to_owned).collect();
        (output.status.code().expect("no signal"), answers, text(output.stderr), done)
    })
}

#[test]
#[ignore = "slow: a quarter of a minute"]
fn query_of_tables_that_change_is_right_or_refused() {
    const TRIES: u64 = 250;
    let scratch = tempfile::tempdir().expect("a folder");
    let lines = positions(40_000, &mut SplitMix(1)).join("\n") + "\n";
    for form in [&["--raw"][..], &[]] {
        let folder = scratch.path().join(if form.is_empty() { "compressed" } else { "raw" });
        let tables = generate(&folder, form);
        let (code, right, err, ()) = query(&folder, &lines, |_| ());
        assert_eq!((code, right.len()), (0, 40_000), "{err}");
        let (mut refused, mut changed) = (0, 0);
        for seed in 0..TRIES {
            let mut random = SplitMix(seed);
            let (code, answers, err, times) =
                query(&folder, &lines, |stop| disturb(&tables, stop, &mut random));
            let place = format!("{form:?}, seed {seed}");
            for (answer, right) in answers.iter().zip(&right) {
                assert_eq!(answer, right, "{place}");
            }
            match code {
                0 => assert_eq!(answers.len(), right.len(), "{place}"),
                4 => assert!(err.contains(".wdl"), "{place}: {err}"),
                _ => panic!("{place}: exit code {code}: {err}"),
            }
            refused += u64::from(code == 4);
            changed += times;
        }
        println!("{form:?}: {refused} of {TRIES} refused; a table was changed {changed} times");
        assert!(refused > TRIES / 10 && changed > 0, "{form:?}: {refused} refused");
    }
}

/// A server; killed when the test fails.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    /// Status and answer to a question for a position's values.
    fn values(address: &str, position: &str) -> (u16, Value) {
        let body = json!({ "board": BOARD, "start": position }).to_string();
        let mut stream = TcpStream::connect(address).expect("it listens");
        let head = format!(
            "POST /api/v1/values HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).expect("it takes it");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, serde_json::from_str(body).expect("a document"))
    }
}

#[test]
fn a_server_of_tables_that_change_is_right_or_refuses() {
    const TRIES: usize = 1_000;
    let scratch = tempfile::tempdir().expect("a folder");
    let asked = positions(TRIES, &mut SplitMix(2));
    for form in [&["--raw"][..], &[]] {
        let folder = scratch.path().join(if form.is_empty() { "compressed" } else { "raw" });
        let tables = generate(&folder, form);
        let lines = asked.join("\n") + "\n";
        let (_, right, err, ()) = query(&folder, &lines, |_| ());
        assert_eq!(right.len(), TRIES, "{err}");
        let mut child = command(&["serve", "--port", "0", "--db", path(&folder)])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        let mut server = Server(child);
        let mut said = String::new();
        out.read_line(&mut said).expect("text");
        let address = said.trim_end().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let stop = AtomicBool::new(false);
        let (mut known, mut refused) = (0, 0);
        let changed = std::thread::scope(|scope| {
            let disturber = scope.spawn(|| disturb(&tables, &stop, &mut SplitMix(3)));
            for (position, right) in asked.iter().zip(&right) {
                let (status, answer) = Server::values(&address, position);
                let right = right.split_once('\t').expect("a tab").1;
                if status == 200 {
                    assert_eq!(answer["value"], right, "{form:?}: {position}");
                    known += 1;
                } else {
                    let message = answer["error"]["message"].as_str().expect("an error");
                    assert!(message.contains(".wdl"), "{form:?}: {position}: {status}: {message}");
                    refused += 1;
                }
            }
            stop.store(true, Ordering::Relaxed);
            disturber.join().expect("no panic")
        });
        println!("{form:?}: {known} right, {refused} not told; a table was changed {changed} times");
        assert!(known > 0 && refused > 0 && changed > 0, "{form:?}: {known} right, {refused} refused");
        let (status, answer) = Server::values(&address, &asked[0]);
        assert_eq!(status, 200, "all is good again: {answer}");
        assert!(server.0.try_wait().expect("a child").is_none(), "it still runs");
    }
}
