//! End-to-end tests of the command: answers, documents, exit codes, messages.

use crate::support::{command, document, ended, json, list, number, refused, run, said};
use serde_json::{Value, json};
use std::process::Command;

/// Checks that a message is readable: short, with a caret, without lines wider than a terminal.
pub(crate) fn check_message(what: &str, message: &str) {
    let what: String = what.chars().take(60).collect();
    assert!(message.contains('^') && message.len() < 2_000, "{what}: {} bytes", message.len());
    assert!(message.lines().all(|line| line.chars().count() < 200), "{what}: {message}");
    assert!(message.chars().all(|c| c == '\n' || !c.is_control()), "{what}: {message:?}");
}

#[test]
fn the_answer_begins_with_the_value_however_it_is_asked_for() {
    let value = |line: &str| ["board", "value", "distance"].map(|field| json(line)[field].to_string());
    let long = value("solve nex:3x2");
    assert_eq!(long, ["\"nex:3x2\"", "\"loss\"", "4"]);
    assert_eq!(value("--rows 3 --cols 2"), long);
    assert_eq!(value("nex:3x2 --threads 1"), long);
    assert_eq!(value("--game hex --size 3")[1], "\"win\"");
    for (line, says) in [
        ("--size 3", "Black, who moves first, wins 3×3 Nex in 7 plies.\n"),
        ("nex:2x2 --position Ba1?a2", "\nWhite, to move, loses in 2 plies."),
        ("nex:2x2 --position ''", "Black, who moves first, wins 2×2 Nex in 3 plies.\n"),
        ("nex:2x2 --position ' \n'", "Black, who moves first, wins 2×2 Nex in 3 plies.\n"),
        ("nex:2x2 --position start", "Black, who moves first, wins 2×2 Nex in 3 plies.\n"),
        ("nex:3x3 --position Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1", "The game is over: Black has won.\n"),
        ("nex:1x1", "The game is over: a draw.\n"),
        ("nex:2x2 --position Ba1?b1;Wa2?b2;Bb1Bb2?a1", "The game is over: a draw.\n"),
        ("hex:2x2 --position a1;b1;a2;b2", "The game is over: White has won.\n"),
    ] {
        let (code, out, err) = run(line);
        assert_eq!((code, err.as_str()), (0, ""), "{line}");
        assert!(out.contains(says) && !out.contains('\u{1b}'), "no colour in a pipe: {out}");
        assert!(!says.contains("first") || out.starts_with(says), "{out}");
    }
}

/// Checks that a document has these fields, each of the given kind: text, number, yes or no, list, document,
/// value, distance or nothing.
fn check_fields(document: &Value, fields: &str) {
    for field in fields.split_whitespace() {
        let (name, kind) = field.split_once(':').expect("a kind");
        let value = document.get(name).unwrap_or_else(|| panic!("{name} is missing in {document}"));
        let is_right = match kind {
            "text" => value.is_string(),
            "number" => value.is_u64(),
            "seconds" => value.is_f64(),
            "bool" => value.is_boolean(),
            "list" => value.is_array(),
            "value" => value.is_null() || ["win", "draw", "loss"].iter().any(|word| value == word),
            "distance" => value.is_null() || value.is_u64(),
            _ => value.is_null(),
        };
        assert!(is_right, "{name} is {value}");
    }
}

#[test]
fn the_documents_have_the_fields_that_others_read() {
    for (board, openings) in [
        ("nex:3x3", 72),
        ("nex:2x3", 30),
        ("hex:3x3", 9),
        ("hex:swap:2x2", 4),
        ("nex:swap:2x2", 12),
        ("nex:final:2x2", 12),
        ("nex:final:1x1", 1),
        ("nex:1x1", 0),
    ] {
        let found = json(&format!("solve {board}"));
        check_fields(&found, "game:text rows:number cols:number value:value distance:distance proven:bool");
        check_fields(&found, "openings:list tree_nodes:null");
        check_fields(&found["search"], "nodes:number leaves:number cutoffs:number tt_hits:number");
        check_fields(&found["search"], "tt_stores:number seconds:seconds threads:number");
        let list = list(&found["openings"]);
        assert_eq!(list.len(), openings, "{board}");
        for opening in list {
            check_fields(opening, "move:text value:value distance:distance");
            assert_eq!(opening["distance"].is_null(), opening["value"] == "draw", "{opening}");
        }
        for value in ["win", "draw", "loss"] {
            let count = list.iter().filter(|opening| opening["value"] == value).count();
            assert_eq!(found["openings_by_value"][value], count, "{board} {value}");
        }
    }
    let found = json("solve nex:3x3 --tree");
    assert_eq!(found["openings_by_value"], json!({"win": 42, "draw": 30, "loss": 0, "unproven": 0}));
    let opening = ["move", "value", "distance"].map(|field| found["openings"][9][field].clone());
    assert_eq!(Value::from(opening.to_vec()), json!(["Ba2?a3", "win", 7]));
    assert_eq!(found["tree_nodes"], "132759721");
    let found = json("solve nex:3x3 --position Ba1?b2");
    let fields = ["to_move", "value", "position"].map(|field| found[field].as_str().expect("text"));
    assert_eq!(fields, ["white", "draw", "B../.?./..."]);
    assert!(list(&found["moves"]).len() == 42 && found.get("openings").is_none());
}

#[test]
fn what_a_budget_leaves_open_comes_with_bounds() {
    let (code, out, _) = run("solve nex:4x4 --nodes 1000");
    let start =
        "Not proven within the budget: the value of 4×4 Nex. Black cannot force a win in\nfewer than ";
    assert!(code == 5 && out.starts_with(start), "{out}");
    let (code, found) = document("solve nex:4x4 --nodes 1000");
    assert_eq!((code, &found["proven"], &found["stopped"]), (5, &json!(false), &json!("nodes")));
    assert!(found["value"].is_null() && found["distance"].is_null());
    let bounds = &found["bounds"];
    assert_eq!((&bounds["lo"]["value"], &bounds["hi"]["value"]), (&json!("loss"), &json!("win")));
    assert!(number(&bounds["hi"]["distance"]) >= 3, "{bounds}");
    let (code, found) = document("solve nex:6x6 --time 50ms");
    assert_eq!((code, &found["stopped"]), (5, &json!("time")));
    let (code, out, _) = run("solve nex:6x6 --nodes 20000 --position Ba1?b2");
    assert_eq!(code, 5);
    assert!(out.replace('\n', " ").contains("White cannot force a win in fewer than "), "{out}");
    assert!(out.lines().count() < 20, "moves of which nothing is known are not listed: {out}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_search_prints_its_bounds() {
    let child = command("solve nex:6x6 --json").spawn().expect("the command starts");
    crate::support::signals::interrupt(&child, 25);
    let (code, out, err) = ended(child);
    let found: Value = serde_json::from_str(&out).expect("one JSON document");
    assert_eq!((code, &found["proven"], &found["stopped"]), (130, &json!(false), &json!("interrupt")));
    assert!(number(&found["bounds"]["hi"]["distance"]) >= 3, "{found}");
    assert!(err.starts_with("interrupted: "), "{err}");
}

#[test]
fn no_answer_is_wider_than_a_terminal() {
    for board in [
        "nex:1x1",
        "nex:1x5",
        "nex:8x2",
        "nex:2x8",
        "nex:3x3",
        "nex:swap:3x3",
        "nex:final:3x3",
        "hex:swap:3x3",
        "hex:course:3x3",
    ] {
        let (_, out, _) = run(&format!("solve {board} --lines --stats --nodes 50000"));
        for line in out.lines() {
            assert!(line.chars().count() <= 80 && line.trim_end() == line, "{board}: {line:?}");
        }
    }
}

#[test]
fn colour_adds_nothing_but_colour() {
    let with = |change: fn(&mut Command) -> &mut Command| {
        let mut command = command("solve nex:3x3 --threads 1");
        let out = ended(change(&mut command).spawn().expect("it starts")).1;
        out.split("\nSearch").next().expect("figures at the end").to_owned()
    };
    let plain = with(|command| command);
    let coloured = with(|command| command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1"));
    assert!(coloured.contains('\u{1b}') && !plain.contains('\u{1b}'));
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    // If both are set, there is no colour.
    assert_eq!(with(|command| command.env("CLICOLOR_FORCE", "1")), plain);
}

#[test]
fn wrong_use_is_exit_2_with_help() {
    for (line, says) in [
        ("--size 0", "a board of 0x0 has no cells"),
        ("--size 20", "the maximum is 19 rows and 19 columns"),
        ("--size 26", "up to 64 cells"),
        ("--size 9", "only forced wins are searched for"),
        ("--size -1", "unexpected argument"),
        ("--size three", "whole number"),
        ("--size 3 --threads 0", "at least 1"),
        ("--size 3 --memory 1KiB", "at least 16MiB"),
        ("--size 3 --memory 4", "unit is missing"),
        ("--size 3 --time 90", "unit is missing"),
        ("--size 3 --nodes 0", "at least 1"),
        ("--size 3 --rows 3", "--size sets both rows and columns"),
        ("--rows 3", "needs --cols"),
        ("--size 3 facts", "must come after the command"),
        ("--sample 3 exam nex:3x3", "--sample must come after the command `exam`"),
        ("nex:3x3 --player random", "--player is an option of nexsolve "),
        ("solve", "no board is given"),
        ("solve nex:3x3 --size 3", "twice"),
        ("solve chess:8x8", "the games are nex, hex, "),
        ("slove", "not a command"),
        ("solve nex:3x3 --side black", "--certificate"),
        ("solve awari --certificate x.txt", "certificates of Awari"),
        ("solve draughts --tree", "play can go on for ever"),
        ("replay", "<FILE>"),
        ("replay --size 20 x", "1 to 19"),
        ("", "nexsolve --size 3"),
    ] {
        refused(2, line, says);
    }
}

#[test]
fn what_was_meant_is_suggested() {
    for (code, line, meant) in [
        (2, "slove", "nexsolve solve"),
        (2, "slove nex:3x3", "nexsolve solve"),
        (2, "genrate nex:3x3 --out x", "nexsolve generate"),
        (2, "3x3", "nex:3x3"),
        (2, "hex3x3", "hex:3x3"),
        (2, "solve hxe:3x3", "hex:3x3"),
        (2, "match nex3x3 random random", "nex:3x3"),
        (2, "--size 3 --memory 4G", "4GiB"),
        (2, "--size 3 --time 10min", "10m"),
        (3, "solve nex:3x3 --position ba1?b2", "Ba1?b2"),
        (2, "solve tictactoe", "tictactoe:3x3"),
        (2, "tictactoe", "tictactoe:3x3"),
        (2, "generate conect4 --out x", "connect4:6x7"),
        (2, "play hex:swap", "hex:swap:7x7"),
    ] {
        let message = refused(code, line, "");
        assert!(message.contains(&format!("did you mean {meant}?")), "{line}: {message}");
        // A suggestion replaces the list of all boards.
        assert!(!message.contains("written as"), "{line}: {message}");
    }
    let message = refused(2, "solve chess:8x8", "the games are");
    assert!(message.contains("boards are written as"), "{message}");
}

#[test]
fn nothing_typed_shows_how_to_begin() {
    let (code, out, err) = run("");
    assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 5), "{err}");
    for line in err.lines().skip(1) {
        assert!(line.starts_with("  nexsolve "), "{err}");
    }
}

#[test]
fn the_help_begins_with_examples_and_groups_the_commands() {
    for line in ["--help", "-h", "help"] {
        let help = said(line);
        let places =
            ["Usage:", "Examples:", "\nSolve:", "\nDatabases:", "\nPlay:", "\nOptions:", "\nGlobal options:"];
        let places =
            places.map(|part| help.find(part).unwrap_or_else(|| panic!("{line}: no {part}: {help}")));
        assert!(places.is_sorted(), "{line}: {help}");
        // The options of the short form are those of solve.
        assert!(
            !help.contains("--certificate") && said("solve --help").contains("--certificate"),
            "{line}: {help}"
        );
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{line}: {help}");
    }
    // A hidden option still works.
    assert_eq!(json("--size 2 --goal value")["value"], "win");
}

#[test]
fn text_is_as_wide_as_the_terminal() {
    let wide = |line: &str, columns: &str| {
        let (_, out, err) = ended(command(line).env("COLUMNS", columns).spawn().expect("it starts"));
        out + &err
    };
    for line in [
        "--help",
        "solve nex:3x3 --lines --goal moves",
        "solve nex:final:4x5 --goal value --proofs x",
        "solve chess:8x8",
        "solve nex:3x3 --position Ba1?b1;Wa2?b2;Ba3?b3;Wc1?c2;Wc3?c3;Bb1Bb2?a1",
        "exam nex:2x2 --player random --worst 0",
        "match nex:2x2 table random --games 4",
        "plan nex:3x3 --quick",
        "players",
    ] {
        let widths = |columns: &str| wide(line, columns).lines().map(|line| line.chars().count()).max();
        let (narrow, broad) = (widths("60").expect("a line"), widths("90").expect("a line"));
        // Examples with their descriptions, and tables, keep their columns.
        assert!(narrow <= 61, "{line}: {narrow}\n{}", wide(line, "60"));
        assert!(broad <= 90, "{line}: {broad}");
        // Out of reason: as wide as what is easy to read.
        assert!(widths("1000").expect("a line") <= 100, "{line}");
    }
    // Messages in a file or a pipe stay whole, so that programs find them.
    let message = refused(2, "solve chess:8x8", "boards are written as");
    assert!(message.lines().any(|line| line.chars().count() > 100), "{message}");
}

/// Searches by proof numbers neither list moves nor use the transposition table.
#[test]
fn counters_of_things_not_used_are_left_out() {
    let text = said("solve hex:3x3 --goal moves --stats --threads 1");
    let (_, figures) = text.split_once("\nSearch").expect("figures");
    let words: Vec<&str> = figures.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
    let (counts, table) = words.split_at(words.iter().position(|word| *word == "ply").expect("the table"));
    assert!(!counts.contains(&"0"), "{figures}");
    assert!(!table.contains(&"leaves") && !table.contains(&"cut-offs"), "{figures}");
    let document = json("solve hex:3x3 --goal moves");
    assert!(document["search"]["leaves"].is_u64(), "documents keep all fields: {document}");
}

#[cfg(unix)]
#[test]
fn folders_may_have_any_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = crate::support::scratch();
    let db = folder.path().join(OsStr::from_bytes(b"n\xe9x"));
    let with = |words: &[&OsStr]| ended(command("").args(words).spawn().expect("it starts"));
    let of = OsStr::new;
    let (code, ..) = with(&[of("generate"), of("nex:2x2"), of("--quiet"), of("--out"), db.as_os_str()]);
    if code == 7 {
        println!("SKIPPED: this file system has only names in UTF-8");
        return;
    }
    let (code, out, err) = with(&[of("query"), db.as_os_str(), of("start")]);
    assert!(code == 0 && out.contains("wins in") || out.contains("wins"), "{code}: {out}{err}");
    let (code, _, err) = with(&[of("query"), db.as_os_str(), OsStr::from_bytes(b"\xe9")]);
    assert!(code == 3 && err.contains("not UTF-8"), "{code}: {err}");
}

#[test]
fn errors_are_documents_where_json_is_asked_for() {
    for (code, line, says) in [
        (2, "solve nex:3x3 --size 3", "given twice"),
        (2, "solve --frobnicate", "unexpected argument"),
        (3, "solve nex:3x3 --position nonsense", "expected a move"),
        (4, "info /nonexistent", "is not a database"),
        (7, "solve nex:2x2 --certificate /nonexistent/x", "does not exist"),
    ] {
        let (found, out, err) = run(&format!("{line} --json"));
        let document: Value = serde_json::from_str(&err).unwrap_or_else(|_| panic!("{line}: {err}"));
        let error = &document["error"];
        assert_eq!((found, out.as_str(), &error["exit"]), (code, "", &json!(code)), "{line}: {err}");
        assert!(
            error["message"].as_str().is_some_and(|text| text.contains(says) && !text.contains('\u{1b}')),
            "{err}"
        );
    }
}

#[test]
fn bad_positions_are_exit_3_with_a_caret() {
    let (long, garbage) = ("Ba1?a2;".repeat(15_000), "x".repeat(100_000));
    for (board, position, says) in [
        ("nex:3x3", "Ba1?b1;Wa1?c1", "a1 is a black stone; the move needs an empty cell there"),
        ("nex:3x3", "Wa1?b1", "it is Black's turn"),
        ("nex:3x3", "Ba1?a1", "the move names a1 twice"),
        ("nex:3x3", "nonsense", "expected a move such as"),
        ("nex:3x3", "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;Wa2?b1", "the game is over"),
        ("nex:3x3", "../..", "row a ends after 2 of 3 cells"),
        ("nex:3x3", "BBB/.../...", "3 black and 0 white stones"),
        ("nex:3x3", "\u{1b}[31m", "expected"),
        ("nex:3x3", "棋", "expected"),
        ("nex:3x3", &long, "it is White's turn"),
        ("nex:3x3", &garbage, "expected a move"),
        ("hex:3x3", "Ba1;Bb2", "it is White's turn"),
        ("hex:course:3x3", "3, 0", "a row from 0 to 2"),
    ] {
        let line = format!("solve {board} --goal value --position '{position}'");
        check_message(position, &refused(3, &line, says));
    }
}

#[test]
fn facts_help_completions_and_the_manual_are_printed() {
    let facts = json("facts");
    assert!(facts["ok"] == true && facts.to_string().contains("36397"), "{facts}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(said(&format!("completions {shell}")).contains("nexsolve"), "{shell}");
    }
    let out = said("man");
    assert!(out.contains(".TH nexsolve") && out.contains(".SH \"EXIT STATUS\""), "{out}");
    // The page of a command says how it is used, and lists the options of every command, too.
    let page = said("man solve");
    assert!(page.starts_with(".ie") || page.contains(".TH nexsolve-solve"), "{page}");
    for says in ["[OPTIONS] [BOARD]", "\\-\\-certificate", "\\-\\-memory", "nexsolve solve nex:3x3"] {
        assert!(page.contains(says), "{says}: {page}");
    }
    assert!(said("man serve nexc").contains("\\-\\-games"));
    refused(2, "man slove", "did you mean solve?");
    let folder = crate::support::scratch();
    said(&format!("man --out {}", crate::support::path(folder.path())));
    let pages = crate::support::entries(folder.path());
    assert!(
        pages.len() > 30 && pages.iter().all(|page| page.extension().is_some_and(|end| end == "1")),
        "{pages:?}"
    );
    let out = said("--help");
    assert!(out.contains("130  interrupted") && out.contains("Examples"), "{out}");
}
