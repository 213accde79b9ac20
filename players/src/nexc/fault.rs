//! Why a match was broken off.

use nexsolve_core::Side;
use std::io;
use std::time::Duration;

/// Who ended a match before its end, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{cause}", side.map(|side| format!("{side} ")).unwrap_or_default())]
pub struct Fault {
    /// Whose fault it was; `None` for nobody's.
    pub side: Option<Side>,
    /// What happened.
    pub cause: Cause,
}

/// What ends a match before its end. Worded to follow the name of who did it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// Nobody has connected in time.
    #[error("did not connect within {0:?}")]
    Absent(Duration),
    /// The other side has closed the connection.
    #[error("has left")]
    Left,
    /// What was asked for has not come in time.
    #[error("has not sent {expected} within {within:?}")]
    Silent {
        /// What was asked for.
        expected: &'static str,
        /// The time that there was.
        within: Duration,
    },
    /// What has come is not what was asked for.
    #[error("has sent `{found}`, where {expected} was expected")]
    Garbage {
        /// What was asked for.
        expected: &'static str,
        /// The beginning of what has come, with what cannot be printed escaped.
        found: String,
    },
    /// A move that the rules do not allow.
    #[error("has sent the move `{text}`: {fault}")]
    Illegal {
        /// The move.
        text: String,
        /// What is wrong with it.
        fault: nexsolve_core::Fault,
    },
    /// What was sent has not been taken in time.
    #[error("does not read what it is sent")]
    Slow,
    /// The system refuses the connection.
    #[error("cannot be reached any more ({0:?})")]
    Io(io::ErrorKind),
    /// The match was stopped from outside.
    #[error("the match was stopped")]
    Stopped,
}

impl Cause {
    /// Something else than `expected` has come.
    pub(super) fn garbage(expected: &'static str, found: &[u8]) -> Self {
        let shown = &found[..found.len().min(24)];
        let mut text = String::from_utf8_lossy(shown).escape_debug().to_string();
        if shown.len() < found.len() {
            text.push('…');
        }
        Self::Garbage { expected, found: text }
    }
}
