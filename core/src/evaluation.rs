//! What a position seems worth where play has not come to its end.

use crate::Game;

/// No evaluation has more points than this, nor fewer than its negative: what is proven lies outside.
pub const LIMIT: i32 = 1_000_000;

/// An estimate of a position, for the side to move.
///
/// An evaluation looks at one position alone: neither at the past nor at moves. Its points are its own, and comparable only among
/// positions of one board. All are for the side to move, so that a search may turn the sign with the side.
#[derive(Debug)]
pub struct Evaluation<G: Game> {
    /// The name, as players ask for it.
    pub name: &'static str,
    /// What it measures, in one line.
    pub what: &'static str,
    /// The points of [`Evaluation::evaluate`].
    pub points: fn(game: &G, position: &G::Position) -> i32,
}

impl<G: Game> Evaluation<G> {
    /// Points for the side to move, within [`LIMIT`] to both sides: the more, the better for it. Symmetric positions have as many.
    ///
    /// Any position may be asked about, one that is over too; that the game is over is not looked at.
    pub fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        (self.points)(game, position)
    }
}
