//! The files of the page, which are part of the program.

use crate::problem::{Kind, Problem};
use crate::reply::{Incoming, Reply, is_get};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, StatusCode};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Paths below the root, and contents.
static LIST: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files of a page without a server. They are used in place of files of the same names.
static STATIC: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/static.rs"));

/// The files of a page without a server: paths below its folder, and contents.
pub fn site() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let is_replaced = |name: &str| STATIC.iter().any(|(other, _)| *other == name);
    LIST.iter().filter(move |(name, _)| !is_replaced(name)).chain(STATIC).copied()
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
    let file = |&(name, bytes): &(&'static str, &'static [u8])| {
        let digest = blake3::hash(bytes).to_hex();
        let tag = HeaderValue::from_str(&format!("\"{}\"", &digest[..20])).expect("hexadecimal digits");
        (name, File { bytes, kind: kind(name), tag })
    };
    LIST.iter().map(file).collect()
});

/// The type of a file, by its extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
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
    let file = FILES.get(name).ok_or_else(|| Problem::new(Kind::NotFound, "no such address"))?;
    if !is_get(request) {
        return Ok(Problem::only_get());
    }
    let is_known = request.headers().get_all(header::IF_NONE_MATCH).iter().any(|tags| {
        let is_it = |tag: &str| tag == "*" || tag.trim_start_matches("W/") == file.tag;
        tags.to_str().is_ok_and(|tags| tags.split(',').map(str::trim).any(is_it))
    });
    let is_sent = !is_known && request.method() == Method::GET;
    let mut reply = Reply::new(if is_sent { file.bytes.into() } else { "".into() });
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
