//! What a search is asked, and what it answers.

use crate::proof_numbers::ProofEntry;
use nexsolve_core::{Bounds, Score};

/// What to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Win, draw or loss of the position; the moves only as far as that needs.
    Value,
    /// Win, draw or loss of the position and of each legal move.
    Moves,
    /// The same with exact distances: the winner hurries, the loser delays.
    Distances,
}

/// The answer of a search, complete or not.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// What is proven of the position, for the side to move.
    pub bounds: Bounds,
    /// What is proven of each legal move, in the game's order. Empty if the game is over.
    pub moves: Vec<MoveReport<M>>,
    /// Whether everything that the goal names is proven. If not, the search was stopped, or is [exhausted](Self::exhausted).
    pub complete: bool,
    /// Whether the search has asked all that it asks, and has not proven everything: in a game without end, where wins and losses
    /// are looked for up to [`DEEPEST`](crate::DEEPEST) plies.
    pub exhausted: bool,
    /// What it took.
    pub stats: Stats,
}

/// What is proven of one move.
#[derive(Clone, Debug)]
pub struct MoveReport<M> {
    /// The move.
    pub mv: M,
    /// Its worth for the side that makes it; distances count from before the move.
    pub bounds: Bounds,
    /// A line of best play that begins with the move: to the end of the game where the score is known (for a draw as
    /// far as it was followed), otherwise for a losing move as far as the reply that holds it, or empty. For a move
    /// that does not win, the second move of the line is that reply.
    pub line: Vec<M>,
}

/// Counters of one ply, seen from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyStats {
    /// Positions visited.
    pub nodes: u64,
    /// Positions settled at once: the game over, or the answer known by the game's own knowledge.
    pub leaves: u64,
    /// Moves listed for search.
    pub moves: u64,
    /// Positions left because one move answered the question.
    pub cutoffs: u64,
    /// Positions settled by the transposition table.
    pub tt_hits: u64,
    /// Entries written into the transposition table.
    pub tt_stores: u64,
    /// Positions looked up in the database.
    pub probes: u64,
    /// Positions settled by the database.
    pub probe_hits: u64,
}

impl std::ops::AddAssign for PlyStats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.moves += other.moves;
        self.cutoffs += other.cutoffs;
        self.tt_hits += other.tt_hits;
        self.tt_stores += other.tt_stores;
        self.probes += other.probes;
        self.probe_hits += other.probe_hits;
    }
}

/// Counters of a search, by ply from the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// `plies[i]`: positions i plies from the root.
    pub plies: Vec<PlyStats>,
}

impl Stats {
    /// The sums over all plies.
    pub fn total(&self) -> PlyStats {
        let mut sum = PlyStats::default();
        for ply in &self.plies {
            sum += *ply;
        }
        sum
    }
}

/// How far a search has come, for a progress bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The question in work: is the position, or are the moves still open, worth at least this (for one side or the
    /// other)?
    pub threshold: Score,
    /// Moves of the root that are settled.
    pub settled: usize,
    /// Moves of the root.
    pub moves: usize,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
}

/// Hears of a search's progress, a few times a second at most; called from any thread.
pub trait Observer: Sync {
    /// The search has come this far.
    fn progress(&self, progress: Progress);

    /// A search by proof numbers has found this so far. Called several times a minute by each thread; an observer that keeps the
    /// entries chooses when. The default does nothing.
    fn proofs(&self, _: &mut dyn Iterator<Item = ProofEntry>) {}
}

impl Observer for () {
    fn progress(&self, _: Progress) {}
}
