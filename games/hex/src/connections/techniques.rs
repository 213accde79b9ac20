//! The techniques of the search for winners, which can be switched off one by one.

/// A technique of the search for winners by connections. No technique changes an answer; a search without it
/// shows how much it helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// Fill-in: dead and captured cells get stones.
    FillIn,
    /// Captured cells, as part of fill-in.
    Captured,
    /// A move whose fill-in covers another move's cell makes the other move unnecessary.
    Domination,
    /// A move on a cell that the opponent can kill with a stone is not tried.
    Killed,
    /// Only cells of the must-play region are tried.
    MustPlay,
    /// A winner's reply to one move answers all moves outside of the cells that its win needs.
    Regions,
    /// The rule *or* joins more than two semi-connections.
    Joined,
    /// The search for connections of the side to move, which finds its wins one ply earlier and helps to
    /// order moves.
    Own,
    /// The search for connections continues from those of the state before.
    Kept,
    /// Moves are tried in order of their promise.
    Ordering,
    /// A position and its rotation by 180° are one state.
    Symmetry,
}

impl Technique {
    /// All techniques.
    pub const ALL: [Self; 11] = [
        Self::FillIn,
        Self::Captured,
        Self::Domination,
        Self::Killed,
        Self::MustPlay,
        Self::Regions,
        Self::Joined,
        Self::Own,
        Self::Kept,
        Self::Ordering,
        Self::Symmetry,
    ];
}
