//! What reports are made from: finished databases.

use crate::ReportError;
use nexsolve_boards::{Board, Kind, Opened, Rhombus};
use nexsolve_core::Ranked;
use nexsolve_db::summary::Summary;
use nexsolve_db::{Database, DbProber, Manifest, Metric};
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A database that reports are made from.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it is of.
    pub board: Board,
    /// The tables.
    pub database: Arc<Database>,
    /// The blake3 digest of the manifest's file, in hexadecimal.
    pub digest: String,
}

impl Source {
    /// What the database holds.
    pub fn manifest(&self) -> &Manifest {
        self.database.manifest()
    }

    /// Whether there is a table of this metric.
    pub fn has(&self, metric: Metric) -> bool {
        self.manifest().tables.iter().any(|table| table.metric == metric)
    }

    /// A name for files: `nex-3x3`.
    pub fn slug(&self) -> String {
        self.board.to_string().replace([':', '+'], "-")
    }
}

/// The folders in this folder that hold a manifest, by name: databases, finished or not.
///
/// # Errors
/// If the folder cannot be read.
pub fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.join("manifest.json").is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Databases, one of each board, in the order of games and sizes.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// These databases. Of several of one board the one that tells most counts: distances before values alone, then the one
    /// with more tables.
    ///
    /// # Errors
    /// If the file of a manifest cannot be read.
    pub fn new(opened: Vec<Opened>) -> Result<Self, ReportError> {
        let mut all = Vec::with_capacity(opened.len());
        for Opened { database, board } in opened {
            let file = database.folder().join("manifest.json");
            let bytes = std::fs::read(&file).map_err(|source| ReportError::Manifest { file, source })?;
            all.push(Source { board, database, digest: blake3::hash(&bytes).to_hex().to_string() });
        }
        let worth = |source: &Source| (source.has(Metric::Dtw), source.manifest().tables.len());
        all.sort_by(|a, b| {
            let order = place(a.board)
                .cmp(&place(b.board))
                .then_with(|| a.board.to_string().cmp(&b.board.to_string()));
            order.then_with(|| worth(b).cmp(&worth(a))).then_with(|| a.digest.cmp(&b.digest))
        });
        all.dedup_by(|later, first| later.board == first.board);
        Ok(Self { all })
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.all.iter()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those of Nex, by cells and rows.
    ///
    /// # Errors
    /// Never: boards that cannot be have no database.
    pub fn nex(&self) -> Result<Vec<Known<'_, Nex<u64>>>, ReportError> {
        self.known(|board| match board {
            Board::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) => Some(Nex::new(rows, cols)),
            _ => None,
        })
    }

    /// Those of Hex, of all variants.
    ///
    /// # Errors
    /// Never: boards that cannot be have no database.
    pub fn hex(&self) -> Result<Vec<Known<'_, Hex<u64>>>, ReportError> {
        self.known(|board| match board {
            Board::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols }) => {
                Some(Hex::new(rows, cols, variant))
            }
            _ => None,
        })
    }

    /// Those of Awari, by seeds.
    ///
    /// # Errors
    /// Never: boards that cannot be have no database.
    pub fn awari(&self) -> Result<Vec<Known<'_, Seeds>>, ReportError> {
        self.known(|board| match board {
            Board::Awari { seeds } => Some(Seeds::new(seeds)),
            _ => None,
        })
    }

    /// Those of draughts, by rules and pieces.
    ///
    /// # Errors
    /// Never: boards that cannot be have no database.
    pub fn draughts(&self) -> Result<Vec<Known<'_, Draughts>>, ReportError> {
        self.known(|board| match board {
            Board::Draughts { rules, pieces } => {
                Some(Ok::<_, ReportError>(Draughts::endings(rules.rules(), pieces)))
            }
            _ => None,
        })
    }

    fn known<'s, G, E>(
        &'s self,
        game: impl Fn(Board) -> Option<Result<G, E>>,
    ) -> Result<Vec<Known<'s, G>>, ReportError>
    where
        ReportError: From<E>,
    {
        let known = |source: &'s Source| game(source.board).map(|game| Ok(Known { source, game: game? }));
        self.all.iter().filter_map(known).collect()
    }
}

/// The order of boards: games, then sizes.
fn place(board: Board) -> (u32, u32, u32) {
    match board {
        Board::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) => (0, rows * cols, rows),
        Board::Rhombus(Rhombus { rows, cols, .. }) => (1, rows * cols, rows),
        Board::Awari { seeds } => (2, seeds, 0),
        Board::Draughts { pieces, .. } => (3, pieces, 0),
    }
}

/// A database with the game whose positions it holds.
#[derive(Clone, Debug)]
pub struct Known<'a, G> {
    /// The database.
    pub source: &'a Source,
    /// The game.
    pub game: G,
}

impl<G: Ranked> Known<'_, G> {
    /// Looks positions up.
    pub fn prober(&self) -> DbProber<G>
    where
        G: Clone,
    {
        DbProber::new(Arc::new(self.game.clone()), Arc::clone(&self.source.database))
    }

    /// What the manifest says of the layers.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(self.game.layers(), self.source.manifest())
    }

    /// The board for people: `3×3 Nex`.
    pub fn title(&self) -> String {
        self.source.board.title()
    }
}
