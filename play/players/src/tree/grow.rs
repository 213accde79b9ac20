//! The growth of one tree.

use super::judge::Judge;
use super::node::{Node, Proof, WIN, points};
use super::settings::{Policy, Proofs, TreeMemory, TreeSettings};
use crate::budget::Watch;
use crate::{Budget, Course};
use nexsolve_core::{Advice, Chance, Draw, Guide, Plies, Probe, ProbeError, Prober, SplitMix, Wdl};
use std::sync::Arc;

/// The player's tables, if it has some.
type TreeProber<'a, G> = Option<&'a dyn Prober<G>>;

/// A tree of positions below one position of a game.
pub(super) struct Tree<G: Chance> {
    pub(super) nodes: Vec<Node<G::Move>>,
    /// The root. Its own counts include all simulations; the results of its moves are counted in its
    /// children.
    pub(super) root: usize,
    /// The start of the game that led to the root; `played` holds its moves.
    start: Option<G::Position>,
    played: Vec<G::Move>,
    /// Whether play from the root can go on for ever.
    is_endless: bool,
    /// The child of the root that the next simulation begins with; the policy selects it if `None`.
    pub(super) first: Option<usize>,
    /// Whether a position's children did not fit.
    is_full: bool,
    random: SplitMix,
    /// The simulations since the last choice.
    pub(super) simulated: u64,
    /// Reusable lists, to save allocations.
    moves: Vec<G::Move>,
    path: Vec<usize>,
    seen: Vec<G::Position>,
    /// The game's guide, if the policy uses one.
    pub(super) guide: Option<Box<dyn Guide<G::Position, G::Move>>>,
    pub(super) weights: Vec<f32>,
    pub(super) advice: Vec<Advice>,
}

impl<G: Chance> Tree<G> {
    pub(super) fn new(random: SplitMix) -> Self {
        Self {
            nodes: Vec::new(),
            root: 0,
            start: None,
            played: Vec::new(),
            is_endless: false,
            first: None,
            is_full: false,
            random,
            simulated: 0,
            moves: Vec::new(),
            path: Vec::new(),
            seen: Vec::new(),
            guide: None,
            weights: Vec::new(),
            advice: Vec::new(),
        }
    }

    /// Returns all nodes.
    #[cfg(test)]
    pub(super) fn nodes(&mut self) -> &mut Vec<Node<G::Move>> {
        &mut self.nodes
    }

    /// Backs up a proof from the second position, the first child of the first one.
    #[cfg(test)]
    pub(super) fn prove_first(&mut self) {
        self.path = vec![0, 1];
        self.prove();
    }

    /// Returns a random number.
    pub(super) fn pick(&mut self, below: usize) -> usize {
        self.random.below(below)
    }

    /// Returns whether nothing has grown yet.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the expected share of points in the current position, for the side to move.
    pub(super) fn share(&self) -> f32 {
        1.0 - self.nodes[self.root].share()
    }

    /// Returns the moves of the current position with their counts.
    pub(super) fn first_moves(&self) -> Vec<Node<G::Move>> {
        self.nodes[self.nodes[self.root].children()].to_vec()
    }

    /// Settles the position after a move of the current position.
    pub(super) fn settle(&mut self, mv: G::Move, proof: Proof) {
        let children = self.nodes[self.root].children();
        if let Some(at) = children.into_iter().find(|&at| self.nodes[at].mv == mv) {
            self.nodes[at].proof = proof;
        }
        self.path.clear();
        self.path.push(self.root);
        self.prove();
    }

    /// Returns the line that begins with `mv` and continues with the most visited moves.
    pub(super) fn line(&self, mv: G::Move) -> Vec<G::Move> {
        let mut line = Vec::new();
        let children = self.nodes[self.root].children();
        let mut next = children.into_iter().find(|&i| self.nodes[i].mv == mv);
        while let Some(at) = next {
            line.push(self.nodes[at].mv);
            let most = self.nodes[at].children().max_by_key(|&i| self.nodes[i].visits);
            next = most.filter(|&i| self.nodes[i].visits > 0);
        }
        line
    }

    /// Grows the tree below the current position of the game.
    pub(super) fn grow(
        &mut self,
        course: &Course<'_, G>,
        settings: &TreeSettings,
        budget: &Budget<'_>,
        tables: TreeProber<'_, G>,
        judge: Option<&Arc<dyn Judge<G>>>,
    ) -> Result<(), ProbeError> {
        if matches!(settings.policy, Policy::Guided(_)) && self.guide.is_none() {
            self.guide = course.game().guide();
        }
        self.prepare(course, settings);
        self.simulated = 0;
        let game = course.game();
        let root = *course.position();
        // With a judge, the first simulation expands the root.
        if self.nodes[self.root].count == 0 && judge.is_none() {
            self.expand(game, &root, self.root, settings.draw, usize::MAX);
        }
        if self.guide.is_some() && !self.nodes[self.root].is_judged {
            self.judge(&root, self.root);
            self.path.clear();
            self.path.push(self.root);
            self.prove();
        }
        self.end_by_history(course, settings.proofs);
        let had = u64::from(self.nodes[self.root].visits);
        let wanted = settings.simulations.saturating_sub(had);
        // A choice needs at least one visit to each child, but no more than the limit.
        let least = u64::from(self.nodes[self.root].count).min(settings.simulations);
        let wanted = if judge.is_some() { wanted } else { wanted.max(least.saturating_sub(had)) };
        let mut watch = Watch::new(*budget);
        while self.simulated < wanted {
            if self.simulated > 0 && watch.is_over() {
                break;
            }
            if settings.proofs == Proofs::Kept && self.nodes[self.root].proof != Proof::Open {
                break;
            }
            match judge {
                None => self.simulate(course, settings, tables)?,
                Some(judge) => self.simulate_judged(course, settings, judge),
            }
            self.simulated += 1;
        }
        Ok(())
    }

    /// Finds the current position in the tree, or starts a new tree.
    pub(super) fn prepare(&mut self, course: &Course<'_, G>, settings: &TreeSettings) {
        let moves = course.moves();
        let kept = settings.memory == TreeMemory::Kept
            && self.start == Some(course.positions()[0])
            && moves.starts_with(&self.played);
        let mut at = kept.then_some(self.root);
        if kept {
            for mv in &moves[self.played.len()..] {
                at = at.and_then(|at| self.nodes[at].children().find(|&i| self.nodes[i].mv == *mv));
            }
        }
        self.is_endless = course.game().longest(course.position()) == Plies::ENDLESS;
        self.start = Some(course.positions()[0]);
        self.played = moves.to_vec();
        self.is_full = false;
        match at {
            // A node settled without children, such as an earlier position that occurs again, starts anew.
            Some(at) if self.nodes[at].count > 0 => {
                self.keep(at);
                if self.nodes[0].proof == Proof::Idle {
                    self.nodes[0].proof = Proof::Open;
                }
            }
            _ => {
                self.nodes.clear();
                self.root = 0;
                // Nobody uses the root's own move.
                self.nodes.push(Node::new(course.game().legal_moves(course.position())[0]));
            }
        }
    }

    /// Discards everything except the part of the tree below a node.
    fn keep(&mut self, at: usize) {
        let mut kept = vec![self.nodes[at]];
        let mut next = 0;
        while next < kept.len() {
            let children = kept[next].children();
            if !children.is_empty() {
                kept[next].first = kept.len() as u32;
                kept.extend_from_slice(&self.nodes[children]);
            }
            next += 1;
        }
        self.nodes = kept;
        self.root = 0;
    }

    /// Settles the root's moves that end the game by its history, which the tree ignores otherwise.
    pub(super) fn end_by_history(&mut self, course: &Course<'_, G>, proofs: Proofs) {
        if !self.is_endless {
            return;
        }
        let game = course.game();
        let mut any = false;
        for i in self.nodes[self.root].children() {
            let mv = self.nodes[i].mv;
            if let Some(ending) = course.ending_after(mv) {
                let after = game.play(course.position(), mv);
                self.nodes[i].proof = Proof::of(ending.value_for(game.side_to_move(&after)));
                any = true;
            }
        }
        if any && proofs == Proofs::Kept {
            self.nodes[self.root].proof = Proof::Open;
            self.path.clear();
            self.path.push(self.root);
            self.prove();
        }
    }

    /// Adds the moves of a position as children, in random order, or settles the position if it is over.
    /// Returns whether they fit into a tree of `limit` nodes.
    pub(super) fn expand(
        &mut self,
        game: &G,
        position: &G::Position,
        at: usize,
        draw: Draw,
        limit: usize,
    ) -> bool {
        let mut moves = std::mem::take(&mut self.moves);
        game.moves(position, &mut moves);
        if draw == Draw::FirstKind
            && let Some(kind) = moves.iter().map(|&mv| game.kind(mv)).min()
        {
            moves.retain(|&mv| game.kind(mv) == kind);
        }
        if moves.is_empty() {
            let outcome = game.outcome(position).expect("there are moves while the game goes on");
            self.nodes[at].proof = Proof::of(outcome);
        } else if self.nodes.len() + moves.len() > limit {
            self.is_full = true;
        } else {
            for i in 0..moves.len() {
                let other = i + self.random.below(moves.len() - i);
                moves.swap(i, other);
            }
            self.nodes[at].first = self.nodes.len() as u32;
            self.nodes[at].count = moves.len() as u32;
            self.nodes.extend(moves.iter().map(|&mv| Node::new(mv)));
            self.weigh(position, at, &moves);
        }
        self.moves = moves;
        !self.is_full
    }

    /// Runs one simulation.
    fn simulate(
        &mut self,
        course: &Course<'_, G>,
        settings: &TreeSettings,
        tables: TreeProber<'_, G>,
    ) -> Result<(), ProbeError> {
        let game = course.game();
        let (mut at, mut position) = (self.root, *course.position());
        self.set_out(&position);
        let value = loop {
            let Some(value) = self.descend(course, &mut at, &mut position, settings, tables)? else {
                if self.nodes[at].visits > 0
                    && !self.is_full
                    && self.expand(game, &position, at, settings.draw, settings.nodes)
                {
                    continue;
                }
                let playout = match &mut self.guide {
                    None => game.playout(&position, settings.draw, &mut self.random),
                    Some(guide) => guide.playout(&position, &mut self.random),
                };
                if playout.plies == 0 {
                    self.nodes[at].proof = Proof::of(playout.value);
                }
                break playout.value;
            };
            break value;
        };
        self.back_up(points(value), settings.proofs);
        Ok(())
    }

    /// Begins a path at the root, which is `position`.
    pub(super) fn set_out(&mut self, position: &G::Position) {
        self.path.clear();
        self.path.push(self.root);
        if self.is_endless {
            self.seen.clear();
            self.seen.push(*position);
        }
    }

    /// Descends from the last position of the path to one that is settled, and returns its value for the side
    /// to move there, or to one that has not been expanded.
    pub(super) fn descend(
        &mut self,
        course: &Course<'_, G>,
        at: &mut usize,
        position: &mut G::Position,
        settings: &TreeSettings,
        tables: TreeProber<'_, G>,
    ) -> Result<Option<Wdl>, ProbeError> {
        loop {
            if let Some(value) = self.nodes[*at].proof.value() {
                return Ok(Some(value));
            }
            if self.nodes[*at].count == 0 {
                return Ok(None);
            }
            if self.is_worth_a_look(*at) {
                self.judge(position, *at);
                if self.settles(*at) {
                    continue;
                }
            }
            *at = match self.first {
                Some(first) if *at == self.root => self.nodes[*at].first as usize + first,
                _ => self.select(*at, settings),
            };
            *position = course.game().play(position, self.nodes[*at].mv);
            self.path.push(*at);
            if self.is_endless {
                if self.nodes[*at].visits == 0
                    && (self.seen.contains(position) || course.positions().contains(position))
                {
                    self.nodes[*at].proof = Proof::Repeated;
                }
                self.seen.push(*position);
            }
            if let Some(tables) = tables
                && self.nodes[*at].visits == 0
                && self.nodes[*at].proof == Proof::Open
                && let Probe::Known(bounds) = tables.probe(position)?
                && let Some(value) = bounds.wdl()
            {
                self.nodes[*at].proof = Proof::of(value);
            }
        }
    }

    /// Adds a result to the counts of the positions on the path: `points` for the side to move at its end.
    pub(super) fn back_up(&mut self, points: u64, proofs: Proofs) {
        if proofs == Proofs::Kept {
            self.prove();
        }
        // Points count for the side that moved to the position, which is not the side to move there.
        let mut points = WIN - points;
        for &at in self.path.iter().rev() {
            let node = &mut self.nodes[at];
            // The side to move here would choose its draw rather than less.
            if node.is_held {
                points = points.min(WIN / 2);
            }
            node.visits += 1;
            node.points += points;
            points = WIN - points;
        }
    }

    /// Selects the child to descend to.
    fn select(&mut self, at: usize, settings: &TreeSettings) -> usize {
        if let Policy::Guided(constant) | Policy::Judged(constant) = settings.policy {
            return self.select_guided(at, constant);
        }
        let parent = &self.nodes[at];
        let range = parent.children();
        let first = range.start;
        let children = &self.nodes[range];
        let visits = parent.visits.max(1) as f32;
        let (log, root, prior) = (visits.ln(), visits.sqrt(), 1.0 / children.len() as f32);
        let skip_settled = settings.proofs == Proofs::Kept;
        let constant = match settings.policy {
            Policy::Uct(c) | Policy::Puct(c) => c,
            Policy::Scaled(c) => c / (children.len() as f32).sqrt(),
            Policy::Ratio | Policy::Guided(_) | Policy::Judged(_) => 0.0,
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (i, child) in children.iter().enumerate() {
            // Settled children need no further visits. Not all are settled, or the position would be.
            if skip_settled && matches!(child.proof, Proof::Win | Proof::Draw) {
                continue;
            }
            if child.visits == 0 && !matches!(settings.policy, Policy::Puct(_)) {
                return first + i;
            }
            let worth = match settings.policy {
                Policy::Ratio | Policy::Guided(_) | Policy::Judged(_) => child.share(),
                Policy::Uct(_) | Policy::Scaled(_) => {
                    let inverse = 1.0 / child.visits as f32;
                    child.points as i64 as f32 * (1.0 / WIN as f32) * inverse
                        + constant * (log * inverse).sqrt()
                }
                Policy::Puct(_) => child.share() + constant * prior * root / (1.0 + child.visits as f32),
            };
            if worth > best.1 {
                best = (i, worth);
            }
        }
        first + best.0
    }

    /// Settles the positions of the path, from its end upwards, as far as their children settle them.
    pub(super) fn prove(&mut self) {
        for i in (0..self.path.len()).rev() {
            let node = self.nodes[self.path[i]];
            if node.proof == Proof::Open && node.count > 0 {
                let Some(proof) = self.proof_by_moves(self.path[i]) else { return };
                self.nodes[self.path[i]].proof = proof;
            } else if node.proof == Proof::Open {
                return;
            }
        }
    }

    /// Returns what a position's moves prove; otherwise records whether the side to move has a draw.
    pub(super) fn proof_by_moves(&mut self, at: usize) -> Option<Proof> {
        let children = &self.nodes[self.nodes[at].children()];
        let drawn = children.iter().any(|child| child.proof == Proof::Draw);
        if children.iter().any(|child| child.proof == Proof::Loss) {
            Some(Proof::Win)
        } else if children.iter().all(|child| matches!(child.proof, Proof::Win | Proof::Draw | Proof::Idle)) {
            Some(Proof::of(if drawn { Wdl::Draw } else { Wdl::Loss }))
        } else {
            self.nodes[at].is_held = drawn;
            None
        }
    }
}
