//! Hex: one stone per move; the first side to join its two edges wins. There are no draws.
//!
//! Black moves first. The variants are: the edges that Black joins and the notation of moves
//! ([`Convention`]), a swap rule ([`Swap`]), and whether a game stops at a connection ([`End`]).
//!
//! This file has the rules, `search/` the knowledge of the search for distances, and `connections/` virtual
//! connections and everything based on them: winners, guidance for players, certificates.
//!
//! ```
//! use nexsolve_core::{Contest, Course, Notation, Side};
//! use nexsolve_hex::{Hex, Variant};
//!
//! let game = Hex::<u64>::new(3, 3, Variant::default()).expect("a board");
//! let mut course = Course::new(&game);
//! for text in ["b2", "a1", "a3", "b1", "c1"] {
//!     let mv = game.read_move(course.position(), text)?;
//!     course.play(mv);
//! }
//! assert_eq!(course.ending().and_then(|ending| ending.winner), Some(Side::Black));
//! # Ok::<(), nexsolve_core::ReadError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod bridges;
mod chance;
mod connections;
pub mod evaluation;
mod layers;
mod notation;
mod played;
mod position;
mod ranking;
mod search;
mod variant;

pub use connections::techniques::Technique;
pub use nexsolve_rhombus::text::Letters;
pub use played::{CARD, EXTRAS, FORM, in_columns, visit};
pub use position::{HexMove, HexPosition};
pub use variant::{Convention, End, Swap, Variant};

use bridges::Bridges;
use nexsolve_catalogue::NameError;
use nexsolve_core::{Game, Layer, Plies, Side, Symmetric, Tabled, Wdl};
use nexsolve_rhombus::{CellSet, Rhombus};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct Hex<S> {
    board: Rhombus<S>,
    variant: Variant,
    /// How texts for people name cells in the standard convention.
    letters: Letters,
    /// Data of a board with up to 64 cells, for the search.
    bridges: Bridges<u64>,
    layers: Vec<Layer>,
    /// The technique that the search for winners leaves out.
    left_out: Option<Technique>,
}

impl<S: CellSet> Hex<S> {
    /// Creates the game on a board of this size.
    ///
    /// # Errors
    /// If the size is out of range, or the set type cannot hold the board.
    pub fn new(rows: u32, cols: u32, variant: Variant) -> Result<Self, NameError> {
        let board = Rhombus::new(rows, cols, variant.convention.edges())?;
        let narrow = Rhombus::new(rows, cols, variant.convention.edges());
        let bridges = narrow.map_or_else(|_| Bridges::default(), |board| Bridges::of(&board));
        let layers = layers::layers(board.len(), variant.swap);
        Ok(Self { board, variant, letters: Letters::Rows, bridges, layers, left_out: None })
    }

    /// The same game, but the search for winners does without this technique. Answers stay the same.
    pub fn without(self, technique: Technique) -> Self {
        Self { left_out: Some(technique), ..self }
    }

    /// The same game, whose notation has these letters. [`Shown::format_in_full`] and
    /// [`Shown::word`](nexsolve_catalogue::Shown::word), the texts of documents and records, stay as they
    /// are.
    ///
    /// [`Shown::format_in_full`]: nexsolve_catalogue::Shown::format_in_full
    pub fn with_letters(self, letters: Letters) -> Self {
        Self { letters, ..self }
    }

    /// Returns the board.
    pub fn board(&self) -> &Rhombus<S> {
        &self.board
    }

    /// Returns the options.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the empty cells.
    #[inline]
    pub fn empty(&self, position: &HexPosition<S>) -> S {
        self.board.full.without(position.black | position.white)
    }

    /// Returns whether only stones decide the game from here: no swap is possible now or after the next move.
    fn is_free_of_swap(&self, position: &HexPosition<S>) -> bool {
        let first = (position.black | position.white).is_empty();
        let may_become = first && self.variant.swap == Swap::On;
        !(position.may_swap || may_become)
    }

    /// Turns the position by 180°.
    #[inline]
    fn turned(&self, position: &HexPosition<S>) -> HexPosition<S> {
        HexPosition {
            black: self.board.rotated(position.black),
            white: self.board.rotated(position.white),
            may_swap: position.may_swap,
        }
    }
}

impl<S: CellSet> Game for Hex<S> {
    type Position = HexPosition<S>;
    type Move = HexMove;

    fn start(&self) -> HexPosition<S> {
        HexPosition { black: S::EMPTY, white: S::EMPTY, may_swap: false }
    }

    #[inline]
    fn side_to_move(&self, position: &HexPosition<S>) -> Side {
        position.side_to_move()
    }

    #[inline]
    fn outcome(&self, position: &HexPosition<S>) -> Option<Wdl> {
        if self.variant.end == End::AtFullBoard && self.empty(position).any() {
            return None;
        }
        let mover = position.side_to_move();
        if self.board.connects(position.stones(mover.other()), mover.other()) {
            Some(Wdl::Loss)
        } else if self.board.connects(position.stones(mover), mover) {
            Some(Wdl::Win)
        } else {
            None
        }
    }

    fn moves(&self, position: &HexPosition<S>, moves: &mut Vec<HexMove>) {
        moves.clear();
        if self.outcome(position).is_some() {
            return;
        }
        moves.extend(self.empty(position).iter().map(HexMove::Place));
        if position.may_swap {
            moves.push(HexMove::Swap);
        }
    }

    #[inline]
    fn play(&self, position: &HexPosition<S>, mv: HexMove) -> HexPosition<S> {
        let HexMove::Place(cell) = mv else {
            return HexPosition { may_swap: false, ..*position };
        };
        let stone = S::one(cell);
        let first = (position.black | position.white).is_empty();
        let may_swap = first && self.variant.swap == Swap::On;
        match position.side_to_move() {
            Side::Black => HexPosition { black: position.black | stone, white: position.white, may_swap },
            Side::White => HexPosition { black: position.black, white: position.white | stone, may_swap },
        }
    }

    fn changes_colours(&self, mv: HexMove) -> bool {
        mv == HexMove::Swap
    }

    fn longest(&self, position: &HexPosition<S>) -> Plies {
        let swap = position.may_swap || (self.variant.swap == Swap::On && position.black.is_empty());
        Plies(self.empty(position).count() as u16 + u16::from(swap))
    }
}

impl<S: CellSet> Symmetric for Hex<S> {
    /// Returns the lesser of the position and its rotation by 180°, which keeps both sides' edges.
    #[inline]
    fn canonical(&self, position: &HexPosition<S>) -> HexPosition<S> {
        self.turned(position).min(*position)
    }

    /// Returns 1 for a position that is unchanged by the turn of 180°, else 2.
    #[inline]
    fn copies(&self, position: &HexPosition<S>) -> u64 {
        if self.turned(position) == *position { 1 } else { 2 }
    }
}

impl Tabled for Hex<u64> {
    const DRAWS: bool = false;
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::laws::{self, Positions};

    #[test]
    fn the_rules_obey_the_laws() {
        for variant in Variant::all() {
            for (rows, cols) in [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3)] {
                let game = Hex::<u64>::new(rows, cols, variant).expect("a small board");
                laws::rules(&game, &laws::positions(&game, Positions::All));
                laws::symmetry(&game, &laws::positions(&game, Positions::All));
                laws::all_copies(&game, &laws::positions(&game, Positions::All));
            }
        }
    }

    #[test]
    fn positions_of_the_smallest_boards_are_as_published() {
        for (size, positions) in [(2, 32), (3, 5_514)] {
            let game = Hex::<u64>::new(size, size, Variant::default()).expect("a small board");
            assert_eq!(laws::positions(&game, Positions::All).len(), positions);
        }
    }
}
