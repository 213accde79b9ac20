//! A fixed numbering of the moves on a board, for programs that learn or that store moves in arrays.

use nexsolve_core::Game;

/// Numbers the moves of a board: a move has the same number in every position.
pub trait Numbered: Game {
    /// Returns how many numbers there are. Some may belong to no move that can occur.
    fn numbers(&self) -> u32;

    /// Returns the number of a move, less than [`Numbered::numbers`]. Two legal moves of a position have
    /// different numbers. `None` if the numbering has no room for it, which its game then documents.
    fn number(&self, mv: Self::Move) -> Option<u32>;
}
