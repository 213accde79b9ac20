//! Reading and writing moves and positions, with the place of a fault.

use crate::{Deductions, Game, Side};
use std::ops::Range;

/// How a game writes its moves and positions.
pub trait Notation: Game {
    /// Reads one legal move of `position`. Surrounding white space is ignored.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal. The error marks the place.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ReadError>;

    /// Writes a move in its preferred form, which [`Notation::read_move`] reads.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Writes the moves of a line of play from `position`, each as [`Notation::format_move`] does.
    fn format_line(&self, position: &Self::Position, line: &[Self::Move]) -> Vec<String> {
        let mut position = *position;
        let text = |&mv: &Self::Move| {
            let text = self.format_move(&position, mv);
            position = self.play(&position, mv);
            text
        };
        line.iter().map(text).collect()
    }

    /// Reads a position: moves from the start joined by `;`, the word `start`, the empty text, or a diagram.
    ///
    /// # Errors
    /// If the text is not a position, or the rules do not allow the position. The error marks the place.
    fn read_position(&self, text: &str) -> Result<Self::Position, ReadError>;

    /// Writes a position on one line, in a form that [`Notation::read_position`] reads.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Draws a position for people, with coordinates, in a form that [`Notation::read_position`] reads. Lines
    /// end with `\n`.
    fn diagram(&self, position: &Self::Position) -> String;

    /// Begins the check of a proof by deduction that `side` wins `position`. Returns `None` if the game has
    /// no such proofs, which is the default, or none for this position.
    fn deductions(&self, _position: &Self::Position, _side: Side) -> Option<Box<dyn Deductions + '_>> {
        None
    }

    /// Joins proofs by deduction that `side` wins after the replies to `position`, in which its opponent is
    /// to move: one for each reply, up to symmetry. Returns the lemmas that prove the win of `position`.
    ///
    /// # Errors
    /// Returns the reason if the game cannot join proofs, which is the default, a proof does not hold, or a
    /// reply has no answer.
    fn join_proofs(
        &self,
        _position: &Self::Position,
        _side: Side,
        _proofs: &[&[String]],
    ) -> Result<Vec<String>, String> {
        Err("a win of this position cannot be proven by lemmas".to_owned())
    }
}

/// Text that could not be read: the place, and the reason.
///
/// ```
/// use nexsolve_core::{ReadError, ReadFault};
/// let error = ReadError::new(3..3, ReadFault::expected("a cell", "")).shifted(10);
/// assert_eq!(error.span, 13..13);
/// assert_eq!(error.to_string(), "expected a cell, but the text ends");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct ReadError {
    /// The faulty bytes of the input; empty at the end of a text that is too short.
    pub span: Range<usize>,
    /// What is wrong there.
    pub fault: ReadFault,
}

impl ReadError {
    /// Creates an error at a place.
    pub fn new(span: Range<usize>, fault: ReadFault) -> Self {
        Self { span, fault }
    }

    /// Moves the place `offset` bytes to the right, for a text that is part of a longer one.
    pub fn shifted(self, offset: usize) -> Self {
        Self { span: self.span.start + offset..self.span.end + offset, fault: self.fault }
    }
}

/// What can be wrong with a written move or position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFault {
    /// The text has something else in this place.
    #[error("expected {expected}, {}", instead(found))]
    Expected {
        /// What was expected.
        expected: String,
        /// The text that stands there, shortened; empty if the text ends.
        found: String,
    },
    /// The cell is outside of the board.
    #[error("{cell} is off the board, whose cells run from a1 to {last}")]
    OffBoard {
        /// The cell as written.
        cell: String,
        /// The last cell of the board.
        last: String,
    },
    /// The cell's contents do not allow the move.
    #[error("{cell} is {holds}; the move needs {needs} there")]
    WrongCell {
        /// The cell.
        cell: String,
        /// The cell's contents: "empty", "a black stone", …
        holds: &'static str,
        /// What the move needs there.
        needs: &'static str,
    },
    /// The move names one cell twice.
    #[error("the move names {cell} twice")]
    SameCell {
        /// The cell.
        cell: String,
    },
    /// The move is the other side's.
    #[error("it is {to_move}'s turn")]
    WrongColour {
        /// The side to move.
        to_move: crate::Side,
    },
    /// The game is over, so no move can follow.
    #[error("the game is over; no move can follow")]
    GameOver,
    /// The rules forbid the move or the position for the reason in this message.
    #[error("{0}")]
    Illegal(String),
}

impl ReadFault {
    /// Creates [`ReadFault::Expected`] for a text that continues with `rest`, shortened to 12 characters.
    pub fn expected(expected: impl Into<String>, rest: &str) -> Self {
        let mut found: String = rest.chars().take(12).flat_map(char::escape_debug).collect();
        if rest.chars().nth(12).is_some() {
            found.push('…');
        }
        Self::Expected { expected: expected.into(), found }
    }
}

/// Describes what stands in the place of the expected text.
fn instead(found: &str) -> String {
    if found.is_empty() { "but the text ends".to_owned() } else { format!("found `{found}`") }
}
