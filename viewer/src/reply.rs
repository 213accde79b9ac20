//! Requests and answers, and the JSON documents in answers.

use http_body_util::Full;
use http_body_util::combinators::UnsyncBoxBody;
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response};
use serde::Serialize;
use serde_json::Value;
use std::io;

/// The body of a request.
pub(crate) type Incoming = UnsyncBoxBody<Bytes, io::Error>;

/// An answer.
pub(crate) type Reply = Response<Full<Bytes>>;

/// Returns whether a request asks for the contents of an address.
pub(crate) fn is_get(request: &Request<Incoming>) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

/// An answer with a document.
pub(crate) fn answer(document: impl Serialize) -> Reply {
    let bytes = serde_json::to_vec(&document).expect("text and numbers");
    let mut reply = Reply::new(bytes.into());
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    reply
}

/// One document with the fields of all of these, in their order.
pub(crate) fn joined<const N: usize>(parts: [Value; N]) -> Value {
    let fields = parts.into_iter().filter_map(|part| match part {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    Value::Object(fields.flatten().collect())
}
