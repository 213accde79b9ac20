//! Requests and answers, and the JSON documents in answers.

use crate::problem::{Problem, ProblemKind};
use http_body_util::Full;
use http_body_util::combinators::UnsyncBoxBody;
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde::Serialize;
use serde_json::json;
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

/// Seconds after which a client may try a busy server again.
const RETRY: HeaderValue = HeaderValue::from_static("2");

impl Problem {
    /// Refuses to take anything.
    pub(crate) fn only_get() -> Reply {
        Self::only("GET, HEAD", "this address expects GET")
    }

    /// Refuses all other methods.
    pub(crate) fn only(methods: &'static str, message: &str) -> Reply {
        let mut reply =
            Self::new(ProblemKind::Request, message).status(StatusCode::METHOD_NOT_ALLOWED).reply();
        reply.headers_mut().insert(header::ALLOW, HeaderValue::from_static(methods));
        reply
    }

    /// The answer.
    pub(crate) fn reply(self) -> Reply {
        let mut reply = answer(json!({ "error": self.document() }));
        *reply.status_mut() = self.status;
        if self.kind == ProblemKind::Busy {
            reply.headers_mut().insert(header::RETRY_AFTER, RETRY);
        }
        reply
    }
}
