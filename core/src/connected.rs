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
    /// An empty cell, by number, that connects the side to move if it plays there; none unless `own` is [`Hold::First`].
    pub key: Option<usize>,
    /// The empty cells, by number, where the side to move must play: each move elsewhere loses. Every empty cell where the other side
    /// has no connection; none where it has one that holds if its opponent moves first.
    pub must_play: Vec<usize>,
}

/// An edge of a board that has four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The first row's.
    North,
    /// The last column's.
    East,
    /// The last row's.
    South,
    /// The first column's.
    West,
}

/// What a connection joins with something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joint {
    /// A cell, by number: an empty one, or a stone with all of its chain.
    Cell(usize),
    /// An edge of the side.
    Edge(Edge),
}

/// Who may move first where a connection is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The opponent: a full connection.
    Full,
    /// The side itself: a semi-connection.
    Semi,
}

/// A connection of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    /// Where it ends, seen from the joint that was asked about. A chain is its first cell; one that touches an edge is that edge.
    pub to: Joint,
    /// Who may move first.
    pub strength: Strength,
    /// The empty cells that it needs, by number, besides empty cells that it joins.
    pub carrier: Vec<usize>,
}
