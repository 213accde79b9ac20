//! Drills: the mistakes of a player as exercises, compared with an audit and with a search.

use crate::support::{json, list, number, place, refused, run, said, scratch, written};
use nexsolve_core::{Notation, Wdl};
use nexsolve_oracle::{Oracle, Search};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// The values of the moves of a position, by a search without tables.
fn values(board: &str, position: &str) -> BTreeMap<String, Wdl> {
    let oracle = Oracle::new(nexsolve_games::board(board).expect("a board"), &[]).expect("a board");
    let game = oracle.game();
    let position = game.read_position(position).expect("a position");
    let stop = AtomicBool::new(false);
    let search = Search { stop: &stop, threads: 1, memory_bytes: 16 << 20, nodes: None, observer: &() };
    let found = oracle.search(&position, &search).expect("a search").expect("no fault");
    let value = |reply: &nexsolve_oracle::Reply| reply.worth.bounds.wdl().expect("proven");
    found.moves.iter().map(|reply| (game.format_move(&position, reply.mv), value(reply))).collect()
}

/// Checks the exercises of a document: their values, their good moves and their lines.
fn check(found: &Value) {
    for exercise in list(&found["exercises"]) {
        let text = |field: &str| exercise[field].as_str().expect("text");
        let values = values(text("board"), text("position"));
        let best = *values.values().max().expect("a move");
        assert_eq!(
            (best.word(), values[text("played")].word()),
            (text("value"), text("after")),
            "{exercise}"
        );
        let good = values.iter().filter(|(_, value)| **value == best).map(|(mv, _)| mv.as_str());
        let mut told: Vec<&str> =
            list(&exercise["solution"]).iter().map(|mv| mv.as_str().expect("text")).collect();
        told.sort_unstable();
        assert_eq!(told, good.collect::<Vec<_>>(), "{exercise}");
        let line = list(&exercise["line"]);
        assert_eq!(line[0], exercise["played"]);
        assert!(line.len() > 1 || text("after") == "draw", "{exercise}");
        assert_eq!(list(&exercise["places"]).len() as u64, number(&exercise["times"]));
    }
}

#[test]
fn the_mistakes_of_a_match_become_exercises() {
    let folder = scratch();
    let (games, db) = (place(&folder, "games.txt"), place(&folder, "db"));
    said(&format!("match nex:3x3 random pseudorand --games 8 --records {games} --quiet"));
    said(&format!("generate nex:3x3 --out {db} --quiet"));
    let audit = json(&format!("audit {db} {games}"));
    let of_random = list(&audit["players"]).iter().filter(|line| line["player"] == "random");
    let (moves, gave) = of_random
        .fold((0, 0), |(moves, gave), line| (moves + number(&line["moves"]), gave + number(&line["gave"])));
    let found = json(&format!("drill {games} --player random --db {db}"));
    check(&found);
    let exercises = list(&found["exercises"]);
    let times: u64 = exercises.iter().map(|exercise| number(&exercise["times"])).sum();
    assert!(gave > 0 && exercises.len() as u64 <= gave, "{found}");
    assert_eq!((times, number(&found["summary"]["moves"])), (gave, moves), "{found}");
    assert_eq!((number(&found["summary"]["games"]), number(&found["summary"]["unknown"])), (8, 0));
    // The table made on the spot, and a search without one, find the same.
    for how in ["", "--nodes 1000000"] {
        let other = json(&format!("drill {games} --player random --board nex:3x3 {how}"));
        check(&other);
        let positions = |found: &Value| -> Vec<Value> {
            list(&found["exercises"]).iter().map(|exercise| exercise["position"].clone()).collect()
        };
        assert_eq!(positions(&other), positions(&found), "{how}");
    }
}

/// Three games on 2×2 Nex, in which the first move turns a win into a draw, twice by symmetric moves.
const GAMES: &str = "Black:Ann <b>\nWhite:Annabel\n#games:3;\n\n\
    Game#1\nBoard:r2-c2\nInit_State:;\nBa1?b1;Wa2?b2;Bb1Bb2?a1;#\n\n\
    Game#2\nBoard:r2-c2\nInit_State:;\nBb2?a2;Wb1?a1;Ba2Ba1?b2;#\n\n\
    Game#3\nBoard:r2-c2\nInit_State:;\nBa1?a2;!\n";

#[test]
fn symmetric_mistakes_are_one_exercise_and_become_cards() {
    let folder = scratch();
    let (games, cards) = (written(&folder, "games.txt", GAMES), place(&folder, "cards.csv"));
    let text = said(&format!("drill {games} --player 'Ann <b>' --anki {cards}"));
    assert!(text.starts_with("2×2 Nex: 1 exercise in 5 moves of 3 games\n"), "{text}");
    for says in [
        "1. Black to move wins. ",
        "games.txt:8, ",
        "ply 1; 2 times",
        "Good: Ba1?a2 and Bb2?b1.",
        "Ann <b> played Ba1?b1, which draws",
    ] {
        assert!(text.contains(says), "{text} does not say {says}");
    }
    let cards = std::fs::read_to_string(&cards).expect("cards");
    let rows: Vec<&str> = cards.lines().collect();
    assert_eq!(rows[..4], ["#separator:Comma", "#html:true", "#columns:Front,Back,Tags", "#tags column:3"]);
    let fields = fields(rows[4]);
    assert_eq!((rows.len(), fields.len(), fields[2].as_str()), (5, 3, "nexsolve nex-2x2"));
    assert!(
        fields[0].starts_with("<svg") && fields[0].ends_with("<div>Black to move wins.</div>"),
        "{}",
        fields[0]
    );
    assert!(
        fields[1].contains("Good: Ba1?a2 and Bb2?b1.") && fields[1].contains("Ann &lt;b&gt; played"),
        "{}",
        fields[1]
    );
}

/// The fields of a line of CSV, all in quotes.
fn fields(row: &str) -> Vec<String> {
    let inner = row.strip_prefix('"').and_then(|row| row.strip_suffix('"')).expect("quotes");
    inner.split("\",\"").map(|field| field.replace("\"\"", "\"")).collect()
}

#[test]
fn names_are_found_and_wrong_ones_explained() {
    let folder = scratch();
    let games = written(&folder, "games.txt", GAMES);
    let found = json(&format!("drill {games} --player ANNAB"));
    assert_eq!(found["player"], "Annabel");
    let drill = format!("drill {games} --player");
    let said = refused(2, &format!("{drill} ann"), "`ann` can be Ann <b> and Annabel");
    assert!(said.contains("give more of the name"), "{said}");
    let said = refused(2, &format!("{drill} Bob"), "the records have no player `Bob`");
    assert!(said.contains("the players are Ann <b> and Annabel"), "{said}");
    let unnamed = written(&folder, "unnamed.txt", "Ba1?b1;Wa2?b2;Bb1Bb2?a1;#\n");
    refused(2, &format!("drill {unnamed} --player Ann"), "do not name their players");
    refused(7, &format!("{drill} Annabel --anki missing/cards.csv"), "missing");
    let db = place(&folder, "db");
    crate::support::said(&format!("generate hex:2x2 --out {db} --quiet"));
    refused(2, &format!("{drill} Annabel --db {db}"), "no game of Annabel is on the board of hex:2x2");
    let damaged = written(&folder, "damaged.txt", format!("{GAMES}\nBa9?b1;#\n"));
    let (code, out, err) = run(&format!("drill {damaged} --player Annabel"));
    assert!(code == 3 && out.starts_with("2×2 Nex: ") && err.contains("a9"), "{code}: {out}{err}");
}
