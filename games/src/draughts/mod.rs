//! Draughts on 64 squares, by Russian or by Brazilian rules.

pub mod board;
mod chance;
pub mod draws;
pub mod evaluation;
pub mod fen;
pub mod masks;
mod material;
mod moves;
mod naming;
mod notation;
pub(crate) mod played;
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
pub use rules::{BRAZILIAN, RUSSIAN, Rules};

use material::Classes;
use nexsolve_core::{Game, Plies, Side, Symmetric, Tabled, Wdl};

/// A game of draughts: the rules that it is played by. White moves first.
///
/// Its positions can repeat; the draws that are counted over the board are a matter of the game's history, not of the position.
#[derive(Clone, Debug)]
pub struct Draughts {
    rules: Rules,
    /// The endings that have numbers.
    endings: Option<Classes>,
    naming: Naming,
}

impl Draughts {
    /// Draughts by these rules.
    #[inline]
    pub const fn new(rules: Rules) -> Self {
        Self { rules, endings: None, naming: Naming::Algebraic }
    }

    /// The same with numbers for all endings of up to so many pieces in which both sides have some.
    ///
    /// # Panics
    /// If these are not 2 to [`MOST_ENDING_PIECES`].
    #[inline]
    pub fn endings(rules: Rules, pieces: u32) -> Self {
        Self { endings: Some(Classes::new(pieces)), ..Self::new(rules) }
    }

    /// The same game, in which squares are written in another way.
    #[inline]
    pub fn named(self, naming: Naming) -> Self {
        Self { naming, ..self }
    }

    /// How squares are written.
    #[inline]
    pub const fn naming(&self) -> Naming {
        self.naming
    }

    /// The rules.
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

    /// Who cannot move, blocked or without pieces, has lost.
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

/// The mirror image with the colours changed.
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
