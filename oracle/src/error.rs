//! The errors of an oracle.

use nexsolve_core::{ProbeError, Wdl};

/// Why an oracle could not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OracleError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] ProbeError),
    /// Two tables, or a table and the rules, contradict each other.
    #[error("contradiction in {tables}: a position that is a {position} has a move that is a {mv}")]
    Contradiction {
        /// The name of the database, or `the tables` if there are several.
        tables: String,
        /// The value of the position by its own entry.
        position: Wdl,
        /// The value of one of its moves.
        mv: Wdl,
    },
    /// The system refused memory or threads for a search.
    #[error("the search could not start: {0}")]
    Search(String),
}
