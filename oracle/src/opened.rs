//! Open databases and their boards.

use nexsolve_core::{Layer, Ranked as _};
use nexsolve_db::scratch::Scratch;
use nexsolve_db::{Database, Memory, Metric, OpenError, Subject, TableErrors};
use nexsolve_games::{BesideError, Board, Extent, NameError, Played, Visitor, visit};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The greatest number of bytes of a file beside tables.
const MOST_BESIDE_BYTES: u64 = 1 << 32;

/// An open database with its board. Clones share it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The tables.
    pub database: Arc<Database>,
    /// The board of the tables.
    pub board: Board,
    /// The layers of the board.
    pub layers: Arc<[Layer]>,
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenedError {
    /// There is no database, or its manifest cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Files of tables are missing or damaged.
    #[error(transparent)]
    Tables(#[from] TableErrors),
    /// A file beside the tables is missing or damaged.
    #[error("{}: {reason}", file.display())]
    Beside {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// This version does not know the board, or has no ranking for it.
    #[error("{} is a database of {board}, but this version has no tables of that board", folder.display())]
    UnknownBoard {
        /// The folder.
        folder: PathBuf,
        /// The board, as the manifest names it.
        board: String,
    },
}

impl Opened {
    /// Wraps an open database of `board`.
    ///
    /// # Errors
    /// If the board does not exist.
    pub fn new(database: Database, board: Board) -> Result<Self, NameError> {
        Ok(Self { database: Arc::new(database), board, layers: layers(board)?.into() })
    }

    /// Opens the database in `folder` within some memory, such as a number of bytes for decompressed blocks
    /// ([`Memory::from`]), and checks that the files of all tables are there
    /// ([`Database::check_files`]).
    ///
    /// # Errors
    /// If there is no database, its manifest or one of its tables cannot be read, or this version has no
    /// tables for the board.
    pub fn open(folder: &Path, memory: impl Into<Memory>) -> Result<Self, OpenedError> {
        let opened = Self::open_unchecked(folder, memory)?;
        opened.database.check_files()?;
        Ok(opened)
    }

    /// The same without a look at the tables, for programs that report what is wrong with them.
    ///
    /// # Errors
    /// As [`Opened::open`], but for the tables.
    pub fn open_unchecked(folder: &Path, memory: impl Into<Memory>) -> Result<Self, OpenedError> {
        let database = Database::open_within(folder, memory)?;
        let Subject { game, board: name } = &database.manifest().subject;
        let unknown = || {
            let folder = nexsolve_db::shown(folder).into_owned();
            OpenedError::UnknownBoard { folder, board: name.clone() }
        };
        let board = nexsolve_games::board_of(game, name, |file| database.beside(file, MOST_BESIDE_BYTES));
        let board = board.map_err(|error| match error {
            BesideError::Name(_) => unknown(),
            BesideError::File { file, reason } => {
                OpenedError::Beside { file: nexsolve_db::shown(folder).join(file), reason }
            }
        })?;
        let layers = layers(board).unwrap_or_default();
        if layers.is_empty() {
            return Err(unknown());
        }
        Ok(Self { database: Arc::new(database), board, layers: layers.into() })
    }
}

/// A database that an oracle uses.
#[derive(Clone, Debug)]
pub struct OracleDatabase {
    /// The database.
    pub opened: Opened,
    /// The name shown to people: the last component of the folder's path.
    pub name: String,
    /// The metrics of its tables, the most informative first.
    pub metrics: Vec<Metric>,
    /// Whether every layer has a table of the first metric.
    pub is_complete: bool,
    /// The number of positions in the tables of the first metric.
    pub positions: u64,
    /// The size of all tables, in bytes.
    pub bytes: u64,
    /// The temporary folder of its files, if it has one.
    _scratch: Option<Arc<Scratch>>,
}

impl OracleDatabase {
    /// Describes a database that was opened from `folder`.
    pub fn in_folder(opened: Opened, folder: &Path) -> Self {
        // `.` has a name only in its canonical form.
        let place = folder.canonicalize().unwrap_or_else(|_| nexsolve_db::shown(folder).into_owned());
        let name = place.file_name().unwrap_or(place.as_os_str()).to_string_lossy().into_owned();
        Self::named(opened, name)
    }

    /// Describes a database in a temporary folder, which is deleted with this value and its clones. It is
    /// named after its board.
    pub fn in_scratch(opened: Opened, folder: Scratch) -> Self {
        let name = opened.board.to_string();
        Self { _scratch: Some(Arc::new(folder)), ..Self::named(opened, name) }
    }

    /// Describes a database under the given name.
    pub fn named(opened: Opened, name: String) -> Self {
        let tables = &opened.database.manifest().tables;
        let of = |metric: Metric| tables.iter().filter(move |table| table.metric == metric);
        let metrics: Vec<Metric> =
            Metric::VALUES.into_iter().filter(|&metric| of(metric).next().is_some()).collect();
        let main = metrics.first().copied();
        let is_complete = main.is_some_and(|metric| of(metric).count() == opened.layers.len());
        let counted = main.into_iter().flat_map(of);
        let positions = counted.map(|table| table.counts.positions.iter().sum::<u64>()).sum();
        let bytes = tables.iter().map(|table| table.bytes).sum();
        Self { opened, name, metrics, is_complete, positions, bytes, _scratch: None }
    }

    /// Returns whether it contains everything that a database of `board` could.
    pub fn makes_needless(&self, board: Board) -> bool {
        let mine = self.opened.board;
        let all = matches!(self.metrics.first(), Some(Metric::Dtw | Metric::Score)) && self.is_complete;
        let is_large = match (mine.extent, board.extent) {
            (Extent::Count(mine), Extent::Count(wanted)) => mine >= wanted,
            (mine, wanted) => mine == wanted,
        };
        all && mine.spec == board.spec && is_large
    }

    /// Returns the order in which databases are asked (greatest first): those with distances first, then
    /// those with more positions.
    pub fn rank(&self) -> (bool, u64) {
        (self.metrics.first() == Some(&Metric::Dtw), self.positions)
    }
}

/// Returns the layers of a board's tables; none if the board has no tables.
///
/// # Errors
/// If the board does not exist.
pub fn layers(board: Board) -> Result<Vec<Layer>, NameError> {
    struct Layers(Extent);
    impl Visitor for Layers {
        type Done = Vec<Layer>;

        fn on<G: Played>(self, game: G) -> Vec<Layer> {
            game.tables(self.0).map_or_else(Vec::new, |tables| tables.layers().to_vec())
        }
    }
    visit(board, Layers(board.extent))
}
