//! Requests and answers, and the JSON documents in answers.

use crate::problem::{Problem, ProblemKind};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Frame};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinSet;

/// The body of a request.
pub(crate) type Incoming = UnsyncBoxBody<Bytes, io::Error>;

/// An answer.
pub(crate) type Reply = Response<ReplyBody>;

/// The body of an answer.
pub type ReplyBody = UnsyncBoxBody<Bytes, Infallible>;

/// A body that is known as a whole.
pub(crate) fn whole(bytes: impl Into<Bytes>) -> ReplyBody {
    Full::new(bytes.into()).boxed_unsync()
}

/// Returns whether a request asks for the contents of an address.
pub(crate) fn is_get(request: &Request<Incoming>) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
}

/// An answer with a document.
pub(crate) fn answer(document: impl Serialize) -> Reply {
    let bytes = serde_json::to_vec(&document).expect("text and numbers");
    let mut reply = Reply::new(whole(bytes));
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    reply
}

/// The result of work, as a task.
pub(crate) type Work = JoinSet<Result<Value, Problem>>;

/// An answer of several lines, each a document: those that the work tells while it goes on, then its result.
/// If the work ends before it tells anything, its result is the whole answer.
pub(crate) async fn lines(mut told: UnboundedReceiver<Value>, mut work: Work) -> Result<Reply, Problem> {
    let Some(first) = told.recv().await else {
        let result = work.join_next().await;
        return result.and_then(Result::ok).unwrap_or_else(|| Err(Problem::panicked())).map(answer);
    };
    let body = Lines { first: Some(first), told, work };
    let mut reply = Reply::new(body.boxed_unsync());
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    Ok(reply)
}

/// Documents, one a line. The work ends when this is dropped, which happens when the client disconnects.
struct Lines {
    first: Option<Value>,
    told: UnboundedReceiver<Value>,
    /// Empty once its result has been sent.
    work: Work,
}

impl Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let line = |document: &Value| Poll::Ready(Some(Ok(Frame::data(format!("{document}\n").into()))));
        if let Some(first) = self.first.take() {
            return line(&first);
        }
        if let Some(document) = ready!(self.told.poll_recv(context)) {
            return line(&document);
        }
        let Some(result) = ready!(self.work.poll_join_next(context)) else { return Poll::Ready(None) };
        match result.unwrap_or_else(|_| Err(Problem::panicked())) {
            Ok(document) => line(&document),
            // The status has been sent.
            Err(problem) => line(&json!({ "error": problem.document() })),
        }
    }
}

/// Seconds after which a client may try a busy server again.
const RETRY: HeaderValue = HeaderValue::from_static("2");

impl Problem {
    /// Refuses to take anything.
    pub(crate) fn only_get() -> Reply {
        Self::only("GET, HEAD", "this address expects GET")
    }

    /// Refuses to give anything without a document.
    pub(crate) fn only_post() -> Reply {
        Self::only("POST", "this address expects POST with a JSON document")
    }

    /// Refuses all other methods.
    fn only(methods: &'static str, message: &str) -> Reply {
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
