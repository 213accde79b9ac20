//! Hex, with its swap and the course sheet's sides.

use crate::ask::{ask, moves_worth, router, strings};
use serde_json::{Value, json};

#[tokio::test]
async fn the_winning_openings_are_those_published() {
    let router = router();
    let mut wins = Vec::new();
    let values = ask(&router, "values", json!({"board": "hex:3x3"})).await;
    wins.extend(moves_worth(&values, "win"));
    wins.sort_unstable();
    assert_eq!(wins, ["a3", "b1", "b2", "b3", "c1"]);
}

#[tokio::test]
async fn a_swap_changes_the_colours() {
    let router = router();
    let game = json!({"board": "hex:swap:3x3", "moves": ["b2"]});
    let told = ask(&router, "position", game.clone()).await;
    assert!(strings(&told["legal"]).contains(&"swap"));
    assert_eq!((&told["changed_colours"], &told["to_move"]), (&json!(false), &json!("white")));
    let values = ask(&router, "values", game).await;
    assert_eq!(moves_worth(&values, "win"), ["swap"]);
    let swapped = ask(&router, "position", json!({"board": "hex:swap:3x3", "moves": ["b2", "swap"]})).await;
    assert_eq!((&swapped["changed_colours"], &swapped["to_move"]), (&json!(true), &json!("white")));
    assert_eq!(swapped["cells"][4], "B");
    // A written position still allows a swap.
    let start = told["position"].as_str().expect("a position");
    assert_eq!(start, ".../.B./... swap?");
    let again = ask(&router, "position", json!({"board": "hex:swap:3x3", "start": start})).await;
    assert_eq!(again["legal"], told["legal"]);
    let line = ask(&router, "line", json!({"board": "hex:swap:3x3", "moves": ["b2"], "move": "swap"})).await;
    let sentence = line["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("After swap Black wins in"), "{sentence}");
}

#[tokio::test]
async fn the_course_sheet_has_cells_with_letters_here() {
    let router = router();
    let game = json!({"board": "hex:course:2x3", "moves": ["0, 0", "b3", "a2"]});
    let told = ask(&router, "position", game).await;
    assert_eq!(told["moves"], json!(["a1", "b3", "a2"]));
    assert_eq!(told["legal"], json!(["a3", "b1", "b2"]));
    let won = json!({"board": "hex:course:2x3", "moves": ["a1", "b3", "a2", "b2", "a3"]});
    let won = ask(&router, "position", won).await;
    assert_eq!(
        (&won["over"]["winner"], &won["over"]["chain"]),
        (&json!("black"), &json!(["a1", "a2", "a3"]))
    );
}

#[tokio::test]
async fn large_boards_list_their_moves() {
    let router = router();
    let told = ask(&router, "position", json!({"board": "hex:13x13", "moves": ["g7"]})).await;
    assert_eq!(told["legal"].as_array().map(Vec::len), Some(168));
    let values = ask(&router, "values", json!({"board": "hex:13x13", "moves": ["g7"]})).await;
    assert_eq!((&values["value"], &values["source"]), (&Value::Null, &json!("none")));
    assert_eq!(values["sentence"], "Unknown: no table covers this position.");
}

#[tokio::test]
async fn a_line_with_a_swap_says_whose_colours_are_whose() {
    let router = router();
    let line = ask(&router, "line", json!({"board": "hex:swap:3x3", "moves": ["b2"]})).await;
    assert_eq!((&line["line"][0], &line["value"]), (&json!("swap"), &json!("win")), "{line}");
    let sentence = line["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("White wins in "), "{sentence}");
    assert!(sentence.ends_with("the player who was White is Black from then on."), "{sentence}");
}
