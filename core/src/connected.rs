//! Connections that each side can force, for games won by a connection.

/// What a side can force between its two edges, using cells that are still empty.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Hold {
    /// No connection was found, though one may exist.
    #[default]
    Open,
    /// The side connects if it moves first; it needs only these empty cells.
    First(Vec<usize>),
    /// The side connects even if the opponent moves first; it needs only these empty cells.
    Always(Vec<usize>),
}

/// The connections found in one position. Every claim is proven; further connections may exist.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Connected {
    /// The connection of the side to move.
    pub own: Hold,
    /// The connection of the other side.
    pub other: Hold,
    /// An empty cell, by number, that connects the side to move if it plays there; none unless `own` is
    /// [`Hold::First`].
    pub key: Option<usize>,
    /// The empty cells, by number, where the side to move must play: every move elsewhere loses. It contains
    /// every empty cell if the other side has no known connection, and none if the other side's connection
    /// holds in any case.
    pub must_play: Vec<usize>,
}

/// One of the four edges of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The edge along the first row.
    North,
    /// The edge along the last column.
    East,
    /// The edge along the last row.
    South,
    /// The edge along the first column.
    West,
}

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joint {
    /// A cell, by number: an empty cell, or a stone that stands for its whole chain.
    Cell(usize),
    /// One of the side's own edges.
    Edge(Edge),
}

/// Who may move first without breaking the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The opponent may move first: a full connection.
    Full,
    /// Only the side itself may move first: a semi-connection.
    Semi,
}

/// A connection of one side, seen from the joint that was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    /// The other end. A chain is named by its first cell; a chain that touches an edge is named by that edge.
    pub to: Joint,
    /// Who may move first.
    pub strength: Strength,
    /// The empty cells, by number, that the connection needs besides its own ends.
    pub carrier: Vec<usize>,
}
