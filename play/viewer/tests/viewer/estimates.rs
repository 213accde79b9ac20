//! Estimates by random games, which must never be mixed with values.

use crate::ask::{Answer, ask, post, refused, router, viewer};
use hyper::StatusCode;
use nexsolve_viewer::{Names, ServerLimits};
use serde_json::{Value, json};
use std::time::Duration;

/// One board of each game, too large for a table.
const BOARDS: [&str; 8] = [
    "nex:7x7",
    "hex:11x11",
    "hex:swap:7x7",
    "nex:swap:7x7",
    "awari",
    "draughts",
    "draughts:brazilian",
    "connect4:8x8",
];

fn share(answer: &Value) -> f64 {
    answer["share"].as_f64().expect("a share")
}

#[tokio::test]
async fn every_game_has_estimates_that_a_seed_repeats() {
    let router = router();
    for board in BOARDS.into_iter().chain(["tictactoe:4x4"]) {
        let game = |seed: u64| json!({"board": board, "playouts": 300, "seed": seed, "seconds": 10});
        let told = ask(&router, "estimate", game(1)).await;
        assert_eq!(told, ask(&router, "estimate", game(1)).await, "{board}");
        assert_ne!(told["moves"], ask(&router, "estimate", game(2)).await["moves"], "{board}");
        assert_eq!((&told["playouts"], &told["complete"]), (&json!(300), &json!(true)), "{board}");
        let judge = if board.starts_with("hex") { "connections" } else { "playouts" };
        assert_eq!(told["judge"], judge, "{board}");
        assert!((0.0..=1.0).contains(&share(&told)), "{board}");
        let stands = ask(&router, "position", json!({"board": board})).await;
        assert_eq!((&told["position"], &told["to_move"]), (&stands["position"], &stands["to_move"]));
        let moves = told["moves"].as_array().expect("moves");
        assert!((1..=10).contains(&moves.len()), "{board}");
        let played = |line: &Value| line["playouts"].as_u64().expect("a number");
        assert!(moves.iter().map(played).sum::<u64>() <= 300, "{board}");
        for line in moves {
            let game = json!({"board": board, "moves": [line["move"]]});
            assert_eq!(post(&router, "position", &game).await.status, StatusCode::OK, "{board} {line}");
        }
        // Nothing in the answer could be mistaken for a value.
        for field in ["value", "distance", "score", "margin", "at_least", "at_most", "source"] {
            assert!(told.get(field).is_none() && moves.iter().all(|line| line.get(field).is_none()));
        }
    }
}

#[tokio::test]
async fn a_won_position_has_a_high_share_and_a_lost_one_a_low_share() {
    let router = router();
    // Three in a row: the next stone wins, or there is no defence. A chain of bridges. Four kings against a
    // man.
    for (game, shares) in [
        (json!({"board": "connect4:8x8", "moves": ["4", "8", "4", "8", "4", "8"]}), 0.85..=1.0),
        (json!({"board": "connect4:8x8", "moves": ["3", "3", "4", "4", "5"]}), 0.0..=0.15),
        (json!({"board": "hex:6x6", "moves": ["c3", "a1", "b3", "a2", "d3", "a4"]}), 0.85..=1.0),
        (json!({"board": "draughts", "start": "W:WKa1,Kc1,Ke1,Kg1:Bh6"}), 0.85..=1.0),
        // Lost only against best play.
        (json!({"board": "nex:3x3", "moves": ["Ba2?b2"]}), 0.0..=0.45),
    ] {
        let mut asked = game.clone();
        asked["playouts"] = json!(5_000);
        asked["seconds"] = json!(10);
        let told = ask(&router, "estimate", asked).await;
        assert_eq!(told["complete"], true, "{game}");
        assert!(shares.contains(&share(&told)), "{game}: {told}");
    }
}

#[tokio::test]
async fn the_best_judge_of_the_board_estimates() {
    let router = router();
    for (board, middle) in [("hex:7x7", (b'd', 4)), ("hex:11x11", (b'f', 6))] {
        let told = ask(&router, "estimate", json!({"board": board, "playouts": 300, "seconds": 10})).await;
        assert_eq!(told["judge"], "connections");
        let moves = told["moves"].as_array().expect("moves");
        let weights: Vec<f64> = moves.iter().map(|line| line["weight"].as_f64().expect("a weight")).collect();
        assert!(weights[0] <= 1.0 && weights.is_sorted_by(|a, b| a >= b), "{told}");
        for line in moves.iter().filter(|line| line["weight"].as_f64() > Some(0.6)) {
            let text = line["move"].as_str().expect("a move");
            let row = text.as_bytes()[0].abs_diff(middle.0);
            let col = text[1..].parse::<u8>().expect(text).abs_diff(middle.1);
            assert!(row <= 3 && col <= 3, "{told}");
        }
    }
    let told = ask(&router, "estimate", json!({"board": "hex:5x5", "playouts": 100, "seconds": 10})).await;
    assert_eq!((&told["judge"], &told["playouts"]), (&json!("network"), &json!(100)), "{told}");
    for line in told["moves"].as_array().expect("moves") {
        assert!(line["error"].as_f64() < Some(0.5) && line["weight"].is_null(), "{told}");
    }
}

#[tokio::test]
async fn few_playouts_claim_little() {
    let router = router();
    // More moves than playouts: some moves have won their only game.
    let game = json!({"board": "nex:13x13", "playouts": 200, "seconds": 10});
    let told = ask(&router, "estimate", game).await;
    assert_eq!(
        (&told["moves"][0]["share"], &told["moves"][0]["playouts"]),
        (&json!(1.0), &json!(1)),
        "{told}"
    );
    assert!((0.3..0.7).contains(&share(&told)), "{told}");
}

#[tokio::test]
async fn estimates_leave_values_alone() {
    let router = router();
    let game = json!({"board": "nex:5x5", "moves": ["Bc3?a1"], "seconds": 0});
    let before = ask(&router, "values", game.clone()).await;
    assert_eq!((&before["value"], &before["source"]), (&Value::Null, &json!("none")));
    ask(&router, "estimate", json!({"board": "nex:5x5", "moves": ["Bc3?a1"], "playouts": 2000})).await;
    assert_eq!(ask(&router, "values", game).await, before);
}

#[tokio::test]
async fn bounds_hold_and_faults_are_told() {
    let limits = ServerLimits { search: Duration::from_secs(1), ..ServerLimits::default() };
    let router = viewer(Vec::new(), limits).answers(Names::default());
    for (document, kind, said) in [
        (json!({"board": "awari", "playouts": 0}), "limit", "from 1 to 1000000"),
        (json!({"board": "awari", "playouts": 1_000_001}), "limit", "from 1 to 1000000"),
        (json!({"board": "awari", "seconds": 1.5}), "limit", "from 0 to 1"),
        (json!({"board": "awari", "playouts": -1}), "request", "invalid value"),
        (json!({"board": "awari", "playouts": 1.5}), "request", "invalid type"),
        (json!({"board": "awari", "seed": "1"}), "request", "invalid type"),
        (json!({"board": "awari", "player": "uct"}), "request", "unknown field"),
        (json!({"board": "awari", "moves": ["g4"]}), "move", "g"),
        (json!({"board": "nex:14x14"}), "board", "2 to 13"),
        (
            json!({"board": "nex:2x2", "moves": ["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"]}),
            "position",
            "no move can follow",
        ),
    ] {
        let (status, error) = refused(&router, "estimate", document.clone()).await;
        assert_eq!((status, &error["kind"]), (StatusCode::BAD_REQUEST, &json!(kind)), "{document}");
        assert!(error["message"].as_str().expect("a message").contains(said), "{document}: {error}");
    }
    let none = ask(&router, "estimate", json!({"board": "nex:13x13", "seconds": 0})).await;
    assert_eq!((&none["playouts"], &none["complete"]), (&json!(1), &json!(false)));
    // The greatest number of playouts on the largest board ends at the time limit.
    let most = json!({"board": "nex:13x13", "playouts": 1_000_000, "seconds": 0.2});
    assert_eq!(ask(&router, "estimate", most).await["complete"], false);
}

#[tokio::test]
async fn who_waits_too_long_is_told() {
    let limits = ServerLimits { queue: 0, ..ServerLimits::default() };
    let router = viewer(Vec::new(), limits).answers(Names::default());
    let long = json!({"board": "nex:13x13", "playouts": 1_000_000, "seconds": 2});
    let ask = || post(&router, "estimate", &long);
    let (a, b, c, d) = tokio::join!(ask(), ask(), ask(), ask());
    let is_busy = |answer: &&Answer| answer.status == StatusCode::SERVICE_UNAVAILABLE;
    assert_eq!([a, b, c, d].iter().filter(is_busy).count(), 2, "two threads, and no place to wait");
}
