//! Nex: a move places an own and a neutral stone, or turns two neutral stones into own ones and another own
//! stone into a neutral one.
//!
//! Black moves first and joins the top row with the bottom row; White joins the first column with the last.
//! If the player to move has no move, the game is a draw. Every move adds exactly one stone of the mover's
//! colour, so the stones determine the side to move, and no position can repeat.
//!
//! With the *swap rule* (pie rule; [`Nex::with_swap`]), the second player may answer the first move by
//! `swap`: the players exchange colours, the board stays the same, and the player who moved first continues
//! as White.
//!
//! With *final moves* ([`Nex::with_final_moves`]), the player to move always has a move, so there are no
//! draws. With one empty cell and fewer than two neutral stones, the mover places a stone without a neutral
//! one; with no empty cell and one neutral stone, the mover turns it into an own stone. Neither generate
//! moves nor transform moves are possible there.
//!
//! ```
//! use nexsolve_core::{Game, Notation, Side, Wdl};
//! use nexsolve_nex::Nex;
//!
//! let game = Nex::<u64>::new(2, 2).expect("a board");
//! let position = game.read_position("Ba1?a2;Wb1?b2;Ba2Bb2?a1")?;
//! assert_eq!(position.ply(), 3);
//! assert_eq!(game.outcome(&position), Some(Wdl::Loss)); // White is to move, and Black has connected
//!
//! let game = game.with_swap();
//! let before = game.read_position("Ba1?a2")?;
//! assert_eq!(game.format_position(&before), "B?/.. swap?");
//! let after = game.play(&before, game.read_move(&before, "swap")?);
//! assert_eq!(game.format_position(&after), "B?/..");
//! assert_eq!(game.side_to_move(&after), Side::White); // played by the player who began
//! # Ok::<(), nexsolve_core::ReadError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod attack;
mod chance;
pub mod evaluation;
mod layers;
mod lemmas;
mod notation;
mod played;
mod position;
mod ranking;
mod search;
mod stages;
mod swap;
mod technique;
mod threats;
mod transforms;
mod winning;

pub use played::{CARD, EXTRAS, FORM, visit};
pub use position::{NexMove, NexPosition};
pub use technique::Technique;

use nexsolve_catalogue::NameError;
use nexsolve_core::{Game, Plies, Side, Symmetric, Tabled, Wdl};
use nexsolve_rhombus::{CellSet, Edges, Rhombus};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct Nex<S> {
    board: Rhombus<S>,
    ranking: layers::Ranking,
    has_final_moves: bool,
    has_swap: bool,
    left_out: Option<Technique>,
}

impl<S: CellSet> Nex<S> {
    /// Creates the game on a board of this size.
    ///
    /// # Errors
    /// If the size is out of range, or the set type cannot hold the board.
    pub fn new(rows: u32, cols: u32) -> Result<Self, NameError> {
        Self::of(rows, cols, false, false)
    }

    /// Creates the game with final moves. See [`Nex::new`].
    ///
    /// # Errors
    /// As [`Nex::new`].
    pub fn with_final_moves(rows: u32, cols: u32) -> Result<Self, NameError> {
        Self::of(rows, cols, true, false)
    }

    fn of(rows: u32, cols: u32, has_final_moves: bool, has_swap: bool) -> Result<Self, NameError> {
        let board = Rhombus::new(rows, cols, Edges::BlackTopBottom)?;
        let ranking = layers::Ranking::new(board.len(), has_final_moves, has_swap);
        Ok(Self { board, ranking, has_final_moves, has_swap, left_out: None })
    }

    /// The same game with the swap rule.
    #[must_use]
    pub fn with_swap(self) -> Self {
        let ranking = layers::Ranking::new(self.board.len(), self.has_final_moves, true);
        Self { ranking, has_swap: true, ..self }
    }

    /// The same game, searched without one technique.
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Self { left_out: Some(technique), ..self }
    }

    #[inline]
    fn has(&self, technique: Technique) -> bool {
        self.left_out != Some(technique)
    }

    /// Returns whether the game has final moves.
    pub const fn has_final_moves(&self) -> bool {
        self.has_final_moves
    }

    /// Returns whether the game has the swap rule.
    pub const fn has_swap(&self) -> bool {
        self.has_swap
    }

    /// Returns the final move, with these empty cells and neutral stones; no other move is possible then.
    #[inline]
    fn final_move(&self, empty: S, neutral: S) -> Option<NexMove> {
        if !self.has_final_moves || empty.count() > 1 || neutral.count() > 1 {
            return None;
        }
        empty.iter().map(NexMove::Fill).chain(neutral.iter().map(NexMove::Turn)).next()
    }

    /// Returns the board.
    pub fn board(&self) -> &Rhombus<S> {
        &self.board
    }

    /// Returns the empty cells.
    #[inline]
    pub fn empty(&self, position: &NexPosition<S>) -> S {
        self.board.full.without(position.occupied())
    }

    /// Turns the position by 180°.
    #[inline]
    pub(crate) fn turned(&self, position: &NexPosition<S>) -> NexPosition<S> {
        NexPosition {
            black: self.board.rotated(position.black),
            white: self.board.rotated(position.white),
            neutral: self.board.rotated(position.neutral),
            may_swap: position.may_swap,
        }
    }
}

impl<S: CellSet> Game for Nex<S> {
    type Position = NexPosition<S>;
    type Move = NexMove;

    fn start(&self) -> NexPosition<S> {
        NexPosition { black: S::EMPTY, white: S::EMPTY, neutral: S::EMPTY, may_swap: false }
    }

    #[inline]
    fn side_to_move(&self, position: &NexPosition<S>) -> Side {
        position.side_to_move()
    }

    #[inline]
    fn outcome(&self, position: &NexPosition<S>) -> Option<Wdl> {
        let mover = position.side_to_move();
        if self.board.connects(position.stones(mover.other()), mover.other()) {
            return Some(Wdl::Loss);
        }
        if self.board.connects(position.stones(mover), mover) {
            return Some(Wdl::Win);
        }
        let can_generate = self.empty(position).count() >= 2;
        let can_transform = position.neutral.count() >= 2 && position.stones(mover).any();
        (!can_generate && !can_transform && !self.has_final_moves).then_some(Wdl::Draw)
    }

    fn moves(&self, position: &NexPosition<S>, moves: &mut Vec<NexMove>) {
        moves.clear();
        if self.outcome(position).is_some() {
            return;
        }
        let empty = self.empty(position);
        for stone in empty.iter() {
            for neutral in empty.without(S::one(stone)).iter() {
                moves.push(NexMove::Generate { stone, neutral });
            }
        }
        let own = position.stones(position.side_to_move());
        let mut later = position.neutral;
        for first in position.neutral.iter() {
            later = later.without(S::one(first));
            for second in later.iter() {
                for given in own.iter() {
                    moves.push(NexMove::Transform { gained: [first, second], given });
                }
            }
        }
        moves.extend(self.final_move(empty, position.neutral));
        moves.extend(position.may_swap.then_some(NexMove::Swap));
    }

    fn is_legal(&self, position: &NexPosition<S>, mv: NexMove) -> bool {
        let is_free = |cell| self.empty(position).has(cell);
        let fits = match mv {
            NexMove::Generate { stone, neutral } => stone != neutral && is_free(stone) && is_free(neutral),
            NexMove::Transform { gained: [i, j], given } => {
                let own = position.stones(position.side_to_move());
                i < j && position.neutral.has(i) && position.neutral.has(j) && own.has(given)
            }
            NexMove::Fill(_) | NexMove::Turn(_) => {
                self.final_move(self.empty(position), position.neutral) == Some(mv)
            }
            NexMove::Swap => position.may_swap,
        };
        fits && self.outcome(position).is_none()
    }

    #[inline]
    fn play(&self, position: &NexPosition<S>, mv: NexMove) -> NexPosition<S> {
        if mv == NexMove::Swap {
            return NexPosition { may_swap: false, ..*position };
        }
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let (own, neutral) = mv.played(own, position.neutral);
        let may_swap = self.has_swap && position.black.is_empty();
        NexPosition { may_swap, ..NexPosition::of(side, own, others, neutral) }
    }

    fn changes_colours(&self, mv: NexMove) -> bool {
        mv == NexMove::Swap
    }

    /// Each generate move uses two empty cells and adds a neutral stone; each transform move uses one neutral
    /// stone and needs two. With final moves, every cell gets a coloured stone in the end. A swap is a ply
    /// too.
    fn longest(&self, position: &NexPosition<S>) -> Plies {
        let (empty, neutral) = (self.empty(position).count(), position.neutral.count());
        let plies =
            if self.has_final_moves { empty + neutral } else { (empty / 2 * 2 + neutral).saturating_sub(1) };
        Plies((plies + u32::from(self.is_before_swap(position))).try_into().expect("at most 362"))
    }
}

impl<S: CellSet> Symmetric for Nex<S> {
    /// Returns the lesser of the position and its rotation by 180°, which keeps both sides' edges.
    #[inline]
    fn canonical(&self, position: &NexPosition<S>) -> NexPosition<S> {
        self.turned(position).min(*position)
    }

    /// Returns 1 for a position that is unchanged by the turn of 180°, else 2.
    #[inline]
    fn copies(&self, position: &NexPosition<S>) -> u64 {
        if self.turned(position) == *position { 1 } else { 2 }
    }
}

impl Tabled for Nex<u64> {}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::laws::{self, Positions};

    #[test]
    fn the_rules_obey_the_laws() {
        for (rows, cols) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)] {
            let game = Nex::<u64>::new(rows, cols).expect("a small board");
            laws::rules(&game, &laws::positions(&game, Positions::All));
            laws::symmetry(&game, &laws::positions(&game, Positions::All));
            laws::all_copies(&game, &laws::positions(&game, Positions::All));
        }
        laws::rules(
            &Nex::<u64>::new(8, 8).expect("fits"),
            &laws::positions(&Nex::<u64>::new(8, 8).expect("fits"), Positions::Games { count: 1, seed: 1 }),
        );
    }

    #[test]
    fn the_rules_with_final_moves_obey_the_laws() {
        for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)] {
            let game = Nex::<u64>::with_final_moves(rows, cols).expect("a small board");
            let all = laws::positions(&game, Positions::All);
            laws::rules(&game, &all);
            laws::symmetry(&game, &all);
            laws::all_copies(&game, &all);
            let scores = laws::scores(&game, &all);
            assert_eq!(laws::tally(scores.values()).1, 0, "no position of {rows}x{cols} is drawn");
            for position in &all {
                // Each move puts a coloured stone on one more cell.
                let left = game.board.len() - position.ply();
                assert_eq!(u32::from(game.longest(position).0), left);
            }
        }
    }

    #[test]
    fn positions_and_values_of_the_smallest_boards_are_as_published() {
        for (size, positions, tally) in [(2, 37, (8, 22, 7)), (3, 36_397, (5_828, 13_814, 16_755))] {
            let game = Nex::<u64>::new(size, size).expect("a small board");
            let all = laws::positions(&game, Positions::All);
            assert_eq!(all.len(), positions);
            let scores = laws::scores(&game, &all);
            assert_eq!(laws::tally(scores.values()), tally);
        }
    }
}
