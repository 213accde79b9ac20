//! Awari with its stores.

use crate::ask::{ask, router};
use serde_json::{Value, json};

/// The published position with its values, as part of a game: six seeds each in the pits, and stores that make it whole.
const PUBLISHED: &str = "1 1 1 1 1 2 | 4 2 3 0 0 0 | 16 16";

#[tokio::test]
async fn a_position_is_told_by_colour() {
    let router = router();
    let told = ask(&router, "position", json!({"board": "awari", "moves": ["c4"]})).await;
    assert_eq!(told["cells"], json!({"pits": [4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 4, 4], "stores": [0, 0]}));
    assert_eq!((&told["to_move"], &told["rows"]), (&json!("white"), &Value::Null));
    let again = ask(&router, "position", json!({"board": "awari", "start": told["position"]})).await;
    assert_eq!((&again["cells"], &again["legal"]), (&told["cells"], &told["legal"]));
    // The pit's letter alone is enough.
    let short = ask(&router, "position", json!({"board": "awari", "moves": ["c"]})).await;
    assert_eq!(short["moves"], json!(["c4"]));
}

#[tokio::test]
async fn few_seeds_have_their_scores() {
    let router = router();
    // One seed in each of the mover's last two pits, and eight for the other.
    let values =
        ask(&router, "values", json!({"board": "awari", "start": "0 0 0 0 0 1 | 1 1 1 1 1 1 | 20 21"})).await;
    assert_eq!(values["source"], "table");
    let (score, margin) =
        (values["score"].as_i64().expect("a score"), values["margin"].as_i64().expect("a margin"));
    assert_eq!(margin, score - 1);
    let moves = values["moves"].as_array().expect("moves");
    let best = moves.iter().filter_map(|line| line["score"].as_i64()).max();
    assert_eq!(best, Some(score));
    for line in moves {
        assert_eq!(line["margin"].as_i64().map(|margin| margin + 1), line["score"].as_i64(), "{line}");
    }
    assert!(values["left_out"].as_str().expect("said").contains("repetition"));
}

#[tokio::test]
async fn a_move_that_ends_the_game_counts_what_is_left() {
    let router = router();
    // The first player's only move leaves the second without a seed, who takes nothing: all moves do so, and it is allowed.
    let start = "0 0 0 0 1 0 | 0 0 0 0 0 0 | 23 24";
    let values = ask(&router, "values", json!({"board": "awari", "start": start})).await;
    let line = &values["moves"][0];
    assert_eq!(
        (&line["value"], &line["score"], &line["margin"]),
        (&json!("draw"), &json!(1), &json!(0)),
        "{values}"
    );
    assert_eq!((&values["value"], &values["score"]), (&json!("draw"), &json!(1)));
    assert_eq!(values["sentence"], "First, to move, draws, and wins 1 seed more than Second from here on.");
}

#[tokio::test]
async fn the_third_occurrence_ends_the_game() {
    let router = router();
    let start = "1 0 0 0 0 0 | 1 0 0 0 0 0 | 23 23";
    // Both go round until a position is there for the third time, or the seeds are gone.
    let mut moves: Vec<String> = Vec::new();
    let over = loop {
        let told = ask(&router, "position", json!({"board": "awari", "start": start, "moves": moves})).await;
        if told["over"].is_object() {
            break told["over"].clone();
        }
        moves.push(told["legal"][0].as_str().expect("a move").to_owned());
        assert!(moves.len() < 200, "{moves:?}");
    };
    assert!(over["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{over}");
}

#[tokio::test]
async fn the_published_position_is_read() {
    let router = router();
    let told = ask(&router, "position", json!({"board": "awari", "start": PUBLISHED})).await;
    assert_eq!(told["legal_count"], 6);
}
