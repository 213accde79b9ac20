//! The files of the page, which are part of the program.

use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, Incoming, Reply, is_get};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, StatusCode};
use nexsolve_games::{Board, Card, EXTRAS, Extras, GAMES};
use nexsolve_judging::puzzles::PuzzlePack;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Paths below the root, and contents, without the rules of the games.
static LIST: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files of a page without a server. They are used in place of files of the same names.
static STATIC: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/static.rs"));

/// The page around the rules of a game.
pub(crate) const FRAME: &str = include_str!("../frame.html");

/// The rules of each game, `rules/GAME.html`, within [`FRAME`]. Their heading is the title of the page.
static RULES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let page = |(card, Extras { rules, .. }): (&Card, &Extras)| {
        let heading = rules.strip_prefix("<h1>").and_then(|rest| rest.split_once("</h1>"));
        let (title, _) = heading.expect("rules begin with a heading");
        let text = FRAME.replace("{title}", title).replace("{rules}", rules);
        (format!("rules/{}.html", card.word), text)
    };
    GAMES.into_iter().zip(EXTRAS).map(page).collect()
});

/// All files of the page: paths below the root, and contents.
fn all() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    LIST.iter().copied().chain(RULES.iter().map(|(name, text)| (name.as_str(), text.as_bytes())))
}

/// The files of a page without a server, as they are written: paths below its folder, and contents.
pub(crate) fn sources() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let is_replaced = |name: &str| STATIC.iter().any(|(other, _)| *other == name);
    all().filter(move |(name, _)| !is_replaced(name)).chain(STATIC.iter().copied())
}

/// The puzzles that ship with the page, `puzzles/BOARD.json`.
static PACKS: LazyLock<Vec<PuzzlePack>> = LazyLock::new(|| {
    let packs = LIST.iter().filter(|(name, _)| name.starts_with("puzzles/"));
    packs
        .map(|(name, bytes)| PuzzlePack::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}")))
        .collect()
});

/// Returns the puzzles of a board that ship with the page.
pub(crate) fn pack(board: Board) -> Option<&'static PuzzlePack> {
    let name = board.to_string();
    PACKS.iter().find(|pack| pack.board == name)
}

/// The file that the root path serves.
const ROOT: &str = "index.html";

/// A file, ready to be sent.
struct File {
    bytes: &'static [u8],
    kind: &'static str,
    /// The entity tag, which changes whenever the contents do.
    tag: HeaderValue,
}

static FILES: LazyLock<HashMap<&str, File>> = LazyLock::new(|| {
    let file = |(name, bytes): (&'static str, &'static [u8])| {
        let digest = blake3::hash(bytes).to_hex();
        let tag = HeaderValue::from_str(&format!("\"{}\"", &digest[..20])).expect("hexadecimal digits");
        (name, File { bytes, kind: kind(name), tag })
    };
    all().map(file).collect()
});

/// The type of a file, by its extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "image/png",
    }
}

/// Answers with the file that has exactly this address.
///
/// # Errors
/// If there is no such file.
pub(crate) fn file(request: &Request<Incoming>) -> Result<Reply, Problem> {
    let name = match request.uri().path() {
        "/" => ROOT,
        path => path.strip_prefix('/').unwrap_or(path),
    };
    let file = FILES.get(name).ok_or_else(|| Problem::new(ProblemKind::NotFound, "no such address"))?;
    if !is_get(request) {
        return Ok(Problem::only_get());
    }
    let is_known = request.headers().get_all(header::IF_NONE_MATCH).iter().any(|tags| {
        let is_it = |tag: &str| tag == "*" || tag.trim_start_matches("W/") == file.tag;
        tags.to_str().is_ok_and(|tags| tags.split(',').map(str::trim).any(is_it))
    });
    let is_sent = !is_known && request.method() == Method::GET;
    let mut reply = Reply::new(reply::whole(if is_sent { file.bytes } else { &[] }));
    if is_known {
        *reply.status_mut() = StatusCode::NOT_MODIFIED;
    }
    // Browsers keep the file, and ask each time whether it has changed.
    let headers = reply.headers_mut();
    headers.insert(header::ETAG, file.tag.clone());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    Ok(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type_of_its_own_ending() {
        for (name, file) in FILES.iter() {
            let ending = name.rsplit('.').next().expect("an ending");
            assert_eq!(ending == "png", file.kind == "image/png", "{name}");
            assert!(!file.bytes.is_empty(), "{name}");
        }
    }
}
