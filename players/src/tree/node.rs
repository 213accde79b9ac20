//! A position in the tree.

use nexsolve_core::Wdl;

/// What is known for good of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Nothing.
    Open,
    /// Nothing, but its parent has another child that is no worse for the side that chooses: it need not be tried.
    Idle,
    /// It has occurred before: a draw, as long as play goes this way.
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

    /// What it is worth, where it is settled.
    pub(super) fn value(self) -> Option<Wdl> {
        match self {
            Self::Open | Self::Idle => None,
            Self::Repeated | Self::Draw => Some(Wdl::Draw),
            Self::Loss => Some(Wdl::Loss),
            Self::Win => Some(Wdl::Win),
        }
    }

    /// The other where this says nothing.
    pub(super) fn or(self, other: Self) -> Self {
        if matches!(self, Self::Open | Self::Idle) { other } else { self }
    }
}

/// A position, reached by a move from its parent. Counts are those of the player who made the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) mv: M,
    /// Simulations that came here.
    pub(super) visits: u32,
    /// Half points that they brought: whole numbers, so that none is lost however many there are.
    pub(super) halves: u32,
    /// Where its children are, and how many; none if it has not been looked into.
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) proof: Proof,
    /// Whether the side to move has a move to a drawn position.
    pub(super) is_held: bool,
    /// Whether the game's guide has taken a close look at its moves.
    pub(super) is_judged: bool,
    /// How likely the move is to be its parent's best, among all: 0 where nobody has guessed.
    pub(super) prior: f32,
}

impl<M> Node<M> {
    pub(super) const fn new(mv: M) -> Self {
        Self {
            mv,
            visits: 0,
            halves: 0,
            first: 0,
            count: 0,
            proof: Proof::Open,
            is_held: false,
            is_judged: false,
            prior: 0.0,
        }
    }

    /// Points for a visit; of a position that nobody has visited, one half.
    #[inline]
    pub(super) fn share(&self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.halves as f32 * 0.5 / self.visits as f32 }
    }

    /// The same; of a position that is settled, what that is worth.
    pub(super) fn settled_share(&self) -> f32 {
        match self.proof.value() {
            None => self.share(),
            Some(Wdl::Loss) => 1.0,
            Some(Wdl::Draw) => 0.5,
            Some(Wdl::Win) => 0.0,
        }
    }

    /// Where its children are.
    #[inline]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}
