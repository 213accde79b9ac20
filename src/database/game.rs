//! From a board to the game whose positions databases are of.

use super::asked::Asked;
use super::check_numbers;
use crate::fault::Fault;
use nexsolve_boards::{Board, Kind, Rhombus};
use nexsolve_core::Tabled;
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::BoardError;

/// A game that databases are made of, asked about, and verified.
pub(crate) trait Kept: Asked + Tabled {}

impl<G: Asked + Tabled> Kept for G {}

/// What a command does with a game, whichever it is.
pub(crate) trait Work {
    /// What comes of it.
    type Done;

    /// Does it.
    fn on<G: Kept>(self, game: &G) -> Result<Self::Done, Fault>;
}

/// Does the work with the game of a board, whose positions have numbers.
pub(crate) fn with<W: Work>(board: Board, work: W) -> Result<W::Done, Fault> {
    let no_board = |error: BoardError| Fault::usage(error.to_string());
    match board {
        Board::Rhombus(Rhombus { kind: Kind::Nex, rows, cols }) => {
            on(&Nex::<u64>::new(rows, cols).map_err(no_board)?, board, work)
        }
        Board::Rhombus(Rhombus { kind: Kind::Hex(variant), rows, cols }) => {
            on(&Hex::<u64>::new(rows, cols, variant).map_err(no_board)?, board, work)
        }
        Board::Awari { seeds } => {
            on(&Seeds::new(seeds).map_err(|error| Fault::usage(error.to_string()))?, board, work)
        }
        Board::Draughts { rules, pieces } => on(&Draughts::endings(rules.rules(), pieces), board, work),
    }
}

fn on<G: Kept, W: Work>(game: &G, board: Board, work: W) -> Result<W::Done, Fault> {
    check_numbers(game, board)?;
    work.on(game)
}
