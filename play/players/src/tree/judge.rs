//! What judges positions in place of random games.

use nexsolve_core::Game;

/// Judges positions.
pub(crate) trait Judge<G: Game>: Send + Sync {
    /// Judges a position that is not over; `moves` holds its legal moves in any order.
    fn judge(&self, game: &G, position: &G::Position, moves: &[G::Move]) -> Judgement;
}

/// A judge's view of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The expected share of points for the side to move, from 0 for a loss to 1 for a win.
    pub share: f32,
    /// The probability of each move to be the best.
    pub priors: Vec<f32>,
}
