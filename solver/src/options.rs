//! The options of a search.

/// The resources and techniques that a search may use.
///
/// If distances are not requested, proof numbers find the winner, provided that all techniques but widening
/// are enabled and the game has a [`nexsolve_core::Proving`].
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The size of the transposition table in bytes; 0 for none.
    pub memory_bytes: u64,
    /// The maximum number of positions to visit, exceeded by at most a thousand per thread; `None` for no
    /// limit.
    pub nodes: Option<u64>,
    /// Whether symmetric positions are treated as one.
    pub symmetry: bool,
    /// Whether an adaptive order replaces the game's order of moves.
    pub ordering: bool,
    /// Whether proof numbers take the most promising moves of a position first, not all at once.
    pub widening: bool,
    /// Which knowledge of the game the search uses.
    pub knowledge: Knowledge,
}

/// Which knowledge of its game a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// All knowledge that the game offers.
    Used,
    /// The rules alone: every legal move in the game's order, and no win before it is on the board.
    Ignored,
}

impl Options {
    /// All techniques, with a transposition table of this size and no limit on positions.
    pub const fn within(memory_bytes: u64) -> Self {
        let knowledge = Knowledge::Used;
        Self { memory_bytes, nodes: None, symmetry: true, ordering: true, widening: true, knowledge }
    }
}
