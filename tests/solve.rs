//! Compares the two engines of `solve`: a search, and a table made for one answer. They share only the rules.

use crate::support::{
    command, document, ended, entries, json, list, manifest, place, refused, run, said, scratch,
};
use nexsolve_core::{Game, Plies};
use nexsolve_games::{AnyGame, Board, Extent, GAMES, GameSpec, Measure};
use serde_json::{Value, json};

/// Returns the small boards of all games and variants with at most this many cells.
fn boards(most: u32) -> impl Iterator<Item = Board> {
    let specs = GAMES.into_iter().flat_map(|card| (0..card.variants.len()).map(|i| GameSpec::new(card, i)));
    let sized = |spec: GameSpec, cells: u32| {
        let sides = (1..=cells).filter(move |rows| cells.is_multiple_of(*rows));
        sides.filter_map(move |rows| spec.sized(rows, cells / rows).ok()).filter(is_searched)
    };
    specs.flat_map(move |spec| {
        let quick = if let Measure::Sides { quick, .. } = spec.card().measure { quick } else { 0 };
        (1..=quick.min(most)).flat_map(move |cells| sized(spec, cells))
    })
}

/// Returns whether a search proves every value on a board: no position can repeat.
fn is_searched(board: &Board) -> bool {
    AnyGame::on(*board).is_ok_and(|game| game.longest(&game.start()) != Plies::ENDLESS)
}

/// Compares the answers of both engines for a board. Returns whether there was anything to compare.
fn compare(question: &str) {
    let [search, table] = ["search", "table"].map(|engine| {
        let found = json(&format!("solve {question} --engine {engine}"));
        assert_eq!((&found["engine"], &found["proven"]), (&json!(engine), &json!(true)), "{question}");
        found
    });
    for field in ["value", "distance", "openings_by_value", "moves_by_value"] {
        assert_eq!(search[field], table[field], "{question}: {field}");
    }
    let moves = |found: &Value| found.get("openings").unwrap_or(&found["moves"]).clone();
    let [search, table] = [moves(&search), moves(&table)];
    assert_eq!(list(&search).len(), list(&table).len(), "{question}");
    for (search, table) in list(&search).iter().zip(list(&table)) {
        for field in ["move", "value", "distance", "bounds"] {
            assert_eq!(search[field], table[field], "{question}: {search} {table}");
        }
        for found in [search, table] {
            let line = list(&found["line"]);
            assert_eq!(line[0], found["move"], "{question}");
            if let Some(plies) = found["distance"].as_u64() {
                assert_eq!(line.len() as u64, plies, "{question}: {found}");
            }
        }
    }
}

#[test]
fn search_and_table_agree_on_small_boards() {
    let mut compared = 0;
    for board in boards(9) {
        compare(&board.to_string());
        compared += 1;
    }
    assert!(compared > 150, "the boards are not found: {compared}");
    for (rows, cols) in [(3, 4), (4, 3)] {
        for card in GAMES.iter().filter(|card| matches!(card.measure, Measure::Sides { .. })) {
            let board = GameSpec::new(card, 0).on(Extent::Sides { rows, cols });
            if is_searched(&board) {
                compare(&board.to_string());
            }
        }
    }
    for position in ["Ba1?b2", "Ba1?b2;Wa2?b1", "Bb2?a1;Wc3?a3;Ba2?c1"] {
        compare(&format!("nex:3x3 --position {position}"));
    }
}

#[test]
#[ignore = "slow: 4×4 Nex by search, and tables of 16 to 20 cells"]
fn search_and_table_agree_on_all_small_boards() {
    for board in boards(u32::MAX) {
        compare(&board.to_string());
    }
}

/// 4×4 Nex is the board for which a table is quicker.
#[test]
fn a_small_board_that_is_hard_to_search_is_solved_by_a_table() {
    let found = json("solve nex:4x4");
    assert_eq!(
        (&found["engine"], &found["value"], &found["distance"]),
        (&json!("table"), &json!("win"), &json!(9))
    );
    assert_eq!(found["openings_by_value"], json!({"win": 206, "draw": 0, "loss": 34, "unproven": 0}));
    let out = said("solve nex:4x4 --position Ba1?d4");
    assert!(out.contains("\nProven       by a table, in ") && !out.contains("\nSearch"), "{out}");
}

#[test]
fn what_only_a_search_can_do_is_done_by_a_search() {
    let folder = scratch();
    let file = place(&folder, "win.txt");
    for more in ["--nodes 1000", "--time 10ms", "--goal value --stats", "--no-tactics --nodes 1000"] {
        let (code, found) = document(&format!("solve nex:4x4 {more}"));
        assert!([0, 5].contains(&code) && found["engine"] == "search", "{more}: {found}");
    }
    for (more, says) in [
        (
            "nex:3x3 --nodes 1000",
            "--nodes applies only to a search: it cannot be combined with --engine table",
        ),
        ("nex:3x3 --time 1s", "--time applies only to a search"),
        ("nex:3x3 --no-table", "--no-table applies only to a search"),
        ("nex:5x5", "5×5 Nex is too large for a table"),
        ("awari", "Awari is too large for a table"),
    ] {
        refused(2, &format!("solve {more} --engine table"), says);
    }
    for engine in ["search", "table"] {
        said(&format!("solve nex:3x2 --engine {engine} --certificate {file}"));
        let says = "White wins 3×2 Nex from the start in at most 4 plies";
        assert!(said(&format!("check {file}")).starts_with(says));
    }
    // Without enough memory for a table, the answer comes from a search.
    let (_, found) = document("solve nex:2x2 --engine search --memory 16MiB");
    assert_eq!(found["value"], "win");
    refused(7, "solve nex:4x4 --engine table --memory 16MiB", "at least");
}

/// Black to move wins in at most seven plies, by generate moves alone.
const WON: &str = "WW..BB..W.?/WWBB.W??W.B/W.B.BWBWBBW/?WB.B.W.WBW/B?B.B...WWB/.WB?.BB..BW/WW.BW.WWW../BBBBW..W.BB/.W.WW?W?WBB/BBW...B.W.B/.WW.B.BWWBB";

#[test]
fn forced_wins_are_found_on_boards_without_a_search() {
    let (code, found) = document(&format!("solve nex:11x11 --goal value --position {WON}"));
    assert_eq!((code, &found["value"], &found["proven"]), (0, &json!("win"), &json!(true)));
    assert_eq!((&found["bounds"]["lo"]["distance"], &found["moves_by_value"]["win"]), (&json!(7), &json!(1)));
    let text = said(&format!("solve nex:11x11 --goal value --position {WON}"));
    assert!(text.contains("Black, to move, wins in at most 7 plies."), "{text}");
    let (code, found) = document("solve nex:19x19 --goal value");
    assert_eq!((code, &found["value"], &found["stopped"]), (5, &Value::Null, &json!("nodes")));
    let (code, _) = document(&format!("solve nex:11x11 --goal value --nodes 2 --position {WON}"));
    assert_eq!(code, 5);
    refused(2, "solve nex:11x11", "only forced wins are searched for: --goal distances");
    refused(2, "solve nex:11x11 --goal value --tree", "--tree is not possible");
    refused(2, "solve hex:11x11 --goal value", "11x11 has 121 cells");
}

/// The folder of such a table names the command, and goes: at the end of a run, or in the next run if one was
/// killed, as by a second Ctrl-C.
#[cfg(unix)]
#[test]
fn the_folder_of_a_table_for_one_answer_goes() {
    let folder = scratch();
    let solve = |board: &str| {
        let mut command = command(&format!("solve {board} --engine table"));
        command.env("TMPDIR", folder.path()).spawn().expect("the command starts")
    };
    let mut killed = solve("nex:4x4");
    let made = loop {
        let made = entries(&folder).into_iter().find(|made| made.join("manifest.json").exists());
        match made {
            Some(made) => break made,
            None => assert!(killed.try_wait().expect("known").is_none(), "no folder before the end"),
        }
    };
    assert_eq!(manifest(&made)["runs"][0]["command"], "nexsolve solve nex:4x4");
    killed.kill().expect("it runs");
    killed.wait().expect("it has ended");
    assert!(made.exists());
    let (code, out, err) = ended(solve("nex:3x3"));
    assert_eq!((code, entries(&folder)), (0, vec![]), "{out}{err}");
}

#[test]
fn a_table_proves_draws_of_endings() {
    let draw = "solve draughts:3 --position W:WKa1,c3:BKg1";
    let found = json(draw);
    let fields = ["engine", "value", "proven", "board"].map(|field| found[field].clone());
    assert_eq!(Value::from(fields.to_vec()), json!(["table", "draw", true, "draughts:russian:3"]));
    let (code, found) = document(&format!("{draw} --engine search --nodes 20_000"));
    assert_eq!((code, &found["value"], &found["engine"]), (5, &Value::Null, &json!("search")));
}

#[test]
fn the_number_of_a_board_counts() {
    for (line, says) in [
        ("awari:12", "awari:12 is for positions with up to 12 seeds; the start has 48"),
        ("draughts:3", "draughts:russian:3 is for positions with up to 3 pieces; the start has 24"),
        ("draughts:2 --position W:WKa1,c3:BKg1", "this position has 3"),
    ] {
        let message = refused(2, &format!("solve {line}"), says);
        assert!(message.contains("hint: give --position, or solve "), "{message}");
    }
    for line in ["awari", "--game draughts:brazilian"] {
        let (code, found) = document(&format!("solve {line} --nodes 1000"));
        assert!(code == 5 && found["rows"].is_null(), "{line}: {found}");
    }
    let (code, out, _) = run("solve awari --nodes 1000");
    assert!(code == 5 && out.contains("the value of Awari. "), "{out}");
}
