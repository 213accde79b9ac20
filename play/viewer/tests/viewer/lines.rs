//! Lines of best play: they are legal, and have the length of their values.

use crate::ask::{ask, router, strings};
use serde_json::{Value, json};

/// Plays the line after the moves. Returns the final position.
async fn replayed(router: &nexsolve_viewer::Answers, board: &str, moves: &[&str], line: &Value) -> Value {
    let mut all = moves.to_vec();
    all.extend(strings(line));
    ask(router, "position", json!({"board": board, "moves": all})).await
}

#[tokio::test]
async fn every_opening_of_the_smallest_boards_has_its_line() {
    let router = router();
    for board in ["nex:2x2", "nex:2x3", "nex:3x2", "hex:3x3", "hex:swap:2x3", "nex:swap:2x2"] {
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
}

#[tokio::test]
async fn sentences_about_connect_four_name_columns() {
    let router = router();
    let game = |moves: &[&str], mv: &str| json!({"board": "connect4:4x4", "moves": moves, "move": mv});
    for (asked, length) in [
        (game(&["1", "1", "2", "2", "3", "3"], "4"), 1),
        (game(&["1", "1", "2", "2", "4"], "3"), 1),
        (game(&["1", "2"], "3"), 14),
    ] {
        let line = ask(&router, "line", asked.clone()).await;
        // The moves have cells, as a client may draw them.
        assert!(strings(&line["line"]).iter().all(|mv| mv.len() == 2), "{line}");
        assert!(strings(&line["line"]).len() >= length, "{line}");
        let said = [strings(&line["explained"]), vec![line["sentence"].as_str().expect("a sentence")]]
            .concat()
            .join(" ");
        let names_cell = |word: &str| {
            let mut letters = word.chars();
            letters.next().is_some_and(|c| matches!(c, 'a'..='d'))
                && letters.next().is_some_and(|c| c.is_ascii_digit())
        };
        assert!(!said.split_whitespace().any(names_cell), "{said}");
        assert!(said.contains(&format!("After {} ", asked["move"].as_str().expect("a move"))), "{said}");
    }
}

#[tokio::test]
async fn a_line_is_explained() {
    let router = router();
    for (game, said) in [
        (
            json!({"board": "nex:3x2", "move": "Ba1?a2"}),
            vec![
                "After Ba1?a2 White wins in 3 plies.",
                "7 of 12 replies win; Wb1?c1 wins soonest.",
                "The line ends after 4 plies: White has won (it has joined left and right: c1, c2).",
            ],
        ),
        (
            json!({"board": "hex:swap:3x3"}),
            vec![
                "Black loses in 10 plies.",
                "Every move loses; b1 holds out longest.",
                "The swap exchanges the colours: the player who was White is Black from then on.",
                "The line ends after 10 plies: Black has won (it has joined top and bottom: a2, b2, b3, c3).",
            ],
        ),
        (json!({"board": "nex:2x2", "moves": ["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"]}), vec![]),
    ] {
        let line = ask(&router, "line", game.clone()).await;
        if said.is_empty() {
            assert_eq!(line["explained"], json!([line["sentence"]]), "{game}");
        } else {
            assert_eq!(line["explained"], json!(said), "{game}");
        }
    }
}

#[tokio::test]
async fn what_is_counted_in_an_explanation_is_what_values_say() {
    let router = router();
    let game = json!({"board": "nex:3x3", "moves": ["Ba2?b2", "Wc1?b1"]});
    let values = ask(&router, "values", game.clone()).await;
    for opening in values["moves"].as_array().expect("moves") {
        let mut asked = game.clone();
        asked["move"] = opening["move"].clone();
        let line = ask(&router, "line", asked).await;
        let replies = ask(
            &router,
            "values",
            json!({"board": "nex:3x3", "moves": ["Ba2?b2", "Wc1?b1", opening["move"]]}),
        )
        .await;
        let (all, worth) = (replies["moves"].as_array().expect("moves"), &replies["value"]);
        let good = all.iter().filter(|reply| &reply["value"] == worth).count();
        let choice = line["explained"][1].as_str().unwrap_or_default();
        match (worth.as_str().expect("known"), good) {
            _ if all.is_empty() => {
                assert!(choice.starts_with("The line ends after 1 ply: Black has won"), "{choice}");
            }
            ("win" | "draw", 1) => assert!(choice.contains("only"), "{choice}"),
            ("win", _) if good < all.len() => {
                assert!(choice.starts_with(&format!("{good} of {} replies win; W", all.len())), "{choice}");
            }
            ("draw", _) if good < all.len() => {
                assert!(
                    choice.starts_with(&format!("{good} of {} replies hold the draw", all.len())),
                    "{choice}"
                );
            }
            _ => assert!(choice.starts_with("Every reply "), "{choice}"),
        }
    }
}

#[tokio::test]
async fn a_search_finds_lines_too() {
    let router = router();
    // Too large for a small database, and either side to move wins at once.
    let moves = ["a1", "a2", "b1", "b2", "c1", "c2"];
    let game = json!({"board": "hex:4x5", "moves": moves, "seconds": 10});
    let line = ask(&router, "line", game.clone()).await;
    assert_eq!(
        (&line["value"], &line["distance"], &line["line"]),
        (&json!("win"), &json!(1), &json!(["d1"]))
    );
    let values = ask(&router, "values", game).await;
    assert_eq!((&values["source"], &values["distance"]), (&json!("search"), &json!(1)));
    let end = replayed(&router, "hex:4x5", &moves, &line["line"]).await;
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

/// Returns the first player's seeds minus the second's at the end of an Awari game. If play repeats, the
/// remaining seeds are split.
async fn awari_margin(router: &nexsolve_viewer::Answers, start: &str, moves: &Value) -> i64 {
    let end = ask(router, "position", json!({"board": "awari", "start": start, "moves": moves})).await;
    let stores = &end["cells"]["stores"];
    let lead = stores[0].as_i64().expect("seeds") - stores[1].as_i64().expect("seeds");
    let reason = end["over"]["reason"].as_str().unwrap_or_default();
    if !reason.contains("no seeds to sow") {
        return lead;
    }
    // The end names the seeds, the first player's before the second's.
    let seeds = reason.rsplit(": ").next().expect("seeds").split('-');
    let seeds: Vec<i64> = seeds.map(|n| n.parse().expect("whole")).collect();
    seeds[0] - seeds[1]
}

#[tokio::test]
async fn awari_lines_win_what_they_say() {
    let router = router();
    for start in [
        "0 0 1 0 1 0 | 0 0 3 1 2 0 | 19 21 | second",
        "0 1 0 0 2 1 | 1 0 0 2 0 1 | 20 20",
        "0 0 1 0 1 0 | 0 0 3 1 2 0 | 20 20",
        "1 0 2 0 0 1 | 0 2 0 1 1 0 | 20 20 | second",
        "0 3 0 0 1 0 | 1 1 0 0 2 0 | 22 18",
        "2 0 0 1 0 0 | 0 0 2 0 0 1 | 19 23",
    ] {
        let game = |moves: &[String]| json!({"board": "awari", "start": start, "moves": moves, "seconds": 0});
        let line = ask(&router, "line", game(&[])).await;
        let sign = if start.ends_with("second") { -1 } else { 1 };
        let told = sign * line["margin"].as_i64().expect("a margin");
        // A store with a majority ends the game before the margin is reached; the sentence counts all seeds.
        let is_whole = |margin: i64, stores: &Value| {
            margin == told
                || margin.signum() == told.signum()
                    && stores.as_array().expect("two").iter().any(|n| n.as_i64() > Some(24))
        };
        let end =
            ask(&router, "position", json!({"board": "awari", "start": start, "moves": line["line"]})).await;
        let sentence = line["sentence"].as_str().expect("a sentence");
        assert!(line["complete"] == json!(true) || sentence.contains("repeats"), "{start}: {line}");
        let margin = awari_margin(&router, start, &line["line"]).await;
        assert!(is_whole(margin, &end["cells"]["stores"]), "{start}: {margin}, {line}");
        // The same holds if each move begins a separate line.
        let mut moves: Vec<String> = Vec::new();
        let over = loop {
            let line = ask(&router, "line", game(&moves)).await;
            let Some(mv) = line["line"][0].as_str() else { break line };
            moves.push(mv.to_owned());
            assert!(moves.len() < 400, "{start}: {moves:?}");
        };
        assert_eq!(over["complete"], json!(true), "{start}: {over}");
        let margin = awari_margin(&router, start, &json!(moves)).await;
        let end = ask(
            &router,
            "position",
            game(&moves)
                .as_object()
                .map(|game| json!({"board": game["board"], "start": start, "moves": game["moves"]}))
                .expect("a game"),
        )
        .await;
        assert!(is_whole(margin, &end["cells"]["stores"]), "{start}: {margin}, told {told}, {moves:?}");
        let winner = match told {
            1.. => json!("black"),
            0 => Value::Null,
            _ => json!("white"),
        };
        assert_eq!(end["over"]["winner"], winner, "{start}: {end}");
    }
}

#[tokio::test]
async fn a_line_says_why_it_stops_short() {
    let router = router();
    let start = "B:Wa1,e3,e1:BKc5";
    let line = ask(&router, "line", json!({"board": "draughts", "start": start})).await;
    assert!(line["left_out"].as_str().expect("said").contains("hold over the board"), "{line}");
    let sentence = line["sentence"].as_str().expect("a sentence");
    let there = json!({"board": "draughts", "start": start, "moves": line["line"]});
    assert_eq!(ask(&router, "values", there).await["value"], "draw");
    assert_eq!((&line["value"], &line["complete"]), (&json!("win"), &json!(false)));
    assert!(sentence.ends_with("the move count makes it a draw."), "{sentence}");
}
