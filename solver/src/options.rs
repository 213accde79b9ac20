//! The options of a search.

/// The resources and techniques that a search may use.
///
/// If distances are not requested, proof numbers find the winner, provided that all options are enabled and the game
/// has a [`nexsolve_core::Proving`].
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The size of the transposition table in bytes; 0 for none.
    pub memory_bytes: u64,
    /// The maximum number of positions to visit, exceeded by at most a thousand per thread; `None` for no limit.
    pub nodes: Option<u64>,
    /// Whether symmetric positions are treated as one.
    pub symmetry: bool,
    /// Whether an adaptive order replaces the game's order of moves.
    pub ordering: bool,
}
