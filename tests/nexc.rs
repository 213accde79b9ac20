//! End-to-end tests of matches over the network.
#![cfg(unix)]

use crate::support::server::interrupt;
use crate::support::{command, document, ended, list, number, place, refused, run, said, scratch};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr};

/// A server of this command line on a free port.
struct Server {
    child: Child,
    notes: BufReader<ChildStderr>,
    address: String,
}

impl Server {
    fn start(args: &str) -> Self {
        let line = format!("serve nexc --port 0 {args}");
        let mut child = command(&line).spawn().expect("the command starts");
        let mut notes = BufReader::new(child.stderr.take().expect("piped"));
        let mut line = String::new();
        notes.read_line(&mut line).expect("text");
        let address = line.trim().rsplit(' ').next().expect("an address").to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        Self { child, notes, address }
    }

    fn player(&self, args: &str) -> Child {
        command(&format!("connect {} {args}", self.address)).spawn().expect("the command starts")
    }

    /// Waits until a player has connected, so that players connect in order.
    fn wait_for(&mut self, side: &str) {
        let mut line = String::new();
        self.notes.read_line(&mut line).expect("text");
        assert!(line.starts_with(&format!("{side} connected")), "{line}");
    }

    fn end(mut self) -> (i32, String, String) {
        let (code, out, _) = ended(self.child);
        let mut err = String::new();
        self.notes.read_to_string(&mut err).expect("text");
        (code, out, err)
    }
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect(text)
}

#[test]
fn two_players_meet_and_the_records_are_replayed() {
    let folder = scratch();
    let [records, mine] = ["games", "mine"].map(|name| place(&folder, name));
    for (board, told, more) in [
        ("nex:3x3", "3×3", "--question long"),
        ("nex:9x11", "9×11", "--question short --opening Ba1?b11;Wi1?i11"),
    ] {
        let more = format!("--records {records} --games 5 --black one --white two {more}");
        let mut server = Server::start(&format!("{board} --json {more}"));
        let black = server.player(&format!("--player random --seed 1 --records {mine}"));
        server.wait_for("Black");
        let white = server.player("--player uct(50) --seed 2 --json");
        let (code, out, err) = ended(black);
        assert!(code == 0 && out.starts_with(&format!("game 1: {told}, ")), "{out}{err}");
        assert!(out.contains("\n5 games: Black won "), "{out}");
        let (code, out, _) = ended(white);
        let heard = json(&out);
        let games = &heard["games"];
        assert_eq!((code, &games[4]["colour"], &games[0]["borne_out"]), (0, &"white".into(), &true.into()));
        let (code, out, err) = server.end();
        let served = json(&out);
        assert_eq!((code, &served["board"], &served["fault"]), (0, &json!(board), &json!(null)), "{err}");
        let counts = ["black_won", "drawn", "white_won"].map(|key| number(&served[key]));
        assert_eq!(counts.iter().sum::<u64>(), 5);
        assert!(board == "nex:3x3" || games[0]["opening"][1] == "Wi1?i11", "{heard}");
        for (mine, theirs) in list(&served["games"]).iter().zip(list(games)) {
            assert_eq!((&mine["moves"], &mine["result"]), (&theirs["moves"], &theirs["result"]));
            assert_eq!((&mine["black"], &theirs["white"]), (&"one".into(), &"uct(50)".into()));
        }
        for file in [&records, &mine] {
            assert!(said(&format!("replay {file}")).contains("5 games in 1 file"));
        }
    }
}

#[test]
fn a_player_who_sends_no_move_ends_the_match_with_a_cause() {
    let folder = scratch();
    let records = place(&folder, "games");
    let mut server = Server::start(&format!("--size 3 --games 9 --time 20s --records {records}"));
    let mut black = TcpStream::connect(&server.address).expect("the server");
    server.wait_for("Black");
    let white = server.player("--player random");
    black.write_all(b"okokBa1?b2okBa1?b2").expect("sent");
    let (code, out, err) = ended(white);
    assert_eq!(code, 1, "as the old document has it: {err}");
    assert!(out.contains("broken off 1") && err.contains("the server reported an error"), "{out}{err}");
    let (code, out, err) = server.end();
    assert_eq!(code, 3, "{err}");
    assert!(out.contains("1 game: Black won 0, drawn 0, White won 0, broken off 1\n"), "{out}");
    assert!(err.contains("match broken off: Black "), "{err}");
    assert!(said(&format!("replay {records}")).contains("broken off 1"));
}

#[test]
fn ctrl_c_ends_a_match_cleanly() {
    let mut server = Server::start("--size 3 --time 10m");
    let black = server.player("--player random");
    server.wait_for("Black");
    // White sends nothing once the game has begun.
    let mut white = TcpStream::connect(&server.address).expect("the server");
    server.wait_for("White");
    white.write_all(b"ok").expect("sent");
    let mut heard = Vec::new();
    BufReader::new(&white).read_until(b';', &mut heard).expect("the game begins");
    interrupt(&server.child);
    let (code, out, err) = server.end();
    assert_eq!(code, 130, "{out}{err}");
    assert!(out.contains("broken off 1") && err.contains("the match was stopped"), "{out}{err}");
    assert_eq!(ended(black).0, 1);
    drop(white);
}

#[test]
fn wrong_use_is_told() {
    let nobody = "serve nexc --size 3 --port 0 --wait 50ms";
    let (code, out, err) = run(nobody);
    assert_eq!((code, out.as_str()), (3, "0 games: Black won 0, drawn 0, White won 0, broken off 0\n"));
    assert!(err.contains("Black did not connect within 50ms"), "{err}");
    let (code, found) = document(nobody);
    assert_eq!((code, &found["faulty"], &found["games"]), (3, &"black".into(), &json!([])));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    for (line, code, says) in [
        ("serve nexk", 2, "nexk"),
        ("serve nexc", 2, "no board is given"),
        ("serve nexc hex:3x3", 2, "NexC plays Nex only"),
        ("serve nexc nex:20x20", 2, "19"),
        ("serve nexc --size 3 --games 0", 2, "--games"),
        (&format!("serve nexc --size 3 --port {port}"), 7, "cannot listen on"),
        ("serve nexc --size 3 --bind nowhere", 2, "--bind"),
        ("serve nexc --size 3 --bind 203.0.113.7", 7, "this machine does not have the address 203.0.113.7"),
        ("serve --bind 203.0.113.7", 7, "--bind 0.0.0.0"),
        ("serve nexc --size 3 --opening Ba1?a1", 3, "^"),
        ("serve nexc --size 3 --opening B../?../...", 3, "it cannot be a position"),
        ("connect localhost", 2, "--player"),
        ("connect localhost --player nobody", 2, "nobody"),
        ("connect localhost --player random(", 2, "^"),
        ("connect localhost --player random( --json", 2, "\"from\":7"),
        ("connect '' --player random", 2, "unknown server"),
        ("connect 127.0.0.1:1 --player random", 7, "cannot reach"),
    ] {
        refused(code, line, says);
    }
}
