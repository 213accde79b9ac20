//! The techniques of the searches of Nex, which can be switched off one by one.

/// A technique of the searches. No technique changes an answer; a search without it shows how much it helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// A proven win answers other replies that leave its region as it is.
    Transfers,
    /// Wins in three plies are read off the board.
    WinsInThree,
    /// Moves are ordered by the work that both sides' chains still take: in the search for winners only.
    Work,
    /// Moves are ordered by how much can be reached with little work: in the search for winners only.
    Ways,
    /// What won after one reply is tried first after another: in the search for winners only.
    Repeats,
    /// One reply is searched at a time, not a quarter of them: in the search for winners only.
    OneReply,
    /// Wins within four moves are searched in stages: in the search for winners only.
    Ahead,
    /// Moves that threaten to win soon come first: in the search for winners only.
    Threats,
}

impl Technique {
    /// All techniques.
    pub const ALL: [Self; 8] = [
        Self::Transfers,
        Self::WinsInThree,
        Self::Work,
        Self::Ways,
        Self::Repeats,
        Self::OneReply,
        Self::Ahead,
        Self::Threats,
    ];
}
