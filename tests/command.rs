//! The command as its users meet it: exit codes, messages, files.

use crate::support::{command, document, outcome, path};
use std::io::{Read, Write};
use std::process::Stdio;

#[test]
fn the_short_form_and_the_long_one_say_the_same() {
    let value = |args: &[&str]| {
        let (code, json) = document(args);
        assert_eq!(code, 0, "{args:?}");
        (json["board"].to_string(), json["value"].to_string(), json["distance"].to_string())
    };
    let long = value(&["solve", "nex:3x2", "--json"]);
    assert_eq!(long, ("\"nex:3x2\"".into(), "\"loss\"".into(), "4".into()));
    assert_eq!(value(&["--json", "--rows", "3", "--cols", "2"]), long);
    assert_eq!(value(&["nex:3x2", "--json", "--threads", "1"]), long);
    assert_eq!(value(&["--game", "hex", "--size", "3", "--json"]).1, "\"win\"");
}

#[test]
fn the_answer_for_people_begins_with_the_value() {
    let (code, out, err) = outcome(&["--size", "3"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("Black, who moves first, wins 3×3 Nex in 7 plies.\n"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colour in a pipe");
    let (code, out, _) = outcome(&["solve", "nex:2x2", "--position", "Ba1?a2"]);
    assert_eq!(code, 0);
    assert!(out.contains("White, to move, loses in 2 plies."), "{out}");
}

#[test]
fn the_size_of_the_tree_is_counted_on_demand() {
    let (_, out, _) = outcome(&["solve", "nex:2x2", "--tree", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["tree_nodes"], "61");
    let (_, out, _) = outcome(&["solve", "nex:2x2", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(json["tree_nodes"].is_null());
}

#[test]
fn wrong_use_is_exit_2_with_help() {
    for (args, help) in [
        (&["--size", "0"][..], "a board of 0x0 has no cells"),
        (&["--size", "20"], "the maximum is 19 rows and 19 columns"),
        (&["--size", "26"], "up to 64 cells"),
        (&["--size", "9"], "not searched"),
        (&["--size", "-1"], "unexpected argument"),
        (&["--size", "three"], "whole number"),
        (&["--size", "3", "--threads", "0"], "at least 1"),
        (&["--size", "3", "--memory", "1KiB"], "at least 16MiB"),
        (&["--size", "3", "--memory", "4"], "unit is missing"),
        (&["--size", "3", "--time", "90"], "unit is missing"),
        (&["--size", "3", "--nodes", "0"], "at least 1"),
        (&["--size", "3", "--rows", "3"], "--size sets both rows and columns"),
        (&["--rows", "3"], "needs --cols"),
        (&["--size", "3", "facts"], "must come after the command"),
        (&["solve"], "no board is given"),
        (&["solve", "nex:3x3", "--size", "3"], "twice"),
        (&["solve", "chess:8x8"], "the games are nex, hex, "),
        (&["slove"], "not a command"),
        (&["solve", "nex:3x3", "--side", "black"], "--certificate"),
        (&["replay"], "<FILE>"),
        (&["replay", "--size", "20", "x"], "1 to 19"),
        (&[], "Usage"),
    ] {
        let (code, out, err) = outcome(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(help), "{args:?}: {err}");
    }
}

#[test]
fn bad_positions_are_exit_3_with_a_caret() {
    for position in
        ["Ba1?a1", "Ba9?b1", "Wa1?b1", "Ba1?b1;Wa1?c1", "Ba1?b1;Wb2Wb3?c1", "nonsense", "Ba1", "\u{0}\n"]
    {
        let position = position.replace('\u{0}', "\u{1b}");
        let (code, out, err) = outcome(&["solve", "nex:3x3", "--position", &position]);
        assert_eq!((code, out.as_str()), (3, ""), "{position}: {err}");
        assert!(err.contains('^') && !err.contains('\u{1b}'), "{position}: {err}");
    }
}

#[test]
fn what_is_not_proven_is_exit_5_with_its_bounds() {
    let (code, out, _) = outcome(&["solve", "nex:3x3", "--nodes", "10"]);
    assert_eq!(code, 5);
    assert!(out.starts_with("Not proven within the budget"), "{out}");
    let (code, out, _) = outcome(&["solve", "nex:6x6", "--time", "50ms", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(code, 5);
    assert_eq!(json["proven"], false);
    assert_eq!(json["stopped"], "time");
    assert!(json["bounds"]["lo"]["value"].is_string());
}

#[test]
fn certificates_are_written_checked_and_tampering_is_found() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("win.txt");
    for (board, says) in [
        ("nex:2x2", "Black wins 2×2 Nex from the start in at most 3 plies: "),
        ("nex:3x2", "White wins 3×2 Nex from the start in at most 4 plies: "),
        ("hex:course:2x3", "White wins 2×3 Hex (Black joins left and right) from the start"),
        ("hex:swap:2x2", "White wins 2×2 Hex with swap from the start"),
    ] {
        let (code, _, err) = outcome(&["solve", board, "--certificate", path(&file)]);
        assert_eq!(code, 0, "{board}: {err}");
        assert!(err.contains("certificate of"), "{err}");
        let (code, out, err) = outcome(&["check", path(&file)]);
        assert_eq!((code, err.as_str()), (0, ""), "{board}");
        assert!(out.starts_with(says), "{out}");
    }
    let good = std::fs::read_to_string(&file).expect("text");
    for (bad, code) in [
        (good.replace("claim white", "claim black"), 6),
        (good[..good.len() / 2].to_owned(), 6),
        (good.replacen('n', "m", 1), 6),
        (good.clone() + "\n", 6),
        ("Ba1?a2;#\n".to_owned(), 3),
        (String::new(), 3),
    ] {
        std::fs::write(&file, &bad).expect("written");
        let (found, out, err) = outcome(&["check", path(&file)]);
        assert_eq!((found, out.as_str()), (code, ""), "{err}");
        assert!(err.contains("win.txt: "), "{err}");
        let (found, out, _) = outcome(&["check", path(&file), "--json"]);
        let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((found, &json["holds"]), (code, &serde_json::Value::Bool(false)));
    }
    assert_eq!(outcome(&["check", path(&folder.path().join("none"))]).0, 3);
    // A strategy for the side that loses is refused.
    let (code, _, err) = outcome(&["solve", "nex:3x2", "--certificate", path(&file), "--side", "black"]);
    assert_eq!(code, 2, "{err}");
}

#[test]
fn wins_of_hex_are_proven_by_lemmas() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("win.txt");
    for (board, position, says) in [
        ("hex:5x5", "start", "Black wins 5×5 Hex from the start: "),
        ("hex:course:4x4", "start", "Black wins 4×4 Hex (Black joins left and right) from the start: "),
        ("hex:swap:4x4", "a1;swap", "White wins 4×4 Hex with swap from the position "),
        ("hex:4x4", "a1", "White wins 4×4 Hex from the position "),
    ] {
        let args = ["solve", board, "--position", position, "--goal", "value", "--certificate", path(&file)];
        let (code, _, err) = outcome(&args);
        assert!(code == 0 && err.contains(" lemmas written to "), "{board}: {err}");
        let (code, out, err) = outcome(&["check", path(&file)]);
        assert_eq!((code, err.as_str()), (0, ""), "{board}");
        assert!(out.starts_with(says) && out.ends_with(" lemmas checked.\n"), "{out}");
        let (_, out, _) = outcome(&["check", path(&file), "--json"]);
        let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert!(json["lemmas"].as_u64() > Some(1) && json["positions"].is_null(), "{json}");
    }
    let good = std::fs::read_to_string(&file).expect("text");
    let at = good.lines().find_map(|line| line.strip_prefix("position ")).expect("a position");
    for (bad, says) in [
        (sealed(&good.replace("claim white", "claim black")), "line "),
        (sealed(&good.replacen("\nor ", "\nor 1 ", 1)), "line "),
        (sealed(&good.replace("board hex:4x4", "board nex:4x4")), "line 3"),
        (
            sealed(&good.replace("board hex:4x4", "board hex:swap:4x4").replace(at, "start")),
            "no win of this position",
        ),
        (good.replacen("or ", "or 1 ", 1), "the digest does not fit"),
    ] {
        std::fs::write(&file, &bad).expect("written");
        let (code, out, err) = outcome(&["check", path(&file)]);
        assert_eq!((code, out.as_str()), (6, ""), "{err}");
        assert!(err.contains(says), "{err}");
    }
}

#[test]
#[ignore = "slow: 6×6 and 7×7 Hex"]
fn wins_of_large_boards_of_hex_are_proven_by_lemmas() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (file, again) = (folder.path().join("win.txt"), folder.path().join("again.txt"));
    for (board, position, winner) in [
        ("hex:6x6", "start", "Black"),
        ("hex:6x6", "a1", "White"),
        ("hex:7x7", "start", "Black"),
        ("hex:7x7", "a1", "White"),
        ("hex:7x7", "g1", "Black"),
    ] {
        for file in [&file, &again] {
            let args = ["solve", board, "--position", position, "--goal", "value", "--threads", "1"];
            let (code, _, err) = outcome(&[&args[..], &["--certificate", path(file)]].concat());
            assert_eq!(code, 0, "{board} {position}: {err}");
        }
        let text = std::fs::read_to_string(&file).expect("text");
        assert_eq!(text, std::fs::read_to_string(&again).expect("text"), "one thread writes the same again");
        let (code, out, err) = outcome(&["check", path(&file)]);
        assert!(code == 0 && out.starts_with(winner), "{board} {position}: {out}{err}");
        eprintln!("{} bytes: {out}", text.len());
    }
}

#[test]
fn the_documented_certificates_hold() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("win.txt");
    let document = include_str!("../docs/CERTIFICATES.md");
    for magic in ["nexsolve certificate 1", "nexsolve certificate 2"] {
        let (_, rest) = document.split_once(&format!("\n    {magic}\n")).expect("an example");
        let lines = rest.lines().map_while(|line| line.strip_prefix("    "));
        let text: String = std::iter::once(magic).chain(lines).map(|line| line.to_owned() + "\n").collect();
        std::fs::write(&file, &text).expect("written");
        let (code, out, err) = outcome(&["check", path(&file)]);
        assert_eq!((code, err.as_str()), (0, ""), "{text}");
        assert!(document.contains(&format!("\n    {out}")), "{out}");
    }
}

/// A certificate with a digest that fits.
fn sealed(text: &str) -> String {
    let body = text.rsplit_once("digest ").expect("a certificate").0;
    format!("{body}digest {}\n", blake3::hash(body.as_bytes()).to_hex())
}

#[test]
fn records_are_replayed_past_their_faults() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (good, bad, kept) =
        (folder.path().join("good"), folder.path().join("bad"), folder.path().join("kept"));
    let game = "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B";
    std::fs::write(&good, format!("{game}\n")).expect("written");
    std::fs::write(&bad, format!("{game}\nBa3?b1;Wa3?a2;B\n{game}\n")).expect("written");
    let (code, out, err) = outcome(&["replay", "--size", "3", path(&good)]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.ends_with("1 game in 1 file: Black won 1, drawn 0, White won 0, broken off 0; 0 faults\n"),
        "{out}"
    );
    let missing = folder.path().join("missing");
    let args = ["replay", "--size", "3", "--write", path(&kept), path(&bad), path(&missing), path(&good)];
    let (code, out, err) = outcome(&args);
    assert_eq!(code, 3);
    assert!(out.contains("3 games in 3 files"), "{out}");
    assert!(out.contains("2 faults"), "{out}");
    assert!(err.contains("bad:2:") && err.contains('^') && err.contains("missing cannot be read"), "{err}");
    let (code, out, _) = outcome(&["replay", path(&kept)]);
    assert_eq!(code, 0);
    assert!(out.contains("3 games in 1 file"), "{out}");
    let (code, _, _) = outcome(&["replay", "--write", path(&good), path(&good)]);
    assert_eq!(code, 2, "an input is not overwritten");
    let (code, out, _) = outcome(&["replay", "--json", "--size", "3", path(&bad)]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &json["summary"]["games"]), (3, &serde_json::json!(2)));
    assert_eq!(json["files"][0]["faults"][0]["line"], 2);
}

#[test]
fn records_come_from_standard_input_too() {
    let mut child = command(&["replay", "--size", "3", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B\n").expect("taken");
    drop(input);
    let output = child.wait_with_output().expect("ends");
    assert!(output.status.success());
    assert!(
        String::from_utf8_lossy(&output.stdout).starts_with("standard input:1: 3×3, 5 plies, Black won\n")
    );
}

#[test]
fn a_line_of_ten_megabytes_gets_a_short_message() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("long");
    std::fs::write(&file, "Ba1?a2;".repeat(1_500_000)).expect("written");
    let (code, _, err) = outcome(&["replay", path(&file)]);
    assert_eq!(code, 3);
    assert!(err.lines().all(|line| line.chars().count() < 200), "{}", err.len());
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let mut child = command(&["solve", "nex:3x3", "--lines"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
    assert_eq!((child.wait().expect("ends").code(), err.as_str()), (Some(0), ""));
}

#[test]
fn facts_completions_and_the_manual_are_printed() {
    let (code, out, err) = outcome(&["facts"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("36397") && out.ends_with("0 failed\n"), "{out}");
    let (_, out, _) = outcome(&["facts", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["ok"], true);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, out, _) = outcome(&["completions", shell]);
        assert!(code == 0 && out.contains("nexsolve"), "{shell}");
    }
    let (code, out, _) = outcome(&["man"]);
    assert!(code == 0 && out.contains(".TH nexsolve") && out.contains("Exit codes"), "{out}");
    let (code, out, _) = outcome(&["--help"]);
    assert!(code == 0 && out.contains("130  interrupted") && out.contains("Examples"), "{out}");
}
