//! Games that need more of a database than its tables: a file beside them.

use crate::{Board, NameError, Played, Visitor, listed, visit};
use nexsolve_listed::{GAME, LIST, Listed, lists, own, read_game, read_list};
use std::any::Any;
use std::io;

/// Why the board of a database is not known.
#[derive(Debug, thiserror::Error)]
pub enum BesideError {
    /// No game of the program has this board.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A file beside the tables is missing or damaged.
    #[error("{file}: {reason}")]
    File {
        /// The name of the file.
        file: &'static str,
        /// What is wrong with it.
        reason: String,
    },
}

/// Returns the board with this name of a database of `game`. `read` returns the contents of a file beside its
/// tables, or `None` if there is no such file. A game that is not in the program is in the file `game.graph`;
/// the list of a listed game is in `positions.list`.
///
/// # Errors
/// If no game has the board, or a file is missing or damaged.
pub fn board_of(
    game: &str,
    name: &str,
    read: impl Fn(&'static str) -> io::Result<Option<Vec<u8>>>,
) -> Result<Board, BesideError> {
    let fault = |file, reason: &dyn ToString| BesideError::File { file, reason: reason.to_string() };
    let read = |file| read(file).map_err(|error| fault(file, &error));
    if game.split(':').next() == Some(own::WORD) {
        let file = read(GAME)?.ok_or_else(|| fault(GAME, &"the file with the game is missing"))?;
        let graph = read_game(&file).map_err(|error| fault(GAME, &error))?;
        let board = own::register(graph);
        let is_other = board.to_string() != name;
        return if is_other { Err(fault(GAME, &format!("it is {board}, not {name}"))) } else { Ok(board) };
    }
    let board = crate::board(name)?;
    if let Some(game) = visit(board, AsListed)?.filter(|game| !lists::is_known(game.board()))
        && let Some(file) = read(LIST)?
    {
        let list = read_list(&file, &board.to_string(), game.rules()).map_err(|error| fault(LIST, &error))?;
        lists::keep(board, list);
    }
    Ok(board)
}

/// Returns the game if it is a listed one.
struct AsListed;

impl Visitor for AsListed {
    type Done = Option<listed::Listed>;

    fn on<G: Played>(self, game: G) -> Option<Listed> {
        (&game as &dyn Any).downcast_ref().cloned()
    }
}
