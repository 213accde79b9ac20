//! `replay` reads and writes records: faults, boards that are not named, variations, and records of the old
//! program.

use crate::command::check_message;
use crate::support::{document, entries, fed, json, list, path, place, refused, run, said, scratch, written};
use serde_json::json;
use std::fs;

const WON: &str = "Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B\n";

#[test]
fn bad_records_are_exit_3_with_a_caret() {
    let folder = scratch();
    let (moves, garbage) = ("Ba1?a2;".repeat(1_500_000), "x".repeat(10_000_000));
    let small = format!("Game#1\nBoard:r2-c2\nInit_State:;\n{WON}");
    let cases: [(&[u8], &str); 9] = [
        (b"Ba1?b1;Wa1?c1;B\n", "a1 is a black stone"),
        (b"Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;W\n", "claims that White won"),
        (b"nonsense\n", "expected a move"),
        (b"\xff\xfe\n", "no game here"),
        (b"", "no game here"),
        (small.as_bytes(), "off the board"),
        (moves.as_bytes(), "it is White's turn"),
        (garbage.as_bytes(), "expected a move"),
        (b"1. c3-d4 b6-a5\n2. a3-a4 *\n", "input.txt:2:7: "),
    ];
    for (contents, says) in cases {
        let size = if contents.starts_with(b"1.") { "" } else { "--size 3" };
        let (code, out, err) = run(&format!("replay {size} {}", written(&folder, "input.txt", contents)));
        assert_eq!(code, 3, "{says}: {err}");
        assert!(err.contains(says) && err.contains("input.txt:"), "{says}: {err}");
        assert!(out.starts_with("0 games in 1 file: ") && out.lines().count() == 1, "{out}");
        check_message(says, &err);
    }
    for (command, says) in [("replay", "standard input:1:9: "), ("check", "standard input: ")] {
        let (code, _, err) = fed(&format!("{command} -"), "Ba1?b1;Wa1?c1;B\n");
        assert!(code == 3 && err.contains(says), "{err}");
        let (code, _, err) = run(&format!("{command} {}", path(folder.path())));
        assert!(code == 3 && err.contains("cannot be read"), "{command}: {err}");
    }
}

#[test]
fn records_are_replayed_past_their_faults() {
    let folder = scratch();
    let good = written(&folder, "good", WON);
    let bad = written(&folder, "bad", format!("{WON}Ba1?b1;Wa3?a2;B\n{WON}"));
    let [kept, missing] = ["kept", "missing"].map(|name| place(&folder, name));
    let ends = "1 game in 1 file: Black won 1, drawn 0, White won 0, broken off 0; 0 faults\n";
    assert!(said(&format!("replay --size 3 {good}")).ends_with(ends));
    let (code, out, err) = run(&format!("replay --size 3 --write {kept} {bad} {missing} {good}"));
    assert!(code == 3 && out.contains("3 games in 3 files") && out.contains("2 faults"), "{out}");
    assert!(err.contains("bad:2:") && err.contains('^') && err.contains("missing cannot be read"), "{err}");
    assert!(said(&format!("replay {kept}")).contains("3 games in 1 file"));
    refused(2, &format!("replay --write {good} {good}"), "");
    let (code, found) = document(&format!("replay --size 3 {bad}"));
    assert_eq!((code, &found["summary"]["games"]), (3, &json!(2)));
    assert_eq!(found["files"][0]["faults"][0]["line"], 2);
    let (code, _, err) = run(&format!("replay --size 2 {good}"));
    assert!(code == 3 && err.contains("a3 is off the board, whose cells run from a1 to b2"), "{err}");
    // The last game may be unfinished.
    let (code, out, _) = fed("replay --size 3 -", "Ba1?a2;Wb2?c2");
    assert!(code == 0 && out.starts_with("standard input:1: 3×3, 2 plies, broken off\n"), "{out}");
    refused(7, &format!("replay --size 3 {good} --write {}/x", place(&folder, "nowhere")), "does not exist");
    let (code, out, _) = fed("replay --size 3 -", WON);
    assert!(code == 0 && out.starts_with("standard input:1: 3×3, 5 plies, Black won\n"), "{out}");
}

#[test]
fn the_old_programs_records_are_replayed() {
    let data = entries("tests/data/nexc-games");
    let names = data.iter().map(|file| path(file)).filter(|name| !name.ends_with("README.md"));
    let line = format!("replay {}", names.collect::<Vec<_>>().join(" "));
    let (code, out, err) = run(&line);
    assert_eq!(code, 3, "some are damaged");
    let ends = "91 games in 33 files: Black won 27, drawn 32, White won 30, broken off 2; 8 faults\n";
    assert!(out.ends_with(ends) && out.lines().count() == 92, "{out}");
    let is_place = |line: &&str| {
        line.split_once(".txt:").is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    assert_eq!(err.lines().filter(is_place).count(), 8, "{err}");
    assert!(err.contains("10 games do not name their board (Board not given): read as 3×3 Nex"), "{err}");
    let expected = json!({"files": 33, "games": 91, "black_won": 27, "drawn": 32,
        "white_won": 30, "broken_off": 2, "faults": 8});
    assert_eq!(document(&line).1["summary"], expected);
}

#[test]
fn a_board_that_a_record_does_not_tell_is_said() {
    let folder = scratch();
    let text = "Ba1?b2;Wc3?c1;!\nBa1?d4;Wb2?c3;!\nBa1?b5;Wb3?b4;Bb1?a5;B\n";
    let untold = written(&folder, "games.txt", text);
    let (code, out, err) = run(&format!("replay {untold}"));
    assert_eq!(code, 0, "{err}");
    for (line, board) in [(1, "3×3"), (2, "4×4"), (3, "2×5")] {
        assert!(out.contains(&format!("games.txt:{line}: {board}, ")), "{out}");
    }
    assert!(err.contains("3 games do not name their board") && err.contains("--size"), "{err}");
    let inferred = |file: &str| {
        let game = json(&format!("replay {file}"))["files"][0]["games"][0].clone();
        (game["board"].as_str().expect("a board").to_owned(), game.get("inferred") == Some(&json!(true)))
    };
    assert_eq!(inferred(&untold), ("nex:3x3".to_owned(), true));
    // A given board is not inferred.
    let (code, out, err) = run(&format!("replay --size 4 {untold}"));
    assert!(code == 3 && out.contains("games.txt:1: 4×4, ") && !err.contains("do not name"), "{out}{err}");
    let told = written(&folder, "told.txt", "Board:r3-c3\nBa1?b2;!\n");
    assert_eq!(inferred(&told), ("nex:3x3".to_owned(), false));
    assert!(!run(&format!("replay {told}")).2.contains("name"));
}

#[test]
fn what_readers_assume_is_said_for_every_format() {
    let folder = scratch();
    for (name, text, says) in [
        (
            "a.pdn",
            "[White \"x\"]\n1. c3-d4 *\n",
            "1 game does not name its board (GameType not given): read as Russian draughts\n",
        ),
        ("a.sgf", "(;B[b2])\n", "1 game does not name its board (SZ not given): read as 11×11 Hex\n"),
        ("a.txt", "4453\n", "1 game does not name its board (Board not given): read as 6×7 Connect Four\n"),
    ] {
        let file = written(&folder, name, text);
        let (code, _, err) = run(&format!("replay {file}"));
        assert!(code == 0 && err.contains(says), "{err}");
        let found = json(&format!("replay {file}"));
        assert_eq!(found["files"][0]["games"][0]["inferred"], true, "{found}");
    }
    let file = written(&folder, "b.pdn", "[GameType \"25\"]\n[Result \"0-0\"]\n\n1. c3-d4 0-0\n");
    let (code, _, err) = run(&format!("replay {file}"));
    assert!(code == 0 && err.contains("b.pdn:2: the result 0-0 is neither a win nor a draw"), "{err}");
    let game = json(&format!("replay {file}"))["files"][0]["games"][0].clone();
    assert!(game.get("inferred").is_none() && game["notes"][0]["line"] == 2, "{game}");
}

#[test]
fn variations_and_comments_are_kept() {
    let folder = scratch();
    let nex = "Board:r3-c3\nBa1?b2;Wc3?c1;!\nNote:2:so what\nVariation:1:Wa3?b3;\n";
    let sgf = "(;GM[11]SZ[3]EV[Cup];B[b2](;W[a1]C[so [what\\]])(;W[c1]))";
    let pdn = "[Event \"Cup\"]\n1. c3-d4 {so what} (1. g3-f4) *\n";
    for (text, ending, kept) in [
        (nex, "txt", &["Note:2:so what", "Variation:1:Wa3?b3;"][..]),
        (sgf, "sgf", &["EV[Cup]", "C[so [what\\]]", "(;W[c1])"]),
        (sgf, "txt", &["Tag:EV:Cup", "Note:2:so [what]", "Variation:1:a3;"]),
        (pdn, "pdn", &["[Event \"Cup\"]", "{so what}", "(1. g3-f4)"]),
    ] {
        let [target, again] = ["written", "again"].map(|name| place(&folder, &format!("{name}.{ending}")));
        said(&format!("replay {} --write {target}", written(&folder, "games", text)));
        let written = fs::read_to_string(&target).expect("a file");
        assert!(kept.iter().all(|words| written.contains(words)), "{written}");
        said(&format!("replay {target} --write {again}"));
        assert_eq!(fs::read_to_string(&again).expect("a file"), written);
    }
}

#[test]
fn records_of_all_games_are_replayed() {
    let folder = scratch();
    for (board, told) in [
        ("nex:3x4", "nex:3x4"),
        ("hex:4x5", "hex:4x5"),
        ("hex:course:4x4", "hex:course:4x4"),
        ("connect4:4x4", "connect4:4x4"),
        ("awari", "awari"),
        ("draughts", "draughts:russian"),
        ("draughts:brazilian", "draughts:brazilian"),
    ] {
        let [file, kept] = [board, "kept"].map(|name| place(&folder, &name.replace(':', "-")));
        for plies in ["0", "3"] {
            let args = format!("random pseudorand --games 6 --records {file} --random-plies {plies}");
            let played = json(&format!("match {board} {args} --quiet"));
            let replayed = json(&format!("replay {file}"));
            let games = list(&replayed["files"][0]["games"]);
            assert_eq!(games.len(), 6, "{board}");
            assert!(
                games.iter().all(|game| game["board"] == told && game["black"].is_string()),
                "{replayed}"
            );
            for key in ["black_won", "white_won", "drawn"] {
                let sum: u64 = list(&played["pairings"]).iter().filter_map(|pair| pair[key].as_u64()).sum();
                assert_eq!(replayed["summary"][key], sum, "{board}: {replayed}");
            }
        }
        let out = said(&format!("replay {file} --write {kept}"));
        assert!(out.contains("6 games in 1 file: ") && out.contains(" won "), "{out}");
        let games = |file: &str| json(&format!("replay {file}"))["files"][0]["games"].clone();
        assert_eq!(games(&kept), games(&file), "{board}");
    }
    let [one, other, both] = ["nex-3x4", "awari", "both"].map(|name| place(&folder, name));
    let (code, _, err) = run(&format!("replay {one} {other} --write {both}"));
    assert!(code == 2 && err.contains("games of Awari, but the games before them are of Nex"), "{err}");
    assert!(!fs::exists(&both).expect("readable"));
}
