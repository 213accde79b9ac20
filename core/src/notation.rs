//! Text in and out, with the place of a fault.

use crate::{Deductions, Game, Side};
use std::ops::Range;

/// How a game writes moves and positions.
pub trait Notation: Game {
    /// Reads one move, legal in `position`. Surrounding space is ignored.
    ///
    /// # Errors
    /// With the place, if the text is no move or the move is not legal.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ReadError>;

    /// Writes a move, in the form that [`Notation::read_move`] prefers.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a position: moves from the start joined by `;`, `start`, nothing, or a diagram.
    ///
    /// # Errors
    /// With the place, if the text is no position, or one that the rules do not allow.
    fn read_position(&self, text: &str) -> Result<Self::Position, ReadError>;

    /// Writes a position on one line, in a form that [`Notation::read_position`] reads.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Draws a position for people, coordinates included, in a form that [`Notation::read_position`]
    /// reads; lines end with `\n`.
    fn diagram(&self, position: &Self::Position) -> String;

    /// The check of a proof by deduction that `side` wins `position`; `None` if the game has no such proofs, or none of this position.
    fn deductions(&self, _position: &Self::Position, _side: Side) -> Option<Box<dyn Deductions + '_>> {
        None
    }
}

/// Text that could not be read: where, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct ReadError {
    /// The bytes of the input at fault; empty at the end of a text that ends too soon.
    pub span: Range<usize>,
    /// What is wrong.
    pub fault: Fault,
}

impl ReadError {
    /// A fault at a place.
    pub fn new(span: Range<usize>, fault: Fault) -> Self {
        Self { span, fault }
    }

    /// The same fault in a text that begins `offset` bytes earlier.
    pub fn shifted(self, offset: usize) -> Self {
        Self { span: self.span.start + offset..self.span.end + offset, fault: self.fault }
    }
}

/// What can be wrong with a move or a position in writing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Something else was expected here.
    #[error("expected {expected}, {}", instead(found))]
    Expected {
        /// What was expected.
        expected: String,
        /// What stands there, shortened.
        found: String,
    },
    /// The cell is not on this board.
    #[error("{cell} is off the board, whose cells run from a1 to {last}")]
    OffBoard {
        /// The cell as written.
        cell: String,
        /// The last cell of the board.
        last: String,
    },
    /// The cell is not as the move needs it.
    #[error("{cell} is {holds}; the move needs {needs} there")]
    WrongCell {
        /// The cell.
        cell: String,
        /// What is on it: "empty", "a black stone", …
        holds: &'static str,
        /// What the move needs there.
        needs: &'static str,
    },
    /// A move names one cell twice.
    #[error("the move names {cell} twice")]
    SameCell {
        /// The cell.
        cell: String,
    },
    /// A move of the side that is not to move.
    #[error("it is {to_move}'s turn")]
    WrongColour {
        /// Who is to move.
        to_move: crate::Side,
    },
    /// The game is over: no move follows.
    #[error("the game is over; no move can follow")]
    GameOver,
    /// The rules forbid the move or the position for another reason, which this tells.
    #[error("{0}")]
    Illegal(String),
}

impl Fault {
    /// `expected`, but the text goes on with `rest` (shortened here to what a message can hold).
    pub fn expected(expected: impl Into<String>, rest: &str) -> Self {
        let mut found: String = rest.chars().take(12).flat_map(char::escape_debug).collect();
        if rest.chars().nth(12).is_some() {
            found.push('…');
        }
        Self::Expected { expected: expected.into(), found }
    }
}

/// What stands where something else was expected.
fn instead(found: &str) -> String {
    if found.is_empty() { "but the text ends".to_owned() } else { format!("found `{found}`") }
}
