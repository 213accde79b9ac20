//! Databases, and the boards that they are of.

use nexsolve_core::Layer;
use nexsolve_db::{Database, Metric, OpenError};
use nexsolve_games::{Board, Extent, NameError};
use nexsolve_tablegen::AnyTables;
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
    /// It is of a board that this version does not know, or has no numbers for the positions of.
    #[error("{} is a database of {board}, and this version has no tables of such a board", folder.display())]
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
    /// If there is none, its manifest cannot be read, or this version has no tables of the board.
    pub fn open(folder: &Path, cache_bytes: u64) -> Result<Self, OpenedError> {
        let database = Database::open_with_cache(folder, cache_bytes)?;
        let name = &database.manifest().subject.board;
        let numbered = |board: &Board| layers(*board).is_ok_and(|layers| !layers.is_empty());
        let unknown = || OpenedError::UnknownBoard { folder: folder.to_owned(), board: name.clone() };
        let board = Board::parse(name).ok().filter(numbered).ok_or_else(unknown)?;
        Ok(Self { database: Arc::new(database), board })
    }
}

/// A database that answers come from.
#[derive(Clone, Debug)]
pub struct Held {
    /// The database.
    pub opened: Opened,
    /// What people know it by: the name of its folder, without the way there.
    pub name: String,
    /// What its tables say of positions, what tells more first.
    pub metrics: Vec<Metric>,
    /// Whether it has a table of each layer, of the first of these.
    pub is_complete: bool,
    /// Positions in the tables of the first of these.
    pub positions: u64,
    /// Bytes of all tables.
    pub bytes: u64,
}

impl Held {
    /// A database that was opened from this folder.
    pub fn in_folder(opened: Opened, folder: &Path) -> Self {
        // `.` has a name only when it is known where it leads.
        let place = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = place.file_name().unwrap_or(place.as_os_str()).to_string_lossy().into_owned();
        Self::named(opened, name)
    }

    /// A database with this name.
    pub fn named(opened: Opened, name: String) -> Self {
        let layers = layers(opened.board).map_or(0, |layers| layers.len());
        let tables = &opened.database.manifest().tables;
        let of = |metric: Metric| tables.iter().filter(move |table| table.metric == metric);
        let metrics: Vec<Metric> =
            Metric::VALUES.into_iter().filter(|&metric| of(metric).next().is_some()).collect();
        let main = metrics.first().copied();
        let is_complete = main.is_some_and(|metric| of(metric).count() == layers);
        let counted = main.into_iter().flat_map(of);
        let positions = counted.map(|table| table.counts.positions.iter().sum::<u64>()).sum();
        let bytes = tables.iter().map(|table| table.bytes).sum();
        Self { opened, name, metrics, is_complete, positions, bytes }
    }

    /// Whether it tells all that a database of this board could.
    pub fn makes_needless(&self, board: Board) -> bool {
        let mine = self.opened.board;
        let all = matches!(self.metrics.first(), Some(Metric::Dtw | Metric::Score)) && self.is_complete;
        let is_large = match (mine.extent, board.extent) {
            (Extent::Count(mine), Extent::Count(wanted)) => mine >= wanted,
            (mine, wanted) => mine == wanted,
        };
        all && mine.spec == board.spec && is_large
    }

    /// How much it tells, for the order in which databases are asked: one with distances before one without, one with more
    /// positions before one with fewer.
    pub fn rank(&self) -> (bool, u64) {
        (self.metrics.first() == Some(&Metric::Dtw), self.positions)
    }
}

/// The layers of a board's tables; none where tables are not made.
///
/// # Errors
/// If there is no such board.
pub fn layers(board: Board) -> Result<Vec<Layer>, NameError> {
    Ok(<dyn AnyTables>::of(board)?.map_or_else(Vec::new, |tables| tables.layers().to_vec()))
}
