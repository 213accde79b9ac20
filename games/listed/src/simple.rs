//! What a game with a list adds to its rules.

use bytemuck::Pod;
use nexsolve_catalogue::picture::Outline;
use nexsolve_core::{Game, Side, Wdl};

/// A game on a grid of cells with stones of two colours. Its positions are plain data of at most 16 bytes,
/// such as `[u16; 2]`, and its moves are small numbers. All methods but two have defaults.
///
/// [`Listed`](crate::Listed) makes of it everything else: numbers of its positions, text, pictures, search.
pub trait Simple: Game<Position: Pod, Move: Into<u32> + TryFrom<u32>> + 'static {
    /// Returns the numbers of rows and columns. Cells are numbered row by row from the top.
    fn grid(&self) -> (u32, u32);

    /// Returns the owner of the stone on a cell; `None` if the cell is empty.
    fn stone(&self, position: &Self::Position, cell: u32) -> Option<Side>;

    /// Adds the positions that are symmetric to this one, which have the same value for the side to move. It
    /// does not matter whether a position is added several times. By default there are none.
    fn images(&self, _position: &Self::Position, _images: &mut Vec<Self::Position>) {}

    /// Returns the cells that a move names, in the order in which a player chooses them. Two moves of a
    /// position name different cells. By default the move is the number of its one cell.
    fn cells(&self, mv: Self::Move) -> Vec<u32> {
        vec![mv.into()]
    }

    /// Returns one more than the greatest number of a move. By default moves are the numbers of cells.
    fn numbers(&self) -> u32 {
        let (rows, cols) = self.grid();
        rows * cols
    }

    /// Returns the position with these stones, cell by cell, in which `side` is to move.
    ///
    /// # Errors
    /// Why no position has them. The default reads no stones, but only moves from the start.
    fn set_up(&self, _stones: &[Option<Side>], _side: Side) -> Result<Self::Position, String> {
        Err("positions of this game are written as moves from the start".to_owned())
    }

    /// Returns why a finished game is over, in a few words; `outcome` is for the side to move.
    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Draw { "no move is left" } else { "the goal is reached" }
    }

    /// Returns the cells of the winner's line, if the game has lines.
    fn line(&self, _position: &Self::Position, _winner: Side) -> Vec<u32> {
        Vec::new()
    }

    /// Returns how a cell is drawn.
    fn outline(&self) -> Outline {
        Outline::Cell
    }

    /// Returns whether tables of this board can be made: its list fits into memory.
    fn is_tabled(&self) -> bool {
        true
    }
}
