//! Why an oracle does not answer.

use nexsolve_core::{ProbeError, Wdl};

/// Why an oracle does not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OracleError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] ProbeError),
    /// Two tables, or a table and the rules, cannot both be right.
    #[error(
        "the database {database} contradicts itself: a position that is a {position} has a move that is a {mv}"
    )]
    Contradiction {
        /// The database.
        database: String,
        /// What the position is worth by its own entry.
        position: Wdl,
        /// What one of its moves is worth.
        mv: Wdl,
    },
    /// The system gives no memory or threads for a search.
    #[error("no search: {0}")]
    Search(String),
}
