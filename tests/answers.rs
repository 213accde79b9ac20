//! What the command prints when all goes well, or well enough: documents, bounds, certificates, colour.

use crate::support::{command, document, outcome, outcome_of, path};
use serde_json::Value;
use std::process::Command;

/// A field's name, and whether a value is of its kind.
type Field = (&'static str, fn(&Value) -> bool);

/// That a document has these fields, each of its kind.
fn check_fields(value: &Value, fields: &[Field]) {
    for (name, is_right) in fields {
        let field = value.get(name).unwrap_or_else(|| panic!("{name} is missing in {value}"));
        assert!(is_right(field), "{name} is {field}");
    }
}

fn is_worth(value: &Value) -> bool {
    value.is_null() || ["win", "draw", "loss"].iter().any(|word| value == word)
}

fn is_distance(value: &Value) -> bool {
    value.is_null() || value.is_u64()
}

const SEARCH: [Field; 7] = [
    ("nodes", Value::is_u64),
    ("leaves", Value::is_u64),
    ("cutoffs", Value::is_u64),
    ("tt_hits", Value::is_u64),
    ("tt_stores", Value::is_u64),
    ("seconds", Value::is_f64),
    ("threads", Value::is_u64),
];

#[test]
fn the_documents_have_the_fields_that_others_read() {
    for (board, openings) in
        [("nex:3x3", 72), ("nex:2x3", 30), ("hex:3x3", 9), ("hex:swap:2x2", 4), ("nex:1x1", 0)]
    {
        let (code, json) = document(&["solve", board, "--json"]);
        assert_eq!(code, 0, "{board}");
        check_fields(
            &json,
            &[
                ("game", Value::is_string),
                ("rows", Value::is_u64),
                ("cols", Value::is_u64),
                ("value", is_worth),
                ("distance", is_distance),
                ("proven", Value::is_boolean),
                ("openings", Value::is_array),
                ("openings_by_value", Value::is_object),
                ("tree_nodes", Value::is_null),
            ],
        );
        check_fields(&json["search"], &SEARCH);
        let list = json["openings"].as_array().expect("a list");
        assert_eq!(list.len(), openings, "{board}");
        for opening in list {
            check_fields(
                opening,
                &[("move", Value::is_string), ("value", is_worth), ("distance", is_distance)],
            );
            assert_eq!(opening["distance"].is_null(), opening["value"] == "draw", "{opening}");
        }
        let count = |value: &str| list.iter().filter(|opening| opening["value"] == value).count();
        for value in ["win", "draw", "loss"] {
            assert_eq!(json["openings_by_value"][value], count(value), "{board} {value}");
        }
    }
    let (_, json) = document(&["solve", "nex:3x3", "--json"]);
    assert_eq!(
        json["openings_by_value"],
        serde_json::json!({"win": 42, "draw": 30, "loss": 0, "unproven": 0})
    );
    assert_eq!(json["openings"][9]["move"], "Ba2?a3");
    assert_eq!(json["openings"][9]["distance"], 7);
    let (_, json) = document(&["solve", "nex:3x3", "--tree", "--goal", "value", "--json"]);
    assert_eq!(json["tree_nodes"], "132759721");
}

#[test]
fn the_document_of_a_position_has_its_moves() {
    let (code, json) = document(&["solve", "nex:3x3", "--position", "Ba1?b2", "--json"]);
    assert_eq!(code, 0);
    assert_eq!(json["to_move"], "white");
    assert_eq!(json["value"], "draw");
    assert_eq!(json["position"], "B../.?./...");
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(42));
    assert!(json.get("openings").is_none());
}

#[test]
fn what_a_budget_leaves_open_comes_with_bounds() {
    let (code, out, _) = outcome(&["solve", "nex:4x4", "--nodes", "1000"]);
    assert_eq!(code, 5);
    let start =
        "Not proven within the budget: the value of 4×4 Nex. Black cannot force a win in\nfewer than ";
    assert!(out.starts_with(start), "{out}");
    let (code, json) = document(&["solve", "nex:4x4", "--nodes", "1000", "--json"]);
    assert_eq!((code, &json["proven"], &json["stopped"]), (5, &Value::Bool(false), &Value::from("nodes")));
    assert!(json["value"].is_null() && json["distance"].is_null());
    let bounds = &json["bounds"];
    assert_eq!((&bounds["lo"]["value"], &bounds["hi"]["value"]), (&Value::from("loss"), &Value::from("win")));
    assert!(bounds["hi"]["distance"].as_u64().is_some_and(|plies| plies >= 3), "{bounds}");
    let (code, out, _) = outcome(&["solve", "nex:6x6", "--time", "100ms", "--position", "Ba1?b2"]);
    assert_eq!(code, 5);
    assert!(out.replace('\n', " ").contains("White cannot force a win in fewer than "), "{out}");
    assert!(out.lines().count() < 20, "moves of which nothing is known are not listed: {out}");
}

#[test]
fn finished_games_have_a_winner() {
    for (board, position, says) in [
        ("nex:3x3", "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1", "The game is over: Black has won."),
        ("nex:1x1", "", "The game is over: a draw."),
        ("nex:2x2", "Ba1?b1;Wa2?b2;Bb1Bb2?a1", "The game is over: a draw."),
        ("hex:2x2", "a1;b1;a2;b2", "The game is over: White has won."),
    ] {
        let (code, out, err) = outcome(&["solve", board, "--position", position]);
        assert_eq!((code, err.as_str()), (0, ""), "{board} {position}");
        assert_eq!(out.trim_end().lines().last(), Some(says), "{out}");
    }
}

#[test]
fn no_answer_is_wider_than_a_terminal() {
    for board in
        ["nex:1x1", "nex:1x5", "nex:2x2", "nex:8x2", "nex:2x8", "nex:3x3", "hex:swap:3x3", "hex:course:3x3"]
    {
        let (_, out, _) = outcome(&["solve", board, "--lines", "--stats", "--nodes", "50000"]);
        for line in out.lines() {
            assert!(line.chars().count() <= 80 && line.trim_end() == line, "{board}: {line:?}");
        }
    }
}

#[test]
fn colour_adds_nothing_but_colour() {
    let plain = outcome(&["solve", "nex:3x3", "--threads", "1"]).1;
    assert!(!plain.contains('\u{1b}'));
    let mut run = Command::new(env!("CARGO_BIN_EXE_nexsolve"));
    run.args(["solve", "nex:3x3", "--threads", "1"]).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let coloured = outcome_of(run).1;
    assert!(coloured.contains('\u{1b}'));
    let answer = |text: &str| text.split("\nSearch").next().expect("figures at the end").to_owned();
    assert_eq!(answer(&anstream::adapter::strip_str(&coloured).to_string()), answer(&plain));
    // Where both are set, no colour.
    let mut run = command(&["solve", "nex:2x2"]);
    run.env("CLICOLOR_FORCE", "1");
    assert!(!outcome_of(run).1.contains('\u{1b}'));
}

#[test]
fn a_draw_has_a_certificate_of_each_side() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = folder.path().join("draw.txt");
    for (board, position) in [("nex:2x2", "Ba1?b1"), ("nex:3x3", "Ba1?b2"), ("nex:1x1", "start")] {
        for side in ["Black", "White"] {
            let args = ["solve", board, "--position", position, "--certificate", path(&file), "--side", side];
            let (code, _, err) = outcome(&args);
            assert!(code == 0 && err.contains("certificate of"), "{board} {side}: {err}");
            let (code, out, err) = outcome(&["check", path(&file)]);
            assert_eq!((code, err.as_str()), (0, ""), "{board} {side}");
            assert!(out.starts_with(&format!("{side} at least draws ")), "{out}");
            let (_, json) = document(&["check", path(&file), "--json"]);
            assert_eq!((&json["claim"], &json["plies"]), (&Value::from("draw"), &Value::Null));
        }
    }
}

#[test]
fn any_changed_byte_of_a_certificate_is_found() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (good, bad) = (folder.path().join("good.txt"), folder.path().join("bad.txt"));
    let (code, _, _) = outcome(&["solve", "nex:3x3", "--goal", "value", "--certificate", path(&good)]);
    assert_eq!(code, 0);
    let bytes = std::fs::read(&good).expect("written");
    for at in (0..bytes.len()).step_by(bytes.len() / 40).chain([bytes.len() - 1]) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        std::fs::write(&bad, &changed).expect("written");
        let (code, out, err) = outcome(&["check", path(&bad)]);
        assert_eq!((code, out.as_str()), (6, ""), "byte {at}: {err}");
    }
}

#[test]
fn every_command_has_its_help() {
    for name in [
        "solve",
        "generate",
        "query",
        "info",
        "verify",
        "export",
        "facts",
        "replay",
        "check",
        "completions",
        "man",
    ] {
        let (code, out, err) = outcome(&[name, "--help"]);
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        assert!(out.contains("Usage: nexsolve"), "{name}: {out}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_search_prints_its_bounds() {
    use std::process::Stdio;

    let mut run = command(&["solve", "nex:6x6", "--json"]);
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    crate::support::signals::interrupt(&child, 25);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let json: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!((&json["proven"], &json["stopped"]), (&Value::Bool(false), &Value::from("interrupt")));
    assert!(json["bounds"]["hi"]["distance"].as_u64().is_some_and(|plies| plies >= 3), "{json}");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("interrupted: "));
}
