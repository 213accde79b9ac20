//! What a search may use.

/// What a search may use. Who wins, where distances are not wanted, is asked by proof numbers if all of it may be used and the game
/// has a [`nexsolve_core::Proving`].
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Bytes for the transposition table; 0 for none.
    pub memory_bytes: u64,
    /// Positions to visit at most (to within a thousand a thread).
    pub nodes: Option<u64>,
    /// Whether symmetric positions are taken as one.
    pub symmetry: bool,
    /// Whether moves are searched in an order that learns; otherwise in the game's order.
    pub ordering: bool,
}
