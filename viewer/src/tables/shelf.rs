//! Databases that are open, and what they hold.

use nexsolve_boards::{Board, Kind, NameError, Opened, OpenedError, Rhombus};
use nexsolve_core::Ranked;
use nexsolve_db::Metric;
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use std::path::{Path, PathBuf};

/// A database that the server answers from.
#[derive(Debug)]
pub(crate) struct Held {
    /// The database.
    pub(crate) opened: Opened,
    /// What clients know it by: the name of its folder, without the way there.
    pub(crate) name: String,
    /// What its tables say of positions, what tells more first.
    pub(crate) metrics: Vec<Metric>,
    /// Whether it has a table of each layer, of the first of these.
    pub(crate) is_complete: bool,
    /// Positions in the tables of the first of these.
    pub(crate) positions: u64,
    /// Bytes of all tables.
    pub(crate) bytes: u64,
    /// Whether the server has made it.
    pub(crate) is_small: bool,
}

/// Why a database cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// It cannot be opened.
    #[error("{}: {source}", folder.display())]
    Open {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        source: OpenedError,
    },
    /// Its board cannot be.
    #[error("{}: {source}", folder.display())]
    Board {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        source: NameError,
    },
}

/// What tells more comes first.
const METRICS: [Metric; 3] = [Metric::Dtw, Metric::Wdl, Metric::Score];

impl Held {
    /// Opens a database that was given.
    pub(crate) fn open(folder: &Path, cache_bytes: u64) -> Result<Self, ShelfError> {
        let opened = Opened::open(folder, cache_bytes)
            .map_err(|source| ShelfError::Open { folder: folder.to_owned(), source })?;
        // `.` has a name only when it is known where it leads.
        let place = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = place.file_name().unwrap_or(place.as_os_str()).to_string_lossy().into_owned();
        Self::of(opened, name).map_err(|source| ShelfError::Board { folder: folder.to_owned(), source })
    }

    /// A database that the server has made.
    pub(crate) fn small(opened: Opened) -> Result<Self, NameError> {
        let name = opened.board.to_string();
        Ok(Self { is_small: true, ..Self::of(opened, name)? })
    }

    fn of(opened: Opened, name: String) -> Result<Self, NameError> {
        let layers = layers(opened.board)?;
        let tables = &opened.database.manifest().tables;
        let of = |metric: Metric| tables.iter().filter(move |table| table.metric == metric);
        let metrics: Vec<Metric> =
            METRICS.into_iter().filter(|&metric| of(metric).next().is_some()).collect();
        let main = metrics.first().copied();
        let is_complete = main.is_some_and(|metric| of(metric).count() == layers);
        let counted = main.into_iter().flat_map(of);
        let positions = counted.map(|table| table.counts.positions.iter().sum::<u64>()).sum();
        let bytes = tables.iter().map(|table| table.bytes).sum();
        Ok(Self { opened, name, metrics, is_complete, positions, bytes, is_small: false })
    }

    /// Whether it tells all that a database of this board could.
    pub(crate) fn makes_needless(&self, board: Board) -> bool {
        let all = matches!(self.metrics.first(), Some(Metric::Dtw | Metric::Score)) && self.is_complete;
        all && match (self.opened.board, board) {
            (Board::Rhombus(mine), Board::Rhombus(wanted)) => mine == wanted,
            (Board::Awari { seeds: mine }, Board::Awari { seeds: wanted }) => mine >= wanted,
            (
                Board::Draughts { rules: my_rules, pieces: mine },
                Board::Draughts { rules, pieces: wanted },
            ) => my_rules == rules && mine >= wanted,
            _ => false,
        }
    }

    /// How much it tells, for the order in which databases are asked: one with distances before one without, one with more
    /// positions before one with fewer.
    pub(crate) fn worth(&self) -> (bool, u64) {
        (self.metrics.first() == Some(&Metric::Dtw), self.positions)
    }
}

/// How many layers a database of the board has.
fn layers(board: Board) -> Result<usize, NameError> {
    let no_board = |error: &dyn std::fmt::Display| NameError::new(error.to_string());
    Ok(match board {
        Board::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) => {
            Nex::<u64>::new(rows, cols).map_err(|error| no_board(&error))?.layers().len()
        }
        Board::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols }) => {
            Hex::<u64>::new(rows, cols, variant).map_err(|error| no_board(&error))?.layers().len()
        }
        Board::Awari { seeds } => Seeds::new(seeds).map_err(|error| no_board(&error))?.layers().len(),
        Board::Draughts { rules, pieces } => Draughts::endings(rules.rules(), pieces).layers().len(),
    })
}
