//! Lines of best play: legal, and as long as the values say.

use crate::ask::{ask, router, strings};
use serde_json::{Value, json};

/// Plays the line on after the moves; the position then.
async fn replayed(router: &axum::Router, board: &str, moves: &[&str], line: &Value) -> Value {
    let mut all = moves.to_vec();
    all.extend(strings(line));
    ask(router, "position", json!({"board": board, "moves": all})).await
}

#[tokio::test]
async fn every_opening_of_the_smallest_boards_has_its_line() {
    let router = router();
    for board in ["nex:2x2", "nex:2x3", "nex:3x2", "hex:3x3", "hex:swap:2x3"] {
        let values = ask(&router, "values", json!({"board": board})).await;
        for opening in values["moves"].as_array().expect("moves") {
            let mv = opening["move"].as_str().expect("a move");
            let line = ask(&router, "line", json!({"board": board, "move": mv})).await;
            assert_eq!(
                (&line["value"], &line["distance"]),
                (&opening["value"], &opening["distance"]),
                "{board} {mv}"
            );
            assert_eq!((strings(&line["line"])[0], &line["complete"]), (mv, &json!(true)), "{board} {mv}");
            let end = replayed(&router, board, &[], &line["line"]).await;
            let length = strings(&line["line"]).len() as u64;
            match opening["value"].as_str().expect("known") {
                "draw" => assert_eq!(end["over"]["winner"], Value::Null, "{board} {mv}"),
                _ => assert_eq!(Some(length), opening["distance"].as_u64(), "{board} {mv}"),
            }
            assert!(end["over"].is_object(), "{board} {mv}");
        }
    }
}

#[tokio::test]
async fn a_refutation_is_told_in_a_sentence() {
    let router = router();
    let lost = json!({"board": "nex:3x2", "move": "Ba1?a2"});
    let line = ask(&router, "line", lost).await;
    let plies = line["distance"].as_u64().expect("a distance") - 1;
    let sentence = line["sentence"].as_str().expect("a sentence");
    assert_eq!(line["value"], "loss");
    assert!(sentence.starts_with(&format!("After Ba1?a2 White wins in {plies} pl")), "{sentence}");
    assert!(sentence.contains(strings(&line["line"])[1]), "{sentence}");
    let best = ask(&router, "line", json!({"board": "nex:3x3"})).await;
    let sentence = best["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("Black wins in 7 plies: B"), "{sentence}");
    let ending = json!({"board": "nex:3x3", "start": ".B./.B?/W?.", "move": "Bc2?a1"});
    let answer = crate::ask::post(&router, "line", &ending).await;
    assert!(answer.status.is_client_error() || answer.json()["line"].is_array());
}

#[tokio::test]
async fn a_search_finds_lines_too() {
    let router = router();
    // Too large for a small database, and won at once for whoever is to move.
    let moves = ["a1", "a2", "b1", "b2", "c1", "c2"];
    let game = json!({"board": "hex:4x4", "moves": moves, "seconds": 10});
    let line = ask(&router, "line", game.clone()).await;
    assert_eq!(
        (&line["value"], &line["distance"], &line["line"]),
        (&json!("win"), &json!(1), &json!(["d1"]))
    );
    let values = ask(&router, "values", game).await;
    assert_eq!((&values["source"], &values["distance"]), (&json!("search"), &json!(1)));
    let end = replayed(&router, "hex:4x4", &moves, &line["line"]).await;
    assert_eq!(end["over"]["winner"], "black");
}

#[tokio::test]
async fn a_game_that_is_over_has_no_line() {
    let router = router();
    let over = json!({"board": "nex:2x2", "moves": ["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"]});
    let line = ask(&router, "line", over).await;
    assert_eq!((&line["line"], &line["complete"]), (&json!([]), &json!(true)));
}

#[tokio::test]
async fn draughts_endings_are_played_to_the_end() {
    let router = router();
    for start in ["W:Wa7:Bh8", "W:WKa1,c1:BKh8", "W:Wg5,a5:Bh8"] {
        let game = json!({"board": "draughts", "start": start});
        let values = ask(&router, "values", game.clone()).await;
        let line = ask(&router, "line", game).await;
        assert_eq!((&line["value"], &line["distance"]), (&values["value"], &values["distance"]), "{start}");
        if let Some(distance) = values["distance"].as_u64() {
            assert_eq!(
                (strings(&line["line"]).len() as u64, &line["complete"]),
                (distance, &json!(true)),
                "{start}"
            );
            let played = json!({"board": "draughts", "start": start, "moves": line["line"]});
            let end = ask(&router, "position", played).await;
            assert!(end["over"]["winner"].is_string(), "{start}: {end}");
        } else {
            assert_eq!(values["value"], "draw", "{start}");
        }
    }
}

#[tokio::test]
async fn awari_lines_win_what_they_say() {
    let router = router();
    let start = "0 1 0 0 2 1 | 1 0 0 2 0 1 | 20 20";
    let line = ask(&router, "line", json!({"board": "awari", "start": start})).await;
    assert!(line["score"].is_i64(), "{line}");
    let end =
        ask(&router, "position", json!({"board": "awari", "start": start, "moves": line["line"]})).await;
    if line["complete"] == json!(true) && end["over"]["reason"].as_str().expect("over").contains("cannot") {
        // The end is told as seeds, the first player's before the second's.
        let stores = end["over"]["reason"].as_str().expect("a reason").rsplit(": ").next().expect("seeds");
        let seeds: Vec<i64> = stores.split('-').map(|n| n.parse().expect("whole")).collect();
        assert_eq!(Some(seeds[0] - seeds[1]), line["margin"].as_i64(), "{line}");
    }
}
