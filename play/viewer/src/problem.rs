//! Errors as answers: what is wrong, where, and what to do.

use http::StatusCode;
use nexsolve_core::{ProbeError, ReadError};
use nexsolve_db::is_unreached;
use nexsolve_oracle::OracleError;
use nexsolve_players::{PlayerError, PlayerSpecError};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ProblemKind {
    /// The request itself: its form, its fields, its headers.
    Request,
    /// The name of a board.
    Board,
    /// A position.
    Position,
    /// A move.
    Move,
    /// A recorded game.
    Record,
    /// A player's spec.
    Player,
    /// A limit of this server is exceeded.
    Limit,
    /// The server has too much work; try again later.
    Busy,
    /// A table is unreadable or wrong.
    Table,
    /// There is no such address.
    NotFound,
    /// This program has only rules and tables; the request needs one that also searches.
    #[cfg(feature = "tables-only")]
    Elsewhere,
    /// An internal error.
    Server,
}

/// An error answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The status of the answer.
    pub(crate) status: StatusCode,
    /// The kind of an error.
    pub(crate) kind: ProblemKind,
    /// The error in a sentence.
    pub(crate) message: String,
    /// The faulty text and the faulty characters in it, if the error is in a text.
    pub(crate) place: Option<(String, Range<usize>)>,
    /// What to do about it.
    pub(crate) hint: Option<String>,
}

/// A longer text, in characters, is not repeated in the answer.
const LONGEST_TEXT: usize = 4_096;

impl Problem {
    /// An error of this kind, with the status that belongs to it.
    pub(crate) fn new(kind: ProblemKind, message: impl Into<String>) -> Self {
        let status = match kind {
            ProblemKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
            ProblemKind::Table | ProblemKind::Server => StatusCode::INTERNAL_SERVER_ERROR,
            ProblemKind::NotFound => StatusCode::NOT_FOUND,
            #[cfg(feature = "tables-only")]
            ProblemKind::Elsewhere => StatusCode::NOT_IMPLEMENTED,
            _ => StatusCode::BAD_REQUEST,
        };
        Self { status, kind, message: message.into(), place: None, hint: None }
    }

    /// Replaces the status.
    #[cfg(feature = "server")]
    pub(crate) fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Adds what to do about it.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Adds the faulty text and the faulty bytes in it.
    pub(crate) fn at(self, text: &str, bytes: Range<usize>) -> Self {
        if text.chars().count() > LONGEST_TEXT {
            return self;
        }
        let chars = |to: usize| text.char_indices().take_while(|&(at, _)| at < to).count();
        let place = chars(bytes.start)..chars(bytes.end);
        Self { place: Some((text.to_owned(), place)), ..self }
    }

    /// A text that could not be read.
    pub(crate) fn read(kind: ProblemKind, text: &str, error: &ReadError) -> Self {
        Self::new(kind, error.to_string()).at(text, error.span.clone())
    }

    /// A player that does not exist or cannot play.
    pub(crate) fn player(text: &str, error: &PlayerSpecError) -> Self {
        let whole = error.span.end > text.len();
        let span = if whole { 0..text.len() } else { error.span.clone() };
        Self::new(ProblemKind::Player, error.to_string())
            .at(text, span)
            .hint("GET /api/v1/games lists the players")
    }

    /// Tables that contradict each other.
    pub(crate) fn contradiction(message: impl Into<String>) -> Self {
        Self::new(ProblemKind::Table, message).hint("nexsolve verify DIR lists every error")
    }

    /// Work that only a program without the feature `tables-only` does.
    #[cfg(feature = "tables-only")]
    pub(crate) fn elsewhere() -> Self {
        Self::new(
            ProblemKind::Elsewhere,
            "this needs a search, a player or a database that does not exist yet",
        )
    }

    /// An internal error.
    pub(crate) fn server(message: impl Into<String>) -> Self {
        Self::new(ProblemKind::Server, message)
    }

    /// The system refuses threads.
    pub(crate) fn no_threads(error: impl std::fmt::Display) -> Self {
        Self::new(ProblemKind::Busy, format!("the system refuses threads: {error}"))
    }

    /// A panic.
    #[cfg(feature = "server")]
    pub(crate) fn panicked() -> Self {
        Self::server("internal error; please report it together with the request")
    }

    /// The document.
    pub(crate) fn document(&self) -> Value {
        let (text, place) = self.place.as_ref().map(|(text, place)| (text, place)).unzip();
        json!({
            "from": place.map(|place| place.start),
            "hint": self.hint,
            "kind": self.kind,
            "message": self.message,
            "text": text,
            "to": place.map(|place| place.end),
        })
    }
}

impl From<PlayerError> for Problem {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::Table(error) => error.into(),
            refused @ PlayerError::Threads(_) => Self::new(ProblemKind::Busy, refused.to_string()),
            gone @ PlayerError::Gone(_) => Self::server(gone.to_string()),
        }
    }
}

impl From<OracleError> for Problem {
    fn from(error: OracleError) -> Self {
        match error {
            OracleError::Table(error) => error.into(),
            OracleError::Contradiction { .. } => Self::contradiction(error.to_string()),
            OracleError::Search(_) => Self::server(error.to_string()),
        }
    }
}

impl From<ProbeError> for Problem {
    fn from(error: ProbeError) -> Self {
        // The path of the folder is not shown to clients.
        let path = Path::new(&error.table);
        let name = |path: Option<&Path>| {
            path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned())
        };
        let parts: Vec<String> = [name(path.parent()), name(Some(path))].into_iter().flatten().collect();
        let hint = match error.refused {
            Some(kind) if kind == ErrorKind::Interrupted || is_unreached(kind) => {
                "the database is on another server, which did not answer in time: try again later"
            }
            Some(ErrorKind::FileTooLarge) => "whoever runs the server can give it more --memory",
            _ => "nexsolve verify DIR lists all damaged tables",
        };
        let error = ProbeError { table: parts.join("/"), ..error };
        Self::new(ProblemKind::Table, error.to_string()).hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::ReadFault;

    #[test]
    fn places_are_counted_in_characters() {
        let text = "né×c4";
        let error = ReadError::new(5..7, ReadFault::GameOver);
        let problem = Problem::read(ProblemKind::Move, text, &error);
        assert_eq!(problem.place, Some((text.to_owned(), 3..5)));
        let end = Problem::new(ProblemKind::Move, "").at(text, 7..7);
        assert_eq!(end.place, Some((text.to_owned(), 5..5)));
        assert_eq!(Problem::new(ProblemKind::Move, "").at(&"x".repeat(5_000), 0..1).place, None);
    }

    #[test]
    fn a_table_is_told_without_the_way_there() {
        let error = ProbeError {
            table: "/home/someone/nex33/p01n1.dtw".into(),
            reason: "damaged".into(),
            refused: None,
        };
        assert_eq!(Problem::from(error).message, "table nex33/p01n1.dtw cannot be read: damaged");
    }

    #[test]
    fn a_problem_is_a_document() {
        let problem = Problem::new(ProblemKind::NotFound, "nothing here").hint("look elsewhere");
        assert_eq!(problem.status, StatusCode::NOT_FOUND);
        assert_eq!(
            problem.document(),
            serde_json::json!({"kind": "not-found", "message": "nothing here", "text": null, "from": null, "to": null, "hint": "look elsewhere"})
        );
    }
}
