//! What a position seems worth where play has not come to its end: evaluations, by name, for each game.
//!
//! An evaluation looks at one position alone: neither at the past nor at moves. Its points are its own, and comparable only among
//! positions of one board. All are for the side to move, so that a search may turn the sign with the side.

mod awari;
mod circuit;
mod draughts;
mod hex;
mod nex;
mod paths;
#[cfg(test)]
mod tests;

pub use awari::{Both as AwariBoth, Material as AwariMaterial, Mobility as AwariMobility};
pub use draughts::{Both as DraughtsBoth, Material as DraughtsMaterial, Mobility as DraughtsMobility};
pub use hex::{Basic, Better, Resistance};
pub use nex::{Chains, Connections, Dominance, LeastStones, LegalMoves, MustPlay};

pub(crate) use awari::EVALUATIONS as AWARI;
pub(crate) use draughts::EVALUATIONS as DRAUGHTS;
pub(crate) use hex::evaluations as hex_evaluations;
pub(crate) use nex::evaluations as nex_evaluations;

use crate::{Playable, SpecError};
use nexsolve_core::Game;

/// No evaluation has more points than this, nor fewer than its negative: what is proven lies outside.
pub const LIMIT: i32 = 1_000_000;

/// A guess at what a position is worth.
pub trait Evaluation<G: Game>: Send + Sync {
    /// The name, as players ask for it.
    fn name(&self) -> &'static str;

    /// What it measures, in one line.
    fn what(&self) -> &'static str;

    /// Points for the side to move, within [`LIMIT`] to both sides: the more, the better for it. Symmetric positions have as many.
    ///
    /// Any position may be asked about, one that is over too; that the game is over is not looked at.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;
}

/// The evaluation of a game that has this name; the default without a name.
///
/// # Errors
/// If there is none; the message lists those that there are.
pub fn find<G: Playable>(name: Option<&str>) -> Result<&'static dyn Evaluation<G>, SpecError> {
    let all = G::evaluations();
    let Some(name) = name else { return Ok(all[0]) };
    all.iter().copied().find(|evaluation| evaluation.name() == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|evaluation| evaluation.name()).collect();
        let reason =
            format!("there is no evaluation `{name}` of this game: expected one of {}", names.join(", "));
        SpecError::whole(name, reason)
    })
}

/// Points within the limit.
fn limited(points: i32) -> i32 {
    points.clamp(-LIMIT, LIMIT)
}
