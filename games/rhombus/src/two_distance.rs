//! Two-distance: how near a side is to joining its edges against the best single reply. The evaluation of
//! Queenbee (J. van Rijswijck, "Search and evaluation in Hex", 2002, section 3).

use super::paths::chains;
use crate::{Cell, CellSet, Rhombus};
use nexsolve_core::Side;

/// The weight of a ply of potential, in cells of mobility.
pub const POTENTIAL: i32 = 32;

/// Stands for the two-distance of cells without one: greater than all others.
pub const UNREACHED: i32 = 1 << 10;

/// The points of a side with these stones; `free` are the cells on which it can get a stone. More points are
/// better.
///
/// A free cell's *two-distance* from an edge is one more than that of the **second** nearest of its
/// neighbours, because the opponent takes the nearest; cells at the edge have 1. Cells that touch the same
/// chain of own stones are neighbours; the opponent's stones are nobody's neighbours. A cell's *potential* is
/// the sum of its two-distances from both edges of a side, the side's potential is the least potential of a
/// cell, and its *mobility* is the number of cells with this potential. Each ply of potential subtracts
/// [`POTENTIAL`] points, and each cell of mobility adds one.
///
/// The time is proportional to cells × levels for each edge: a few microseconds on 6×6.
pub fn two_distance<S: CellSet>(board: &Rhombus<S>, stones: S, free: S, side: Side) -> i32 {
    if board.connects(stones, side) {
        return 0;
    }
    let near = Near::of(board, stones, free);
    let (first, last) = board.ends(side);
    let (from, to) = (near.distances(board, first), near.distances(board, last));
    let (mut potential, mut mobility) = (2 * UNREACHED, 0);
    for cell in free.iter() {
        let own = from[usize::from(cell.0)] + to[usize::from(cell.0)];
        if own < potential {
            (potential, mobility) = (own, 0);
        }
        mobility += i32::from(own == potential);
    }
    if potential >= UNREACHED { -POTENTIAL * UNREACHED } else { mobility - POTENTIAL * potential }
}

/// The free cells, and which of them a side's chains make neighbours.
struct Near<S> {
    stones: S,
    free: S,
    /// For each free cell, the other free cells next to it, or next to a chain that touches it.
    beside: Vec<S>,
}

impl<S: CellSet> Near<S> {
    fn of(board: &Rhombus<S>, stones: S, free: S) -> Self {
        let mut beside = vec![S::EMPTY; board.len() as usize];
        for cell in free.iter() {
            beside[usize::from(cell.0)] = board.beside(cell) & free;
        }
        for chain in chains(board, stones) {
            let liberties = board.neighbours(chain) & free;
            for cell in liberties.iter() {
                beside[usize::from(cell.0)] |= liberties.without(S::one(cell));
            }
        }
        Self { stones, free, beside }
    }

    /// The two-distance of each cell from an edge.
    fn distances(&self, board: &Rhombus<S>, edge: S) -> Vec<i32> {
        let mut distances = vec![UNREACHED; board.len() as usize];
        let mut wave = (edge | board.neighbours(board.flood(edge, self.stones))) & self.free;
        let (mut reached, mut level) = (S::EMPTY, 0);
        while wave.any() {
            level += 1;
            for cell in wave.iter() {
                distances[usize::from(cell.0)] = level;
            }
            reached |= wave;
            let is_next = |cell: &Cell| (self.beside[usize::from(cell.0)] & reached).count() >= 2;
            let next = self.free.without(reached).iter().filter(is_next);
            wave = next.fold(S::EMPTY, |set, cell| set | S::one(cell));
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edges;

    #[test]
    fn by_hand() {
        // 2×2, empty. From the upper edge a1 and a2 are at 1. b1 touches both: 2. b2 touches a2 and b1: 3.
        // From the lower edge it is the same, rotated. So a2 and b1 have a potential of 3, the others of 4;
        // the same holds for White.
        let board = Rhombus::<u64>::new(2, 2, Edges::BlackTopBottom).expect("a small board");
        for side in [Side::Black, Side::White] {
            assert_eq!(two_distance(&board, 0, 0b1111, side), 2 - 3 * POTENTIAL);
        }
        // Black on a2. Black's stone is at the upper edge: b1 and b2 are at 1 from both edges. For White b1
        // and a1 are at 1 from the left and b2 from the right, but over to the other edge b1 has no second
        // neighbour.
        assert_eq!(two_distance(&board, 0b0010, 0b1101, Side::Black), 2 - 2 * POTENTIAL);
        assert_eq!(two_distance(&board, 0, 0b1101, Side::White), -POTENTIAL * UNREACHED);
        // Black on a2 and b1 has joined his edges.
        assert_eq!(two_distance(&board, 0b0110, 0b1000, Side::Black), 0);
    }
}
