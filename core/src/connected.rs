//! What two sides can connect, for games that are won by a connection.

/// What a side can force between its two edges, by cells that no move has taken yet.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Hold {
    /// No connection was found; there may be one.
    #[default]
    Open,
    /// The side connects if it moves first, and needs no empty cells but these.
    First(Vec<usize>),
    /// The side connects even if its opponent moves first, and needs no empty cells but these.
    Always(Vec<usize>),
}

/// The connections found in one position. Everything claimed is proven; what is not found may exist.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Connected {
    /// The connection of the side to move.
    pub own: Hold,
    /// The connection of the other side.
    pub other: Hold,
    /// The empty cells, by number, where the side to move must play: each move elsewhere loses. Every empty cell where the other side
    /// has no connection; none where it has one that holds if its opponent moves first.
    pub must_play: Vec<usize>,
}
