//! Why a match was broken off.

use nexsolve_core::Side;
use std::io;
use std::time::Duration;

/// Who ended a match early, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{cause}", side.map(|side| format!("{side} ")).unwrap_or_default())]
pub struct MatchFault {
    /// The side at fault; `None` if neither is.
    pub side: Option<Side>,
    /// What happened.
    pub cause: Cause,
}

/// What ended a match early. The messages follow the name of the side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// The player did not connect in time.
    #[error("did not connect within {0:?}")]
    Absent(Duration),
    /// The other side closed the connection.
    #[error("disconnected")]
    Left,
    /// The expected message did not arrive in time.
    #[error("did not send {expected} within {within:?}")]
    Silent {
        /// The expected message.
        expected: &'static str,
        /// The time limit.
        within: Duration,
    },
    /// An unexpected message arrived.
    #[error("sent `{found}`, but {expected} was expected")]
    Garbage {
        /// The expected message.
        expected: &'static str,
        /// The beginning of the message, with unprintable characters escaped.
        found: String,
    },
    /// An illegal move arrived.
    #[error("sent the move `{text}`: {fault}")]
    Illegal {
        /// The move.
        text: String,
        /// What is wrong with the move.
        fault: nexsolve_core::ReadFault,
    },
    /// The other side did not accept a message in time.
    #[error("does not read its messages")]
    Slow,
    /// The system reported an error of the connection.
    #[error("can no longer be reached ({0:?})")]
    Io(io::ErrorKind),
    /// The match was stopped from outside.
    #[error("the match was stopped")]
    Stopped,
}

impl Cause {
    /// Creates [`Cause::Garbage`] for a message that is not `expected`.
    pub(super) fn garbage(expected: &'static str, found: &[u8]) -> Self {
        let shown = &found[..found.len().min(24)];
        let mut text = String::from_utf8_lossy(shown).escape_debug().to_string();
        if shown.len() < found.len() {
            text.push('…');
        }
        Self::Garbage { expected, found: text }
    }
}
