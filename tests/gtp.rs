//! The Go Text Protocol, by the command.

use crate::support::{command, document, outcome, path};
use std::io::Write;
use std::process::Stdio;

/// Exit code, answers and notes of a session.
fn session(args: &[&str], commands: &str) -> (i32, Vec<String>, String) {
    let mut all = vec!["gtp"];
    all.extend(args);
    let mut child = command(&all)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(commands.as_bytes()).expect("taken");
    drop(input);
    let output = child.wait_with_output().expect("ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let answers: Vec<String> = text(output.stdout).split("\n\n").map(str::to_owned).collect();
    (output.status.code().expect("no signal"), answers, text(output.stderr))
}

#[test]
fn every_game_is_spoken_of() {
    for (args, first, title) in [
        (&["--game", "hex"][..], "b", "Hex"),
        (&["hex:swap:4x4"], "b", "Hex"),
        (&["--game", "hex:course", "--size", "5"], "b", "Hex"),
        (&["nex:3x3"], "b", "Nex"),
        (&["--game", "awari", "--player", "random"], "b", "Awari"),
        (&["--game", "draughts", "--player", "random"], "w", "Draughts"),
        (&["draughts:brazilian", "--player", "pseudorand"], "w", "Draughts"),
    ] {
        let commands = format!("name\n1 genmove {first}\n2 showboard\nbad\nquit\nname\n");
        let (code, answers, err) = session(args, &commands);
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        assert_eq!(answers.len(), 6, "{args:?}: {answers:?}");
        assert_eq!(answers[0], format!("= nexsolve {title}"));
        assert!(answers[1].starts_with("=1 ") && answers[2].starts_with("=2 \n"), "{answers:?}");
        assert_eq!((answers[3].as_str(), answers[4].as_str()), ("? unknown command", "= "));
    }
}

#[test]
fn the_same_seed_plays_the_same() {
    let commands = "genmove b\ngenmove w\ngenmove b\nboardsize 4\ngenmove b\n";
    let moves = |seed| session(&["hex:9x9", "--player", "uct(100)", "--seed", seed], commands).1;
    assert_eq!(moves("1"), moves("1"));
    assert_ne!(moves("1"), moves("2"));
}

#[test]
fn boards_change_within_a_session() {
    let (code, answers, _) = session(
        &["--game", "hex", "--player", "random"],
        "boardsize 3\nall_legal_moves\nboardsize 2 4\nall_legal_moves\nboardsize 19\ngenmove b\nboardsize 20\nname\n",
    );
    assert_eq!(code, 0);
    assert_eq!(answers[1], "= a1 a2 a3 b1 b2 b3 c1 c2 c3");
    assert_eq!(answers[3], "= a1 a2 a3 a4 b1 b2 b3 b4");
    assert_eq!(answers[6..8], ["? unacceptable size", "= nexsolve Hex"]);
    let (_, answers, _) = session(&["--game", "awari", "--player", "random"], "boardsize 6\nboardsize 2 6\n");
    assert_eq!(answers[..2], ["? unacceptable size", "= "]);
}

#[test]
fn a_game_from_a_file_brings_its_board() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;FF[4]GM[11]SZ[3];B[b1];W[a1];B[b2])").expect("written");
    let commands =
        format!("loadsgf {}\nall_legal_moves\nundo\nplay b c3\nboardsize 2\nall_legal_moves\n", path(&file));
    let (code, answers, err) = session(&["hex:5x5", "--player", "random"], &commands);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(answers[..6], ["= ", "= a3 b1 b3 c1 c2 c3", "= ", "= ", "= ", "= a1 a2 b1 b2"]);
}

#[test]
fn tables_tell_values_and_play() {
    let database = tempfile::tempdir().expect("a scratch folder");
    let folder = path(database.path());
    assert_eq!(outcome(&["generate", "nex:3x3", "--metric", "dtw", "--out", folder, "--quiet"]).0, 0);
    let args = ["nex:3x3", "--db", folder, "--player", "table"];
    let commands =
        "nexsolve-value\nnexsolve-move_values\ngenmove b\nnexsolve-statistics\nboardsize 2\nname\n";
    let (code, answers, err) = session(&args, commands);
    assert_eq!((code, answers[0].as_str()), (0, "= win in 7"), "{err}");
    assert_eq!((answers[1].matches("win in 7").count(), answers[1].matches("draw").count()), (42, 30));
    assert!(answers[3].contains("estimate win"), "{}", answers[3]);
    // Where there is no table, this player cannot play.
    assert_eq!(answers[4..6], ["? unacceptable size", "= nexsolve Nex"]);
    let (code, json) = document(&["query", "--db", folder, "start", "--json"]);
    assert_eq!((code, &json["distance"]), (0, &7.into()));
    // Another player can, and its tables are there again where they fit.
    let commands = "boardsize 2\nnexsolve-value\nboardsize 3\nnexsolve-value 1\n";
    let (_, answers, _) = session(&["nex:3x3", "--db", folder, "--player", "random"], commands);
    assert_eq!(answers[..4], ["= ", "= win in 3", "= ", "= win in 7"]);
}

#[test]
fn wrong_use_is_told() {
    for (args, message) in [
        (&["gtp", "--json"][..], "--json"),
        (&["gtp", "--game", "go"], "no such game"),
        (&["gtp", "hex:3x3", "--size", "3"], "given twice"),
        (&["gtp", "hex:40x40"], "19"),
        (&["gtp", "hex:3x3", "--player", "nobody"], "nobody"),
        (&["gtp", "hex:3x3", "--player", "table"], "table"),
        (&["gtp", "awari:12"], "no size"),
    ] {
        let (code, out, err) = outcome(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(message), "{args:?}: {err}");
    }
}
