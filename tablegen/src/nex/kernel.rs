//! One opponent's set at a time: all positions that have it, from all that their moves lead to.
//!
//! A move never changes an opponent's stone. So for one set O of the opponent's, the positions after all moves of all positions with O
//! are those with O as the *mover's* set: one row of the next ply. For a set M of the mover's, the neutral sets are
//! bits of a vector, and two operations on whole vectors do all moves at once:
//!
//! - *Generates.* Join the vectors of M + s over all stones s, each made wider by the cell s, which is not neutral after the
//!   move. Of the neutral set x that results, every set x − y is one from which a generate leads to it: the shadow. (That y ≠ s
//!   needs no care: s is not in x.)
//! - *Transforms.* For a pair i, j of neutral stones and a stone q given up, the slice of the vector of M − q + i + j where q is
//!   neutral, made wider by i and j, which are neutral before the move. The slices are taken once for each vector, joined over
//!   q, then made wider by j, joined over j, and made wider by i.
//!
//! Two sets at once are worked on, the *planes* of a vector. Let Xₖ be the positions lost in k plies or fewer where k is even, and
//! those not won in k plies or fewer where k is odd. Then X₀ are the positions that are over, and of the others Xₖ₊₁ are those of
//! which no move leads to Xₖ (and for even k + 1, that have a move). A pair of planes (Xₖ, Xₖ₊₁) of one ply gives the pair
//! (Xₖ₊₁, Xₖ₊₂) of the ply before. Values without distances are the same with k so large that nothing changes
//! any more: the lost positions and those not won, changing places at each ply.

use crate::bits::{Level, with_bits};
use super::shape::Shape;
use super::{large, small};

/// Working memory of one thread.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) cells: Vec<u64>,
    pub(super) slices: Vec<u64>,
    pub(super) vectors: [Vec<u64>; 4],
}

/// Where the results of a sweep go. Sets are numbers in [`Shape::sets`].
pub(super) trait Job {
    /// Whether the positions with this set are wanted.
    fn wanted(&mut self, set: usize) -> bool;
    /// Takes the planes of the set asked for last, each in the low bits of a word.
    fn small(&mut self, planes: [u64; 2]);
    /// Takes the planes of the set asked for last, in words, the second behind the first.
    fn large(&mut self, planes: &mut [u64]);
}

/// A row of the next ply: for each set the pairs of planes of its cell.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) bytes: &'a [u8],
    /// Pairs of planes in a cell.
    pub(super) pairs: usize,
    /// The one to work with.
    pub(super) pair: usize,
}

/// Sweeps one opponent's set. `source` is its row in the next ply.
pub(super) fn sweep(level: Level, shape: &Shape, source: Row<'_>, scratch: &mut Scratch, job: &mut impl Job) {
    with_bits!(level, |B| by_size::<B>(shape, source, scratch, job));
}


#[inline(always)]
fn by_size<B: crate::bits::Bits>(shape: &Shape, source: Row<'_>, scratch: &mut Scratch, job: &mut impl Job) {
    if shape.rest <= small::LARGEST {
        return small::sweep::<B>(shape, source, scratch, job);
    }
    match shape.rest {
        8 => small::sweep_eight::<B>(shape, source, scratch, job),
        9 => large::sweep::<B, 1>(shape, source, scratch, job),
        10 => large::sweep::<B, 2>(shape, source, scratch, job),
        11 => large::sweep::<B, 4>(shape, source, scratch, job),
        12 => large::sweep::<B, 8>(shape, source, scratch, job),
        13 => large::sweep::<B, 16>(shape, source, scratch, job),
        _ => large::sweep::<B, 32>(shape, source, scratch, job),
    }
}
