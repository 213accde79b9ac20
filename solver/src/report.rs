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

/// Hears what a search reports while it runs: how far it is, what is proven, and what it has found. Any
/// thread may call it. A listener may ignore any part; a slice of listeners passes everything on to each.
pub trait SearchObserver: Sync {
    /// Called with the current progress, at most a few times a second.
    fn progress(&self, _: SearchProgress) {}

    /// Called thousands of times a second, between two positions. A listener can look at a clock here and set
    /// the flag that stops the search.
    fn pause(&self) {}

    /// More is proven about moves of the root.
    fn proved(&self, _: &mut Proved<'_>) {}

    /// A search by proof numbers has found this so far. Called several times a minute by each thread; a
    /// listener that keeps the entries chooses when.
    fn proofs<'e>(&self, _: &'e dyn Fn() -> Entries<'e>) {}
}

/// What a search by proof numbers has found so far.
pub type Entries<'e> = Box<dyn Iterator<Item = ProofEntry> + 'e>;

/// What is proven about moves of the root that lead to symmetric positions.
pub struct Proved<'p> {
    /// The moves, by their indices in the game's order.
    pub moves: &'p [usize],
    /// What is proven, for the mover.
    pub bounds: Bounds,
    /// Returns the lemmas that prove who wins after the move of this index, as
    /// [`Solver::deduce`](crate::Solver::deduce) does.
    pub lemmas: &'p mut dyn FnMut(usize) -> Option<Vec<String>>,
}

impl SearchObserver for () {}

impl SearchObserver for &[&dyn SearchObserver] {
    fn progress(&self, progress: SearchProgress) {
        self.iter().for_each(|listener| listener.progress(progress));
    }

    fn pause(&self) {
        self.iter().for_each(|listener| listener.pause());
    }

    fn proved(&self, proved: &mut Proved<'_>) {
        self.iter().for_each(|listener| listener.proved(proved));
    }

    fn proofs<'e>(&self, entries: &'e dyn Fn() -> Entries<'e>) {
        self.iter().for_each(|listener| listener.proofs(entries));
    }
}
