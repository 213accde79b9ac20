//! Draughts on 64 squares, by Russian or Brazilian rules.
//!
//! ```
//! use nexsolve_core::{Game, Notation};
//! use nexsolve_draughts::{Draughts, RUSSIAN};
//!
//! let game = Draughts::new(RUSSIAN);
//! assert_eq!(game.legal_moves(&game.start()).len(), 7);
//! let position = game.read_position("W:WKa1:Bf6")?;
//! let mv = game.read_move(&position, "a1:g7")?; // a king captures at a distance
//! assert_eq!(game.format_position(&game.play(&position, mv)), "B:WKg7:B");
//! # Ok::<(), nexsolve_core::ReadError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

pub mod board;
mod chance;
pub mod draws;
pub mod evaluation;
pub mod fen;
mod hub;
mod layouts;
pub mod masks;
mod material;
mod moves;
mod naming;
mod notation;
mod played;
mod ranking;
mod retrograde;
pub mod rules;
mod search;
mod unmoves;

pub use board::{Position, PositionError, Square};
pub use masks::Squares;
pub use material::{MOST_ENDING_PIECES, Material};
pub use moves::Move;
pub use naming::Naming;
pub use played::{CARD, EXTRAS, FORM, visit};
pub use rules::{BRAZILIAN, RUSSIAN, Rules};

use material::Classes;
use nexsolve_core::{Game, Plies, Side, Symmetric, Tabled, Wdl};

/// Draughts by a set of rules. White moves first.
///
/// Positions can repeat. The draw rules over the board depend on the game's history, not on the position
/// ([`draws`]).
#[derive(Clone, Debug)]
pub struct Draughts {
    rules: Rules,
    /// The endings that have ranks.
    endings: Option<Classes>,
    naming: Naming,
}

impl Draughts {
    /// Creates the game by these rules.
    #[inline]
    pub const fn new(rules: Rules) -> Self {
        Self { rules, endings: None, naming: Naming::Algebraic }
    }

    /// Creates the game with ranks for all endings of up to `pieces` pieces in which both sides have pieces.
    ///
    /// # Panics
    /// If `pieces` is not from 2 to [`MOST_ENDING_PIECES`].
    #[inline]
    pub fn endings(rules: Rules, pieces: u32) -> Self {
        Self::endings_against(rules, pieces, pieces)
    }

    /// Creates the game with ranks for all endings of up to `pieces` pieces in which one of the sides has at
    /// most `fewer` pieces, and the other at least one. Captures and promotions lead to such endings again.
    ///
    /// # Panics
    /// If `pieces` is not from 2 to [`MOST_ENDING_PIECES`], or `fewer` is 0.
    #[inline]
    pub fn endings_against(rules: Rules, pieces: u32, fewer: u32) -> Self {
        Self { endings: Some(Classes::new(pieces, fewer)), ..Self::new(rules) }
    }

    /// Selects the notation of squares.
    #[inline]
    pub fn named(self, naming: Naming) -> Self {
        Self { naming, ..self }
    }

    /// Returns the notation of squares.
    #[inline]
    pub const fn naming(&self) -> Naming {
        self.naming
    }

    /// Returns the rules.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }
}

impl Game for Draughts {
    type Position = Position;
    type Move = Move;

    #[inline]
    fn start(&self) -> Position {
        Position::START
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Side {
        position.side()
    }

    /// A side that cannot move, blocked or without pieces, has lost.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Wdl> {
        if moves::any(position) { None } else { Some(Wdl::Loss) }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        moves::generate(self.rules, position, moves);
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        moves::play(self.rules, position, mv)
    }

    #[inline]
    fn longest(&self, _position: &Position) -> Plies {
        Plies::ENDLESS
    }
}

/// The mirror image with the colours exchanged.
impl Symmetric for Draughts {
    #[inline]
    fn canonical(&self, position: &Position) -> Position {
        position.for_white()
    }

    #[inline]
    fn copies(&self, _position: &Position) -> u64 {
        2
    }
}

impl Tabled for Draughts {}
