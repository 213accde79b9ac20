//! Reading and writing records.

use crate::ask::{ask, post, refused, router};
use serde_json::{Value, json};

#[tokio::test]
async fn what_is_written_is_read_back() {
    let router = router();
    for (board, moves, result, name) in [
        ("nex:2x2", vec!["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"], json!("draw"), "nex.txt"),
        ("nex:13x13", vec!["Bm13?a1"], Value::Null, "nex.txt"),
        ("hex:2x2", vec!["a1", "b2", "b1"], json!("black"), "hex.sgf"),
        ("hex:swap:11x11", vec!["f6", "swap", "a1"], Value::Null, "hex.sgf"),
        ("nex:swap:11x11", vec!["Bf6?a1", "swap", "Wa2?a3"], Value::Null, "nex.txt"),
        ("nex:final:2x2", vec!["Bb1?a1", "Wa2?b2", "Ba1Bb2?b1", "W?b1"], json!("white"), "nex.txt"),
        ("awari", vec!["c4", "A5"], Value::Null, "awari.txt"),
        ("draughts:russian", vec!["c3-d4", "b6-a5"], Value::Null, "draughts.pdn"),
        ("draughts:brazilian", vec!["c3-d4", "b6-a5"], Value::Null, "draughts.pdn"),
    ] {
        let game = json!({"board": board, "moves": moves, "black": "one", "white": "two"});
        let written = ask(&router, "write", game).await;
        assert_eq!(written["name"], name);
        let read = ask(&router, "read", json!({"text": written["text"]})).await;
        assert_eq!(read["faults"], json!([]), "{board}: {written}");
        let game = &read["games"][0];
        assert_eq!(
            (&game["board"], &game["moves"], &game["start"]),
            (&json!(board), &json!(moves), &json!("start"))
        );
        assert_eq!(
            (&game["black"], &game["white"], &game["result"]),
            (&json!("one"), &json!("two"), &result),
            "{board}"
        );
        let position = ask(
            &router,
            "position",
            json!({"board": game["board"], "start": game["start"], "moves": game["moves"]}),
        )
        .await;
        assert_eq!(position["moves"], json!(moves));
    }
}

#[tokio::test]
async fn games_from_positions_are_written_where_the_form_can() {
    let router = router();
    let fen = "W:WKg1,a3:Bb6,Kh8";
    let game = json!({"board": "draughts", "start": fen, "moves": ["g1:a7"]});
    let written = ask(&router, "write", game).await;
    let read = ask(&router, "read", json!({"text": written["text"]})).await;
    assert_eq!(
        (&read["games"][0]["start"], &read["games"][0]["moves"]),
        (&json!(fen), &json!(["g1:a7"])),
        "{written}"
    );
    let nex = json!({"board": "nex:2x2", "start": "B./?.", "moves": ["Wa2?b2"]});
    let (_, error) = refused(&router, "write", nex).await;
    assert_eq!(error["kind"], "record");
    // Nex records have a field for opening moves.
    let nex = json!({"board": "nex:2x2", "start": "Ba1?b1", "moves": ["Wa2?b2"]});
    let written = ask(&router, "write", nex).await;
    let read = ask(&router, "read", json!({"text": written["text"]})).await;
    assert_eq!(read["games"][0]["moves"], json!(["Ba1?b1", "Wa2?b2"]), "{written}");
    let (_, error) = refused(&router, "write", json!({"board": "nex:2x2", "black": "one\nWhite:two"})).await;
    assert_eq!(error["kind"], "record");
}

#[tokio::test]
async fn positions_are_read_in_all_forms() {
    let router = router();
    for (text, board, asked, start) in [
        ("W:WKG7:BH6,KD2.", "draughts:russian", Value::Null, "W:WKg7:BKd2,h6"),
        ("1 1 1 1 1 2 | 4 2 3 0 0 0 | 16 16", "awari", Value::Null, "1 1 1 1 1 2 | 4 2 3 0 0 0 | 16 16"),
        ("B?./.W./...", "nex:3x3", json!("nex:3x3"), "B?./.W./..."),
        ("B./.. swap?", "hex:swap:2x2", Value::Null, "B./.. swap?"),
        ("B./..", "hex:2x2", json!("hex:2x2"), "B./.."),
        ("B?/.. swap?", "nex:swap:2x2", Value::Null, "B?/.. swap?"),
        ("B?/..", "nex:swap:2x2", json!("nex:swap:2x2"), "B?/.."),
        ("BW/WB", "nex:final:2x2", json!("nex:final:2x2"), "BW/WB"),
    ] {
        let answer = post(&router, "read", &json!({"text": text, "board": asked})).await;
        let read = answer.json();
        if text.starts_with("B?./.W") {
            // One white stone more than possible: reported as an error in the position.
            assert_eq!(read["error"]["kind"], "position", "{read}");
            continue;
        }
        let game = &read["games"][0];
        assert_eq!((&game["board"], &game["moves"]), (&json!(board), &json!([])), "{text}: {read}");
        assert_eq!(game["start"], start, "{text}");
    }
    // The printed diagram of a game can be read, too.
    let drawing = "     1 2\n    B B\na W  B . W\nb  W  ? .  W\n     B B\n";
    let read = post(&router, "read", &json!({"text": drawing, "board": "nex:2x2"})).await.json();
    assert!(read["games"][0]["start"] == "B./?." || read["error"]["kind"] == "position", "{read}");
    let moves = ask(&router, "read", json!({"text": "Ba1?b1;Wa2?b2", "board": "nex:2x2"})).await;
    assert_eq!(moves["games"][0]["moves"], json!(["Ba1?b1", "Wa2?b2"]));
}

#[tokio::test]
async fn files_are_decoded_as_by_the_command_and_texts_are_not() {
    let router = router();
    let name = |read: &serde_json::Value| read["games"][0]["black"].clone();
    // (;CA[windows-1251]GM[11]SZ[3]PB[…];B[b2]) with the name in that encoding.
    let file = "KDtDQVt3aW5kb3dzLTEyNTFdR01bMTFdU1pbM11QQlvI4uDtXTtCW2IyXSk=";
    let read = ask(&router, "read", json!({"file": file})).await;
    assert_eq!(name(&read), "Иван", "{read}");
    // A text is decoded already, whatever it says.
    let read = ask(&router, "read", json!({"text": "(;CA[windows-1251]GM[11]SZ[3]PB[Gaël];B[b2])"})).await;
    assert_eq!(name(&read), "Gaël", "{read}");
    // (;GM[11]SZ[3]PB[Ga\xebl];B[b2]): no encoding is named.
    let read = ask(&router, "read", json!({"file": "KDtHTVsxMV1TWlszXVBCW0dh62xdO0JbYjJdKQ=="})).await;
    assert_eq!(name(&read), "Gaël", "{read}");
    assert!(
        read["games"][0]["notes"][0]["text"].as_str().expect("a notice").contains("windows-1252"),
        "{read}"
    );
    let (_, error) = refused(&router, "read", json!({"file": "!"})).await;
    assert_eq!(error["kind"], "request");
}

#[tokio::test]
async fn faults_are_told_beside_good_games() {
    let router = router();
    let text = "Black:a\nWhite:b\n#games:2;\n\nGame#1\nBoard:r2-c2\nInit_State:;\nBa1?b1;Wa2?b2;Bb1Bb2?a1;#\n\
                Game#2\nBoard:r2-c2\nInit_State:;\nBa1?c9;#\n";
    let read = ask(&router, "read", json!({"text": text})).await;
    assert_eq!(read["games"].as_array().map(Vec::len), Some(1), "{read}");
    let fault = &read["faults"][0];
    assert!(fault["line"].as_u64() == Some(12) && fault["reason"].is_string(), "{fault}");
    assert!(fault["from"].as_u64() < fault["to"].as_u64(), "{fault}");
    // A fault in a variation does not lose the game.
    let read = ask(&router, "read", json!({"text": "(;SZ[3];B[b2](;W[a1])(;W[b2]))"})).await;
    assert_eq!(
        (read["games"].as_array().map(Vec::len), read["faults"].as_array().map(Vec::len)),
        (Some(1), Some(1)),
        "{read}"
    );
    let (_, error) = refused(&router, "read", json!({"text": "  \n "})).await;
    assert_eq!(error["kind"], "record");
    let nothing = ask(&router, "read", json!({"text": "no game at all"})).await;
    assert_eq!(nothing["games"], json!([]));
    assert!(!nothing["faults"].as_array().expect("faults").is_empty());
    let large = ask(&router, "read", json!({"text": "Board:r19-c19\nBa1?s19;!"})).await;
    assert!(large["faults"][0]["reason"].as_str().expect("a reason").contains("2 to 13"), "{large}");
}

#[tokio::test]
async fn moves_are_first_tried_on_the_board_that_is_open() {
    let router = router();
    for (board, text, moves) in [
        ("draughts", "c3-d4 b6-a5", vec!["c3-d4", "b6-a5"]),
        ("draughts:brazilian", "c3-d4\nb6-a5\n", vec!["c3-d4", "b6-a5"]),
        ("draughts", "1. c3-d4 b6-a5", vec!["c3-d4", "b6-a5"]),
        ("hex:3x3", "b2 a1 c3", vec!["b2", "a1", "c3"]),
        ("hex:swap:3x3", "b2 swap c3", vec!["b2", "swap", "c3"]),
        ("nex:swap:3x3", "Bb2?c3;swap;Wa1?a2", vec!["Bb2?c3", "swap", "Wa1?a2"]),
        ("awari", "c4;A5", vec!["c4", "A5"]),
    ] {
        let told = ask(&router, "read", json!({"text": text, "board": board})).await;
        assert_eq!(told["games"][0]["moves"], json!(moves), "{board} {text}: {told}");
        assert_eq!(told["games"][0]["result"], Value::Null);
    }
    // A record of another game is still read.
    let told = ask(&router, "read", json!({"text": "1. c3-d4 b6-a5 *", "board": "nex:3x3"})).await;
    assert_eq!(told["games"][0]["board"], "draughts:russian", "{told}");
    // The error is about that board.
    let told = ask(&router, "read", json!({"text": "c3-d4 b6-b5", "board": "draughts"})).await;
    let reason = told["faults"][0]["reason"].as_str().expect("a fault");
    assert!(!reason.contains("pit") && reason.contains("b5 is a light square"), "{told}");
}

#[tokio::test]
async fn pits_without_stores_are_explained() {
    let router = router();
    let start = "1 1 1 1 1 2 | 4 2 3 0 0 0";
    let (_, error) = refused(&router, "position", json!({"board": "awari", "start": start})).await;
    assert!(error["message"].as_str().expect("a message").contains("together 32"), "{error}");
    assert!(error["hint"].as_str().expect("a hint").contains("| 16 16"), "{error}");
}

#[tokio::test]
async fn variations_comments_and_tags_are_written_and_read_back() {
    let router = router();
    for (board, moves, variations, tags) in [
        ("nex:3x3", ["Ba1?b1", "Wa2?b2"], [(1, "Wc1?c2"), (3, "Bb2?b3"), (1, "Wc2?c3")], json!([])),
        ("hex:3x3", ["a1", "b2"], [(1, "c3"), (3, "b1"), (1, "c2")], json!([["EV", "Cup"]])),
        ("awari", ["c4", "A5"], [(1, "D4"), (3, "a5"), (1, "C4")], json!([])),
        (
            "draughts:russian",
            ["c3-d4", "b6-a5"],
            [(1, "b6-c5"), (3, "d4:b6"), (1, "f6-g5")],
            json!([["Event", "Cup"]]),
        ),
        ("connect4:6x7", ["f4", "e4"], [(1, "f5"), (3, "e5"), (1, "f6")], json!([])),
    ] {
        let variations: Vec<_> = variations.map(|(after, mv)| json!({"after": after, "move": mv})).to_vec();
        let comments = json!({"0": "begin", "2": "two\nlines", "4": "there"});
        let game = json!({
            "board": board, "moves": moves, "variations": variations, "comments": comments, "tags": tags, "black": "one",
        });
        // The moves are legal, and in the game's notation.
        let asked = json!({"board": board, "moves": moves, "variations": variations});
        assert_eq!(ask(&router, "position", asked).await["variations"], json!(variations), "{board}");
        let written = ask(&router, "write", game).await;
        let read = ask(&router, "read", json!({"text": written["text"]})).await;
        let game = &read["games"][0];
        assert_eq!(
            (&game["moves"], &game["variations"], &game["comments"], &game["black"]),
            (&json!(moves), &json!(variations), &comments, &json!("one")),
            "{board}: {written} {read}"
        );
        assert_eq!(game.get("tags").unwrap_or(&json!([])), &tags, "{board}");
    }
    // Impossible moves are refused, with their place.
    for (extra, words) in [
        (json!({"variations": [{"after": 1, "move": "Wa1?c2"}]}), "a1 is a black stone"),
        (json!({"variations": [{"after": 2, "move": "Wc1?c2"}]}), "no position 2"),
        (json!({"comments": {"2": "x"}}), "no position 2"),
        (json!({"result": "nobody"}), "black, white and draw"),
        (json!({"result": "black", "how": "luck"}), "time, forfeit"),
    ] {
        let mut game = json!({"board": "nex:3x3", "moves": ["Ba1?b1"]});
        game.as_object_mut().expect("a document").extend(extra.as_object().expect("fields").clone());
        let (_, error) = refused(&router, "write", game).await;
        assert!(error["message"].as_str().expect("words").contains(words), "{error}");
    }
}

#[tokio::test]
async fn how_a_game_ended_is_kept_where_the_rules_have_not_ended_it() {
    let router = router();
    let game = json!({"board": "hex:3x3", "moves": ["a1"], "result": "black", "how": "resigned"});
    let written = ask(&router, "write", game).await;
    assert!(written["text"].as_str().expect("a text").contains("RE[B+Resign]"), "{written}");
    let read = ask(&router, "read", json!({"text": written["text"]})).await;
    assert_eq!(
        (&read["games"][0]["result"], &read["games"][0]["how"]),
        (&json!("black"), &json!("resigned"))
    );
    // The result by the rules takes precedence.
    let game = json!({"board": "hex:2x2", "moves": ["a1", "b2", "b1"], "result": "white"});
    let written = ask(&router, "write", game).await;
    assert!(written["text"].as_str().expect("a text").contains("RE[B+]"), "{written}");
}

#[tokio::test]
async fn notes_of_the_reader_are_told() {
    let router = router();
    let text = "[White \"a\"]\n[Result \"1-1\"]\n\n[White \"c\"]\n[Result \"0-0\"]\n\n1. c3-d4 *\n";
    let read = ask(&router, "read", json!({"text": text})).await;
    let [first, second] = &read["games"].as_array().expect("games")[..] else { panic!("{read}") };
    assert_eq!(
        (&first["white"], &first["result"], &first["notes"]),
        (&json!("a"), &json!("draw"), &json!(null))
    );
    assert_eq!((&second["white"], &second["result"]), (&json!("c"), &json!(null)));
    assert!(second["notes"][0]["line"] == 5 && second["fits"][0]["board"] == "draughts:russian", "{read}");
}

#[tokio::test]
async fn a_text_without_a_board_is_read_where_it_fits() {
    let router = router();
    for (open, text, fits) in [
        ("nex:3x3", "Ba1?d4;Wb2?c3;!", &["nex:4x4", "nex:5x5"][..]),
        ("nex:3x3", "Ba1?d4;Wb2?c3", &["nex:4x4", "nex:5x5"]),
        ("nex:5x5", "Ba1?b2;Wc3?c1;!", &["nex:5x5", "nex:3x3", "nex:4x4"]),
        ("hex:3x3", "a1 d4 b2", &["hex:4x4", "hex:5x5"]),
        ("hex:4x4", "a1 c3 b2", &["hex:4x4", "hex:3x3", "hex:5x5"]),
        ("nex:3x3", "4453", &["connect4:6x7", "connect4:5x5"]),
        ("connect4:4x4", "4413", &["connect4:4x4", "connect4:6x7"]),
        ("nex:3x3", "c3-d4 b6-c5", &["draughts:russian"]),
        ("awari", "a1 d5 b2", &["hex:5x5"]),
        ("nex:3x3", "Board:r4-c4\nBa1?d4;!", &[]),
    ] {
        let read = ask(&router, "read", json!({"text": text, "board": open})).await;
        let game = &read["games"][0];
        let found: Vec<_> =
            game["fits"].as_array().into_iter().flatten().map(|fit| fit["board"].clone()).collect();
        assert!(found.len() >= fits.len() && found[..fits.len()] == *fits, "{open}, {text}: {read}");
        assert!(fits.is_empty() || game["board"] == fits[0], "{read}");
        for fit in &found {
            let asked = json!({"text": text, "board": open, "read_as": fit});
            assert_eq!(ask(&router, "read", asked).await["games"][0]["board"], *fit, "{text}");
        }
    }
    // If no board fits, none is guessed.
    let read = ask(&router, "read", json!({"text": "Ba1?a1;!", "board": "nex:3x3"})).await;
    assert_eq!(read["games"], json!([]), "{read}");
    let read =
        ask(&router, "read", json!({"text": "Ba1?d4;!", "board": "nex:4x4", "read_as": "nex:3x3"})).await;
    assert!(read["faults"][0]["reason"].as_str().expect("words").contains("off the board"), "{read}");
}
