//! The ways to plan the moves of self-play.

use crate::{gumbel, puct};
use nexsolve_players::Branch;
use rand::rngs::SmallRng;
use serde::{Deserialize, Serialize};

/// How the moves of self-play are planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Planning {
    /// Gumbel noise and sequential halving, for few simulations.
    Gumbel,
    /// As in `AlphaZero`: noise on the priors, simulations by the tree's own rule, and visits as the lesson.
    Puct,
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    /// How moves are planned.
    pub(crate) planning: Planning,
    /// Simulations for each move.
    pub(crate) simulations: u32,
    /// The first plies, which are played by the probabilities that the search teaches; later the best move is
    /// played.
    pub(crate) opening: usize,
    /// A game that is longer is drawn.
    pub(crate) longest: usize,
}

/// The plan of one move.
pub(crate) enum MovePlan {
    Gumbel(gumbel::Halving),
    Puct,
}

impl Planning {
    /// Returns the probabilities that a search teaches; `share` is the judgement of the position.
    pub(crate) fn teaches<M: Copy>(self, branches: &[Branch<M>], share: f32) -> Vec<f32> {
        match self {
            Self::Gumbel => gumbel::improved(branches, share),
            Self::Puct => puct::visits(branches),
        }
    }
}

impl MovePlan {
    /// Begins a plan of `simulations` for these moves.
    pub(crate) fn new<M: Copy>(
        planning: Planning,
        branches: &[Branch<M>],
        simulations: u32,
        random: &mut SmallRng,
    ) -> Self {
        match planning {
            Planning::Gumbel => Self::Gumbel(gumbel::Halving::new(branches, simulations, random)),
            Planning::Puct => Self::Puct,
        }
    }

    /// Returns the move that the next simulation begins with; `None` leaves it to the tree.
    pub(crate) fn next<M: Copy>(&mut self, branches: &[Branch<M>]) -> Option<usize> {
        match self {
            Self::Gumbel(halving) => Some(halving.next(branches)),
            Self::Puct => None,
        }
    }

    /// Returns the best move.
    pub(crate) fn choice<M: Copy>(&mut self, branches: &[Branch<M>]) -> usize {
        match self {
            Self::Gumbel(halving) => halving.choice(branches),
            Self::Puct => most(&puct::visits(branches)),
        }
    }
}

/// Returns the index of the greatest number.
///
/// # Panics
/// If there is none.
pub(crate) fn most(numbers: &[f32]) -> usize {
    (0..numbers.len()).max_by(|&a, &b| numbers[a].total_cmp(&numbers[b])).expect("a position has moves")
}
