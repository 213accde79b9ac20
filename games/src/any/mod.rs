//! A game whose kind is known when the program runs.
//!
//! Search, kernels, playouts and probes are compiled for each game. Everything that only reads, prints, serves, replays, judges or
//! draws works on an [`AnyGame`]: it fulfils the same contracts, with positions and moves as small values.

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

/// A game of any kind on a board, with the contracts of a typed game and all that [`AnyPlayed`] says of it. Clones share it.
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
    /// The game that is played on a board; of a board of tables, the game whose positions they number.
    ///
    /// # Errors
    /// If there is no such board.
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

    /// This game, which is played on that board.
    pub fn of(board: Board, game: impl Played) -> Self {
        Self { board, game: Arc::new(Adapter(game)) }
    }

    /// What it is played on.
    pub fn board(&self) -> Board {
        self.board
    }

    /// What is fixed of the game.
    pub fn card(&self) -> &'static Card {
        self.board.card()
    }

    /// What a side is called at the beginning of a sentence.
    pub fn side(&self, side: Side) -> &'static str {
        self.card().side(side)
    }
}
