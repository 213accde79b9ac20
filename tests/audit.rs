//! Audits, end to end, compared with known values.

use crate::support::{
    document, entries, json, list, number, path, place, refused, run, said, scratch, written,
};
use serde_json::{Value, json};
use std::fs;
use std::sync::LazyLock;
use tempfile::TempDir;

fn database(board: &str) -> TempDir {
    let folder = scratch();
    said(&format!("generate {board} --out {} --quiet", path(folder.path())));
    folder
}

static NEX22: LazyLock<TempDir> = LazyLock::new(|| database("nex:2x2"));
static NEX33: LazyLock<TempDir> = LazyLock::new(|| database("nex:3x3"));

/// Returns a player's numbers with one colour: moves, moves that could have given value away, and those that
/// did, by kind.
fn line(found: &Value, player: &str, colour: &str) -> [u64; 5] {
    let is = |line: &&Value| line["player"] == player && line["colour"] == colour;
    let line = list(&found["players"]).iter().find(is);
    let line = line.unwrap_or_else(|| panic!("{player} as {colour} is missing in {found}"));
    ["moves", "could", "win_to_draw", "win_to_loss", "draw_to_loss"].map(|field| number(&line[field]))
}

#[test]
fn openings_of_the_smallest_board_are_judged_as_published() {
    let folder = scratch();
    let db = path(NEX22.path());
    // `Ba1?a2` wins, `Ba1?b1` draws.
    let text = "Black:first\nWhite:second\n#games:2;\n\nGame#1\nBoard:r2-c2\nInit_State:;\nBa1?b1;Wa2?b2;Bb1Bb2?a1;#\n\n\
                Game#2\nBoard:r2-c2\nInit_State:;\nBa1?a2;!\n";
    let audit = format!("audit {} --db {db} --moves", written(&folder, "games.txt", text));
    let found = json(&audit);
    assert_eq!(line(&found, "first", "black")[..3], [3, 2, 1]);
    for (game, mv, expected) in [
        (0, 0, ["Ba1?b1", "win", "draw"]),
        (0, 2, ["Bb1Bb2?a1", "draw", "draw"]),
        (1, 0, ["Ba1?a2", "win", "win"]),
    ] {
        let mv = &found["files"][0]["games"][game]["moves"][mv];
        assert_eq!(["move", "before", "after"].map(|field| &mv[field]), expected);
    }
    let out = said(&audit);
    for says in ["turned a win into a draw", "first against second", "2 games of 2×2 Nex in 1 file"] {
        assert!(out.contains(says) && !out.contains("over the board"), "{out}");
    }
    let file = written(&folder, "games.txt", "Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\nBa1?a2;!\n");
    let audit = format!("audit {file} --db {db} --mistakes");
    let out = said(&audit);
    assert!(out.contains("Ba1?b1"), "{out}");
    assert!(out.contains("turned a win into a draw; Ba1?a2 keeps the win\n"), "{out}");
    assert!(!out.contains("Wa2?b2") && !out.contains("games.txt:2:"), "{out}");
    let games = &json(&audit)["files"][0]["games"];
    let mistakes = list(&games[0]["moves"]);
    assert_eq!((mistakes.len(), &games[1]["moves"]), (1, &json!([])));
    assert_eq!((&mistakes[0]["ply"], &mistakes[0]["instead"]), (&1.into(), &"Ba1?a2".into()));
}

#[test]
fn games_of_an_older_program_are_audited_as_far_as_they_are_whole() {
    let files = entries("tests/data/nexc-games").into_iter().map(|file| path(&file).to_owned());
    let files: Vec<String> = files.filter(|file| !file.ends_with("README.md")).collect();
    let audit = |db: &TempDir| format!("audit --db {} {}", path(db.path()), files.join(" "));
    let run_on = |db: &TempDir| {
        let (code, found) = document(&audit(db));
        assert_eq!(code, 3, "some files are damaged");
        let counts = ["games", "other_boards", "faults"].map(|field| number(&found["summary"][field]));
        (counts, found)
    };
    let ([large, passed, faults], found) = run_on(&NEX33);
    let ([small, passed_too, same], _) = run_on(&NEX22);
    assert!(faults > 0 && faults == same && large > small && small > 0);
    assert_eq!(large + passed, small + passed_too);
    // The old solver searched these boards completely, and gave no value away.
    let [moves, could, gifts @ ..] = line(&found, "solver1.0", "white");
    assert!(moves > could && could > 0 && gifts == [0; 3], "{found}");
    let [_, could, gifts @ ..] = line(&found, "pseudoRand", "black");
    assert!(gifts.iter().sum::<u64>() > could / 10);
    // Each error is reported with its place.
    let (_, _, err) = run(&audit(&NEX33));
    assert!(err.contains("conflict mark") && err.contains("skipped, a game of nex:2x2") && err.contains('^'));
}

#[test]
fn a_match_and_an_audit_of_its_records_agree() {
    let folder = scratch();
    let swap = database("hex:swap:2x3");
    for (board, db, file) in [("nex:3x3", &*NEX33, "games.txt"), ("hex:swap:2x3", &swap, "games.sgf")] {
        let (db, file) = (path(db.path()), place(&folder, file));
        let played = json(&format!("match {board} random pseudorand --games 30 --db {db} --records {file}"));
        let judged = json(&format!("audit {file} --db {db}"));
        assert_eq!(played["audit"], judged["players"], "{board}");
        let lines = list(&judged["players"]);
        let is_judged = |line: &Value| line["gave"].as_u64() > Some(0) && line["unknown"] == 0;
        assert!(lines.len() == 4 && lines.iter().all(is_judged), "{judged}");
    }
}

#[test]
fn what_tables_leave_out_is_said() {
    let folder = scratch();
    let (draughts, awari) = (database("draughts:2"), database("awari:3"));
    // One move takes the last piece; the other lets it escape.
    let text = "[White \"w\"]\n[GameType \"25,W,8,8,A0,0\"]\n[SetUp \"1\"]\n[FEN \"W:WKa1:BKh2\"]\n[Result \"*\"]\n\n\
                1. a1-b2 h2-g1 *\n";
    let file = written(&folder, "game.pdn", text);
    let out = said(&format!("audit {file} --db {} --moves", path(draughts.path())));
    assert!(out.contains("The tables ignore the draw rules that hold over the board"), "{out}");
    let text = "First:a\nc4;!\nStart:0 0 0 0 0 2 | 0 0 0 0 0 1 | 24 21\nf2;F1;!\n";
    let file = written(&folder, "games.txt", text);
    let found = json(&format!("audit {file} --db {}", path(awari.path())));
    assert!(found["left_out"].as_str().is_some_and(|text| text.contains("repetition")), "{found}");
    // The start is in no table.
    assert_eq!(found["players"][0]["unknown"], 1, "{found}");
}

#[test]
fn headerless_records_are_read_as_on_the_board_that_is_named() {
    let folder = scratch();
    let db = path(NEX33.path());
    // Legal on 2×2 and on 3×3; the other game uses a cell that 3×3 does not have.
    let file = written(&folder, "games.txt", "Ba1?a2;Wb1?b2;!\nBa1?d4;!\n");
    let audit = format!("audit {file} --db {db}");
    let (code, out, err) = run(&audit);
    assert!(code == 0 && out.contains("1 game of 3×3 Nex"), "{out}{err}");
    // The guessed board is reported.
    let read = "1 game does not name its board (Board not given): read as 3×3 Nex";
    assert!(err.contains(read) && err.contains(":2: skipped, a game of nex:4x4"), "{err}");
    let (code, _, err) = run(&format!("{audit} --board nex:2x2"));
    assert!(code == 2 && err.contains("is a database of nex:3x3, not of nex:2x2"), "{err}");
    let file = written(&folder, "games.txt", "Ba1?a2;Wb1?b2;!\n");
    assert_eq!(json(&format!("audit {file} --db {db} --board nex:3x3"))["summary"]["games"], 1);
}

#[test]
fn records_that_cannot_be_audited_are_reported() {
    let db = path(NEX22.path());
    let (code, out, err) = run(&format!("audit /nonexistent --db {db}"));
    assert!(code == 3 && err.contains("cannot be read") && out.contains("1 fault"), "{out}{err}");
    let (code, _, err) = run(&format!("audit - --db {db}"));
    assert!(code == 3 && err.contains("standard input:1:1: no game here"), "{err}");
    assert_eq!((run("audit - --db /nonexistent").0, run("audit -").0), (4, 2));
    // A damaged table gives no judgement.
    let folder = scratch();
    let record = written(&folder, "game.txt", "Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\n");
    let db = database("nex:2x2");
    for file in entries(db.path()).iter().filter(|file| file.extension().is_some_and(|end| end != "json")) {
        let mut bytes = fs::read(file).expect("read");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x55;
        fs::write(file, bytes).expect("written");
    }
    for line in [format!("audit {record}"), "match nex:2x2 random random --games 4".to_owned()] {
        refused(4, &format!("{line} --db {}", path(db.path())), "");
    }
}
