//! The errors of making a report.

use nexsolve_core::ProbeError;
use nexsolve_db::TableError;
use nexsolve_games::NameError;
use nexsolve_oracle::EntriesError;
use std::path::PathBuf;

/// The reason why a report could not be made.
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
        /// The system's error.
        source: std::io::Error,
    },
    /// The board of a database does not exist in its game.
    #[error(transparent)]
    Board(#[from] NameError),
    /// A table could not be read to its end.
    #[error(transparent)]
    Entries(#[from] EntriesError),
    /// A table that the manifest lists is missing, or a value that should follow from others.
    #[error("{board}: {what}; nexsolve verify checks the database")]
    Missing {
        /// The board.
        board: String,
        /// What is missing.
        what: String,
    },
}
