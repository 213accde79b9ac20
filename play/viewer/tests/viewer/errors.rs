//! Error messages, with the place of the error.

use crate::ask::{ask, get, refused, request, router, send, viewer};
use hyper::{Method, StatusCode, header};
use nexsolve_viewer::{Names, ServerLimits};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn faults_have_a_kind_and_a_place() {
    let router = router();
    let cases = [
        ("position", json!({"board": "nex:3x3", "moves": ["Ba1?a2", "Wc4?b1"]}), "move", json!([1, 3])),
        ("position", json!({"board": "nex:3x3", "moves": ["Ba1?a1"]}), "move", json!([4, 6])),
        ("position", json!({"board": "nex:3x3", "start": "B?./WX./..."}), "position", json!([5, 6])),
        ("position", json!({"board": "nex:33"}), "board", Value::Null),
        ("position", json!({"board": "chess"}), "board", json!([0, 5])),
        ("position", json!({"board": "nex:14x3"}), "board", json!([0, 8])),
        ("position", json!({"board": "nex:1x3"}), "board", json!([0, 7])),
        ("play", json!({"board": "nex:2x2", "player": "uct(1"}), "player", json!([5, 5])),
        ("play", json!({"board": "nex:2x2", "player": "human"}), "player", json!([0, 5])),
        ("line", json!({"board": "hex:3x3", "move": "d1"}), "move", json!([0, 2])),
    ];
    for (route, document, kind, place) in cases {
        let (status, error) = refused(&router, route, document.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{document}");
        assert_eq!(error["kind"], kind, "{document}: {error}");
        if place.is_array() {
            assert_eq!(json!([error["from"], error["to"]]), place, "{document}: {error}");
            assert!(error["text"].is_string(), "{error}");
        }
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
    let (_, error) =
        refused(&router, "position", json!({"board": "nex:2x2", "moves": ["Ba1?a2", "x"]})).await;
    assert_eq!(error["hint"], "this is ply 2 of the game");
}

/// Editors and shells of Windows put a mark before UTF-8 text, which JSON's standard lets a reader ignore.
#[tokio::test]
async fn a_byte_order_mark_before_a_document_is_ignored() {
    let router = router();
    let document = json!({"board": "nex:2x2", "moves": ["Ba1?a2"]}).to_string();
    let post = |body: String| request(Method::POST, "/api/v1/position", body);
    let plain = send(&router, post(document.clone())).await;
    let marked = send(&router, post(format!("\u{feff}{document}"))).await;
    assert_eq!((marked.status, marked.bytes), (StatusCode::OK, plain.bytes));
    let twice = send(&router, post(format!("\u{feff}\u{feff}{document}"))).await;
    assert_eq!(twice.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn no_move_follows_the_end() {
    let router = router();
    let over = json!({"board": "nex:2x2", "moves": ["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1", "Wa1?b1"]});
    let (_, error) = refused(&router, "position", over).await;
    assert!(error["message"].as_str().expect("a message").starts_with("the game is over"), "{error}");
    let over = json!({"board": "nex:2x2", "moves": ["Ba1?b1", "Wa2?b2", "Bb1Bb2?a1"], "player": "random"});
    let (_, error) = refused(&router, "play", over).await;
    assert!(error["message"].as_str().expect("a message").contains("no move can follow"), "{error}");
}

#[tokio::test]
async fn requests_are_read_strictly() {
    let router = router();
    for (route, document, said) in [
        ("position", json!({"board": "nex:2x2", "extra": 1}), "unknown field `extra`"),
        ("position", json!({"moves": []}), "missing field `board`"),
        ("position", json!({"board": 3}), "invalid type"),
        ("position", json!([]), "invalid"),
        ("values", json!({"board": "nex:2x2", "seconds": "2"}), "invalid type"),
        ("batch", json!({"board": "nex:2x2"}), "missing field `positions`"),
    ] {
        let (status, error) = refused(&router, route, document.clone()).await;
        assert_eq!((status, &error["kind"]), (StatusCode::BAD_REQUEST, &json!("request")), "{document}");
        assert!(error["message"].as_str().expect("a message").contains(said), "{document}: {error}");
    }
    let broken = send(&router, request(Method::POST, "/api/v1/position", "{\"board\":")).await;
    assert_eq!(
        (broken.status, &broken.json()["error"]["kind"]),
        (StatusCode::BAD_REQUEST, &json!("request"))
    );
    let deep = "[".repeat(100_000);
    assert_eq!(
        send(&router, request(Method::POST, "/api/v1/read", deep)).await.status,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn addresses_and_methods_are_told_apart() {
    let router = router();
    for path in [
        "/api/v1/nothing",
        "/api/v2/games",
        "/nothing.html",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//index.html",
        "/index.html/",
    ] {
        let answer = get(&router, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.json()["error"]["kind"], "not-found");
    }
    let wrong = send(&router, request(Method::GET, "/api/v1/position", "")).await;
    assert_eq!(
        (wrong.status, &wrong.json()["error"]["kind"]),
        (StatusCode::METHOD_NOT_ALLOWED, &json!("request"))
    );
    let wrong = send(&router, request(Method::POST, "/api/v1/games", "{}")).await;
    assert_eq!(
        (wrong.status, wrong.headers[header::ALLOW].as_bytes()),
        (StatusCode::METHOD_NOT_ALLOWED, &b"GET, HEAD"[..])
    );
    let wrong = send(&router, request(Method::DELETE, "/", "")).await;
    assert_eq!(wrong.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn bounds_hold() {
    let limits = ServerLimits {
        body_bytes: 4_000,
        positions: 3,
        moves: 4,
        text_chars: 40,
        search: Duration::from_secs(1),
        ..ServerLimits::default()
    };
    let router = viewer(Vec::new(), limits).answers(Names::default());
    let moves = ["a1", "a2", "a3", "b1", "b2"];
    for (route, document, said) in [
        (
            "batch",
            json!({"board": "nex:2x2", "positions": ["start", "start", "start", "start"]}),
            "4 positions",
        ),
        ("position", json!({"board": "hex:5x5", "moves": moves}), "5 moves"),
        ("position", json!({"board": "hex:5x5", "start": ".".repeat(41)}), "40 characters"),
        ("position", json!({"board": "x".repeat(41)}), "40 characters"),
        ("values", json!({"board": "nex:2x2", "seconds": 1.5}), "from 0 to 1"),
        ("values", json!({"board": "nex:2x2", "seconds": -1}), "from 0 to 1"),
        ("play", json!({"board": "nex:2x2", "player": "random", "seconds": 1e300}), "from 0 to 1"),
    ] {
        let (status, error) = refused(&router, route, document.clone()).await;
        assert_eq!((status, &error["kind"]), (StatusCode::BAD_REQUEST, &json!("limit")), "{document}");
        assert!(error["message"].as_str().expect("a message").contains(said), "{document}: {error}");
    }
    let (status, error) = refused(&router, "read", json!({"text": "x".repeat(5_000)})).await;
    assert_eq!((status, &error["kind"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("limit")));
    for (route, document) in [("position", json!("x")), ("batch", json!(1)), ("read", json!("x"))] {
        let (_, error) = refused(&router, route, document).await;
        let message = error["message"].as_str().expect("a message");
        assert!(message.contains("expected an object ") && !message.contains("struct"), "{message}");
    }
    for player in ["uct(5, threads=64)", "uct(5, nodes=99999999999)", "solver3(5, memory=100000)"] {
        let (_, error) = refused(&router, "play", json!({"board": "nex:2x2", "player": player})).await;
        assert_eq!(error["kind"], "player", "{player}");
    }
}

#[tokio::test]
async fn a_batch_answers_what_it_can() {
    let router = router();
    let positions = json!(["start", "Ba1?a2;Wb1?b2", "nonsense", "BB/WW", "?B/.."]);
    let told = ask(&router, "batch", json!({"board": "nex:2x2", "positions": positions})).await;
    let results = told["results"].as_array().expect("results");
    assert_eq!(results.len(), 5);
    assert_eq!(
        (&results[0]["value"], &results[0]["distance"], &results[0]["error"]),
        (&json!("win"), &json!(3), &Value::Null)
    );
    assert_eq!(results[1]["to_move"], "black");
    for (i, text) in [(2, "nonsense"), (3, "BB/WW")] {
        assert_eq!(
            (&results[i]["position"], &results[i]["error"]["kind"]),
            (&json!(text), &json!("position")),
            "{}",
            results[i]
        );
    }
    assert_eq!(results[4]["position"], "?B/..");
    let empty = ask(&router, "batch", json!({"board": "nex:2x2", "positions": []})).await;
    assert_eq!(empty["results"], json!([]));
}

#[tokio::test]
async fn a_document_says_that_it_is_json() {
    let router = router();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let mut wrong = request(Method::POST, "/api/v1/position", json!({"board": "nex:2x2"}).to_string());
        wrong.headers_mut().insert(header::CONTENT_TYPE, kind.parse().expect("a value"));
        let answer = send(&router, wrong).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["kind"]),
            (StatusCode::UNSUPPORTED_MEDIA_TYPE, &json!("request"))
        );
    }
    let mut right = request(Method::POST, "/api/v1/position", json!({"board": "nex:2x2"}).to_string());
    right
        .headers_mut()
        .insert(header::CONTENT_TYPE, "Application/JSON; charset=utf-8".parse().expect("a value"));
    assert_eq!(send(&router, right).await.status, StatusCode::OK);
}
