//! The databases that answer for the positions of a board: those given with `--db`, or a small one made on
//! the spot.

use crate::database::{self, Watch, generate};
use crate::players;
use nexsolve_console::{Exit, Fault, Global, fault::safe, files, stop, threads};
use nexsolve_db::scratch::Scratch;
use nexsolve_games::{Board, Extent};
use nexsolve_kernels::generate_observed;
use nexsolve_oracle::{Opened, Oracle, OracleDatabase, Small};
use nexsolve_players::Spec;
use nexsolve_tablegen::GenerateError;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Opens the databases in these folders, which must be of `board`.
pub(crate) fn open(
    board: Board,
    folders: &[PathBuf],
    global: &Global,
) -> Result<Vec<Arc<OracleDatabase>>, Fault> {
    let number = folders.len() as u64;
    folders.iter().map(|folder| held(board, database::open_among(number, folder, global)?, folder)).collect()
}

/// Returns a database opened from `folder` as one that answers for `board`.
pub(crate) fn held(board: Board, opened: Opened, folder: &Path) -> Result<Arc<OracleDatabase>, Fault> {
    if board.has_tables_of(opened.board) {
        return Ok(Arc::new(OracleDatabase::in_folder(opened, folder)));
    }
    let message = format!("{} is a database of {}, not of {board}", files::name(folder), opened.board);
    Err(Fault::usage(message).hint("nexsolve generate makes a database of this board"))
}

/// Returns the board whose table is made on the spot for positions of `board`; `None` if that takes long.
pub(crate) fn small(board: Board) -> Option<Board> {
    let count = if let Extent::Count(most) = board.extent { most } else { u32::MAX };
    Small::board_with(board, if board.sides().is_some() { 0 } else { count })
}

/// Makes the database of a small board in a temporary folder, which is deleted with it; `None` if the work
/// was stopped.
pub(crate) fn make(board: Board, global: &Global) -> Result<Option<Arc<OracleDatabase>>, Fault> {
    let tables = database::tables(board)?;
    let folder = Scratch::new().map_err(|error| Fault::new(Exit::System, safe(&error.to_string())))?;
    let watch = Watch::new(global, None);
    let command = format!("nexsolve solve {board}");
    let made =
        generate_observed(&command, &*tables, board, folder.path(), global.memory, stop::flag(), &watch);
    watch.finish();
    match made {
        Ok(_) => {}
        Err(GenerateError::Stopped) => return Ok(None),
        Err(GenerateError::Plan(error)) => return Err(generate::impossible(board, &error)),
        Err(error) => return Err(generate::fault(&error, folder.path())),
    }
    // Opened again, with its share of the memory.
    let opened = database::open(folder.path(), global)?;
    Ok(Some(Arc::new(OracleDatabase::in_scratch(opened, folder))))
}

/// Creates the oracle of a board with the databases in `folders`. If none is given, but one of the players
/// uses tables, makes a table, if the board is small.
pub(crate) fn oracle_for(
    specs: &[&Spec],
    board: Board,
    folders: &[PathBuf],
    global: &Global,
) -> Result<Oracle, Fault> {
    let mut held = open(board, folders, global)?;
    if held.is_empty() && specs.iter().any(|spec| players::uses_tables(spec)) {
        let small = small(board);
        if small.is_none() && specs.iter().any(|spec| spec.name == players::TABLE) {
            let title = board.game_title();
            let message = format!(
                "the player table needs a database: {title} is too large for a table made on the spot"
            );
            return Err(Fault::usage(message).hint(players::TABLES));
        }
        // Faults of the other players come before the work on a table.
        let without = players::roster(&Oracle::new(board, &[])?);
        for spec in
            specs.iter().filter(|spec| ![players::TABLE, players::HUMAN].contains(&spec.name.as_str()))
        {
            players::make(&without, spec, 0)?;
        }
        if let Some(small) = small {
            held.push(threads::with(global, |_| make(small, global))?.ok_or_else(stop::interrupted)?);
        }
    }
    Ok(Oracle::new(board, &held)?)
}
