//! A node of the tree.

use nexsolve_core::Wdl;

/// The points of a win; a draw has half of them. An estimate between them loses nothing that matters to
/// rounding.
pub(super) const WIN: u64 = 1 << 16;

/// Returns the points of a value.
pub(super) fn points(value: Wdl) -> u64 {
    match value {
        Wdl::Loss => 0,
        Wdl::Draw => WIN / 2,
        Wdl::Win => WIN,
    }
}

/// What is settled about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Nothing.
    Open,
    /// Nothing, but another child of its parent is no worse for the side that chooses, so this one need not
    /// be visited.
    Idle,
    /// The position has occurred before: a draw, along this path only.
    Repeated,
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl Proof {
    pub(super) fn of(value: Wdl) -> Self {
        match value {
            Wdl::Loss => Self::Loss,
            Wdl::Draw => Self::Draw,
            Wdl::Win => Self::Win,
        }
    }

    /// Returns the value, if it is settled.
    pub(super) fn value(self) -> Option<Wdl> {
        match self {
            Self::Open | Self::Idle => None,
            Self::Repeated | Self::Draw => Some(Wdl::Draw),
            Self::Loss => Some(Wdl::Loss),
            Self::Win => Some(Wdl::Win),
        }
    }

    /// Returns `other` if this one settles nothing.
    pub(super) fn or(self, other: Self) -> Self {
        if matches!(self, Self::Open | Self::Idle) { other } else { self }
    }
}

/// A position, reached by a move from its parent. Its counts are for the side that made the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) mv: M,
    /// The number of simulations through this node.
    pub(super) visits: u32,
    /// The points of these simulations, as an integer, so that none are lost when many are added up.
    pub(super) points: u64,
    /// The index of the first child, and the number of children; 0 if the node is not expanded.
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) proof: Proof,
    /// Whether the side to move has a move to a drawn position.
    pub(super) is_held: bool,
    /// Whether the game's guide has taken a close look at the moves.
    pub(super) is_judged: bool,
    /// The estimated probability that the move is its parent's best; 0 without an estimate.
    pub(super) prior: f32,
}

impl<M> Node<M> {
    pub(super) const fn new(mv: M) -> Self {
        Self {
            mv,
            visits: 0,
            points: 0,
            first: 0,
            count: 0,
            proof: Proof::Open,
            is_held: false,
            is_judged: false,
            prior: 0.0,
        }
    }

    /// Returns the points per visit; one half for an unvisited node.
    #[inline]
    pub(super) fn share(&self) -> f32 {
        // Converting a signed number is one instruction, an unsigned one a branch.
        if self.visits == 0 {
            0.5
        } else {
            self.points as i64 as f32 * (1.0 / WIN as f32) / self.visits as f32
        }
    }

    /// Returns the points per visit; for a settled node, the points of its value.
    pub(super) fn settled_share(&self) -> f32 {
        match self.proof.value() {
            None => self.share(),
            Some(Wdl::Loss) => 1.0,
            Some(Wdl::Draw) => 0.5,
            Some(Wdl::Win) => 0.0,
        }
    }

    /// Returns the indices of the children.
    #[inline]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}
