//! Positions that differ only in the ranks of their pieces.
//!
//! A *layout* is a position without the ranks of its pieces: the squares of both sides. In draughts and its
//! relatives, quiet moves, the duty to capture and whole captures depend on a layout and on the rank of the
//! piece that moves, and on nothing else. So one look at a layout settles all its positions at once, a bit
//! each.
//!
//! All squares here are seen by the side that *waits*, whose men step towards greater numbers; the side that
//! *moves* steps towards smaller ones. Square i of one side's view is square 31 − i of the other's, so
//! [`u32::reverse_bits`] turns a set of squares into the other view.

#![expect(
    clippy::inline_always,
    reason = "inlined into the table generator's loops, which are compiled for the processor's instruction set"
)]

use crate::{Game, LayerId, Tabled};

/// A set of at most 32 squares: bit i is square i.
pub type Squares = u32;

/// The pieces of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The men of the side to move: the pieces of lower rank.
    pub own_men: Squares,
    /// Its kings.
    pub own_kings: Squares,
    /// The men of the other side.
    pub other_men: Squares,
    /// Its kings.
    pub other_kings: Squares,
}

impl Pieces {
    /// The pieces of the side to move.
    #[inline(always)]
    pub fn own(self) -> Squares {
        self.own_men | self.own_kings
    }

    /// The pieces of the other side.
    #[inline(always)]
    pub fn other(self) -> Squares {
        self.other_men | self.other_kings
    }

    /// The same pieces from the view of the other side, which becomes the side to move.
    #[inline(always)]
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            own_men: self.other_men.reverse_bits(),
            own_kings: self.other_kings.reverse_bits(),
            other_men: self.own_men.reverse_bits(),
            other_kings: self.own_kings.reverse_bits(),
        }
    }
}

/// The result of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Where the piece stands afterwards.
    pub to: u32,
    /// The pieces taken.
    pub taken: Squares,
    /// Whether it is a king afterwards.
    pub is_king: bool,
}

/// A game whose positions differ in ranks that only the moving piece cares about.
///
/// A man's quiet moves are among a king's, and a piece that can capture as a man can capture as a king.
/// Captures are compulsory. A side without a move has lost. Tables omit the positions in which the side to
/// move must capture, and no others. [`crate::laws::layouts`] compares an implementation with the rules.
pub trait Layouts: Tabled {
    /// The number of positions that each rank stands for ([`crate::Symmetric::copies`]).
    const COPIES: u64;

    /// The numbers of pieces in the positions of a layer: the men and the kings of the side to move, then
    /// those of the other side.
    fn counts(&self, layer: LayerId) -> [[u32; 2]; 2];

    /// The position with these pieces, seen by the side to move.
    fn placed(&self, pieces: Pieces) -> <Self as Game>::Position;

    /// The number of the pieces without the kings of the side to move, all seen by that side. The rank of a
    /// position is this number times the number of ways to place those kings on the free squares, plus the
    /// number of their way ([`crate::subsets`]).
    fn outer(&self, layer: LayerId, pieces: Pieces) -> u64;

    /// The sets of men of the side to move, seen by it, in the order of ranks, each with the first number
    /// ([`Layouts::outer`]) of its positions.
    fn sets_of_men(&self, layer: LayerId) -> Vec<(Squares, u64)>;

    /// The squares on which the men of the moving side become kings. Those of the waiting side are these in
    /// the other view. No man stands there.
    const FAR: Squares;

    /// Returns whether a side must take as many pieces as it can.
    fn takes_most(&self) -> bool;

    /// The squares to which a man steps.
    fn steps(from: u32) -> Squares;

    /// The squares from which a man steps to this one.
    fn steps_back(to: u32) -> Squares;

    /// The free squares to which a king moves without a capture, and from which it can have come.
    fn reach(from: u32, occupied: Squares) -> Squares;

    /// Returns whether a piece can capture. `occupied` is without the piece, and `targets` are the pieces of
    /// the waiting side.
    fn can_capture(from: u32, is_king: bool, occupied: Squares, targets: Squares) -> bool;

    /// Calls `visit` with the result of each capture of a piece, at least once for each, whatever number of
    /// pieces it takes.
    fn captures(
        &self,
        from: u32,
        is_king: bool,
        occupied: Squares,
        targets: Squares,
        visit: impl FnMut(Capture),
    );
}
