//! What keeps a report from being made.

use nexsolve_core::ProbeError;
use nexsolve_db::TableError;
use nexsolve_games::awari::TooManySeeds;
use nexsolve_games::rhombus::BoardError;
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
    Board(#[from] BoardError),
    /// A database is of more seeds than the game has.
    #[error(transparent)]
    Seeds(#[from] TooManySeeds),
    /// A table that the manifest lists, or a value that follows from others, is not there.
    #[error("{board}: {what}; nexsolve verify tells whether the database is whole")]
    Missing {
        /// The board.
        board: String,
        /// What was looked for.
        what: String,
    },
}
