//! The result of a game played to its end.

use crate::Wdl;

/// The result of a game played out at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The result for the side to move in the first position.
    pub value: Wdl,
    /// The number of moves played.
    pub plies: u32,
}
