//! A database, and the board that it is of.

use crate::Board;
use nexsolve_db::{Database, OpenError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A database that is open for reading. Clones share it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The tables.
    pub database: Arc<Database>,
    /// What they are of.
    pub board: Board,
}

/// Why a database cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenedError {
    /// There is none, or its manifest cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It is of a board that this version does not know.
    #[error("{} is a database of {board}, which this version does not know", folder.display())]
    UnknownBoard {
        /// The folder.
        folder: PathBuf,
        /// The board, as the manifest names it.
        board: String,
    },
}

impl Opened {
    /// Opens the database in a folder, with a cache of about so many bytes for decompressed blocks.
    ///
    /// # Errors
    /// If there is none, its manifest cannot be read, or this version does not know the board.
    pub fn open(folder: &Path, cache_bytes: u64) -> Result<Self, OpenedError> {
        let database = Database::open_with_cache(folder, cache_bytes)?;
        let name = &database.manifest().subject.board;
        let unknown = |_| OpenedError::UnknownBoard { folder: folder.to_owned(), board: name.clone() };
        let board = Board::parse(name).map_err(unknown)?;
        Ok(Self { database: Arc::new(database), board })
    }
}
