//! Virtual connections by bridges: chains that hold even if the opponent moves first, and their lengths.
//!
//! A chain of stones, bridges and edge bridges holds as a whole if no two bridges share a cell, and the side
//! completes k bridges with k stones, whatever the opponent plays. (V. Anshelevich, "A hierarchical approach
//! to computer Hex", Artificial Intelligence 134, 2002: the simplest of his virtual connections.)

use crate::Hex;
use crate::bridges::Bridge;
use nexsolve_core::Side;
use nexsolve_rhombus::CellSet;

/// A chain between a side's edges that holds if the opponent moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    /// The stones that complete it.
    pub(crate) stones: u16,
    /// The empty cells that it needs.
    pub(crate) needs: u64,
}

impl Hex<u64> {
    /// Returns a chain of `stones` that holds, with at most `most` bridges and as few as it can find. It
    /// tries all orders of bridges, but visits each group of stones only once on each way.
    pub(super) fn chain(&self, stones: u64, empty: u64, side: Side, mut most: u16) -> Option<Chain> {
        let (first, _) = self.board.ends(side);
        let from = self.board.flood(first, stones);
        let mut best = None;
        if from != 0 {
            let part = Partial { stones, empty, side, seen: from };
            self.extend(&part, from, Chain { stones: 0, needs: 0 }, &mut most, &mut best);
        }
        for bridge in &self.bridges.edges[side as usize][0] {
            if most > 0 && (stones & !from).has(bridge.to) && bridge.holds(empty) {
                let group = self.board.flood(u64::one(bridge.to), stones);
                let chain = Chain { stones: 1, needs: bridge.needs };
                let part = Partial { stones, empty, side, seen: group | from };
                self.extend(&part, group, chain, &mut most, &mut best);
            }
        }
        best
    }

    /// The empty cells where a stone would touch chains or bridges from both edges. No other stone completes
    /// a chain.
    pub(super) fn joints(&self, stones: u64, empty: u64, side: Side) -> u64 {
        let (first, last) = self.board.ends(side);
        let [from, to] = &self.bridges.edges[side as usize];
        let near = self.near(stones, empty, first, from);
        near & self.near(stones, empty, last, to) & empty
    }

    /// The cells where a stone would be linked with an edge, directly or by bridges, which may overlap here.
    fn near(&self, stones: u64, empty: u64, edge: u64, from_edge: &[Bridge<u64>]) -> u64 {
        let ends = |bridges: &[Bridge<u64>]| {
            let held = bridges.iter().filter(|bridge| bridge.holds(empty));
            held.fold(0, |ends, bridge| ends | u64::one(bridge.to))
        };
        let mut near = edge | ends(from_edge);
        let mut linked = 0;
        loop {
            let next = self.board.flood(near, stones) & !linked;
            if next == 0 {
                return near;
            }
            linked |= next;
            near |= self.board.neighbours(next);
            for stone in next.iter() {
                near |= ends(&self.bridges.cells[usize::from(stone.0)]);
            }
        }
    }

    /// Extends a chain that ends with `group` towards the last edge; `most` is lowered to one less than the
    /// best chain found.
    fn extend(&self, part: &Partial, group: u64, chain: Chain, most: &mut u16, best: &mut Option<Chain>) {
        let (_, last) = self.board.ends(part.side);
        if group & last != 0 {
            if chain.stones <= *most {
                *best = Some(chain);
                *most = chain.stones.saturating_sub(1);
            }
            return;
        }
        if chain.stones >= *most {
            return;
        }
        let free = part.empty & !chain.needs;
        for bridge in &self.bridges.edges[part.side as usize][1] {
            if group.has(bridge.to) && bridge.holds(free) {
                *best = Some(Chain { stones: chain.stones + 1, needs: chain.needs | bridge.needs });
                *most = chain.stones;
                return;
            }
        }
        for stone in group.iter() {
            for bridge in &self.bridges.cells[usize::from(stone.0)] {
                if (part.stones & !part.seen).has(bridge.to) && bridge.holds(free) {
                    let next = self.board.flood(u64::one(bridge.to), part.stones);
                    let chain = Chain { stones: chain.stones + 1, needs: chain.needs | bridge.needs };
                    self.extend(&Partial { seen: part.seen | next, ..*part }, next, chain, most, best);
                }
            }
        }
    }
}

/// A chain that does not reach the last edge yet.
#[derive(Clone, Copy)]
struct Partial {
    stones: u64,
    empty: u64,
    side: Side,
    /// The stones that the chain has visited.
    seen: u64,
}
