//! Awari with its stores.

use crate::ask::{ask, router, viewer};
use nexsolve_db::{Form, Metric};
use nexsolve_games::awari::Seeds;
use nexsolve_tablegen::{Keep, Kernel, Reach, generate};
use nexsolve_viewer::{Names, ServerLimits};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// A published position, with stores that complete its seeds.
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
    // The first player's only move would capture all of the second's seeds. It is legal, because there is no
    // other move, but captures nothing.
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
async fn a_move_to_a_majority_counts_the_seeds_that_are_left() {
    let router = router();
    let start = "1 2 1 1 1 2 | 1 1 1 0 0 1 | 23 13 | second";
    let game = json!({"board": "awari", "start": start});
    let values = ask(&router, "values", game.clone()).await;
    let best = values["moves"].as_array().expect("moves").iter().find(|line| line["move"] == "F2 x 4");
    let best = best.expect("legal");
    let worth = |told: &Value| ["value", "distance", "score", "margin"].map(|field| told[field].clone());
    assert_eq!(worth(best), [json!("win"), Value::Null, json!(8), json!(18)], "{values}");
    // With fewer seeds, all routes know the position and agree.
    let start = "0 2 0 0 1 2 | 1 1 0 0 0 1 | 23 17 | second";
    let game = json!({"board": "awari", "start": start});
    let values = ask(&router, "values", game.clone()).await;
    let told = worth(&values);
    assert_eq!(told[0..2], [json!("win"), Value::Null], "{values}");
    assert_eq!(told[3].as_i64(), told[2].as_i64().map(|score| score + 6), "{values}");
    let best = values["moves"].as_array().expect("moves").iter().find(|line| line["move"] == "F2 x 4");
    assert_eq!(worth(best.expect("legal")), told, "{values}");
    let sentence = values["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("Second, to move, wins by ") && !sentence.contains("pl"), "{sentence}");
    let batch = ask(&router, "batch", json!({"board": "awari", "positions": [start]})).await;
    assert_eq!(worth(&batch["results"][0]), told);
    let line = ask(&router, "line", game).await;
    assert_eq!((worth(&line), &line["line"]), (told, &json!(["F2 x 4"])));
}

#[tokio::test]
async fn the_third_occurrence_ends_the_game() {
    let router = router();
    let start = "1 0 0 0 0 0 | 1 0 0 0 0 0 | 24 22";
    // Two single seeds that follow each other return to their first pits.
    let mut moves: Vec<String> = Vec::new();
    let mut seen: Vec<Value> = Vec::new();
    let end = loop {
        let told = ask(&router, "position", json!({"board": "awari", "start": start, "moves": moves})).await;
        seen.push(told["position"].clone());
        if told["over"].is_object() {
            break told;
        }
        moves.push(told["legal"][0].as_str().expect("a move").to_owned());
        assert!(moves.len() < 200, "{moves:?}");
    };
    assert_eq!(seen.iter().filter(|position| **position == end["position"]).count(), 3, "{moves:?}");
    let over = &end["over"];
    assert!(over["reason"].as_str().expect("a reason").contains("three times"), "{over}");
    assert_eq!((&over["winner"], &end["legal"]), (&json!("black"), &json!([])));
    // Each position before it had occurred twice at most.
    for position in &seen[..seen.len() - 1] {
        assert!(seen[..seen.len() - 1].iter().filter(|other| *other == position).count() < 3);
    }
}

/// A board with stores has the score from the server's database.
#[tokio::test]
async fn a_published_position_has_its_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = nexsolve_tablegen::GenerateSettings {
        metric: Metric::Score,
        reach: Reach::Left,
        form: Form::Compressed,
        memory_bytes: 256 << 20,
        kernel: Kernel::Fast,
        keep: Keep::Briefly,
        program: "a test".to_owned(),
        command: "generate".to_owned(),
        game: "awari".to_owned(),
        board: "awari:12".to_owned(),
    };
    let database = folder.path().join("twelve");
    let game = Seeds::new(12).expect("a board");
    generate(&nexsolve_kernels::joined(&game), &database, &settings, &AtomicBool::new(false), &())
        .expect("it is made");
    let router = viewer(vec![database], ServerLimits::default()).answers(Names::default());
    // One seed in each pit has the score 0.
    let even = json!({"board": "awari", "start": "1 1 1 1 1 1 | 1 1 1 1 1 1 | 18 18", "seconds": 0});
    let values = ask(&router, "values", even).await;
    assert_eq!(
        (&values["value"], &values["score"], &values["margin"]),
        (&json!("draw"), &json!(0), &json!(0)),
        "{values}"
    );
    // After every move, the score for one side is the negative of the score for the other.
    for line in values["moves"].as_array().expect("moves") {
        let moves = json!([line["move"]]);
        let start = "1 1 1 1 1 1 | 1 1 1 1 1 1 | 18 18";
        let after = json!({"board": "awari", "start": start, "moves": moves, "seconds": 0});
        let after = ask(&router, "values", after).await;
        assert_eq!(after["margin"].as_i64().map(|margin| -margin), line["margin"].as_i64(), "{line}");
        assert!(line["score"].as_i64().expect("known") <= 0, "{line}");
    }
}

#[tokio::test]
async fn the_published_position_is_read() {
    let router = router();
    let told = ask(&router, "position", json!({"board": "awari", "start": PUBLISHED})).await;
    assert_eq!(told["cells"], json!({"pits": [1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0], "stores": [16, 16]}));
    assert_eq!(told["legal"], json!(["a1", "b1", "c1", "d1", "e1", "f2 x 3"]));
}
