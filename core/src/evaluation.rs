//! Estimates of positions where the game is not over.

use crate::Game;

/// The greatest absolute number of points of an evaluation. Proven results lie outside of this range.
pub const LIMIT: i32 = 1_000_000;

/// An estimate of a position's worth, for the side to move.
///
/// An evaluation looks at the position alone: it ignores earlier moves and does not search. Its points have a
/// scale of their own and are comparable only among positions of one board.
#[derive(Debug)]
pub struct Evaluation<G: Game> {
    /// The name by which players select it.
    pub name: &'static str,
    /// What it measures, in one line.
    pub what: &'static str,
    /// The function behind [`Evaluation::evaluate`].
    pub points: fn(game: &G, position: &G::Position) -> i32,
}

impl<G: Game> Evaluation<G> {
    /// Returns points for the side to move, between `-LIMIT` and [`LIMIT`]: more is better for it. Symmetric
    /// positions have equal points.
    ///
    /// A finished game is allowed; its outcome is ignored.
    pub fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        (self.points)(game, position)
    }
}
