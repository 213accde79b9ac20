//! A fixed numbering of the moves on a board, for programs that learn or that store moves in arrays.

use nexsolve_core::Game;

/// Numbers the moves of a board: a move has the same number in every position.
pub trait Numbered: Game {
    /// Returns how many numbers there are. Some may belong to no move that can occur.
    fn numbers(&self) -> u32;

    /// Returns the number of a move, less than [`Numbered::numbers`]. Two legal moves of a position have different numbers. `None` if the
    /// numbering does not reach so far: in draughts, for all but the first 32 captures between two squares.
    fn number(&self, mv: Self::Move) -> Option<u32>;
}
