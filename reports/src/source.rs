//! The input of reports: finished databases, each with an oracle that uses this database alone.

use crate::ReportError;
use nexsolve_core::{Bounds, Game};
use nexsolve_db::summary::Summary;
use nexsolve_db::{MANIFEST, Manifest, Metric};
use nexsolve_games::{AnyGame, AnyPosition, Board};
use nexsolve_oracle::{Opened, Oracle, OracleDatabase, Reply};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A database that reports are made from.
#[derive(Clone)]
pub struct BoardDatabase {
    /// The database and its board.
    pub opened: Opened,
    /// The blake3 digest of the manifest's file, in hexadecimal.
    pub digest: String,
    oracle: Oracle,
}

impl BoardDatabase {
    fn new(opened: Opened) -> Result<Self, ReportError> {
        let file = opened.database.folder().join(MANIFEST);
        let bytes = std::fs::read(&file).map_err(|source| ReportError::Manifest { file, source })?;
        let held = OracleDatabase::named(opened.clone(), opened.board.to_string());
        let oracle = Oracle::new(opened.board, &[Arc::new(held)])?;
        Ok(Self { opened, digest: blake3::hash(&bytes).to_hex().to_string(), oracle })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.opened.board
    }

    /// The game whose positions it holds.
    pub fn game(&self) -> &AnyGame {
        self.oracle.game()
    }

    /// The oracle.
    pub fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        self.opened.database.manifest()
    }

    /// A summary of the layers in the manifest.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(&self.opened.layers, self.manifest())
    }

    /// Returns whether the database has tables of this metric.
    pub fn has(&self, metric: Metric) -> bool {
        self.manifest().tables.iter().any(|table| table.metric == metric)
    }

    /// Returns the value of the position for the side to move: by the rules if the game is over, otherwise by
    /// the tables.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn worth(&self, position: &AnyPosition) -> Result<Bounds, ReportError> {
        let bounds = self.oracle.worths(&[*position])?[0].bounds;
        if bounds.wdl().is_some() { Ok(bounds) } else { Err(self.missing()) }
    }

    /// Returns the legal moves in the game's order; the value of each is known.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn moves(&self, position: &AnyPosition) -> Result<Vec<Reply>, ReportError> {
        let moves = self.oracle.moves(&[*position])?.swap_remove(0);
        if moves.iter().all(|reply| reply.worth.is_known()) { Ok(moves) } else { Err(self.missing()) }
    }

    /// Returns whether play from the start can reach the position; `None` if no table has recorded it.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn reachable(&self, position: &AnyPosition) -> Result<Option<bool>, ReportError> {
        Ok(self.oracle.reachable(position)?)
    }

    /// Returns the legal moves of the start position, with their values.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn openings(&self) -> Result<Vec<Reply>, ReportError> {
        self.moves(&self.game().start())
    }

    fn missing(&self) -> ReportError {
        let what = "a position has no value in the tables".to_owned();
        ReportError::Missing { board: self.board().title(), what }
    }
}

/// Returns the subfolders that contain a manifest, in order of their names: databases, finished or not.
///
/// # Errors
/// If the folder cannot be read.
pub fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if is_database(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns whether a folder contains a manifest.
pub fn is_database(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Databases, one of each board, in the order of games and sizes.
#[derive(Clone, Default)]
pub struct BoardDatabases {
    all: Vec<BoardDatabase>,
}

impl BoardDatabases {
    /// Creates the list. Of several databases of the same board, it keeps the most informative: one with
    /// distances before one without, then the one with more tables.
    ///
    /// # Errors
    /// If a manifest cannot be read.
    pub fn new(opened: Vec<Opened>) -> Result<Self, ReportError> {
        let mut all: Vec<BoardDatabase> =
            opened.into_iter().map(BoardDatabase::new).collect::<Result<_, _>>()?;
        let worth = |source: &BoardDatabase| (source.has(Metric::Dtw), source.manifest().tables.len());
        all.sort_by(|a, b| {
            let order = nexsolve_games::place(&a.board()).cmp(&nexsolve_games::place(&b.board()));
            let order = order.then_with(|| a.board().to_string().cmp(&b.board().to_string()));
            order.then_with(|| worth(b).cmp(&worth(a))).then_with(|| a.digest.cmp(&b.digest))
        });
        all.dedup_by(|later, first| later.board() == first.board());
        Ok(Self { all })
    }

    /// Iterates over all databases.
    pub fn iter(&self) -> impl Iterator<Item = &BoardDatabase> {
        self.all.iter()
    }
}
