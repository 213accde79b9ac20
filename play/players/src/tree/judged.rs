//! Growth by judgement: instead of a random game, a judge says what a position is worth and which of its
//! moves are likely to be best.
//!
//! A position is expanded when a simulation reaches it for the first time, and its moves get the judge's
//! priors. Children are selected as with a guide (`guided.rs`), and proofs are backed up as ever.

use super::grow::Tree;
use super::judge::{Judge, Judgement};
use super::node::{Proof, WIN, points};
use super::settings::TreeSettings;
use crate::Course;
use nexsolve_core::{Chance, Game};
use std::sync::Arc;

/// A position to judge, with its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<G: Game> {
    /// The position.
    pub position: G::Position,
    /// Its legal moves, in the order of the answer.
    pub moves: Vec<G::Move>,
    /// The position's node.
    pub(super) at: usize,
    /// Whether the answer replaces an earlier one, and ends no simulation.
    pub(super) is_again: bool,
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

    /// Descends to a position that has not been expanded, and expands it. If its value is settled instead, it
    /// is backed up, and there is no question.
    pub(super) fn ask(&mut self, course: &Course<'_, G>, settings: &TreeSettings) -> Option<Question<G>> {
        let (mut at, mut position) = (self.root, *course.position());
        self.set_out(&position);
        loop {
            let settled = self.descend(course, &mut at, &mut position, settings, None);
            if let Some(value) = settled.expect("no tables") {
                self.back_up(points(value), settings.proofs);
                return None;
            }
            let limit = if at == self.root { usize::MAX } else { settings.nodes };
            self.expand(course.game(), &position, at, settings.draw, limit);
            if self.nodes[at].proof != Proof::Open {
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
        if question.at == self.root {
            self.end_by_history(course, settings.proofs);
        }
        if question.is_again {
            return;
        }
        let share = judgement.share.clamp(0.0, 1.0);
        self.back_up((share * WIN as f32) as u64, settings.proofs);
    }
}
