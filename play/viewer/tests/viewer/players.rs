//! Players' moves.

use crate::ask::{ask, get, refused, router, strings};
use serde_json::{Value, json};

#[tokio::test]
async fn every_player_that_is_offered_moves_in_every_game() {
    let router = router();
    let games = get(&router, "/api/v1/games").await.json();
    for player in games["players"].as_array().expect("players") {
        let spec = player["spec"].as_str().expect("a player");
        assert!(player["what"].as_str().is_some_and(|what| !what.is_empty()));
        for board in ["nex:3x3", "nex:swap:3x3", "hex:swap:3x3", "awari", "draughts:brazilian"] {
            let game = json!({"board": board, "player": spec, "seconds": 0.2, "seed": 1});
            let no_table = spec == "table" && !board.contains("3x3");
            if no_table || (spec.starts_with("net") && board != "nex:3x3") {
                let (_, error) = refused(&router, "play", game).await;
                assert_eq!(error["kind"], "player");
                continue;
            }
            let answer = ask(&router, "play", game).await;
            let legal = ask(&router, "position", json!({"board": board})).await["legal"].clone();
            let mv = answer["move"].as_str().expect("a move");
            assert!(strings(&legal).contains(&mv), "{board} {spec}: {mv}");
            assert_eq!((&answer["player"], answer["estimate"].is_string()), (&json!(spec), true));
        }
    }
}

#[tokio::test]
async fn large_boards_are_played_within_the_time() {
    let router = router();
    for board in ["nex:13x13", "hex:13x13"] {
        for player in ["random", "uct(100000000)", "alphabeta(9)", "minimax(1)", "mcts(100000000)"] {
            let answer =
                ask(&router, "play", json!({"board": board, "player": player, "seconds": 0.2})).await;
            assert!(answer["move"].is_string(), "{board} {player}");
        }
        let (_, error) = refused(&router, "play", json!({"board": board, "player": "solver3"})).await;
        assert_eq!(error["kind"], "player");
    }
}

#[tokio::test]
async fn perfect_play_keeps_the_value_to_the_end() {
    let router = router();
    let mut moves: Vec<String> = Vec::new();
    loop {
        let game = json!({"board": "nex:3x3", "moves": moves});
        let told = ask(&router, "position", game.clone()).await;
        if told["over"].is_object() {
            assert_eq!((&told["over"]["winner"], moves.len()), (&json!("black"), 7));
            break;
        }
        let mut asked = game;
        asked["player"] = json!("table");
        let answer = ask(&router, "play", asked).await;
        assert!(
            answer["estimate"].as_str().expect("an estimate").starts_with("has proven that it"),
            "{answer}"
        );
        moves.push(answer["move"].as_str().expect("a move").to_owned());
    }
}

#[tokio::test]
async fn the_same_seed_gives_the_same_move() {
    let router = router();
    let game = |seed: u64| json!({"board": "nex:5x5", "player": "random", "seed": seed});
    let mut moves: Vec<Value> = Vec::new();
    for seed in 0..8 {
        let first = ask(&router, "play", game(seed)).await["move"].clone();
        assert_eq!(ask(&router, "play", game(seed)).await["move"], first);
        moves.push(first);
    }
    moves.dedup();
    assert!(moves.len() > 1);
}

#[tokio::test]
async fn players_are_told_by_board_with_the_reason_why_one_cannot_play() {
    let router = router();
    for board in ["nex:3x3", "nex:13x13", "hex:11x11", "awari", "draughts", "connect4:6x7"] {
        let told = ask(&router, "players", json!({"board": board})).await;
        for player in told["players"].as_array().expect("players") {
            let game = json!({"board": board, "player": player["spec"], "seconds": 0.01});
            match player["why_not"].as_str() {
                None => assert!(ask(&router, "play", game).await["move"].is_string(), "{board} {player}"),
                Some(reason) => {
                    assert_eq!(refused(&router, "play", game).await.1["message"], reason, "{board}");
                }
            }
        }
    }
}

#[tokio::test]
async fn every_position_of_an_audited_game_has_its_worth() {
    let router = router();
    let moves = ["b1", "swap", "c1", "b3"];
    let audit = ask(&router, "audit", json!({"board": "hex:swap:3x3", "moves": moves})).await;
    let positions = audit["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), 5);
    for (ply, position) in positions.iter().enumerate() {
        let game = json!({"board": "hex:swap:3x3", "moves": moves[..ply]});
        let (values, stands) =
            (ask(&router, "values", game.clone()).await, ask(&router, "position", game).await);
        for field in ["to_move", "value", "distance"] {
            assert_eq!(position[field], values[field], "{ply} {field}");
        }
        assert_eq!(
            (&position["ply"], &position["changed_colours"]),
            (&json!(ply), &stands["changed_colours"])
        );
    }
    let over = json!({"board": "nex:2x2", "moves": ["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"]});
    let last = ask(&router, "audit", over).await["positions"][3].clone();
    assert_eq!((&last["value"], &last["distance"]), (&json!("draw"), &Value::Null));
}

#[tokio::test]
async fn a_game_is_audited() {
    let router = router();
    let game = json!({"board": "nex:2x2", "moves": ["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"]});
    let audit = ask(&router, "audit", game).await;
    assert_eq!(audit["source"], "table");
    assert_eq!(
        audit["moves"][0],
        json!({"ply": 1, "move": "Ba1?b1", "colour": "black", "before": "win", "after": "draw", "gift": "win to draw", "instead": "Ba1?a2"})
    );
    assert_eq!((&audit["moves"][1]["gift"], &audit["moves"][2]["gift"]), (&Value::Null, &Value::Null));
    let unknown = ask(&router, "audit", json!({"board": "hex:13x13", "moves": ["a1", "b2"]})).await;
    assert_eq!((&unknown["source"], &unknown["moves"][1]["before"]), (&json!("none"), &Value::Null));
    assert_eq!(unknown["moves"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_position_is_as_hard_as_its_good_moves_are_few() {
    let router = router();
    let game = json!({"board": "hex:3x3", "hardness": true});
    let values = ask(&router, "values", game).await;
    let winning = count_of(&values, "win");
    let hardness = values["hardness"].clone();
    assert_eq!((&hardness["good_moves"], &hardness["moves"]), (&json!(winning), &json!(9)), "{values}");
    assert!(hardness["levels_err"].as_u64().is_some_and(|level| level <= 8), "{hardness}");
    let values = ask(&router, "values", json!({"board": "hex:3x3"})).await;
    assert!(values.get("hardness").is_none(), "only if asked: {values}");
    let alone = ask(&router, "hardness", json!({"board": "hex:3x3"})).await;
    assert_eq!(alone, json!({ "hardness": hardness }));
}

/// The number of moves of this value.
fn count_of(values: &Value, value: &str) -> usize {
    values["moves"].as_array().expect("moves").iter().filter(|entry| entry["value"] == value).count()
}
