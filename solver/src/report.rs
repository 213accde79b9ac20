//! Questions to a search, and its answers.

use nexsolve_core::{Bounds, ProofEntry, Score};

/// What to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The value of the position; the moves only as far as that requires.
    Value,
    /// The value of the position and of each legal move.
    Moves,
    /// The exact score of the position and of each legal move: the winner wins as soon as possible, the loser
    /// loses as late as possible.
    Distances,
}

/// The answer of a search, which may be incomplete.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// What is proven about the position, for the side to move.
    pub bounds: Bounds,
    /// What is proven about each legal move, in the game's order. Empty if the game is over.
    pub moves: Vec<MoveReport<M>>,
    /// Whether the goal is proven. If not, the search was stopped, or is [exhausted](Self::exhausted).
    pub complete: bool,
    /// Whether the search has asked all its questions without proving the goal. This happens only in a game
    /// without end, where it looks for wins and losses of up to [`DEEPEST`](crate::DEEPEST) plies.
    pub exhausted: bool,
    /// The counters of the search.
    pub stats: Stats,
}

/// What is proven about one move.
#[derive(Clone, Debug)]
pub struct MoveReport<M> {
    /// The move.
    pub mv: M,
    /// The move's worth for the mover. Distances include the move itself.
    pub bounds: Bounds,
    /// A line of best play that begins with the move. If the move does not win, the second move of the line
    /// is the refutation.
    ///
    /// If the score is known, the line continues to the end of the game (for a draw, as far as it was
    /// followed), or to the end of the opening book in which it begins. Otherwise the line of a losing move
    /// ends with the refutation, and the line of any other move is empty.
    pub line: Vec<M>,
}

/// Counters of one ply, counted from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyStats {
    /// The positions visited.
    pub nodes: u64,
    /// The positions settled at once, because the game is over or the game's knowledge has the answer.
    pub leaves: u64,
    /// The moves listed for search.
    pub moves: u64,
    /// The positions cut off because one move answered the question.
    pub cutoffs: u64,
    /// The positions settled by the transposition table.
    pub tt_hits: u64,
    /// The entries written to the transposition table.
    pub tt_stores: u64,
    /// The positions looked up in the database.
    pub probes: u64,
    /// The positions settled by the database.
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
    /// `plies[i]` counts the positions i plies from the root.
    pub plies: Vec<PlyStats>,
}

impl Stats {
    /// Returns the sums over all plies.
    pub fn total(&self) -> PlyStats {
        let mut sum = PlyStats::default();
        self.plies.iter().for_each(|&ply| sum += ply);
        sum
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// The threshold of the current question: is the position, or is each open move, worth at least this (for
    /// one side or the other)?
    pub threshold: Score,
    /// How many moves of the root are settled.
    pub settled: usize,
    /// How many moves the root has.
    pub moves: usize,
    /// The positions visited so far by all threads.
    pub nodes: u64,
}

/// Receives a search's progress, at most a few times a second. Any thread may call it.
pub trait SearchObserver: Sync {
    /// Called with the current progress.
    fn progress(&self, progress: SearchProgress);

    /// Called thousands of times a second, between two positions. An observer can look at a clock here and
    /// set the flag that stops the search. The default does nothing.
    fn pause(&self) {}

    /// More is proven about these moves of the root, which lead to symmetric positions. They are given by
    /// their indices in the game's order; `bounds` are for the mover. The default does nothing.
    fn proved(&self, _moves: &[usize], _bounds: Bounds) {}

    /// A search by proof numbers has found this so far. Called several times a minute by each thread; an
    /// observer that keeps the entries chooses when. The default does nothing.
    fn proofs(&self, _: &mut dyn Iterator<Item = ProofEntry>) {}
}

impl SearchObserver for () {
    fn progress(&self, _: SearchProgress) {}
}
