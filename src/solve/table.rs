//! A table of a small board, made for one answer.

use crate::database::{self, Watch, generate};
use nexsolve_console::{Exit, Fault, Global, fault::safe, stop};
use nexsolve_db::scratch::Scratch;
use nexsolve_games::Board;
use nexsolve_oracle::Held;
use nexsolve_tablegen::{GenerateError, generate_observed};
use std::sync::Arc;

/// A database in a temporary folder, which is deleted with this value.
pub(crate) struct Made {
    pub(crate) held: Arc<Held>,
    _folder: Scratch,
}

/// Makes the database of a small board; `None` if the work was stopped.
pub(crate) fn make(board: Board, global: &Global) -> Result<Option<Made>, Fault> {
    let tables = database::tables(board)?;
    let folder = Scratch::new().map_err(|error| Fault::new(Exit::System, safe(&error.to_string())))?;
    let watch = Watch::new(global);
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
    Ok(Some(Made { held: Arc::new(Held::named(opened, board.to_string())), _folder: folder }))
}
