//! What a player is.

use crate::{Budget, Course};
use nexsolve_core::{Bounds, Contest, ProbeError, Wdl};

/// Somebody who can choose a move.
pub trait Player<G: Contest>: Send {
    /// The name, as a [`crate::Spec`] spells it, with what the player was made with.
    fn name(&self) -> String;

    /// Chooses a legal move in a game that is not over.
    ///
    /// A player may keep what it has learned for its next move; it has to see from the course whether this is the same game.
    ///
    /// # Errors
    /// If it cannot move any more: a table that cannot be read, a person who has left.
    ///
    /// # Panics
    /// It may, if the game is over.
    fn choose(
        &mut self,
        course: &Course<'_, G>,
        budget: &Budget<'_>,
    ) -> Result<Thought<G::Move>, PlayerError>;
}

/// A move, and what the player thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The move.
    pub mv: M,
    /// What it is worth, for the player who makes it.
    pub estimate: Estimate,
    /// The play that it expects, this move first; empty if it does not look ahead.
    pub line: Vec<M>,
    /// Positions visited: looked up, searched, or played through.
    pub nodes: u64,
}

impl<M> Thought<M> {
    /// A move made without looking ahead.
    pub fn blind(mv: M) -> Self {
        Self { mv, estimate: Estimate::Unknown, line: Vec::new(), nodes: 0 }
    }
}

/// What a player takes a position to be worth, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Estimate {
    /// It has no opinion.
    Unknown,
    /// Proven: by the position after the move, and by the end of the game where the move ends it. That a later move may end it by
    /// what came before, as a third occurrence or a count of moves does, is left out.
    Proven(Bounds),
    /// The share of points that it expects, from 0 for a loss to 1 for a win.
    Share(f64),
    /// Points of an evaluation, which says what they mean.
    Points(i32),
}

impl Estimate {
    /// Win, draw or loss where it is proven.
    pub fn proven(self) -> Option<Wdl> {
        if let Self::Proven(bounds) = self { bounds.wdl() } else { None }
    }
}

/// Why a player has no move to make.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] ProbeError),
    /// The player has left.
    #[error("{0}")]
    Gone(String),
}
