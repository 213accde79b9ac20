//! The interface without a server: for a program that is its own only client.

use crate::answers::{self, Tell, parsed, posted};
use crate::app::{App, ViewerSettings};
use crate::problem::{Problem, ProblemKind};
#[cfg(feature = "tables-only")]
use nexsolve_db::Database;
#[cfg(feature = "tables-only")]
use nexsolve_games::Board;
use nexsolve_oracle::OpenedError;
use serde_json::{Value, json};
#[cfg(feature = "tables-only")]
use std::error::Error;
#[cfg(feature = "tables-only")]
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
#[cfg(feature = "tables-only")]
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll, Waker};

/// Answers the requests that a [`Viewer`](crate) answers, one after the other, on the caller's thread.
pub struct Alone {
    app: Arc<App>,
}

impl Alone {
    /// Opens the databases.
    ///
    /// # Errors
    /// If one of them cannot be opened.
    pub fn new(settings: ViewerSettings) -> Result<Self, OpenedError> {
        Ok(Self { app: Arc::new(App::new(settings)?) })
    }

    /// Answers a request to a route of version 1, such as `values`, with a status as in HTTP and a JSON
    /// document. `document` is that of the request, empty for a route that takes none. If the request asks
    /// for progress, `tell` gets a line of JSON each time. With the feature `tables-only`, the status 501
    /// asks for a program without it.
    ///
    /// # Panics
    /// If an answer waits for another thread, or cannot be written as JSON. No route has such an answer.
    pub fn answer(&self, route: &str, document: &[u8], tell: fn(&str)) -> (u16, Vec<u8>) {
        let (status, answer) = match self.answered(route, document, tell) {
            Ok(answer) => (200, answer),
            Err(problem) => (problem.status.as_u16(), json!({ "error": problem.document() })),
        };
        (status, serde_json::to_vec(&answer).expect("text and numbers"))
    }

    fn answered(&self, route: &str, document: &[u8], tell: fn(&str)) -> Result<Value, Problem> {
        let most = self.app.limits.body_bytes;
        if document.len() > most {
            return Err(Problem::new(
                ProblemKind::Limit,
                format!("a document may have at most {most} bytes"),
            ));
        }
        macro_rules! at {
            ($answer:path) => {{
                let answer = done($answer(Arc::clone(&self.app), parsed(document)?))?;
                Ok(serde_json::to_value(answer).expect("text and numbers"))
            }};
        }
        match route {
            "games" => Ok(answers::games(&self.app)),
            "databases" => Ok(answers::databases(&self.app)),
            "values" => {
                let tell: Tell = Arc::new(move |line| tell(&line.to_string()));
                done(answers::values(Arc::clone(&self.app), parsed(document)?, tell))
            }
            #[cfg(feature = "tables-only")]
            "audit" | "batch" | "connections" | "estimate" | "hardness" | "line" | "play" | "players"
            | "puzzle" | "read" | "write" => Err(Problem::elsewhere()),
            _ => posted!(route, at, Err(Problem::new(ProblemKind::NotFound, "no such address"))),
        }
    }
}

/// Makes no database: with the feature `tables-only`, requests that need one are refused.
///
/// # Errors
/// Always.
#[cfg(feature = "tables-only")]
pub fn no_maker(
    _board: Board,
    _folder: &Path,
    _memory_bytes: u64,
    _stop: &AtomicBool,
    _progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Database, Box<dyn Error + Send + Sync>> {
    Err("this program makes no databases".into())
}

/// The result of work that waits for nothing.
fn done<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => unreachable!("work runs on this thread"),
    }
}
