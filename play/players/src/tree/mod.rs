//! Monte-Carlo tree search: `mcts`, `uct`, `puct`.
//!
//! A **simulation** descends from the current position, by the policy, to a position that has not been
//! expanded. It plays random moves from there to the end of the game, and adds the result to the counts of
//! all positions on its path. A position is expanded (its moves become children) when a simulation reaches it
//! for the second time. Each child is visited once, in random order, before the policy chooses.
//!
//! - `mcts` is the old Nex program's search: it selects the child with the highest ratio of wins to visits.
//!   It proves nothing and keeps nothing between moves.
//! - `uct` adds to that ratio a bonus for rarely visited children: c √(ln N / n) (L. Kocsis and C.
//!   Szepesvári, "Bandit based Monte-Carlo planning", 2006). Without a constant, c is 1 / √(number of moves):
//!   with many moves, revisiting each teaches less, and proven losses drop out one by one. The constants that
//!   scored best in matches at 1,000 simulations against c = 0.7 are close to it: 0.1 in 4×4 Nex, 0.2 in 7×7
//!   Hex, 0.4 in Awari and draughts.
//! - `puct` adds c P √N / (1 + n), with the same prior P for all moves, like the old draughts program's
//!   search without a network (after D. Silver et al., "Mastering the game of Go without human knowledge",
//!   2017).
//! - `uct` with `connections` uses the game's knowledge (`tree/guided.rs`).
//!
//! `uct` and `puct` **prove** values: a position with a move to a lost position is won, and a position all of
//! whose moves lead to won positions is lost (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search
//! solver", 2008); draws likewise. They also keep the part of the tree below the current position. As in the
//! old Awari program, the number of simulations applies to the whole tree, so a move runs only the
//! simulations that the kept part does not have yet.
//!
//! Where play can repeat, a position that has occurred before, in the game or on the path, counts as a draw
//! there and proves nothing. For the first move, the search checks whether the history of the game (a third
//! occurrence, a count of moves) ends it; deeper proofs ignore history.
//!
//! Where the game finds forced wins ([`nexsolve_core::Forcing`]), `uct` and `puct` play one at once
//! (`tree/forced.rs`), and play no move after which they see one for the opponent. They do not look where
//! they have tables, which know more.
//!
//! With several threads, each grows its own tree, and the counts of the first moves are added up. For a given
//! seed, the choice does not depend on the timing of the threads.

mod forced;
mod grow;
mod guided;
mod judge;
mod judged;
mod node;
mod planner;
mod settings;

use crate::{Budget, Choice, Course, Estimate, Player, PlayerError, Thought, Tried};
use grow::Tree;
pub(crate) use judge::Judge;
pub use judge::Judgement;
pub use judged::Question;
use nexsolve_core::{Bounds, Chance, Draw, Plies, Prober, Score, SplitMix};
use node::{Node, Proof};
pub use planner::{Branch, Planner};
pub(crate) use settings::{DEFAULT_SIMULATIONS, Policy, Proofs, Threats, TreeMemory, TreeSettings};
use std::cmp::Ordering;
use std::sync::Arc;
use std::thread;

/// A player that searches a tree.
pub(crate) struct TreePlayer<G: Chance> {
    settings: TreeSettings,
    trees: Vec<Tree<G>>,
    tables: Option<Arc<dyn Prober<G>>>,
    judge: Option<Arc<dyn Judge<G>>>,
    /// Whether the game has only one kind of move.
    has_one_kind: bool,
    /// The last choice, if it was the move of a forced win.
    forced: Option<G::Move>,
}

impl<G: Chance> TreePlayer<G> {
    /// Creates a player with these settings and this random seed.
    pub(crate) fn new(settings: TreeSettings, seed: u64) -> Self {
        let threads = settings.threads.max(1);
        let trees = (0..threads).map(|i| Tree::new(SplitMix::part(seed, i as u64))).collect();
        Self { settings, trees, tables: None, judge: None, has_one_kind: false, forced: None }
    }

    /// Adds tables: every position that the search visits is looked up, and its value taken as proven.
    pub(crate) fn with_tables(self, tables: Arc<dyn Prober<G>>) -> Self {
        Self { tables: Some(tables), ..self }
    }

    /// Adds a judge, for [`Policy::Judged`].
    pub(crate) fn with_judge(self, judge: Arc<dyn Judge<G>>) -> Self {
        Self { judge: Some(judge), ..self }
    }
}

impl<G: Chance> Player<G> for TreePlayer<G> {
    fn choose(&mut self, course: &Course<'_, G>, budget: &Budget<'_>) -> Choice<G::Move> {
        let threads = self.trees.len();
        let mut settings = self.settings;
        // With a time limit alone, run as many simulations as it allows.
        let endless = budget.until.is_some() && budget.playouts.is_none() && settings.simulations == 0;
        let own = (settings.simulations > 0).then_some(settings.simulations);
        settings.simulations = match Budget::least(own, budget.playouts) {
            _ if endless => u64::MAX,
            limit => limit.unwrap_or(DEFAULT_SIMULATIONS).div_ceil(threads as u64),
        };
        settings.simulations = settings.simulations.min(MOST_SIMULATIONS / threads as u64);
        settings.nodes /= threads;
        self.has_one_kind = course.game().kinds() == 1;
        self.forced = None;
        if let Some(thought) = self.forced_win(course, &settings, budget) {
            return Ok(thought);
        }
        let growing = self.before_the_check(course, &settings, budget);
        let (tables, judge) = (self.tables.as_deref(), self.judge.as_ref());
        let (first, others) = self.trees.split_first_mut().expect("one tree at least");
        // Use separate threads: a pool's thread that waits for its tree would take up another game, and spend
        // this one's time.
        thread::scope(|scope| -> Result<(), PlayerError> {
            let grow = |tree: &mut Tree<G>| tree.grow(course, &settings, &growing, tables, judge);
            let mut grown = Vec::new();
            for tree in others {
                let thread = thread::Builder::new().spawn_scoped(scope, move || grow(tree));
                grown.push(thread.map_err(|error| PlayerError::Threads(error.to_string()))?);
            }
            grow(first)?;
            for tree in grown {
                tree.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            }
            Ok(())
        })?;
        Ok(self.unrefuted(course, &settings, budget))
    }

    fn tried(&self) -> Vec<Tried<G::Move>> {
        if let Some(forced) = self.tried_by_force() {
            return vec![forced];
        }
        if self.trees[0].is_empty() {
            return Vec::new();
        }
        let mut moves = self.first_moves();
        let share = |child: &Node<G::Move>| child.settled_share();
        moves.sort_unstable_by(|a, b| {
            self.compare(b, a).then(share(b).total_cmp(&share(a))).then(a.mv.cmp(&b.mv))
        });
        let tried = |child: Node<G::Move>| Tried {
            mv: child.mv,
            playouts: child.visits.into(),
            share: child.settled_share().into(),
        };
        moves.into_iter().map(tried).collect()
    }
}

/// The maximum number of simulations that the counters can hold, over all trees.
const MOST_SIMULATIONS: u64 = (u32::MAX / 2) as u64;

impl<G: Chance> TreePlayer<G> {
    /// Returns the moves of the current position, with the counts of all trees.
    fn first_moves(&self) -> Vec<Node<G::Move>> {
        let mut moves = self.trees[0].first_moves();
        if self.trees.len() > 1 {
            // Each tree has listed the same moves in its own order.
            moves.sort_unstable_by_key(|child| child.mv);
        }
        for tree in &self.trees[1..] {
            let mut others = tree.first_moves();
            others.sort_unstable_by_key(|child| child.mv);
            for (child, other) in moves.iter_mut().zip(&others) {
                child.visits += other.visits;
                child.points += other.points;
                child.proof = child.proof.or(other.proof);
            }
        }
        moves
    }

    /// Ranks moves by what is proven. Unproven moves count by their estimates, and a draw is better than a
    /// move that looks worse.
    fn rank(&self, child: &Node<G::Move>) -> (u8, f64) {
        match child.proof {
            Proof::Loss => (3, child.prior.into()),
            Proof::Draw => (1, 1.0),
            Proof::Win => (0, f64::from(child.visits) + f64::from(child.prior)),
            Proof::Idle => (0, -1.0),
            Proof::Open | Proof::Repeated if self.settings.policy == Policy::Ratio => {
                (2, child.share().into())
            }
            // Without simulations, the prior decides.
            Proof::Open | Proof::Repeated if matches!(self.settings.policy, Policy::Judged(_)) => {
                (2, f64::from(child.visits) + f64::from(child.prior))
            }
            Proof::Open | Proof::Repeated => (2, child.visits.into()),
        }
    }

    fn compare(&self, a: &Node<G::Move>, b: &Node<G::Move>) -> Ordering {
        let (a, b) = (self.rank(a), self.rank(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    }

    /// Returns the move with the most support from all trees.
    fn verdict(&mut self) -> Thought<G::Move> {
        let nodes = self.trees.iter().map(|tree| tree.simulated).sum();
        let moves = self.first_moves();
        let start = self.trees[0].pick(moves.len());
        let rotated = || (0..moves.len()).map(|i| (start + i) % moves.len());
        let better = |a: &usize, b: &usize| self.compare(&moves[*a], &moves[*b]);
        let mut best = rotated().max_by(better).expect("a game that is not over has a move");
        let drawn = rotated().find(|&i| moves[i].proof == Proof::Draw);
        if let Some(drawn) = drawn.filter(|_| self.rank(&moves[best]).0 == 2 && moves[best].share() < 0.5) {
            best = drawn;
        }
        let all_settled = moves.iter().all(|child| !matches!(child.proof, Proof::Open | Proof::Repeated));
        let chosen = &moves[best];
        let is_whole = self.settings.draw != Draw::FirstKind || self.has_one_kind;
        let estimate = match chosen.proof {
            _ if !is_whole => Estimate::Share(chosen.settled_share().into()),
            Proof::Loss => Estimate::Proven(Bounds { lo: Score::WIN, hi: Score::win_in(Plies(1)) }),
            Proof::Win if all_settled => {
                Estimate::Proven(Bounds { lo: Score::loss_in(Plies(1)), hi: Score::LOSS })
            }
            Proof::Draw if all_settled => Estimate::Proven(Bounds::exact(Score::DRAW)),
            _ if chosen.visits == 0 => Estimate::Share(self.trees[0].share().into()),
            _ => Estimate::Share(f64::from(chosen.share())),
        };
        let mv = chosen.mv;
        Thought { mv, estimate, line: self.trees[0].line(mv), nodes }
    }
}

#[cfg(test)]
mod tests;
