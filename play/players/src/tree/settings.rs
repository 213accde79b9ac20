//! The settings of a tree search.

use nexsolve_core::Draw;

/// How a child is selected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Policy {
    /// The highest ratio of points to visits.
    Ratio,
    /// Upper confidence bounds with this constant.
    Uct(f32),
    /// Upper confidence bounds with this constant divided by the square root of the number of moves.
    Scaled(f32),
    /// Equal priors with this constant.
    Puct(f32),
    /// The priors and proofs of the game's guide, with this constant. The game must have a guide.
    Guided(f32),
    /// The priors and judgements of the player's judge, with this constant. The player must have a judge.
    Judged(f32),
}

/// The settings of a tree search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TreeSettings {
    /// How a child is selected.
    pub(crate) policy: Policy,
    /// Simulations per move, minus those that a kept tree already has. A tree counts at most about two
    /// billion.
    pub(crate) simulations: u64,
    /// The maximum number of nodes in the trees of all threads, not counting the first moves. When they are
    /// full, simulations continue without growing them.
    pub(crate) nodes: usize,
    /// The moves to consider, and how games are played out. If some moves are left out, the others prove
    /// nothing, and no proof is reported.
    pub(crate) draw: Draw,
    /// Whether proofs are backed up.
    pub(crate) proofs: Proofs,
    /// Whether forced wins are looked for.
    pub(crate) threats: Threats,
    /// What happens to the tree after a move.
    pub(crate) memory: TreeMemory,
    /// The number of trees grown in parallel.
    pub(crate) threads: usize,
}

impl TreeSettings {
    /// The policy of `uct` without a constant.
    pub(crate) const UCT: Policy = Policy::Scaled(1.0);
}

/// Whether proofs are backed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proofs {
    /// Proofs are backed up, and lost moves are not visited again.
    Kept,
    /// Only the ends of games count as known.
    Ignored,
}

/// Whether forced wins are looked for, before and after the tree grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threats {
    /// They are, where the game can find them.
    Seen,
    /// They are not.
    Ignored,
}

/// What happens to the tree after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeMemory {
    /// The part below the current position is kept.
    Kept,
    /// Each move starts a new tree.
    Fresh,
}

/// The default number of simulations per move.
pub(crate) const DEFAULT_SIMULATIONS: u64 = 1_000;
