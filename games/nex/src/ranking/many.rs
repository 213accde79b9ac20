//! Batch ranking: computes many ranks of a layer, reusing work that consecutive or related positions share.

use crate::layers::{FIRST_MOVE, SWAPPED, Sizes, Stones};
use crate::{Nex, NexPosition};
use nexsolve_catalogue::bits;
use nexsolve_core::folded::{self, Facing};
use nexsolve_core::{Game, LayerId, Ranked, Side, pdep, pext, subsets};
use nexsolve_rhombus::CellSet;
use std::ops::{ControlFlow, Range};

impl Nex<u64> {
    /// Visits all positions with ranks in `ranks`, in order: [`nexsolve_core::Ranked::unrank_range`].
    /// Positions that differ only in their neutral stones follow one another.
    pub(super) fn walk(
        &self,
        layer: LayerId,
        ranks: Range<u64>,
        mut visit: impl FnMut(u64, NexPosition<u64>),
    ) {
        assert!(ranks.end <= self.ranking.layers[layer.index()].len, "no such number in the layer");
        let cells = self.board.len();
        let (ply, neutral) = self.ranking.pair(layer);
        let (stones, sizes) = (Stones::at(ply, neutral), self.ranking.sizes[layer.index()]);
        let side = if ply.is_multiple_of(2) { Side::Black } else { Side::White };
        let may_swap = self.has_swap && layer == FIRST_MOVE;
        if ply == 1 && layer == SWAPPED && self.board.rows() == 1 {
            // Each first move has won, so that no swap could follow.
            return;
        }
        // The mover's set of the last row, and whether it equals its own image. Rows whose mover is already
        // connected are skipped.
        let mut row = None;
        let mut rank = ranks.start;
        while rank < ranks.end {
            let number = rank / sizes.row;
            let (own, own_image) = match row {
                Some((last, own, own_image)) if last == number => (own, own_image),
                _ => {
                    let own = folded::unrank(number, cells, stones.mover);
                    if self.board.connects(own, side) {
                        rank = (number + 1) * sizes.row;
                        continue;
                    }
                    let own_image = self.board.rotated(own) == own;
                    row = Some((number, own, own_image));
                    (own, own_image)
                }
            };
            let in_row = rank % sizes.row;
            let left = self.board.full & !own;
            let others = in_row / sizes.neutrals;
            let others = pdep(subsets::unrank(others, cells - stones.mover, stones.opponent), left);
            let left = left & !others;
            let mut neutral = subsets::unrank(in_row % sizes.neutrals, cells - ply, stones.neutral);
            let end = ranks.end.min(rank + sizes.neutrals - in_row % sizes.neutrals);
            for rank in rank..end {
                let position =
                    NexPosition { may_swap, ..NexPosition::of(side, own, others, pdep(neutral, left)) };
                let in_row = rank % sizes.row;
                if !own_image || in_row <= self.in_row(&self.turned(&position), side, sizes) {
                    visit(rank, position);
                }
                neutral = subsets::next(neutral);
            }
            rank = end;
        }
    }

    /// Visits the ranks of all positions after one move, as [`nexsolve_core::Ranked::ranks_after`] requires.
    /// The position must not be over. A move never changes the opponent's stones, which select the row of
    /// every position after it, so their rank is computed once.
    #[inline]
    pub(super) fn numbers_after(
        &self,
        position: &NexPosition<u64>,
        mut visit: impl FnMut(LayerId, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = position.side_to_move();
        let (row, facing) = folded::rank(position.stones(side.other()), self.board.len());
        let turned = if facing == Facing::Reversed { self.turned(position) } else { *position };
        let free = self.board.full & !turned.stones(side.other());
        let own = pext(turned.stones(side), free);
        let neutral = pext(turned.neutral, free);
        let after = After { row, facing, cells: free.count(), own, neutral };
        let (ply, neutrals) = (position.ply(), neutral.count());
        if self.empty(position).count() >= 2 {
            let layer = if ply == 0 { FIRST_MOVE } else { self.ranking.index(ply + 1, neutrals + 1) };
            after.generates(self.ranking.sizes[layer.index()], |rank| visit(layer, rank))?;
        }
        if neutrals >= 2 && own.any() {
            let layer = self.ranking.index(ply + 1, neutrals - 1);
            after.transforms(self.ranking.sizes[layer.index()], |rank| visit(layer, rank))?;
        }
        if let Some(mv) = self.final_move(self.empty(position), position.neutral) {
            let (layer, rank) = self.rank(&self.play(position, mv));
            visit(layer, rank)?;
        }
        ControlFlow::Continue(())
    }
}

/// Shared data of all positions one move after a given one. The sets are relative to the cells that the
/// opponent does not occupy.
struct After {
    /// Rank of the opponent's set; the opponent moves next.
    row: u64,
    /// [`Facing::Itself`] or [`Facing::Both`].
    facing: Facing,
    cells: u32,
    own: u64,
    neutral: u64,
}

impl After {
    #[inline]
    fn generates(&self, sizes: Sizes, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        let empty = !(u64::MAX << self.cells) & !self.own & !self.neutral;
        for stone in bits(empty) {
            for neutral in bits(empty & !stone) {
                visit(self.rank(self.own | stone, self.neutral | neutral, sizes))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn transforms(&self, sizes: Sizes, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut later = self.neutral;
        for first in bits(self.neutral) {
            later &= !first;
            for second in bits(later) {
                let gained = first | second;
                for given in bits(self.own) {
                    let (own, neutral) = (self.own | gained, self.neutral | given);
                    visit(self.rank(own & !given, neutral & !gained, sizes))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn rank(&self, own: u64, neutral: u64, sizes: Sizes) -> u64 {
        let in_row =
            |own: u64, neutral: u64| subsets::rank(own) * sizes.neutrals + subsets::rank(pext(neutral, !own));
        let mut number = in_row(own, neutral);
        if self.facing == Facing::Both {
            // The free cells are mapped onto themselves by the half-turn, so it reverses them just as it
            // reverses the board.
            let turned = |set| folded::reversed(set, self.cells);
            number = number.min(in_row(turned(own), turned(neutral)));
        }
        self.row * sizes.row + number
    }
}
