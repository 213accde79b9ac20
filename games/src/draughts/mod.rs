//! Draughts on 64 squares, by Russian or by Brazilian rules.

pub mod board;
pub mod draws;
pub mod fen;
pub mod masks;
mod moves;
mod naming;
mod notation;
pub mod rules;
mod search;
mod unmoves;

pub use board::{Position, PositionError, Square};
pub use masks::Squares;
pub use moves::Move;
pub use naming::Naming;
pub use rules::{BRAZILIAN, RUSSIAN, Rules, Variant};

use nexsolve_core::{Game, Plies, Side, Symmetric, Wdl};

/// A game of draughts: the rules that it is played by. White moves first.
///
/// Its positions can repeat; the draws that are counted over the board are a matter of the game's history, not of the position.
#[derive(Clone, Debug)]
pub struct Draughts {
    rules: Rules,
    naming: Naming,
    /// The most pieces of positions that have numbers.
    pieces: u32,
}

impl Draughts {
    /// Draughts by these rules.
    pub const fn new(rules: Rules) -> Self {
        Self { rules, naming: Naming::Algebraic, pieces: 0 }
    }

    /// The same game, of which the positions of at most so many pieces, both sides together, are numbered.
    pub const fn endings(rules: Rules, pieces: u32) -> Self {
        Self { rules, naming: Naming::Algebraic, pieces }
    }

    /// The same game, in which squares are written in another way.
    pub const fn named(self, naming: Naming) -> Self {
        Self { naming, ..self }
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }
}

impl Game for Draughts {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::START
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.side()
    }

    /// Who cannot move, blocked or without pieces, has lost.
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

    fn longest(&self, _position: &Position) -> Plies {
        Plies::ENDLESS
    }
}

/// The mirror image with the colours changed.
impl Symmetric for Draughts {
    fn canonical(&self, position: &Position) -> Position {
        position.for_white()
    }

    fn copies(&self, _position: &Position) -> u64 {
        2
    }
}
