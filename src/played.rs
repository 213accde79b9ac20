//! The board to play on, and its oracle.

use crate::args::Global;
use crate::board::BoardArgs;
use crate::fault::Fault;
use crate::{database, files, typos};
use nexsolve_games::{Board, GameSpec, played_examples};
use nexsolve_oracle::{Held, Opened, Oracle};
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
    Board::played(text, sides).map_err(|error| Fault::from(error).meant(typos::board(text, is_board)))
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
