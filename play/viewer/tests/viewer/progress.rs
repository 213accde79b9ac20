//! Values that arrive while a search goes on.

use crate::ask::{Body, ask, get, post, request, router, viewer_with};
use http_body_util::BodyExt;
use hyper::{Method, Request, StatusCode, header};
use nexsolve_viewer::{Names, ServerLimits};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;

/// Boards that are searched, each with a position that a second settles.
fn games() -> [Value; 3] {
    [
        json!({"board": "hex:5x5", "moves": ["a1", "c3", "b4"]}),
        json!({"board": "connect4:6x7", "start": "444442222455"}),
        json!({"board": "nex:4x5", "moves": ["Bb2?c3", "Wb3?a1", "Bc4?d1", "Wb4?a4"]}),
    ]
}

/// The documents of an answer, one a line.
fn documents(bytes: &[u8]) -> Vec<Value> {
    String::from_utf8_lossy(bytes).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// The values of moves, without those that are unknown.
fn values(moves: &Value) -> HashMap<String, String> {
    let pair = |line: &Value| Some((line["move"].as_str()?.to_owned(), line["value"].as_str()?.to_owned()));
    moves.as_array().expect("moves").iter().filter_map(pair).collect()
}

#[tokio::test]
async fn moves_are_proven_one_after_the_other() {
    let router = router();
    for mut game in games() {
        game["seconds"] = json!(10);
        game["progress"] = json!(true);
        let answer = post(&router, "values", &game).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.headers[header::CONTENT_TYPE], "application/x-ndjson", "{game}");
        let lines = documents(&answer.bytes);
        let (last, lines) = lines.split_last().expect("a line");
        let all = last["moves"].as_array().expect("moves").len();
        assert_eq!(lines[0]["progress"]["moves"].as_array().expect("moves").len(), all, "{game}");
        assert!(lines.len() > 2, "{game}: {lines:?}");
        let mut known = HashMap::new();
        for line in lines {
            let progress = &line["progress"];
            known.extend(values(&progress["moves"]));
            let number = progress["proven"].as_u64().expect("a number");
            assert_eq!((number, &progress["of"]), (known.len() as u64, &json!(all)), "{game}: {line}");
            if !progress["value"].is_null() {
                assert_eq!(progress["value"], last["value"], "{game}");
            }
        }
        assert_eq!(known, values(&last["moves"]), "{game}");
        assert_eq!(lines.last().expect("a line")["progress"]["value"], last["value"], "{game}");
    }
}

#[tokio::test]
async fn an_answer_without_a_search_is_one_document() {
    let router = router();
    for game in [json!({"board": "nex:2x2"}), json!({"board": "hex:5x5", "seconds": 0})] {
        let mut asked = game.clone();
        asked["progress"] = json!(true);
        assert_eq!(ask(&router, "values", asked).await, ask(&router, "values", game).await);
    }
    for (document, kind) in [
        (json!({"board": "hex:5x5", "moves": ["z9"], "progress": true}), "move"),
        (json!({"board": "hex:5x5", "seconds": 99, "progress": true}), "limit"),
        (json!({"board": "hex:5x5", "progress": 1}), "request"),
    ] {
        let answer = post(&router, "values", &document).await;
        assert_eq!((answer.status, &answer.json()["error"]["kind"]), (StatusCode::BAD_REQUEST, &json!(kind)));
    }
    assert_eq!(get(&router, "/api/v1/values").await.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_ends_the_search() {
    let search = Duration::from_mins(5);
    let wait = Duration::from_mins(1);
    let limits = ServerLimits { search, wait, ..ServerLimits::default() };
    let router = viewer_with(Vec::new(), limits, 1).answers(Names::default());
    let long = json!({"board": "hex:8x8", "seconds": 300, "progress": true}).to_string();
    let asked: Request<Body> = request(Method::POST, "/api/v1/values", long);
    let mut body = router.answer(asked).await.into_body();
    let first = body.frame().await.expect("a line").expect("a frame").into_data().expect("data");
    assert_eq!(documents(&first)[0]["progress"]["of"], 64);
    drop(body);
    // The only thread is free again.
    let short = json!({"board": "hex:8x8", "seconds": 0.01});
    assert_eq!(post(&router, "values", &short).await.status, StatusCode::OK);
}
