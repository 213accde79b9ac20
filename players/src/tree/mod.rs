//! Monte-Carlo tree search: `mcts`, `uct`, `puct`.
//!
//! A **simulation** goes down the tree from the present position, by the policy, to a position that has not been looked into;
//! plays from there to the end by lot; and adds what came of it to the counts of all positions on its way. A position is
//! looked into, its moves made children, when a simulation comes to it for the second time. Each child is tried once, in an order
//! by lot, before the policy chooses.
//!
//! - `mcts` is the old Nex program's: the child with the most wins for its visits. Nothing is proven, nothing kept between moves.
//! - `uct` adds to that share what a child that has seldom been tried may be worth: c √(ln N / n) (L. Kocsis and C. Szepesvári,
//!   "Bandit based Monte-Carlo planning", 2006). Without a constant, c is 1 / √(number of moves): with many moves there is less to
//!   learn from trying each again, and what is proven lost goes away one by one. Constants that were best in matches at 1,000
//!   simulations against c = 0.7 are near it: 0.1 in 4×4 Nex, 0.2 in 7×7 Hex, 0.4 in Awari and draughts.
//! - `puct` adds c P √N / (1 + n), with the same prior P for all moves, as the old draughts program's search without a
//!   network (after D. Silver et al., "Mastering the game of Go without human knowledge", 2017).
//!
//! `uct` and `puct` **prove**: a position from which a move leads to a lost one is won, one whose moves all lead to won ones lost
//! (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search solver", 2008); drawn ones likewise. And they keep the part of
//! the tree that the game has come to: as in the old Awari program, the number of simulations is that of the tree together,
//! so that a move takes only those that the kept part has not had.
//!
//! - `uct` with `connections` asks the game for what it knows (`tree/guided.rs`).
//!
//! Where play can repeat, a position that has occurred before, in the game or on the way down, counts as a draw there, and
//! proves nothing. That a move ends the game by what came before it, as a third occurrence or a count of moves does, is seen of
//! the first move; what is proven holds by the positions after it alone.
//!
//! With more than one thread each grows a tree of its own, and the counts of the first moves are added up: for a seed the
//! choice is the same however the threads run.

mod grow;
mod guided;
mod node;

use crate::{Budget, Course, Estimate, Player, PlayerError, Thought};
use grow::Tree;
use nexsolve_core::{Bounds, Chance, Draw, Plies, ProbeError, Prober, Score, SplitMix};
use node::{Node, Proof};
use std::sync::Arc;
use std::thread;

/// How a child is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// The most points for its visits.
    Ratio,
    /// Upper confidence bounds with this constant.
    Uct(f32),
    /// The same with this constant over the square root of the number of moves.
    Scaled(f32),
    /// Equal priors with this constant.
    Puct(f32),
    /// The priors and proofs of the game's guide, with this constant. The game has one.
    Guided(f32),
}

/// What a tree search is made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSettings {
    /// How a child is chosen.
    pub policy: Policy,
    /// Simulations for a move; with a tree kept, less those that the kept part has had. No tree counts more than two
    /// thousand million.
    pub simulations: u64,
    /// Positions that the trees of all threads hold at most, but for those after the first move. When they are full, simulations
    /// go on without growing them.
    pub nodes: usize,
    /// Which moves are looked at, and how games are played out. Where some are passed over, what settles the others is no proof,
    /// and not told as one.
    pub draw: Draw,
    /// Whether what is proven is backed up.
    pub proofs: Proofs,
    /// What becomes of the tree after a move.
    pub memory: Memory,
    /// Trees grown beside each other.
    pub threads: usize,
}

impl TreeSettings {
    /// The policy of `uct` without a constant.
    pub const UCT: Policy = Policy::Scaled(1.0);
}

/// Whether what is proven is backed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proofs {
    /// It is, and what is lost is not tried again.
    Kept,
    /// Only the ends of games are known.
    Ignored,
}

/// What becomes of the tree after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The part that the game comes to is kept.
    Kept,
    /// Each move begins a new one.
    Fresh,
}

/// A player who grows a tree.
pub struct TreePlayer<G: Chance> {
    settings: TreeSettings,
    name: String,
    trees: Vec<Tree<G>>,
    tables: Option<Arc<dyn Prober<G>>>,
    /// Whether no move is of another kind than others.
    has_one_kind: bool,
}

impl<G: Chance> TreePlayer<G> {
    /// A player with these settings and lots.
    pub fn new(name: String, settings: TreeSettings, seed: u64) -> Self {
        let threads = settings.threads.max(1);
        let trees = (0..threads).map(|i| Tree::new(SplitMix::part(seed, i as u64))).collect();
        Self { settings, name, trees, tables: None, has_one_kind: false }
    }

    /// The same player, who looks each position up that the tree comes to, and takes what is known there for proven.
    pub fn with_tables(self, tables: Arc<dyn Prober<G>>) -> Self {
        Self { tables: Some(tables), ..self }
    }
}

impl<G: Chance> Player<G> for TreePlayer<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(
        &mut self,
        course: &Course<'_, G>,
        budget: &Budget<'_>,
    ) -> Result<Thought<G::Move>, PlayerError> {
        let threads = self.trees.len();
        let mut settings = self.settings;
        // With time alone, as many simulations as it allows.
        let endless = budget.until.is_some() && budget.playouts.is_none() && settings.simulations == 0;
        let own = (settings.simulations > 0).then_some(settings.simulations);
        settings.simulations = match Budget::least(own, budget.playouts) {
            _ if endless => u64::MAX,
            limit => limit.unwrap_or(DEFAULT_SIMULATIONS).div_ceil(threads as u64),
        };
        settings.simulations = settings.simulations.min(MOST_SIMULATIONS / threads as u64);
        settings.nodes /= threads;
        self.has_one_kind = course.game().kinds() == 1;
        let tables = self.tables.as_deref();
        let (first, others) = self.trees.split_first_mut().expect("one tree at least");
        // Threads of their own: one of a pool that waits for its tree would take up another game, and its time.
        thread::scope(|scope| -> Result<(), ProbeError> {
            let grow = |tree: &mut Tree<G>| tree.grow(course, &settings, budget, tables);
            let grown: Vec<_> = others.iter_mut().map(|tree| scope.spawn(move || grow(tree))).collect();
            grow(first)?;
            grown
                .into_iter()
                .try_for_each(|tree| tree.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })?;
        Ok(self.verdict())
    }
}

/// Simulations for a move where nobody says how many.
pub const DEFAULT_SIMULATIONS: u64 = 1_000;

/// So many can be counted, over all trees.
const MOST_SIMULATIONS: u64 = (u32::MAX / 2) as u64;

impl<G: Chance> TreePlayer<G> {
    /// The moves from the present position, with the counts of all trees.
    fn first_moves(&self) -> Vec<Node<G::Move>> {
        let mut moves = self.trees[0].first_moves();
        if self.trees.len() > 1 {
            // Each tree has listed the same moves, each in an order of its own.
            moves.sort_unstable_by_key(|child| child.mv);
        }
        for tree in &self.trees[1..] {
            let mut others = tree.first_moves();
            others.sort_unstable_by_key(|child| child.mv);
            for (child, other) in moves.iter_mut().zip(&others) {
                child.visits += other.visits;
                child.halves += other.halves;
                child.proof = child.proof.or(other.proof);
            }
        }
        moves
    }

    /// The move that the trees together speak for.
    fn verdict(&mut self) -> Thought<G::Move> {
        let nodes = self.trees.iter().map(|tree| tree.simulated).sum();
        let moves = self.first_moves();
        let ratio = self.settings.policy == Policy::Ratio;
        // A move is as good as what is proven of it; one of which nothing is, as it looks, and a draw is better than what
        // looks worse.
        let worth = |child: &Node<G::Move>| match child.proof {
            Proof::Loss => (3, f64::from(child.prior)),
            Proof::Draw => (1, 1.0),
            Proof::Win => (0, f64::from(child.visits) + f64::from(child.prior)),
            Proof::Idle => (0, -1.0),
            Proof::Open | Proof::Repeated if ratio => (2, f64::from(child.share())),
            Proof::Open | Proof::Repeated => (2, f64::from(child.visits)),
        };
        let start = self.trees[0].pick(moves.len());
        let rotated = || (0..moves.len()).map(|i| (start + i) % moves.len());
        let better = |a: &usize, b: &usize| {
            let (a, b) = (worth(&moves[*a]), worth(&moves[*b]));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        };
        let mut best = rotated().max_by(better).expect("a game that is not over has a move");
        let drawn = rotated().find(|&i| moves[i].proof == Proof::Draw);
        if let Some(drawn) = drawn.filter(|_| worth(&moves[best]).0 == 2 && moves[best].share() < 0.5) {
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
            _ => Estimate::Share(f64::from(chosen.share())),
        };
        let mv = chosen.mv;
        Thought { mv, estimate, line: self.trees[0].line(mv), nodes }
    }
}

#[cfg(test)]
mod tests;
