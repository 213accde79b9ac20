//! Audits as their users see them, against values that are known.

use crate::support::{document, outcome, path};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use tempfile::TempDir;

fn database(board: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let (code, _, err) = outcome(&["generate", board, "--out", path(folder.path()), "--quiet"]);
    assert_eq!(code, 0, "{err}");
    folder
}

static NEX22: LazyLock<TempDir> = LazyLock::new(|| database("nex:2x2"));
static NEX33: LazyLock<TempDir> = LazyLock::new(|| database("nex:3x3"));

fn written(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let file = folder.path().join(name);
    fs::write(&file, text).expect("written");
    file
}

/// What a document says of a player with a colour: moves, moves that could have given value away, and those that did, by kind.
fn line(json: &Value, player: &str, colour: &str) -> [u64; 5] {
    let all = json["players"].as_array().expect("a list");
    let line = all
        .iter()
        .find(|line| line["player"] == player && line["colour"] == colour)
        .unwrap_or_else(|| panic!("{player} as {colour} is missing in {json}"));
    ["moves", "could", "win_to_draw", "win_to_loss", "draw_to_loss"]
        .map(|field| line[field].as_u64().expect("a number"))
}

#[test]
fn openings_of_the_smallest_board_are_judged_as_published() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    // `Ba1?a2` wins, `Ba1?b1` draws.
    let text = "Black:first\nWhite:second\n#games:2;\n\nGame#1\nBoard:r2-c2\nInit_State:;\nBa1?b1;Wa2?b2;Bb1Bb2?a1;#\n\n\
                Game#2\nBoard:r2-c2\nInit_State:;\nBa1?a2;!\n";
    let file = written(&folder, "games.txt", text);
    let (code, json) = document(&["audit", path(&file), "--db", path(NEX22.path()), "--json", "--moves"]);
    assert_eq!(code, 0);
    assert_eq!(line(&json, "first", "black")[..3], [3, 2, 1]);
    let games = json["files"][0]["games"].as_array().expect("a list");
    let moves = |game: usize| games[game]["moves"].as_array().expect("a list").clone();
    let of =
        |mv: &Value| ["move", "before", "after"].map(|field| mv[field].as_str().expect("known").to_owned());
    assert_eq!(of(&moves(0)[0]), ["Ba1?b1", "win", "draw"]);
    assert_eq!(of(&moves(0)[2]), ["Bb1Bb2?a1", "draw", "draw"]);
    assert_eq!(of(&moves(1)[0]), ["Ba1?a2", "win", "win"]);
    let (_, out, _) = outcome(&["audit", path(&file), "--db", path(NEX22.path()), "--moves"]);
    assert!(out.contains("turned a win into a draw") && out.contains("first against second"), "{out}");
    assert!(out.contains("2 games of 2×2 Nex in 1 file") && !out.contains("over the board"), "{out}");
}

#[test]
fn mistakes_are_listed_with_a_better_move() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let file = written(&folder, "games.txt", "Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\nBa1?a2;!\n");
    let args = ["audit", path(&file), "--db", path(NEX22.path()), "--mistakes"];
    let (code, out, _) = outcome(&args);
    assert_eq!(code, 0);
    assert!(
        out.contains("Ba1?b1") && out.contains("turned a win into a draw; Ba1?a2 keeps the win\n"),
        "{out}"
    );
    assert!(!out.contains("Wa2?b2") && !out.contains("games.txt:2:"), "{out}");
    let (_, json) = document(&[&args[..], &["--json"]].concat());
    let games = &json["files"][0]["games"];
    assert_eq!(games[0]["moves"].as_array().expect("a list").len(), 1, "{json}");
    assert_eq!(
        (&games[0]["moves"][0]["ply"], &games[0]["moves"][0]["instead"]),
        (&1.into(), &"Ba1?a2".into())
    );
    assert_eq!(games[1]["moves"], serde_json::json!([]));
}

#[test]
fn games_of_an_older_program_are_audited_as_far_as_they_are_whole() {
    let mut files: Vec<PathBuf> = fs::read_dir("tests/data/nexc-games")
        .expect("the games")
        .map(|file| file.expect("a file").path())
        .filter(|file| file.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    let files: Vec<&str> = files.iter().map(|file| path(file)).collect();
    let run = |db: &TempDir| {
        let (code, json) = document(&[&["audit", "--db", path(db.path()), "--json"], &files[..]].concat());
        // Some files are damaged.
        assert_eq!(code, 3);
        let number = |field: &str| json["summary"][field].as_u64().expect("a number");
        (number("games"), number("other_boards"), number("faults"), json.clone())
    };
    let (large, passed, faults, json) = run(&NEX33);
    let (small, passed_too, same, _) = run(&NEX22);
    assert!(faults > 0 && faults == same && large > small && small > 0);
    assert_eq!(large + passed, small + passed_too);
    // The old solver searched these boards through: nothing it did gave value away.
    let [moves, could, gifts @ ..] = line(&json, "solver1.0", "white");
    assert!(moves > could && could > 0 && gifts == [0; 3], "{json}");
    let [_, could, gifts @ ..] = line(&json, "pseudoRand", "black");
    assert!(gifts.iter().sum::<u64>() > could / 10);
    // Each error is reported with its place.
    let (_, _, err) = outcome(&[&["audit", "--db", path(NEX33.path())], &files[..]].concat());
    assert!(err.contains("conflict mark") && err.contains("skipped, a game of nex:2x2") && err.contains('^'));
}

#[test]
fn a_match_and_an_audit_of_its_records_agree() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let swap = database("hex:swap:2x3");
    for (board, db, file) in [("nex:3x3", &*NEX33, "games.txt"), ("hex:swap:2x3", &swap, "games.sgf")] {
        let file = folder.path().join(file);
        let (db, file) = (path(db.path()), path(&file));
        let args = [
            "match",
            board,
            "random",
            "pseudorand",
            "--games",
            "30",
            "--db",
            db,
            "--records",
            file,
            "--json",
        ];
        let (code, played) = document(&args);
        assert_eq!(code, 0);
        let (code, judged) = document(&["audit", file, "--db", db, "--json"]);
        assert_eq!(code, 0, "{judged}");
        assert_eq!(played["audit"], judged["players"], "{board}");
        let lines = judged["players"].as_array().expect("a list");
        assert!(lines.len() == 4 && lines.iter().all(|line| line["gave"].as_u64() > Some(0)), "{judged}");
        assert!(lines.iter().all(|line| line["unknown"] == 0));
    }
}

#[test]
fn what_tables_leave_out_is_said() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let draughts = database("draughts:2");
    // White takes the last piece with one move, and lets it go with the other.
    let text = "[White \"w\"]\n[GameType \"25,W,8,8,A0,0\"]\n[SetUp \"1\"]\n[FEN \"W:WKa1:BKh2\"]\n[Result \"*\"]\n\n1. a1-b2 h2-g1 *\n";
    let file = written(&folder, "game.pdn", text);
    let (code, out, err) = outcome(&["audit", path(&file), "--db", path(draughts.path()), "--moves"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("The tables ignore the draw rules that hold over the board"), "{out}");
    let awari = database("awari:3");
    let text = "First:a\nc4;!\nStart:0 0 0 0 0 2 | 0 0 0 0 0 1 | 24 21\nf2;F1;!\n";
    let file = written(&folder, "games.txt", text);
    let (code, json) = document(&["audit", path(&file), "--db", path(awari.path()), "--json"]);
    assert_eq!(code, 0);
    assert!(json["left_out"].as_str().is_some_and(|text| text.contains("repetition")), "{json}");
    // The start is in no table.
    let unknown = json["players"][0]["unknown"].as_u64();
    assert_eq!(unknown, Some(1), "{json}");
}

#[test]
fn headerless_records_are_read_as_on_the_board_that_is_named() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    // Right on 2×2 as well as on 3×3.
    let file = written(&folder, "game.txt", "Ba1?a2;Wb1?b2;!\n");
    let db = path(NEX33.path());
    let games = |more: &[&str]| {
        let (code, json) = document(&[&["audit", path(&file), "--db", db, "--json"], more].concat());
        assert_eq!(code, 0);
        json["summary"]["games"].as_u64().expect("a number")
    };
    assert_eq!((games(&[]), games(&["--board", "nex:3x3"])), (1, 1));
    // What was not said is said.
    let (_, _, err) = outcome(&["audit", path(&file), "--db", db]);
    assert!(
        err.contains("1 game does not name the board: read as nex:3x3, where all moves are legal"),
        "{err}"
    );
    let (code, _, err) = outcome(&["audit", path(&file), "--db", db, "--board", "nex:2x2"]);
    assert!(code == 2 && err.contains("is a database of nex:3x3, not of nex:2x2"), "{err}");
}

#[test]
fn records_that_cannot_be_audited_are_reported() {
    let db = path(NEX22.path());
    let (code, out, err) = outcome(&["audit", "/nonexistent", "--db", db]);
    assert!(code == 3 && err.contains("cannot be read") && out.contains("1 fault"), "{out}{err}");
    let (code, _, err) = outcome(&["audit", "-", "--db", db]);
    assert!(code == 3 && err.contains("standard input:1:1: no game here"), "{err}");
    let (code, _, err) = outcome(&["audit", "-", "--db", "/nonexistent"]);
    assert_eq!(code, 4, "{err}");
    assert_eq!(outcome(&["audit", "-"]).0, 2);
}

#[test]
fn a_damaged_table_judges_nobody() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let record = written(&folder, "game.txt", "Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\n");
    let db = database("nex:2x2");
    for file in fs::read_dir(db.path()).expect("a folder") {
        let file = file.expect("a file").path();
        let mut bytes = fs::read(&file).expect("read");
        if file.extension().is_some_and(|ending| ending == "json") || bytes.is_empty() {
            continue;
        }
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x55;
        fs::write(&file, bytes).expect("written");
    }
    for args in [vec!["audit", path(&record)], vec!["match", "nex:2x2", "random", "random", "--games", "4"]] {
        let (code, out, err) = outcome(&[&args[..], &["--db", path(db.path())]].concat());
        assert_eq!((code, out.as_str()), (4, ""), "{err}");
    }
}
