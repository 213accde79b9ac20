//! What generation needs of a game.

use crate::{After, LayerId, Ranked, Unmoves};
use std::io;
use std::ops::Range;

/// A game for which databases can be made. The defaults are for a game that is won, drawn or lost.
pub trait Tabled: Ranked + Unmoves + Sized + 'static {
    /// Whether a game can end in a draw. Without draws, tables of values take one bit per position.
    const DRAWS: bool = true;

    /// Whether only positions that play can reach have ranks.
    const ALL_REACHABLE: bool = false;

    /// Returns whether tables store points: those that the side to move wins from a position on, minus those
    /// of the opponent. Otherwise they store wins, draws and losses, with or without distances.
    fn has_points(&self) -> bool {
        false
    }

    /// Returns the file that databases of this game have beside their tables: its name and contents. Most
    /// games need none.
    ///
    /// # Errors
    /// If the system refuses memory.
    fn beside(&self) -> io::Result<Option<Beside>> {
        Ok(None)
    }
}

/// A file beside tables: its name and contents.
pub type Beside = (&'static str, Vec<u8>);

/// Layers to which play can return, handled by ranks alone.
///
/// Layers that lead to each other form a **group**. A move **stays** if it leads to a layer of the same
/// group; otherwise it **leaves**. An implementation returns what the rules and the ranking imply, only
/// faster; [`crate::laws::retrograde`] compares the two. When the game is over, the side to move has lost, or
/// has drawn if points are counted and none are left.
pub trait Retrograde: Ranked + Unmoves {
    /// The number of positions that each rank stands for ([`crate::Symmetric::copies`]).
    const COPIES: u64 = 1;

    /// For each rank of `ranks` that is not free, in order: calls [`Outlook::leave`] with the result of each
    /// leaving move, at least once per distinct result, then [`Outlook::end`] with the rank and the number of
    /// staying moves.
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
    fn outlook(&self, layer: LayerId, ranks: Range<u64>, visit: &mut impl Outlook);

    /// For each rank of `ranks`, none of them free: calls `visit` with the layer and rank of each position
    /// that has a staying move to it, once for each such move. It may also call `visit`, any number of times,
    /// for positions without staying moves. All symmetric positions share a rank: a move to any of them
    /// counts.
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
    fn before(&self, layer: LayerId, ranks: &[u64], visit: impl FnMut(LayerId, u64));
}

/// Receives the results of moves from [`Retrograde::outlook`].
pub trait Outlook {
    /// Called for a move that leaves the group; `to` is its result.
    fn leave(&mut self, to: After);

    /// Called once per rank, after its leaving moves; `stay` counts the other moves.
    fn end(&mut self, rank: u64, stay: u32);
}
