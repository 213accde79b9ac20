//! Growth by judgement: instead of a random game, a judge says what a position is worth and which of its moves are likely to be best.
//!
//! A position is expanded when a simulation reaches it for the first time, and its moves get the judge's priors. Children are selected as
//! with a guide (`guided.rs`), and proofs are backed up as ever.

use super::grow::Tree;
use super::node::{Proof, WIN};
use super::{Proofs, TreeSettings};
use crate::Course;
use nexsolve_core::{Chance, Game, Wdl};
use std::sync::Arc;

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

/// A position to judge, with its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Its legal moves, in the order of the answer.
    pub moves: Vec<G::Move>,
    /// The position's node.
    at: usize,
    /// Whether the answer replaces an earlier one, and ends no simulation.
    is_again: bool,
}

impl<G: Chance> Tree<G> {
    /// Runs one simulation with a judge.
    pub(super) fn simulate_judged(
        &mut self,
        course: &Course<'_, G>,
        settings: &TreeSettings,
        judge: &Arc<dyn Judge<G>>,
    ) {
        if let Some(question) = self.ask(course, settings) {
            let judgement = judge.judge(course.game(), &question.position, &question.moves);
            self.answer(course, settings, &question, &judgement);
        }
    }

    /// Descends to a position that has not been expanded, and expands it. If its value is settled instead, it is backed up, and there is no question.
    pub(super) fn ask(&mut self, course: &Course<'_, G>, settings: &TreeSettings) -> Option<Question<G>> {
        let (mut at, mut position) = (self.root, *course.position());
        self.set_out(&position);
        loop {
            let settled = self.descend(course, &mut at, &mut position, settings, None);
            if let Some(value) = settled.expect("no tables") {
                self.back_up(super::node::points(value), settings.proofs);
                return None;
            }
            let limit = if at == self.root { usize::MAX } else { settings.nodes };
            if self.expand(course.game(), &position, at, settings.draw, limit) && self.nodes[at].count == 0 {
                // The game is over here.
                continue;
            }
            let children = self.nodes[at].children();
            let moves = if children.is_empty() {
                course.game().legal_moves(&position)
            } else {
                self.nodes[children].iter().map(|child| child.mv).collect()
            };
            return Some(Question { position, moves, at, is_again: false });
        }
    }

    /// Backs up the answer to the last question.
    pub(super) fn answer(
        &mut self,
        course: &Course<'_, G>,
        settings: &TreeSettings,
        question: &Question<G>,
        judgement: &Judgement,
    ) {
        let range = self.nodes[question.at].children();
        for (child, &prior) in self.nodes[range].iter_mut().zip(&judgement.priors) {
            child.prior = prior;
        }
        if question.is_again {
            return;
        }
        let share = judgement.share.clamp(0.0, 1.0);
        self.back_up((share * WIN as f32) as u64, settings.proofs);
        if question.at == self.root && self.is_endless() {
            self.end_by_history(course, settings.proofs);
        }
    }
}

/// A move of the position that a planner looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// The simulations that began with it.
    pub visits: u32,
    /// The share of points that the mover got in them; one half without any.
    pub share: f32,
    /// The judge's probability.
    pub prior: f32,
    /// The value of the move for the mover, if it is proven.
    pub proven: Option<Wdl>,
}

/// A tree search whose positions are judged by the caller, who may judge those of many searches together.
///
/// For each move, call [`Planner::begin`] and [`Planner::ask_first`], then [`Planner::answer`] and [`Planner::ask`] in turn.
pub struct Planner<G: Chance> {
    tree: Tree<G>,
    settings: TreeSettings,
}

impl<G: Chance> Planner<G> {
    /// Creates a search with the constant `c` (see [`crate::PLAYERS`], `net`); `seed` decides the order of equal moves.
    pub fn new(c: f32, seed: u64) -> Self {
        Self { tree: Tree::new(nexsolve_core::SplitMix(seed)), settings: TreeSettings::judged(c) }
    }

    /// Turns to the current position of a game, and keeps the part of the tree below it.
    pub fn begin(&mut self, course: &Course<'_, G>) {
        self.tree.prepare(course, &self.settings);
    }

    /// Returns the current position to be judged, even if it has been judged in the search for an earlier move.
    ///
    /// # Panics
    /// If the game is over.
    pub fn ask_first(&mut self, course: &Course<'_, G>) -> Question<G> {
        let at = self.tree.root;
        let children = self.tree.nodes[at].children();
        if children.is_empty() {
            return self.tree.ask(course, &self.settings).expect("the game is not over");
        }
        let moves = self.tree.nodes[children].iter().map(|child| child.mv).collect();
        Question { position: *course.position(), moves, at, is_again: true }
    }

    /// Runs a simulation up to a position to judge. `None` if the simulation ended in a position whose value is settled; it counts as
    /// well. If `first` is given, the simulation begins with this move of [`Planner::branches`].
    pub fn ask(&mut self, course: &Course<'_, G>, first: Option<usize>) -> Option<Question<G>> {
        self.tree.first = first;
        self.tree.ask(course, &self.settings)
    }

    /// Ends the simulation of the last question.
    pub fn answer(&mut self, course: &Course<'_, G>, question: &Question<G>, judgement: &Judgement) {
        self.tree.answer(course, &self.settings, question, judgement);
    }

    /// Returns whether the value of the position is proven.
    pub fn is_settled(&self) -> bool {
        self.tree.nodes[self.tree.root].proof != Proof::Open
    }

    /// Returns the moves of the position; none before the first answer.
    pub fn branches(&self) -> Vec<Branch<G::Move>> {
        let branch = |child: super::node::Node<G::Move>| Branch {
            mv: child.mv,
            visits: child.visits,
            share: child.settled_share(),
            prior: child.prior,
            proven: child.proof.value().map(|value| -value),
        };
        self.tree.first_moves().into_iter().map(branch).collect()
    }

    /// Replaces the priors of the moves of [`Planner::branches`], in the same order.
    pub fn set_priors(&mut self, priors: &[f32]) {
        let range = self.tree.nodes[self.tree.root].children();
        for (child, &prior) in self.tree.nodes[range].iter_mut().zip(priors) {
            child.prior = prior;
        }
    }
}

impl TreeSettings {
    /// Returns the settings of a search with a judge.
    pub(crate) fn judged(c: f32) -> Self {
        Self {
            policy: super::Policy::Judged(c),
            simulations: 0,
            nodes: usize::MAX,
            draw: nexsolve_core::Draw::Uniform,
            proofs: Proofs::Kept,
            threats: super::Threats::Ignored,
            memory: super::Memory::Kept,
            threads: 1,
        }
    }
}
