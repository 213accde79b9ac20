//! Games at the terminal, by typed input.

use crate::support::{command, document, outcome, path};
use std::fs;
use std::io::Write;
use std::process::Stdio;

/// Exit code, standard output and error of a game in which this is typed.
fn typed(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = command(&[&["play"], args].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

const TWO: [&str; 4] = ["--black", "human", "--white", "human"];

/// A game between two people.
fn game(board: &str, more: &[&str], input: &str) -> (i32, String, String) {
    typed(&[&[board], &TWO[..], more].concat(), input)
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let (code, out, err) = game("hex:2x2", &[], "a1\n1\nb1\nmoves\nquit\n");
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("2×2 Hex: Black is human, White is human.\n"), "{out}");
    assert!(out.contains("Black (human) wins: the edges are joined."), "{out}");
    // After the end there are no moves to list.
    assert!(err.contains("the game is over: undo"), "{err}");
    for (board, moves, end) in [
        ("nex:2x2", "Ba1?b1\nWa2?b2\nBb1Bb2?a1\n", "Drawn: no move is left."),
        ("hex:swap:2x2", "a2\nswap\na1\nb1\n", "Black (human) wins: the edges are joined."),
        ("awari", "f\nresign\n", "First (human) wins: Second (human) has resigned."),
        ("draughts", "c3-d4\nresign\n", "White (human) wins: Black (human) has resigned."),
    ] {
        let (code, out, err) = game(board, &[], moves);
        assert_eq!((code, err.as_str()), (0, ""), "{board}");
        assert!(out.contains(end), "{board}: {out}");
    }
}

#[test]
fn a_swap_is_announced_and_exchanges_colours() {
    let args = ["hex:swap:3x3", "--black", "random", "--white", "human"];
    let (_, out, err) = typed(&args, "swap\nresign\nundo\nresign\n");
    assert!(out.contains("Now Black is human, White is random."), "{out}");
    // The one who took the first stone over is Black, and random is White, who moves next.
    assert_eq!(out.matches("White (random) wins: Black (human) has resigned.").count(), 2, "{out}{err}");
    assert!(err.contains("the game continues"), "{err}");
}

#[test]
fn wrong_input_shows_its_place_and_changes_nothing() {
    let (code, out, err) = game("nex:3x3", &[], "Ba1?a1\nnonsense\n\nBa1?b2\nBb1?b3\n0\n9999\nresign\n");
    assert_eq!(code, 0);
    for says in ["names a1 twice", "expected a move such as", "it is White's turn", "`moves` lists", "^"] {
        assert!(err.contains(says), "{says}: {err}");
    }
    assert!(out.contains("Black (human) wins: White (human) has resigned."), "{out}");
}

#[test]
fn moves_are_listed_and_played_by_number() {
    let (_, out, err) = game("awari", &[], "moves\n3\nboard\nhelp\nquit\n");
    assert_eq!(err, "");
    assert!(out.contains("  1 a4") && out.contains("  6 f4"), "{out}");
    assert!(out.contains("take back your last move"), "{out}");
    let diagram = out.split("\n\n").find(|part| part.contains("f e")).unwrap_or(&out);
    assert!(!diagram.is_empty());
}

#[test]
fn moves_are_taken_back() {
    let (_, out, err) = game("hex:2x2", &[], "undo\na1\nundo\na2\nresign\nundo\nresign\n");
    assert!(err.contains("no move of yours to take back"), "{err}");
    assert_eq!(out.matches("has resigned").count(), 2, "{out}");
    // After the end too: Black's last move is taken back, and another made.
    let (_, out, err) = game("hex:2x2", &[], "a1\nb2\nb1\nundo\na2\nb1\n");
    assert_eq!(err, "");
    let ends: Vec<&str> = out.lines().filter(|line| line.contains(" wins: ")).collect();
    assert_eq!(
        ends,
        ["Black (human) wins: the edges are joined.", "White (human) wins: the edges are joined."]
    );
    // Against a program its answer goes back too.
    let args = ["nex:3x3", "--black", "random", "--white", "human"];
    let (code, out, err) = typed(&args, "undo\n1\nundo\nmoves\nquit\n");
    assert_eq!(code, 0);
    assert_eq!(err.matches("no move of yours").count(), 1, "{err}");
    assert_eq!(out.matches("Black (random) plays ").count(), 2, "{out}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let (code, out, err) = game("nex:3x3", &[], "Ba1?b2\n");
    assert_eq!((code, err.as_str()), (0, "end of input: the game is broken off\n"));
    assert!(!out.contains("wins") && !out.contains("Drawn"), "{out}");
    assert_eq!(game("nex:3x3", &[], "Ba1?b2").0, 0);
    assert_eq!(game("nex:3x3", &[], "").0, 0);
}

#[test]
fn games_are_saved_and_kept() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (saved, kept) = (folder.path().join("saved.txt"), folder.path().join("kept.txt"));
    let input = format!("Ba1?b1\nsave {}\nWa2?b2\nsave\nsave /nonexistent/x\nBb1Bb2?a1\n", path(&saved));
    let (code, out, err) = game("nex:2x2", &["--record", path(&kept)], &input);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.contains("Drawn") && err.contains("save needs a file name") && err.contains("does not exist")
    );
    let read = |file| fs::read_to_string(file).expect("written");
    assert!(read(&saved).ends_with("Ba1?b1;!\n"), "{}", read(&saved));
    assert!(read(&kept).ends_with("Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\n"), "{}", read(&kept));
    let (code, out, _) = outcome(&["replay", path(&saved), path(&kept)]);
    assert!(code == 0 && out.contains("2 games in 2 files"), "{out}");
    let sgf = folder.path().join("game.sgf");
    game("hex:2x3", &["--record", path(&sgf), "--position", "a1;b2"], "a2\nresign\n");
    assert!(read(&sgf).contains("RE[B+Resign]AB[a1]AW[b2]\n;B[b1])"), "{}", read(&sgf));
}

#[test]
fn hints_come_from_the_tables() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    assert_eq!(outcome(&["generate", "nex:2x2", "--out", path(folder.path()), "--quiet"]).0, 0);
    let (code, out, err) = game("nex:2x2", &["--db", path(folder.path())], "hint\nBa1?b1\nhint\nquit\n");
    assert_eq!((code, err.as_str()), (0, ""));
    let hints: Vec<&str> = out.lines().filter(|line| line.contains("moves: ")).collect();
    assert_eq!(hints[0], "Winning moves: Ba1?a2  Bb2?b1");
    assert!(hints[1].starts_with("No move wins; drawing moves: W"), "{hints:?}");
    // Playing the hints gives nothing away.
    let record = folder.path().join("game.txt");
    game("nex:2x2", &["--record", path(&record)], "Ba1?a2\nquit\n");
    let (code, json) = document(&["audit", path(&record), "--db", path(folder.path()), "--json"]);
    assert_eq!((code, &json["players"][0]["could"], &json["players"][0]["gave"]), (0, &1.into(), &0.into()));
}

#[test]
fn programs_are_watched() {
    let watch = |board: &str, seed: &str| {
        let args = ["play", board, "--black", "random", "--white", "random-bits", "--seed", seed];
        let (code, out, err) = outcome(&args);
        assert_eq!((code, err.as_str()), (0, ""), "{board}");
        assert!(
            out.lines().last().is_some_and(|line| line.contains(" wins: ") || line.starts_with("Drawn: "))
        );
        // All but what it took.
        let plays =
            |line: &str| line.split(" plays ").nth(1).map(|rest| rest.split(':').next().map(str::to_owned));
        out.lines().filter_map(plays).flatten().collect::<Vec<String>>()
    };
    for board in ["nex:3x3", "hex:swap:4x4", "awari", "draughts", "hex:13x13"] {
        let moves = watch(board, "4");
        assert!(!moves.is_empty() && moves == watch(board, "4"), "{board}");
    }
    assert_ne!(watch("hex:13x13", "4"), watch("hex:13x13", "5"));
}

#[test]
fn wrong_use_is_reported_before_a_game() {
    let cases: [(&[&str], i32, &str); 8] = [
        (&["nex:3x3", "--white", "random", "--json"], 2, "no --json output"),
        (&["nex:3x3", "--white", "randm"], 2, "unknown player"),
        (&["nex:3x3", "--white", "human(3)"], 2, "human takes no options"),
        (&["nex:3x3", "--white", "random", "--position", "Ba1?a1"], 3, "names a1 twice"),
        (&["nex:1x1", "--white", "random"], 0, "Drawn"),
        (
            &["nex:2x2", "--white", "random", "--position", "Ba1?b1;Wa2?b2;Bb1Bb2?a1"],
            3,
            "the game is already over in this position",
        ),
        (&["nex:2x2", "--white", "random", "--record", "/nonexistent/x"], 2, "does not exist"),
        (&["nex:2x2", "--white", "random", "--time-control", "1s"], 2, "expected none"),
    ];
    for (args, exit, says) in cases {
        let (code, out, err) = typed(args, "");
        assert_eq!(code, exit, "{args:?}: {err}");
        assert!(err.contains(says) || out.contains(says), "{args:?}: {out}{err}");
    }
}
