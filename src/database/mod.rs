//! The commands that make and read databases.

mod asked;
pub(crate) mod awari;
mod compare;
mod export;
mod game;
mod generate;
mod info;
mod lines;
mod look;
mod points;
mod query;
mod stream;
mod summary;
mod verify;
mod watch;

pub(crate) use compare::run as compare;
pub(crate) use export::run as export;
pub(crate) use generate::run as generate;
pub(crate) use info::run as info;
pub(crate) use query::run as query;
pub(crate) use verify::run as verify;

use crate::args::Global;
use crate::board::Board;
use crate::exit::Exit;
use crate::fault::{Fault, safe};
use crate::files;
use nexsolve_core::{ProbeError, Ranked};
use nexsolve_db::{Database, Metric, OpenError};
use std::path::Path;
use std::sync::Arc;

/// A database that the user has named.
pub(crate) struct Opened {
    /// The tables.
    pub(crate) database: Arc<Database>,
    /// What they are of.
    pub(crate) board: Board,
}

/// Opens the database in a folder. Half of the memory that the command may use goes to decompressed blocks.
pub(crate) fn open(folder: &Path, global: &Global) -> Result<Opened, Fault> {
    let cache_bytes = global.memory / 2;
    let database = Database::open_with_cache(folder, cache_bytes).map_err(|error| {
        let fault = Fault::new(Exit::Table, safe(&error.to_string()));
        match error {
            OpenError::NoDatabase { .. } => fault.hint("nexsolve generate BOARD --out DIR makes a database"),
            _ => fault,
        }
    })?;
    let name = &database.manifest().subject.board;
    let board = Board::parse(name).map_err(|_| {
        let message = format!(
            "{} is a database of {}, which this version does not know",
            files::name(folder),
            safe(name)
        );
        Fault::new(Exit::Table, message).hint("use the version that has made it")
    })?;
    Ok(Opened { database: Arc::new(database), board })
}

/// That positions of the game have numbers, and tables therefore places for them.
pub(crate) fn check_numbers<G: Ranked>(game: &G, board: Board) -> Result<(), Fault> {
    if !game.layers().is_empty() {
        return Ok(());
    }
    let message = format!("{} has too many positions for a database", board.title());
    Err(Fault::usage(message).hint("nexsolve solve searches boards of any size"))
}

/// A table that cannot be read.
pub(crate) fn unreadable(error: &ProbeError) -> Fault {
    damaged(&error.to_string())
}

/// The same, in words.
fn damaged(message: &str) -> Fault {
    Fault::new(Exit::Table, safe(message)).hint("nexsolve verify DIR tells all that is damaged")
}

/// The metrics that tell a value, the one that tells more first.
const VALUES: [Metric; 3] = [Metric::Dtw, Metric::Wdl, Metric::Score];
