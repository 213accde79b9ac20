//! What retrograde analysis of a game with cycles asks of its numbering.

use crate::{After, LayerId, Ranked, Unmoves};
use std::ops::Range;

/// Layers that play can return to, worked on by numbers alone.
///
/// Layers that lead to each other make a **group**; a move from a layer to one of its own group **stays**, any other
/// **leaves**. The game tells what the rules and the ranking say, and finds it faster; [`crate::laws::retrograde`] holds it to
/// them. A game that is over is lost by the side to move, or drawn where points are counted and none are left.
pub trait Retrograde: Ranked + Unmoves {
    /// How many positions each number stands for ([`crate::Symmetric::copies`]).
    const COPIES: u64 = 1;

    /// For each number of the range that is not free, in order: calls `leave` of `visit` with what each leaving move leads
    /// to, once at least, then `end` with the number and how many moves stay.
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn outlook(&self, layer: LayerId, ranks: Range<u64>, visit: &mut impl Outlook);

    /// For each of these numbers, none of them free: calls `visit` with the layer and number of each position that a staying
    /// move leads from to it, once for each such move. It may also be called, any number of times, for positions from which
    /// no move stays. Symmetric positions are one number: a move to each of them is a move to it.
    ///
    /// # Panics
    /// If there is no such layer or number.
    fn before(&self, layer: LayerId, ranks: &[u64], visit: impl FnMut(LayerId, u64));
}

/// Hears what the moves of positions come to ([`Retrograde::outlook`]).
pub trait Outlook {
    /// A move leaves the group.
    fn leave(&mut self, to: After);

    /// All moves that leave from the position with this number have been told, and so many stay.
    fn end(&mut self, rank: u64, stay: u32);
}
