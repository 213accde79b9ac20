//! What keeps a report from being made.

use nexsolve_core::ProbeError;
use nexsolve_db::TableError;
use nexsolve_games::NameError;
use nexsolve_oracle::EntriesError;
use std::path::PathBuf;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A position could not be looked up.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The file of a manifest could not be read a second time.
    #[error("{} cannot be read: {source}", file.display())]
    Manifest {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A database is of a board that its game does not have.
    #[error(transparent)]
    Board(#[from] NameError),
    /// A table could not be read to its end.
    #[error(transparent)]
    Entries(#[from] EntriesError),
    /// A table that the manifest lists, or a value that follows from others, is not there.
    #[error("{board}: {what}; nexsolve verify checks the database")]
    Missing {
        /// The board.
        board: String,
        /// What was looked for.
        what: String,
    },
}
