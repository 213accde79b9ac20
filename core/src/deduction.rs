//! Wins deduced line by line, and the connections of which some are made.

/// The check of a proof by deduction that one side wins a position. It reads the lemmas in order, each as a
/// line of text.
///
/// [`crate::Notation::deductions`] begins one. It must accept nothing false: a lemma that passes
/// [`Deductions::deduce`] holds, and a side whose proof passes [`Deductions::conclude`] wins. The game's
/// tests compare accepted lemmas with play to the end.
///
/// The length of a line and the size of the board bound the time and memory that the line takes; no
/// implementation recurses.
pub trait Deductions {
    /// Reads the next lemma and checks that it follows from those before it.
    ///
    /// # Errors
    /// Returns the reason if the line is not a lemma, or does not follow.
    fn deduce(&mut self, line: &str) -> Result<(), String>;

    /// Checks that the last lemma says that the side wins the position, and that every other lemma is used by
    /// a later one.
    ///
    /// # Errors
    /// Returns the reason, with the lemma at fault if one is.
    fn conclude(&self) -> Result<(), Flaw>;
}

/// What is wrong with a proof as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The index of the lemma at fault, from 0; `None` if no single lemma is.
    pub lemma: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

/// Knows, or finds by a search, who wins the states of a [`crate::ProvingFor`] while it writes a proof
/// ([`crate::ProvingFor::deduce`]).
pub trait Winners {
    /// Returns whether the side to move wins `state`; `None` if that is not known yet. It does not search.
    fn known(&self, state: u128) -> Option<bool>;

    /// Returns whether the side to move wins `state`, by a search if necessary; `None` if the search was
    /// stopped.
    fn find(&mut self, state: u128) -> Option<bool>;
}

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
