//! Sends requests to a server.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{HeaderMap, Method, Request, StatusCode, header};
use nexsolve_judging::puzzles::PuzzleFile;
use nexsolve_players::{Networks, Shelf};
use nexsolve_viewer::{Answers, Names, ServerLimits, Viewer, ViewerSettings};
use serde_json::Value;
use std::path::PathBuf;

/// Creates a server with these databases and limits.
pub(crate) fn viewer(folders: Vec<PathBuf>, limits: ServerLimits) -> Viewer {
    viewer_with(folders, limits, 2)
}

/// Like [`viewer`], with `threads` threads.
pub(crate) fn viewer_with(folders: Vec<PathBuf>, limits: ServerLimits, threads: usize) -> Viewer {
    made(folders, limits, threads, Vec::new())
}

/// Creates the routes of a server with these puzzles.
pub(crate) fn router_with(puzzles: Vec<PuzzleFile>) -> Answers {
    made(Vec::new(), ServerLimits::default(), 2, puzzles).answers(Names::default())
}

fn made(folders: Vec<PathBuf>, limits: ServerLimits, threads: usize, puzzles: Vec<PuzzleFile>) -> Viewer {
    let note = Box::new(|text: &str| panic!("nobody should have to know: {text}"));
    Viewer::new(ViewerSettings {
        folders,
        limits,
        threads,
        memory_bytes: 512 << 20,
        manifest_bytes: 1 << 20,
        maker: nexsolve_kernels::generate_briefly,
        networks: Networks::new(Shelf::Within(nexsolve_net::STORED)),
        puzzles,
        note,
    })
    .expect("it opens")
}

/// Creates the routes of a server without databases.
pub(crate) fn router() -> Answers {
    viewer(Vec::new(), ServerLimits::default()).answers(Names::default())
}

/// The body of a request.
pub(crate) type Body = Full<Bytes>;

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    /// The document.
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.bytes);
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

/// Sends a request.
pub(crate) async fn send(router: &Answers, request: Request<Body>) -> Answer {
    let answer = router.answer(request).await;
    let (parts, body) = answer.into_parts();
    let bytes = body.collect().await.expect("a body").to_bytes().to_vec();
    Answer { status: parts.status, headers: parts.headers, bytes }
}

/// A request with the headers that every client sends.
pub(crate) fn request(method: Method, path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header(header::HOST, "localhost:8080");
    request.header(header::CONTENT_TYPE, "application/json").body(body.into()).expect("a request")
}

/// Gets an address.
pub(crate) async fn get(router: &Answers, path: &str) -> Answer {
    send(router, request(Method::GET, path, Body::default())).await
}

/// Posts a document to a route.
pub(crate) async fn post(router: &Answers, route: &str, document: &Value) -> Answer {
    send(router, request(Method::POST, &format!("/api/v1/{route}"), document.to_string())).await
}

/// Returns the document with which a route answers.
pub(crate) async fn ask(router: &Answers, route: &str, document: Value) -> Value {
    let answer = post(router, route, &document).await;
    assert_eq!(answer.status, StatusCode::OK, "{route} {document}: {}", answer.json());
    answer.json()
}

/// Returns the error with which a route answers, and its status.
pub(crate) async fn refused(router: &Answers, route: &str, document: Value) -> (StatusCode, Value) {
    let answer = post(router, route, &document).await;
    assert_ne!(answer.status, StatusCode::OK, "{route} {document}");
    (answer.status, answer.json()["error"].clone())
}

/// Returns the moves with this value in a list of values.
pub(crate) fn moves_worth<'a>(values: &'a Value, value: &str) -> Vec<&'a str> {
    let moves = values["moves"].as_array().expect("moves").iter();
    moves.filter(|line| line["value"] == value).map(|line| line["move"].as_str().expect("a move")).collect()
}

/// The strings of a list.
pub(crate) fn strings(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}
