//! What a game with a list adds to its rules.

use bytemuck::Pod;
use nexsolve_catalogue::picture::{Outline, Piece};
use nexsolve_core::{Game, Side, Wdl};

/// A game on a grid of cells, each of which is empty or holds a stone. Its positions are plain data of at
/// most 16 bytes, such as `[u16; 2]`, and its moves are small numbers. All methods but two have defaults.
///
/// [`Listed`](crate::Listed) makes of it everything else: numbers of its positions, text, pictures, search.
pub trait Simple: Game<Position: Pod, Move: Into<u32> + TryFrom<u32>> + 'static {
    /// Returns the numbers of rows and columns. Cells are numbered row by row from the top.
    fn grid(&self) -> (u32, u32);

    /// Returns the stone on a cell: a player's, or a neutral one; `None` if the cell is empty.
    fn piece(&self, position: &Self::Position, cell: u32) -> Option<Piece>;

    /// Adds the positions that are symmetric to this one, which have the same value for the side to move.
    /// Play that reaches one reaches all. It does not matter whether a position is added several times. By
    /// default there are none.
    fn images(&self, _position: &Self::Position, _images: &mut Vec<Self::Position>) {}

    /// Returns the cells that a move names, in the order in which a player chooses them; a cell can occur
    /// twice. Two moves of a position name different cells, and neither's are the first of the other's. By
    /// default the move is the number of its one cell.
    fn cells(&self, mv: Self::Move) -> Vec<u32> {
        vec![mv.into()]
    }

    /// Returns whether a player may name the cells of a move in any order.
    fn any_order(&self) -> bool {
        false
    }

    /// Returns one more than the greatest number of a move. By default moves are the numbers of cells.
    fn numbers(&self) -> u32 {
        let (rows, cols) = self.grid();
        rows * cols
    }

    /// Returns the position with these pieces, cell by cell, in which `side` is to move.
    ///
    /// # Errors
    /// Why no position has them. The default reads no pieces, but only moves from the start.
    fn set_up(&self, _pieces: &[Option<Piece>], _side: Side) -> Result<Self::Position, String> {
        Err("positions of this game are written as moves from the start".to_owned())
    }

    /// Returns a number that no move decreases, in a game in which play can repeat positions; moves that can
    /// be taken back keep it. The more positions have different numbers, the less memory their values take.
    /// By default it is always 0. (In other games, it follows from [`Game::longest`].)
    fn stage(&self, _position: &Self::Position) -> u32 {
        0
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
