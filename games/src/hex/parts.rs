//! Parts of the search for winners that can be left out.

/// A part of the search for winners by connections. None changes an answer: to leave one out shows what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Fill-in: dead and captured cells get stones.
    FillIn,
    /// The captured cells of fill-in.
    Captured,
    /// A move whose fill-in covers another move's cell makes the other move unnecessary.
    Domination,
    /// A move that the opponent can kill by a stone is not tried.
    Killed,
    /// Only cells of the must-play region are tried.
    MustPlay,
    /// The rule *or* joins more than two semi-connections.
    Joined,
    /// The search for connections of the side to move, which finds its wins one ply earlier and helps to order moves.
    Own,
    /// Moves are tried in order of their promise.
    Ordering,
    /// A position and the same turned by 180° are one state.
    Symmetry,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 9] = [
        Self::FillIn,
        Self::Captured,
        Self::Domination,
        Self::Killed,
        Self::MustPlay,
        Self::Joined,
        Self::Own,
        Self::Ordering,
        Self::Symmetry,
    ];
}

/// The parts that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Parts(u16);

impl Parts {
    pub(super) const ALL: Self = Self(u16::MAX);

    pub(super) fn without(self, part: Part) -> Self {
        Self(self.0 & !(1 << part as u16))
    }

    #[inline]
    pub(super) fn has(self, part: Part) -> bool {
        self.0 & 1 << part as u16 != 0
    }
}
