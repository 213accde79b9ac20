//! Wins that a game finds by its own threats, where no search covers the board.

use crate::Plies;

/// A win that the side to move can force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin<M> {
    /// The winning move, followed by one line of play to the end of the game: the loser's answers are among
    /// those that delay the end most.
    pub line: Vec<M>,
    /// The length of the win, whatever the loser plays: at most this many plies.
    pub plies: Plies,
    /// The number of positions that the search visited.
    pub nodes: u64,
}

/// A game's search for forced wins, of positions `P` and moves `M`.
///
/// It is exact in what it claims, but it need not find a win where there is one. [`crate::laws::forcing`]
/// compares its claims with the rules.
pub trait Forcing<P, M> {
    /// Returns a win that the side to move can force, if a search of up to `nodes` positions finds one. It
    /// gives up early once `is_over` returns true. The answer does not depend on earlier calls.
    ///
    /// The position must not be over.
    fn forced_win(&self, position: &P, nodes: u64, is_over: &dyn Fn() -> bool) -> Option<ForcedWin<M>>;
}
