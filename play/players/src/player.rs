//! The interface of a player.

use crate::{Budget, Course};
use nexsolve_core::{Bounds, Contest, ProbeError, Wdl};

/// Anything that can choose a move.
pub trait Player<G: Contest>: Send {
    /// Chooses a legal move in a game that is not over.
    ///
    /// A player may keep what it has learned for its next move. It must detect from `course` whether this is
    /// the same game.
    ///
    /// # Errors
    /// If the player cannot move any more: a table cannot be read, or a person has left.
    ///
    /// # Panics
    /// Possibly, if the game is over.
    fn choose(&mut self, course: &Course<'_, G>, budget: &Budget<'_>) -> Choice<G::Move>;

    /// Returns the moves of the position in which the player has last chosen, best first, with the playouts
    /// that began with each. Empty before the first choice, and for a player without playouts.
    fn tried(&self) -> Vec<Tried<G::Move>> {
        Vec::new()
    }
}

/// A move and its playouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried<M> {
    /// The move.
    pub mv: M,
    /// The playouts that began with it.
    pub playouts: u64,
    /// The share of points that the mover got in them, from 0 for losses to 1 for wins; of a move with a
    /// settled value, that value. One half without playouts. An estimate, never a proof.
    pub share: f64,
}

/// A move with the player's thoughts on it, or why there is none.
pub type Choice<M> = Result<Thought<M>, PlayerError>;

/// A move, and the player's thoughts on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The move.
    pub mv: M,
    /// The estimated worth of the move, for the mover.
    pub estimate: Estimate,
    /// The line that the player expects, beginning with this move; empty if it does not search ahead.
    pub line: Vec<M>,
    /// The positions visited: looked up, searched, or played through.
    pub nodes: u64,
}

impl<M> Thought<M> {
    /// Creates a move chosen without searching ahead.
    pub fn blind(mv: M) -> Self {
        Self { mv, estimate: Estimate::Unknown, line: Vec::new(), nodes: 0 }
    }
}

/// A player's estimate of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Estimate {
    /// No estimate.
    Unknown,
    /// Proven by the position after the move, or by the end of the game if the move ends it. Rules that
    /// depend on history and may end the game at a later move (a third occurrence, a count of moves) are
    /// ignored.
    Proven(Bounds),
    /// The expected share of points, from 0 for a loss to 1 for a win.
    Share(f64),
    /// Points of an evaluation, on its own scale.
    Points(i32),
}

impl Estimate {
    /// Returns the value, if it is proven.
    pub fn proven(self) -> Option<Wdl> {
        if let Self::Proven(bounds) = self { bounds.wdl() } else { None }
    }
}

/// Why a player has no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] ProbeError),
    /// The system refuses a thread, for the given reason.
    #[error("cannot start a thread: {0}")]
    Threads(String),
    /// The player has left, for the given reason.
    #[error("{0}")]
    Gone(String),
}
