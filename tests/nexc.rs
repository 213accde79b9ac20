//! Matches over the network, by the command.

use crate::support::{command, document, outcome, path};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};

/// A server of this command line on a free port.
struct Server {
    child: Child,
    notes: BufReader<ChildStderr>,
    address: String,
}

impl Server {
    fn start(args: &[&str]) -> Self {
        let mut all = vec!["serve", "nexc", "--port", "0"];
        all.extend(args);
        let mut child = piped(&all).spawn().expect("the command starts");
        let mut notes = BufReader::new(child.stderr.take().expect("piped"));
        let mut line = String::new();
        notes.read_line(&mut line).expect("text");
        let address = line.trim().rsplit(' ').next().expect("an address").to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        Self { child, notes, address }
    }

    fn player(&self, args: &[&str]) -> Child {
        let mut all = vec!["connect", &self.address];
        all.extend(args);
        piped(&all).spawn().expect("the command starts")
    }

    /// Waits until somebody has connected, so that the next is the next.
    fn wait_for(&mut self, side: &str) {
        let mut line = String::new();
        self.notes.read_line(&mut line).expect("text");
        assert!(line.starts_with(&format!("{side} connected")), "{line}");
    }

    fn end(mut self) -> (i32, String, String) {
        let (code, out, _) = end(self.child);
        let mut err = String::new();
        self.notes.read_to_string(&mut err).expect("text");
        (code, out, err)
    }
}

fn piped(args: &[&str]) -> Command {
    let mut command = command(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn end(child: Child) -> (i32, String, String) {
    let output = child.wait_with_output().expect("ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect(text)
}

#[test]
fn two_players_meet_and_the_records_are_replayed() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (records, mine) = (folder.path().join("games"), folder.path().join("mine"));
    for question in ["long", "short"] {
        let games = ["--games", "5", "--black", "one", "--white", "two", "--question", question];
        let mut args = vec!["--size", "3", "--json", "--records", path(&records)];
        args.extend(games);
        let mut server = Server::start(&args);
        let black = server.player(&["--player", "random", "--seed", "1", "--records", path(&mine)]);
        server.wait_for("Black");
        let white = server.player(&["--player", "uct(50)", "--seed", "2", "--json"]);
        server.wait_for("White");
        let (code, out, err) = end(black);
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.starts_with("game 1: 3×3, ") && out.contains("\n5 games: Black won "), "{out}");
        let (code, out, _) = end(white);
        assert_eq!(code, 0, "{out}");
        let told = json(&out);
        assert_eq!(
            (&told["games"][4]["colour"], &told["games"][0]["borne_out"]),
            (&"white".into(), &true.into())
        );
        let (code, out, err) = server.end();
        assert_eq!(code, 0, "{err}");
        let served = json(&out);
        assert_eq!(served["board"], "nex:3x3");
        assert_eq!(served["fault"], serde_json::Value::Null);
        let sum: u64 = ["black_won", "drawn", "white_won"]
            .iter()
            .map(|key| served[key].as_u64().expect("a count"))
            .sum();
        assert_eq!(sum, 5);
        for (mine, theirs) in
            served["games"].as_array().expect("games").iter().zip(told["games"].as_array().expect("games"))
        {
            assert_eq!((&mine["moves"], &mine["result"]), (&theirs["moves"], &theirs["result"]));
            assert_eq!((&mine["black"], &theirs["white"]), (&"one".into(), &"uct(50)".into()));
        }
        for file in [&records, &mine] {
            let (code, out, err) = outcome(&["replay", path(file)]);
            assert_eq!(code, 0, "{err}");
            assert!(out.contains("5 games in 1 file"), "{out}");
        }
    }
}

#[test]
fn games_can_begin_with_moves_on_large_boards() {
    let mut server = Server::start(&["nex:9x11", "--opening", "Ba1?b11;Wi1?i11"]);
    let black = server.player(&["--player", "random"]);
    server.wait_for("Black");
    let white = server.player(&["--player", "random-bits", "--json"]);
    let (code, out, _) = end(white);
    let game = &json(&out)["games"][0];
    assert_eq!((code, &game["cols"], &game["opening"][1]), (0, &11.into(), &"Wi1?i11".into()));
    assert_eq!(end(black).0, 0);
    let (code, out, err) = server.end();
    assert!(code == 0 && out.contains("game 1: 9×11, "), "{out}{err}");
}

#[test]
fn a_player_who_sends_no_move_ends_the_match_with_a_cause() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let records = folder.path().join("games");
    let mut server =
        Server::start(&["--size", "3", "--games", "9", "--time", "20s", "--records", path(&records)]);
    let mut black = TcpStream::connect(&server.address).expect("the server");
    server.wait_for("Black");
    let white = server.player(&["--player", "random"]);
    black.write_all(b"okokBa1?b2okBa1?b2").expect("sent");
    let (code, out, err) = end(white);
    assert_eq!(code, 1, "as the old document has it: {err}");
    assert!(out.contains("broken off 1") && err.contains("the server reported an error"), "{out}{err}");
    let (code, out, err) = server.end();
    assert_eq!(code, 3, "{err}");
    assert!(out.contains("1 game: Black won 0, drawn 0, White won 0, broken off 1\n"), "{out}");
    assert!(err.contains("match broken off: Black "), "{err}");
    let (code, out, _) = outcome(&["replay", path(&records)]);
    assert!(code == 0 && out.contains("broken off 1"), "{out}");
}

#[test]
fn nobody_comes() {
    let (code, out, err) = outcome(&["serve", "nexc", "--size", "3", "--port", "0", "--wait", "50ms"]);
    assert_eq!((code, out.as_str()), (3, "0 games: Black won 0, drawn 0, White won 0, broken off 0\n"));
    assert!(err.contains("Black did not connect within 50ms"), "{err}");
    let (code, json) = document(&["serve", "nexc", "--size", "3", "--port", "0", "--wait", "50ms", "--json"]);
    assert_eq!((code, &json["faulty"], &json["games"]), (3, &"black".into(), &serde_json::json!([])));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_cleanly() {
    let mut server = Server::start(&["--size", "3", "--time", "10m"]);
    let black = server.player(&["--player", "random"]);
    server.wait_for("Black");
    // White says nothing once the game has begun.
    let mut white = TcpStream::connect(&server.address).expect("the server");
    server.wait_for("White");
    white.write_all(b"ok").expect("sent");
    let mut heard = Vec::new();
    while !heard.contains(&b';') {
        let mut byte = [0];
        white.read_exact(&mut byte).expect("the game begins");
        heard.extend(byte);
    }
    let interrupted = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status();
    assert!(interrupted.expect("kill").success());
    let (code, out, err) = server.end();
    assert_eq!(code, 130, "{out}{err}");
    assert!(out.contains("broken off 1") && err.contains("the match was stopped"), "{out}{err}");
    assert_eq!(end(black).0, 1);
    drop(white);
}

#[test]
fn wrong_use_is_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    for (args, code, message) in [
        (&["serve", "nexk"][..], 2, "nexk"),
        (&["serve", "nexc"], 2, "no board is given"),
        (&["serve", "nexc", "hex:3x3"], 2, "NexC plays Nex only"),
        (&["serve", "nexc", "nex:20x20"], 2, "19"),
        (&["serve", "nexc", "--size", "3", "--games", "0"], 2, "--games"),
        (&["serve", "nexc", "--size", "3", "--port", &port], 2, "cannot listen on"),
        (&["serve", "nexc", "--size", "3", "--bind", "nowhere"], 2, "--bind"),
        (&["serve", "nexc", "--size", "3", "--opening", "Ba1?a1"], 3, "^"),
        (&["serve", "nexc", "--size", "3", "--opening", "B../?../..."], 3, "it cannot be a position"),
        (&["connect", "localhost"], 2, "--player"),
        (&["connect", "localhost", "--player", "nobody"], 2, "nobody"),
        (&["connect", "localhost", "--player", "random(", "--json"], 2, "^"),
        (&["connect", "", "--player", "random"], 2, "unknown server"),
        (&["connect", "127.0.0.1:1", "--player", "random"], 2, "cannot reach"),
    ] {
        let (found, out, err) = outcome(args);
        assert_eq!((found, out.as_str()), (code, ""), "{args:?}: {err}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
}
