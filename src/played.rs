//! The board to play on, and its oracle.

use crate::board::BoardArgs;
use crate::candidate::stopped;
use crate::solve::table::{self, Made};
use crate::{database, players, tables};
use nexsolve_console::{Fault, Global, files, threads, typos};
use nexsolve_games::{Board, GameSpec, played_examples};
use nexsolve_oracle::{Held, Opened, Oracle};
use nexsolve_players::Spec;
use std::path::Path;
use std::sync::Arc;

impl BoardArgs {
    /// Returns the board to play on.
    pub(crate) fn played(&self) -> Result<Board, Fault> {
        let sides = self.sides(played_examples)?;
        match self.board.as_ref().or(self.game.as_ref()) {
            Some(text) => played(text, sides),
            None if sides.is_some() => Ok(Board::played(GameSpec::default().card().word, sides)?),
            None => Err(Fault::usage("no board is given").hint(played_examples())),
        }
    }
}

/// Returns the board to play on with this name.
pub(crate) fn played(text: &str, sides: Option<(u32, u32)>) -> Result<Board, Fault> {
    let is_board = |meant: &str| Board::played(meant, None).is_ok();
    Board::played(text, sides).map_err(|error| Fault::name(error, typos::board(text, is_board)))
}

/// The oracle of a board, with the tables that its players need.
pub(crate) struct Equipped {
    pub(crate) oracle: Oracle,
    /// The table made for the players. It is deleted with this value.
    _made: Option<Made>,
}

/// Creates the oracle of a board with the database in `folder`. If none is given, but one of the players
/// needs tables, makes a table, if the board is small.
pub(crate) fn equipped(
    board: Board,
    folder: Option<&Path>,
    specs: &[&Spec],
    global: &Global,
) -> Result<Equipped, Fault> {
    if folder.is_some() || specs.iter().all(|spec| spec.name != players::TABLE) {
        return Ok(Equipped { oracle: oracle(board, folder, global)?, _made: None });
    }
    let Some(small) = tables::small(board) else {
        let message = format!(
            "the player table needs a database: {} is too large for a table made on the spot",
            board.game_title()
        );
        return Err(Fault::usage(message).hint(players::TABLES));
    };
    // Faults of the other players come before the work on a table.
    let without = players::roster(&Oracle::new(board, &[])?);
    for spec in specs.iter().filter(|spec| spec.name != players::TABLE) {
        players::make(&without, spec, 0)?;
    }
    let made = threads::with(global, |_| table::make(small, global))?.ok_or_else(stopped)?;
    let oracle = Oracle::new(board, &[Arc::clone(&made.held)])?;
    Ok(Equipped { oracle, _made: Some(made) })
}

/// Creates the oracle of a board, with the database in `folder`.
pub(crate) fn oracle(board: Board, folder: Option<&Path>, global: &Global) -> Result<Oracle, Fault> {
    match folder {
        None => Ok(Oracle::new(board, &[])?),
        Some(folder) => with_tables(board, database::open(folder, global)?, folder),
    }
}

/// Creates the oracle of a board, with a database opened from `folder`.
pub(crate) fn with_tables(board: Board, opened: Opened, folder: &Path) -> Result<Oracle, Fault> {
    if !board.has_tables_of(opened.board) {
        let folder = files::name(folder);
        let message = format!("{folder} is a database of {}, not of {board}", opened.board);
        return Err(Fault::usage(message).hint("nexsolve generate makes a database of this board"));
    }
    Ok(Oracle::new(board, &[Arc::new(Held::in_folder(opened, folder))])?)
}
