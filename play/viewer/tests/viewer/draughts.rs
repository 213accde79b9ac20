//! Draughts with Russian and Brazilian rules.

use crate::ask::{ask, router};
use serde_json::{Value, json};

#[tokio::test]
async fn a_position_is_told_by_square() {
    let router = router();
    let game = json!({"board": "draughts", "start": "W:WKg1,a3:Bb6,Kh8"});
    let told = ask(&router, "position", game).await;
    assert_eq!(told["cells"], json!({"g1": "W", "a3": "w", "b6": "b", "h8": "B"}));
    assert_eq!((&told["board"], &told["title"]), (&json!("draughts:russian"), &json!("Russian draughts")));
    let start = ask(&router, "position", json!({"board": "draughts", "moves": ["c3-d4", "b6-a5"]})).await;
    assert_eq!((&start["to_move"], &start["legal_count"]), (&json!("white"), &json!(8)));
    assert_eq!(start["moves"], json!(["c3-d4", "b6-a5"]));
    let rules = async |board: &str| {
        // By Brazilian rules, the capture of two is compulsory; by Russian rules, either capture is allowed.
        let start = "W:Wc3,h6:Bd4,d6,g7";
        ask(&router, "position", json!({"board": board, "start": start})).await["legal_count"]
            .as_u64()
            .expect("a count")
    };
    assert!(rules("draughts").await > rules("draughts:brazilian").await);
}

#[tokio::test]
async fn endings_have_distances() {
    let router = router();
    let game = json!({"board": "draughts", "start": "W:WKc3,Ka1:BKf8"});
    let values = ask(&router, "values", game.clone()).await;
    assert_eq!(values["source"], "table", "{values}");
    assert!(values["left_out"].as_str().expect("said").contains("hold over the board"));
    // Here the black king stands on the main road, and is captured at once.
    let lost = json!({"board": "draughts", "start": "W:WKa1:BKc3"});
    let values = ask(&router, "values", lost).await;
    assert_eq!((values["value"].as_str(), values["distance"].as_u64()), (Some("win"), Some(1)), "{values}");
}

#[tokio::test]
async fn the_games_past_decides() {
    let router = router();
    let start = "B:WKa1,Kg1:BKf8";
    let moves = ["f8-e7", "a1-b2", "e7-f8", "b2-a1", "f8-e7", "a1-b2", "e7-f8"];
    let here = ask(&router, "values", json!({"board": "draughts", "start": start, "moves": moves})).await;
    let back = here["moves"].as_array().expect("moves").iter().find(|line| line["move"] == "b2-a1").cloned();
    assert_eq!(back.expect("legal")["value"], "draw");
    let mut all = moves.to_vec();
    all.push("b2-a1");
    let over = ask(&router, "position", json!({"board": "draughts", "start": start, "moves": all})).await;
    assert_eq!(
        (&over["over"]["winner"], over["over"]["reason"].as_str()),
        (&Value::Null, Some("the same position 3 times"))
    );
    let values = ask(&router, "values", json!({"board": "draughts", "start": start, "moves": all})).await;
    assert_eq!((&values["value"], &values["source"]), (&json!("draw"), &json!("rules")));
}

#[tokio::test]
async fn the_start_is_searched_and_not_proven() {
    let router = router();
    let values = ask(&router, "values", json!({"board": "draughts:brazilian", "seconds": 0.1})).await;
    assert_eq!((&values["value"], values["moves"].as_array().map(Vec::len)), (&Value::Null, Some(7)));
    assert!(values["sentence"].as_str().expect("a sentence").starts_with("Not proven"));
}
