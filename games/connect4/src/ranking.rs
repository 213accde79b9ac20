//! The ranking of positions, and unmoves.
//!
//! The layers are the numbers of stones. The **shape** of a position is the height of each column. In a layer
//! of s stones a position has the rank
//!
//! ```text
//! shape · C(s, ⌈s/2⌉) + number of the first player's stones among all
//! ```
//!
//! Shapes are numbered up to the mirror image ([`Shapes`]), the first player's stones in the combinatorial
//! number system ([`subsets`]). If the mirror image of the shape is the representative, the whole position is
//! mirrored first. If the shape is its own mirror image, both images of a position have a number there; the
//! position has the lesser, and the other is free. Also free are the numbers of positions in which the side
//! to move has four in a line, or the other side has in a way that no single last move makes.
//!
//! The numbering covers all positions with numbers of stones that the rules allow, not only those that play
//! can reach: for example, of two stones in one column, the second player's may be the lower.

use super::shapes::{Shapes, row};
use super::{Connect4, Connect4Position};
use nexsolve_core::{Layer, LayerId, Ranked, Unmoves, pdep, pext, subsets};
use std::cmp::Ordering;
use std::ops::Range;

impl Connect4 {
    #[inline]
    fn shapes(&self) -> &Shapes {
        self.shapes.get_or_init(|| Shapes::of(self.rows, self.cols, |cells| self.mirrored(cells)))
    }

    /// Returns the position with this shape and choice of the first player's stones, unless its number is
    /// free.
    fn position(&self, filled: u64, in_row: u64, chosen: u64) -> Option<Connect4Position> {
        let black = pdep(chosen, filled);
        let position = Connect4Position { black, white: filled ^ black };
        let is_other_image = self.mirrored(filled) == filled && in_row > self.mirror(&position).in_row();
        (!is_other_image && position.is_possible()).then_some(position)
    }
}

impl Connect4Position {
    /// Returns the number among the positions of one shape.
    #[inline]
    fn in_row(&self) -> u64 {
        subsets::rank(pext(self.black, self.filled()))
    }
}

/// [`Ranked::rank`] and [`Ranked::unrank`] panic on a board without layers: one with more than 2²⁰ shapes,
/// such as 7×7 or 5×8. The board of 6×7 has ranks.
impl Ranked for Connect4 {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    #[inline]
    fn rank(&self, position: &Connect4Position) -> (LayerId, u64) {
        assert!(!self.layers.is_empty(), "the board's positions have no ranks");
        let filled = position.filled();
        let mirrored = self.mirrored(filled);
        let in_row = match filled.cmp(&mirrored) {
            Ordering::Less => position.in_row(),
            Ordering::Greater => self.mirror(position).in_row(),
            Ordering::Equal => position.in_row().min(self.mirror(position).in_row()),
        };
        let stones = filled.count_ones();
        let shape = self.shapes().number(self.rows, filled.min(mirrored));
        (LayerId::new(stones as usize), shape * row(stones) + in_row)
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Connect4Position> {
        assert!(rank < self.layers()[layer].len, "no such number in the layer");
        let stones = layer.index() as u32;
        let (shape, in_row) = (rank / row(stones), rank % row(stones));
        let filled = self.shapes().filled[layer.index()][shape as usize];
        self.position(filled, in_row, subsets::unrank(in_row, stones, stones.div_ceil(2)))
    }

    fn unrank_range(&self, layer: LayerId, ranks: Range<u64>, mut visit: impl FnMut(u64, Connect4Position)) {
        assert!(ranks.is_empty() || ranks.end <= self.layers()[layer].len, "no such number in the layer");
        let stones = layer.index() as u32;
        let mut rank = ranks.start;
        while rank < ranks.end {
            let (shape, first) = (rank / row(stones), rank % row(stones));
            let filled = self.shapes().filled[layer.index()][shape as usize];
            let mut chosen = subsets::unrank(first, stones, stones.div_ceil(2));
            for in_row in first..row(stones).min(first + ranks.end - rank) {
                if let Some(position) = self.position(filled, in_row, chosen) {
                    visit(rank, position);
                }
                chosen = subsets::next(chosen);
                rank += 1;
            }
        }
    }
}

impl Unmoves for Connect4 {
    fn predecessors(&self, position: &Connect4Position, positions: &mut Vec<Connect4Position>) {
        positions.clear();
        positions.extend(position.before());
    }
}
