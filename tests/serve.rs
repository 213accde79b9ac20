//! End-to-end tests of the viewer: starting, answering, ending; also while another program changes its
//! tables.
#![cfg(unix)]

use crate::support::server::Server;
use crate::support::{command, entries, json, path, place, refused, said, scratch};
use nexsolve_core::laws::SplitMix;
use nexsolve_core::{Game, Notation};
use nexsolve_games::nex::Nex;
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

fn start(more: &str, temporary: &Path) -> Server {
    Server::of(command(&format!("serve --port 0 {more}")).env("TMPDIR", temporary))
}

#[test]
fn it_prints_its_address_answers_and_ends() {
    let scratch = scratch();
    let server = start("", scratch.path());
    assert!(server.said.starts_with("http://127.0.0.1:") && server.said.ends_with('/'), "{}", server.said);
    let (status, page) = server.ask("GET / HTTP/1.1\r\n\r\n");
    assert!(status == 200 && page.as_str().is_some_and(|page| page.contains("<html")), "{page}");
    let (status, values) = server.post("values", &json!({"board": "nex:2x2"}));
    assert_eq!((status, &values["value"], &values["distance"]), (200, &json!("win"), &json!(3)));
    assert_eq!(entries(scratch.path()).len(), 1, "the small database");
    let (code, out, err) = server.interrupt();
    assert_eq!((code, out.as_str()), (130, ""));
    assert!(err.starts_with("interrupted: ending the server"), "{err}");
    assert_eq!(entries(scratch.path()).len(), 0, "what was made goes with the server");
}

#[test]
fn databases_and_bounds_are_given() {
    let scratch = scratch();
    let [three, two] = ["three", "two"].map(|name| place(&scratch, name));
    json(&format!("generate nex:3x3 --out {three} --metric dtw"));
    let bounds = "--seconds 0.5 --positions 2 --body 2KiB --json";
    let mut server = start(&format!("--db {three} {bounds}"), scratch.path());
    let document: Value = serde_json::from_str(&server.said).expect("a document");
    server.said = document["url"].as_str().expect("an address").to_owned();
    let (_, values) = server.post("values", &json!({"board": "nex:3x3"}));
    assert_eq!((&values["detail"], &values["distance"]), (&json!("database three"), &json!(7)));
    for (route, document, status) in [
        ("values", json!({"board": "nex:3x3", "seconds": 1}), 400),
        ("batch", json!({"board": "nex:3x3", "positions": ["start", "start", "start"]}), 400),
        ("read", json!({"text": "x".repeat(3_000)}), 413),
    ] {
        let (answered, problem) = server.post(route, &document);
        assert_eq!((answered, &problem["error"]["kind"]), (status, &json!("limit")), "{route}: {problem}");
    }
    assert_eq!(server.interrupt().0, 130);
    // All databases in a folder.
    said(&format!("generate nex:2x2 --out {two}"));
    let server = start(&format!("--db {}", path(scratch.path())), scratch.path());
    for (board, detail) in [("nex:3x3", "database three"), ("nex:2x2", "database two")] {
        let (_, values) = server.post("values", &json!({"board": board}));
        assert_eq!(values["detail"], detail, "{values}");
    }
}

/// A proxy with TLS passes requests on with its own name or with the server's address, and pages of its name
/// as their origin.
#[test]
fn a_named_proxy_may_stand_before_the_server() {
    let scratch = scratch();
    let asked = |server: &Server, host: &str, origin: &str| {
        let body = r#"{"board":"nex:2x2"}"#;
        let head = format!("Content-Type: application/json\r\nContent-Length: {}", body.len());
        let request = format!("POST /api/v1/position HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n{head}");
        server.sent(&format!("{request}\r\nConnection: close\r\n\r\n{body}"))
    };
    let (own, name) = ("127.0.0.1:1", "games.example.org");
    let server = start("", scratch.path());
    for (host, origin) in [(own, "https://games.example.org"), (name, "https://games.example.org")] {
        let (status, problem) = asked(&server, host, origin);
        assert_eq!(status, 403, "{problem}");
        assert!(problem.to_string().contains("--host"), "{problem}");
    }
    let server = start(&format!("--host {name}"), scratch.path());
    for (host, origin, status) in [
        (own, "https://games.example.org", 200),
        (name, "https://games.example.org", 200),
        (name, "https://example.org", 403),
        ("example.org", "https://games.example.org", 403),
    ] {
        let (found, answer) = asked(&server, host, origin);
        assert_eq!(found, status, "{host}, {origin}: {answer}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_or_the_server_goes_on_without() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, Instant};
    let scratch = scratch();
    let (programs, opened) = (scratch.path().join("programs"), scratch.path().join("opened"));
    fs::create_dir(&programs).expect("a folder");
    let start = || Server::of(command("serve --port 0 --open").env("PATH", &programs));
    let answers = |server: &Server| server.post("position", &json!({"board": "nex:2x2"})).0;
    let without = start();
    assert_eq!(answers(&without), 200);
    let says = format!("open {} yourself", without.said);
    let (_, _, err) = without.interrupt();
    assert!(err.contains(&says), "{err}");
    let program = programs.join("xdg-open");
    fs::write(&program, format!("#!/bin/sh\necho \"$1\" > '{}'\n", opened.display())).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
    let server = start();
    let told = Instant::now();
    let heard = || fs::read_to_string(&opened).unwrap_or_default();
    while heard().is_empty() && told.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!((heard().trim_end(), answers(&server)), (&*server.said, 200));
    let (code, _, err) = server.interrupt();
    assert!(code == 130 && !err.contains("yourself"), "{code} {err}");
}

#[test]
fn what_cannot_be_served_is_refused() {
    let nothing = place(&scratch(), "nothing");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    for (args, code, says) in [
        (&*format!("--port 0 --db {nothing}"), 4, "nexsolve generate"),
        (&*format!("--port {port}"), 7, "--port 0"),
        ("--seconds=-1", 2, "seconds"),
        ("--seconds=x", 2, "seconds"),
        ("--seconds=1e9", 2, "seconds"),
        // The page's options are not those of nexc.
        ("--port 0 nexc --size 3", 2, ""),
    ] {
        refused(code, &format!("serve {args}"), says);
    }
}

/// Returns positions from random games on 3×4.
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

/// Changes one table after another through its own file handles until told to stop; then restores them.
/// Returns how many it changed.
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
                // The rest of the file, or a part of it.
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

/// The answers are right values, or errors that name the table; there are no wrong values and no signals.
#[test]
fn a_server_of_tables_that_change_is_right_or_refuses() {
    const TRIES: usize = 1_000;
    let scratch = scratch();
    let asked = positions(TRIES, &mut SplitMix(2));
    for form in ["raw", "compressed"] {
        let folder = place(&scratch, form);
        let option = if form == "raw" { "--raw" } else { "" };
        said(&format!("generate nex:3x4 --quiet --out {folder} {option}"));
        let files =
            entries(&folder).into_iter().filter(|file| file.extension().is_some_and(|end| end == "wdl"));
        let tables: Vec<_> = files.map(|file| (file.clone(), fs::read(&file).expect("there"))).collect();
        let right = crate::support::fed(&format!("query --db {folder} -"), asked.join("\n")).1;
        let right: Vec<&str> = right.lines().filter_map(|line| line.split('\t').nth(1)).collect();
        assert_eq!(right.len(), TRIES);
        let server = Server::start(&format!("--db {folder}"));
        let values = |position: &str| server.post("values", &json!({"board": "nex:3x4", "start": position}));
        let stop = AtomicBool::new(false);
        let (mut known, mut refused) = (0, 0);
        let changed = std::thread::scope(|scope| {
            let disturber = scope.spawn(|| disturb(&tables, &stop, &mut SplitMix(3)));
            for (position, right) in asked.iter().zip(&right) {
                let (status, answer) = values(position);
                if status == 200 {
                    assert_eq!(answer["value"], *right, "{form}: {position}");
                    known += 1;
                } else {
                    let message = answer["error"]["message"].as_str().expect("an error");
                    assert!(message.contains(".wdl"), "{form}: {position}: {status}: {message}");
                    refused += 1;
                }
            }
            stop.store(true, Ordering::Relaxed);
            disturber.join().expect("no panic")
        });
        assert!(known > 0 && refused > 0 && changed > 0, "{form}: {known} right, {refused} refused");
        let (status, answer) = values(&asked[0]);
        assert_eq!(status, 200, "all is good again: {answer}");
        assert_eq!(server.interrupt().0, 130);
    }
}
