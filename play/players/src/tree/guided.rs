//! Growth guided by the game's knowledge ([`nexsolve_core::Guide`]).
//!
//! - Moves have **priors**: the weights of a quick look when a position is expanded, and of a close look once
//!   it has been visited often. A child's worth is its share of points plus c P √N / (1 + n), as in `puct`;
//!   an unvisited child counts slightly less than its parent.
//! - A **close look** proves moves, and so positions, won or lost; `prove` backs up these proofs like the
//!   ends of games. The root gets a close look first, so that a proven win, or the only move that does not
//!   lose, is played at once.
//! - The guide plays the **playouts**.

use super::grow::Tree;
use super::node::Proof;
use nexsolve_core::{Advice, Chance, MoveStatus};

/// The number of visits after which a position gets a close look.
const LOOK_AT: u32 = 64;

/// How much less than its parent an unvisited child counts.
const UNTRIED: f32 = 0.1;

impl<G: Chance> Tree<G> {
    /// Sets the priors of a position's children, which are in the order of `moves`.
    pub(super) fn weigh(&mut self, position: &G::Position, at: usize, moves: &[G::Move]) {
        let Some(guide) = &mut self.guide else { return };
        guide.weigh(position, moves, &mut self.weights);
        let total: f32 = self.weights.iter().sum();
        let range = self.nodes[at].children();
        for (child, weight) in self.nodes[range].iter_mut().zip(&self.weights) {
            child.prior = if total > 0.0 { weight / total } else { 0.0 };
        }
    }

    /// Returns whether a position is due for a close look.
    #[inline]
    pub(super) fn is_worth_a_look(&self, at: usize) -> bool {
        self.guide.is_some() && !self.nodes[at].is_judged && self.nodes[at].visits >= LOOK_AT
    }

    /// Takes a close look at an expanded position.
    pub(super) fn judge(&mut self, position: &G::Position, at: usize) {
        let Some(guide) = &mut self.guide else { return };
        self.nodes[at].is_judged = true;
        let range = self.nodes[at].children();
        let moves: Vec<G::Move> = self.nodes[range.clone()].iter().map(|child| child.mv).collect();
        guide.advise(position, &moves, &mut self.advice);
        let total: f32 = self.advice.iter().map(|advice| advice.weight).sum();
        for (child, &Advice { standing, weight }) in self.nodes[range].iter_mut().zip(&self.advice) {
            child.prior = if total > 0.0 { weight / total } else { 0.0 };
            if child.proof == Proof::Open {
                child.proof = match standing {
                    MoveStatus::Open => Proof::Open,
                    MoveStatus::Wins => Proof::Loss,
                    MoveStatus::Loses => Proof::Win,
                    MoveStatus::Idle => Proof::Idle,
                };
            }
        }
    }

    /// Settles a position if its moves do; returns whether they did.
    pub(super) fn settles(&mut self, at: usize) -> bool {
        let proof = self.proof_by_moves(at);
        if let Some(proof) = proof {
            self.nodes[at].proof = proof;
        }
        proof.is_some()
    }

    /// Selects the child to descend to.
    pub(super) fn select_guided(&self, at: usize, constant: f32) -> usize {
        let parent = &self.nodes[at];
        let range = parent.children();
        let first = range.start;
        let scale = constant * (parent.visits.max(1) as f32).sqrt();
        // The parent's points count for the side that moved to it.
        let untried = (1.0 - parent.share() - UNTRIED).max(0.0);
        let mut best = (0, f32::NEG_INFINITY);
        for (i, child) in self.nodes[range].iter().enumerate() {
            if matches!(child.proof, Proof::Win | Proof::Draw | Proof::Idle) {
                continue;
            }
            let share = if child.visits == 0 { untried } else { child.share() };
            let worth = share + scale * child.prior / (1.0 + child.visits as f32);
            if worth > best.1 {
                best = (i, worth);
            }
        }
        first + best.0
    }
}
