//! A tree search whose positions the caller judges.

use super::grow::Tree;
use super::judge::Judgement;
use super::judged::Question;
use super::node::{Node, Proof};
use super::settings::{Policy, Proofs, Threats, TreeMemory, TreeSettings};
use crate::Course;
use nexsolve_core::{Chance, Draw, SplitMix, Wdl};

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
/// For each move, call [`Planner::begin`] and [`Planner::ask_first`], then [`Planner::answer`] and
/// [`Planner::ask`] in turn.
pub struct Planner<G: Chance> {
    tree: Tree<G>,
    settings: TreeSettings,
}

impl<G: Chance> Planner<G> {
    /// Creates a search with the constant `c` (see [`crate::PLAYERS`], `net`); `seed` decides the order of
    /// equal moves.
    pub fn new(c: f32, seed: u64) -> Self {
        Self { tree: Tree::new(SplitMix(seed)), settings: TreeSettings::judged(c) }
    }

    /// Turns to the current position of a game, and keeps the part of the tree below it.
    pub fn begin(&mut self, course: &Course<'_, G>) {
        self.tree.prepare(course, &self.settings);
    }

    /// Returns the current position to be judged, even if it has been judged in the search for an earlier
    /// move.
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

    /// Runs a simulation up to a position to judge. `None` if the simulation ended in a position whose value
    /// is settled; it counts as well. If `first` is given, the simulation begins with this move of
    /// [`Planner::branches`].
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
        let branch = |child: Node<G::Move>| Branch {
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
            policy: Policy::Judged(c),
            simulations: 0,
            nodes: usize::MAX,
            draw: Draw::Uniform,
            proofs: Proofs::Kept,
            threats: Threats::Ignored,
            memory: TreeMemory::Kept,
            threads: 1,
        }
    }
}
