//! A game whose kind is known only at run time.
//!
//! Searches, kernels, playouts and probes are compiled for each game. Code that only reads, prints, serves, replays,
//! judges or draws uses an [`AnyGame`]: it implements the same contracts, with positions and moves as small values.

mod erased;
mod record;
mod values;

pub use erased::AnyPlayed;
pub(crate) use values::WORDS;
pub use values::{AnyMemory, AnyMove, AnyPosition};

use crate::catalogue::Visitor;
use crate::played::Played;
use crate::visit;
use crate::{Board, Card, NameError};
use erased::{Adapter, Erased};
use nexsolve_core::Side;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A game of any kind on a board. It implements the contracts of a typed game, and [`AnyPlayed`]. Clones share the
/// game.
///
/// ```
/// use nexsolve_core::{Contest, Course, Game, Notation};
/// use nexsolve_games::{AnyGame, Board};
///
/// // The same code plays any game.
/// for (board, count) in [("nex:3x3", 72), ("awari", 6), ("draughts", 7), ("connect4:6x7", 7)] {
///     let game = AnyGame::on(Board::played(board, None)?)?;
///     let moves = game.legal_moves(&game.start());
///     assert_eq!(moves.len(), count);
///     let text = game.format_move(&game.start(), moves[0]);
///     assert_eq!(game.read_move(&game.start(), &text)?, moves[0]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AnyGame {
    board: Board,
    game: Arc<dyn Erased>,
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGame").field("board", &self.board).finish_non_exhaustive()
    }
}

impl Deref for AnyGame {
    type Target = dyn AnyPlayed;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}
impl AnyGame {
    /// Returns the game on `board`; for a board of tables, the game whose positions they number.
    ///
    /// # Errors
    /// If the board does not exist.
    pub fn on(board: Board) -> Result<Self, NameError> {
        struct Erase(Board);

        impl Visitor for Erase {
            type Done = AnyGame;

            fn on<G: Played>(self, game: G) -> AnyGame {
                AnyGame::of(self.0, game)
            }
        }

        visit(board, Erase(board))
    }

    /// Wraps `game`, which must be the game on `board`.
    pub fn of(board: Board, game: impl Played) -> Self {
        Self { board, game: Arc::new(Adapter(game)) }
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the fixed properties of the game.
    pub fn card(&self) -> &'static Card {
        self.board.card()
    }

    /// Returns the name of a side, capitalised for the beginning of a sentence.
    pub fn side(&self, side: Side) -> &'static str {
        self.card().side(side)
    }
}
