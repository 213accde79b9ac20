//! Nex: positions, known values, and tables compared with searches.

use crate::ask::{ask, moves_worth, router, strings, viewer};
use nexsolve_players::Networks;
use nexsolve_viewer::{Names, ServerLimits};
use serde_json::{Value, json};

#[tokio::test]
async fn a_win_has_its_chain_and_a_draw_its_reason() {
    let router = router();
    let won = json!({"board": "nex:3x3", "start": "WB./WB?/.B.", "moves": []});
    let won = ask(&router, "position", won).await;
    assert_eq!(won["over"]["winner"], "black", "{won}");
    assert_eq!(strings(&won["over"]["chain"]), ["a2", "b2", "c2"]);
    assert_eq!((&won["legal"], &won["legal_count"]), (&json!([]), &json!(0)));
    let drawn = json!({"board": "nex:2x2", "moves": ["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"]});
    let drawn = ask(&router, "position", drawn).await;
    assert!(drawn["over"].is_object(), "{drawn}");
}

#[tokio::test]
async fn the_smallest_boards_have_their_published_values() {
    let router = router();
    let two = ask(&router, "values", json!({"board": "nex:2x2"})).await;
    assert_eq!((two["value"].as_str(), two["distance"].as_u64()), (Some("win"), Some(3)));
    assert_eq!(two["sentence"], "Black, to move, wins in 3 plies.");
    assert_eq!((two["source"].as_str(), two["detail"].as_str()), (Some("table"), Some("database nex:2x2")));
    assert_eq!(moves_worth(&two, "win"), ["Ba1?a2", "Bb2?b1"]);
    assert_eq!(moves_worth(&two, "draw").len(), 10);
    let three = ask(&router, "values", json!({"board": "nex:3x3"})).await;
    let counts = ["win", "draw", "loss"].map(|value| moves_worth(&three, value).len());
    assert_eq!((counts, three["distance"].as_u64()), ([42, 30, 0], Some(7)));
    let value = async |board: &str| ask(&router, "values", json!({"board": board})).await["value"].clone();
    assert_eq!(value("nex:3x2").await, "loss");
    assert_eq!(value("nex:2x3").await, "win");
}

/// Returns the document without the fields that depend on the source of the values.
fn bare(mut values: Value) -> Value {
    let fields = values.as_object_mut().expect("a document");
    for field in ["source", "detail"] {
        fields.remove(field);
    }
    values
}

#[tokio::test]
async fn tables_and_searches_agree() {
    // With this little memory, no small database is made, and all values come from searches.
    let settings = nexsolve_viewer::ViewerSettings {
        folders: Vec::new(),
        limits: ServerLimits { search: std::time::Duration::from_mins(5), ..ServerLimits::default() },
        threads: 1,
        memory_bytes: 1 << 20,
        manifest_bytes: 1 << 20,
        maker: nexsolve_kernels::generate_briefly,
        networks: Networks::default(),
        puzzles: Vec::new(),
        note: Box::new(|_| {}),
    };
    let searching = nexsolve_viewer::Viewer::new(settings).expect("no databases").answers(Names::default());
    let patient = ServerLimits { search: std::time::Duration::from_mins(5), ..ServerLimits::default() };
    let knowing = viewer(Vec::new(), patient).answers(Names::default());
    for (board, moves) in [
        ("nex:2x2", vec![]),
        ("nex:2x3", vec![]),
        ("nex:3x3", vec!["Bb2?c2"]),
        ("nex:3x3", vec!["Ba3?a2", "Wc1?b3", "Bb1?c3"]),
        ("hex:3x3", vec![]),
        ("hex:swap:3x3", vec!["b2"]),
        ("nex:swap:3x3", vec!["Bb2?c2"]),
        ("nex:final:3x3", vec!["Bb2?c2"]),
        ("nex:final+swap:2x3", vec!["Bb2?a2", "swap"]),
        ("hex:3x4", vec!["a1"]),
    ] {
        let game = json!({"board": board, "moves": moves, "seconds": 300});
        let table = ask(&knowing, "values", game.clone()).await;
        let search = ask(&searching, "values", game).await;
        assert_eq!((table["source"].as_str(), search["source"].as_str()), (Some("table"), Some("search")));
        assert_eq!(bare(table), bare(search), "{board} {moves:?}");
    }
}

#[tokio::test]
async fn large_boards_are_played_without_values() {
    let router = router();
    let board = json!({"board": "nex:13x13"});
    let told = ask(&router, "position", board.clone()).await;
    assert_eq!((&told["legal"], &told["legal_count"]), (&Value::Null, &json!(169 * 168)));
    let values = ask(&router, "values", board.clone()).await;
    assert_eq!(
        (&values["value"], &values["source"], &values["moves_left_out"]),
        (&Value::Null, &json!("none"), &json!(true))
    );
    assert_eq!((&values["moves"], &values["search_helps"]), (&json!([]), &json!(false)));
    let line = ask(&router, "line", json!({"board": "nex:13x13", "move": "Bm13?a1"})).await;
    assert_eq!(
        (&line["line"], &line["value"], &line["complete"]),
        (&json!(["Bm13?a1"]), &Value::Null, &json!(false))
    );
}

/// Black to move wins in at most seven plies, by generate moves alone.
const WON: &str = "WW..BB..W.?/WWBB.W??W.B/W.B.BWBWBBW/?WB.B.W.WBW/B?B.B...WWB/.WB?.BB..BW/WW.BW.WWW../BBBBW..W.BB/.W.WW?W?WBB/BBW...B.W.B/.WW.B.BWWBB";

#[tokio::test]
async fn forced_wins_are_found_on_large_boards() {
    let router = router();
    let asked = json!({"board": "nex:11x11", "start": WON, "seconds": 10});
    let values = ask(&router, "values", asked.clone()).await;
    assert_eq!((&values["value"], &values["distance"]), (&json!("win"), &Value::Null), "{values}");
    assert_eq!((&values["source"], &values["at_most_plies"]), (&json!("search"), &json!(7)));
    assert_eq!(values["sentence"], "Black, to move, wins in at most 7 plies.");
    assert_eq!(values["search_helps"], false);
    let detail = values["detail"].as_str().expect("a text");
    assert!(
        detail.starts_with("no table; search for a forced win, ") && !detail.contains("finished"),
        "{detail}"
    );
    let moves = values["moves"].as_array().expect("moves");
    let known: Vec<&Value> = moves.iter().filter(|entry| !entry["value"].is_null()).collect();
    assert!(known.len() == 1 && known[0]["at_most_plies"] == 7, "{known:?}");
    let line = ask(&router, "line", asked).await;
    let first = &known[0]["move"];
    assert_eq!((&line["value"], &line["line"][0], &line["complete"]), (&json!("win"), first, &json!(true)));
    let quick = ask(&router, "values", json!({"board": "nex:11x11", "start": WON, "seconds": 0})).await;
    assert_eq!((&quick["value"], &quick["search_helps"]), (&Value::Null, &json!(true)));
}

#[tokio::test]
async fn without_time_nothing_is_searched() {
    let router = router();
    let values = ask(&router, "values", json!({"board": "nex:5x5", "seconds": 0})).await;
    assert_eq!((&values["value"], &values["source"]), (&Value::Null, &json!("none")));
    assert_eq!(
        (values["moves"].as_array().map(Vec::len), &values["search_helps"]),
        (Some(600), &json!(true))
    );
    let values = ask(&router, "values", json!({"board": "nex:3x3", "seconds": 0})).await;
    assert_eq!((values["value"].as_str(), values["source"].as_str()), (Some("win"), Some("table")));
}

#[tokio::test]
async fn what_is_not_proven_is_said_so() {
    let router = router();
    let values = ask(&router, "values", json!({"board": "nex:7x7", "seconds": 0.05})).await;
    assert_eq!(values["value"], Value::Null);
    let sentence = values["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("Not proven within 0.1 s"), "{sentence}");
    assert!(values["detail"].as_str().expect("a detail").contains("not finished within 0.1 s"), "{values}");
}
