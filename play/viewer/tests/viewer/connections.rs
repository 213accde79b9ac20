//! `POST /api/v1/connections`.

use crate::ask::{ask, moves_worth, refused, router, strings};
use hyper::StatusCode;
use serde_json::{Value, json};

/// Black's bridges from top to bottom of 11×11, and white stones that intrude on none of them.
const BLACK: [&str; 5] = ["b6", "d5", "f4", "h3", "j2"];
const WHITE: [&str; 4] = ["a1", "a11", "k9", "k11"];

/// Returns the moves of a game in which Black has placed these stones, and White equally many or one fewer.
fn moves(black: &[&str], white: &[&str]) -> Vec<String> {
    let longest = black.len().max(white.len());
    let both = (0..longest).flat_map(|i| [black.get(i), white.get(i)]);
    both.flatten().map(|&text| text.to_owned()).collect()
}

fn sorted(cells: &Value) -> Vec<&str> {
    let mut cells = strings(cells);
    cells.sort_unstable();
    cells
}

#[tokio::test]
async fn a_chain_of_bridges_is_a_full_connection_on_a_large_board() {
    let router = router();
    let game = json!({"board": "hex:11x11", "moves": moves(&BLACK, &WHITE)});
    let told = ask(&router, "connections", game).await;
    assert_eq!((&told["to_move"], &told["own"]), (&json!("white"), &Value::Null));
    assert_eq!(told["other"]["strength"], "full");
    let bridges = ["a6", "a7", "c5", "c6", "e4", "e5", "g3", "g4", "i2", "i3", "k1", "k2"];
    assert_eq!(sorted(&told["other"]["cells"]), bridges);
    assert_eq!((&told["must_play"], &told["complete"]), (&json!([]), &json!(true)));
    assert_eq!(told["explained"], json!(["Black is connected: White cannot stop it."]));
}

#[tokio::test]
async fn a_gap_in_the_chain_is_where_both_must_play() {
    let router = router();
    let black = ["b6", "d5", "h3", "j2"];
    let game = json!({"board": "hex:11x11", "moves": moves(&black, &WHITE)});
    let told = ask(&router, "connections", game).await;
    assert_eq!((&told["own"]["strength"], &told["other"]), (&json!("semi"), &Value::Null));
    let key = told["key"].as_str().expect("a move");
    assert!(strings(&told["own"]["cells"]).contains(&key), "{told}");
    assert_eq!(told["explained"], json!([format!("Black, to move, connects with {key}.")]));
    assert_eq!(told["must_play"], Value::Null);
    // With that move Black is connected.
    let game = json!({"board": "hex:11x11", "moves": moves(&black, &WHITE), "move": key});
    let after = ask(&router, "connections", game).await;
    assert_eq!(after["other"]["strength"], "full");
    let said = format!("After {key}: Black is connected: White cannot stop it.");
    assert_eq!(after["explained"], json!([said]));
    // White to move: any move elsewhere loses, as the answer about such a move shows.
    let white = moves(&black, &WHITE[..3]);
    let told = ask(&router, "connections", json!({"board": "hex:11x11", "moves": white})).await;
    assert_eq!(told["other"]["strength"], "semi");
    let must = strings(&told["must_play"]);
    assert!(must.contains(&"f4") && !must.contains(&"k11"), "{must:?}");
    assert!(told["explained"][1].as_str().expect("a sentence").starts_with("White must play in one of "));
    let why = json!({"board": "hex:11x11", "moves": white, "move": "k11"});
    let why = ask(&router, "connections", why).await;
    assert_eq!((&why["to_move"], &why["own"]["strength"]), (&json!("black"), &json!("semi")));
    let explained = strings(&why["explained"]);
    assert!(explained[0].starts_with("After k11: Black connects with "), "{explained:?}");
    // The reply that connects is the whole explanation, even if the reply must be one of a few.
    assert_eq!(explained.len(), 1, "{explained:?}");
}

#[tokio::test]
async fn a_few_cells_are_named_and_many_are_counted() {
    let router = router();
    let (mut named, mut counted) = (0, 0);
    for board in ["hex:3x3", "hex:5x5"] {
        for opening in ["a1", "a2", "a3", "b2", "c3"] {
            let game = json!({"board": board, "moves": [opening], "each_move": true});
            let told = ask(&router, "connections", game).await;
            let text = strings(&told["explained"]).join(" ");
            assert!(!text.contains("marked"), "{text}");
            let Some(must) = told["must_play"].as_array() else { continue };
            let must: Vec<&str> = must.iter().map(|cell| cell.as_str().expect("a cell")).collect();
            match must.len() {
                0 | 1 => {}
                2..=6 => {
                    named += 1;
                    let (last, first) = must.split_last().expect("cells");
                    assert!(text.contains(&format!("must play {} or {last}:", first.join(", "))), "{text}");
                }
                many => {
                    counted += 1;
                    assert!(text.contains(&format!("must play in one of {many} cells:")), "{text}");
                }
            }
        }
    }
    assert!(named > 0 && counted > 0, "{named} {counted}");
}

#[tokio::test]
async fn what_is_claimed_is_what_the_table_says() {
    let router = router();
    let cells: Vec<String> =
        ['a', 'b', 'c'].iter().flat_map(|row| (1..=3).map(move |col| format!("{row}{col}"))).collect();
    let pairs = cells.iter().flat_map(|one| cells.iter().map(move |two| (one, two)));
    let mut games: Vec<Vec<&String>> = cells.iter().map(|one| vec![one]).collect();
    games.extend(pairs.filter(|(one, two)| one != two).map(|(one, two)| vec![one, two]));
    let mut found = 0;
    for moves in games {
        let game = json!({"board": "hex:3x3", "moves": moves});
        let told = ask(&router, "connections", game.clone()).await;
        let values = ask(&router, "values", game.clone()).await;
        let (own, other) = (&told["own"], &told["other"]);
        if own != &Value::Null {
            assert_eq!(values["value"], "win", "{moves:?}: {told}");
        }
        if other["strength"] == "full" {
            assert_eq!(values["value"], "loss", "{moves:?}: {told}");
        }
        let winning = moves_worth(&values, "win");
        if let Some(key) = told["key"].as_str() {
            assert!(winning.contains(&key), "{moves:?}: {told}");
        }
        let mut each = game;
        each["each_move"] = json!(true);
        let each = ask(&router, "connections", each).await;
        for value in ["win", "loss"] {
            let (proven, all) = (moves_worth(&each, value), moves_worth(&values, value));
            assert!(proven.iter().all(|mv| all.contains(mv)), "{moves:?}: {each}");
            found += proven.len();
        }
        for told in [&told, &each].into_iter().filter(|told| told["must_play"] != Value::Null) {
            let must = strings(&told["must_play"]);
            assert!(winning.iter().all(|mv| must.contains(mv)), "{moves:?}: {told}");
        }
    }
    // Nearly all of the 72 moves after one move, and of the 504 after two.
    assert!(found > 550, "{found}");
}

#[tokio::test]
async fn where_there_are_none_a_sentence_says_why() {
    let router = router();
    for (game, why) in [
        (json!({"board": "awari"}), "Connections of this game are not computed."),
        (json!({"board": "nex:3x3"}), "Connections of this game are not computed."),
        (
            json!({"board": "hex:swap:3x3", "moves": ["b2"]}),
            "Connections are computed once no swap is possible.",
        ),
        (
            json!({"board": "hex:2x2", "moves": ["a1", "a2", "b1"]}),
            "The game is over: Black has won (it has joined top and bottom).",
        ),
    ] {
        let told = ask(&router, "connections", game.clone()).await;
        for field in ["own", "other", "key", "must_play"] {
            assert_eq!(told[field], Value::Null, "{game}: {told}");
        }
        assert_eq!(told["explained"], json!([why]), "{game}");
    }
}

#[tokio::test]
async fn a_move_is_read_by_the_rules_and_time_is_bounded() {
    let router = router();
    let (status, error) =
        refused(&router, "connections", json!({"board": "hex:3x3", "moves": ["b2"], "move": "b2"})).await;
    assert_eq!((status, &error["kind"]), (StatusCode::BAD_REQUEST, &json!("move")));
    let (_, error) = refused(&router, "connections", json!({"board": "hex:3x3", "seconds": 11})).await;
    assert_eq!(error["kind"], "limit");
    // Without time nothing is found, and the answer says so.
    let told = ask(&router, "connections", json!({"board": "hex:13x13", "seconds": 0})).await;
    assert_eq!((&told["complete"], &told["own"]), (&json!(false), &Value::Null));
    assert_eq!(told["explained"], json!(["No winning connection found within 0 s."]));
}
