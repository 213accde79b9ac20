//! Virtual connections by bridges: chains that hold even if the opponent moves first, and their lengths.
//!
//! A *bridge* joins two stones through two empty cells that are neighbours of both: if the opponent takes one, the side takes the other.
//! A stone on the second line has a bridge to its edge likewise. A chain of stones, bridges and edge bridges holds as a whole if no two
//! bridges share a cell, and the side completes k bridges with k stones, whatever the opponent plays. (V. Anshelevich, "A hierarchical
//! approach to computer Hex", Artificial Intelligence 134, 2002: the simplest of his virtual connections.)

use crate::hex::Hex;
use crate::rhombus::{Cell, CellSet, Rhombus};
use nexsolve_core::Side;

/// Two cells and the two empty cells that a bridge between them needs.
#[derive(Clone, Copy, Debug)]
struct Bridge {
    to: u64,
    needs: u64,
}

/// The bridges of a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bridges {
    /// The bridges from each cell.
    cells: Vec<Vec<Bridge>>,
    /// For each side the bridges from its first edge and to its last edge; `to` is the stone on the second line.
    edges: [[Vec<Bridge>; 2]; 2],
}

/// A chain between a side's edges that holds if the opponent moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    /// The stones that complete it.
    pub(crate) stones: u16,
    /// The empty cells that it needs.
    pub(crate) needs: u64,
}

impl Bridges {
    pub(crate) fn of<S: CellSet>(board: &Rhombus<S>) -> Self {
        if board.len() > 64 {
            return Self::default();
        }
        // The same board with sets of one word.
        let word = |set: S| set.iter().fold(0, |bits, cell| bits | u64::one(cell));
        let neighbours: Vec<u64> =
            (0..board.len()).map(|i| word(board.neighbours(S::one(Cell(i as u16))))).collect();
        // The bridges to the cells that are apart, each over two cells of `beside` that are neighbours of that cell.
        let all = |beside: u64, is_apart: &dyn Fn(usize) -> bool| -> Vec<Bridge> {
            let bridge = |to: usize| Bridge { to: 1 << to, needs: beside & neighbours[to] };
            let apart = (0..neighbours.len()).filter(|&to| is_apart(to)).map(bridge);
            apart.filter(|bridge| bridge.needs.count_ones() == 2).collect()
        };
        let from = |from: usize| all(neighbours[from], &|to| to != from && neighbours[from] & (1 << to) == 0);
        let cells = (0..neighbours.len()).map(from).collect();
        let edges = [Side::Black, Side::White].map(|side| {
            let (first, last) = board.ends(side);
            [word(first), word(last)].map(|edge| all(edge, &|to| edge & (1 << to) == 0))
        });
        Self { cells, edges }
    }
}

impl Hex<u64> {
    /// A chain of `stones` that holds, with at most `most` bridges and as few as this finds. It tries all orders of bridges, but visits each
    /// group of stones once on a way.
    pub(super) fn chain(&self, stones: u64, empty: u64, side: Side, mut most: u16) -> Option<Chain> {
        let (first, _) = self.board.ends(side);
        let from = self.board.flood(first, stones);
        let mut best = None;
        if from != 0 {
            let part = Partial { stones, empty, side, seen: from };
            self.extend(&part, from, Chain { stones: 0, needs: 0 }, &mut most, &mut best);
        }
        for bridge in &self.bridges.edges[side as usize][0] {
            if most > 0 && bridge.to & stones & !from != 0 && bridge.needs & empty == bridge.needs {
                let group = self.board.flood(bridge.to, stones);
                let chain = Chain { stones: 1, needs: bridge.needs };
                let part = Partial { stones, empty, side, seen: group | from };
                self.extend(&part, group, chain, &mut most, &mut best);
            }
        }
        best
    }

    /// The empty cells where a stone would touch chains or bridges from both edges. No other stone completes a chain.
    pub(super) fn joints(&self, stones: u64, empty: u64, side: Side) -> u64 {
        let (first, last) = self.board.ends(side);
        let [from, to] = &self.bridges.edges[side as usize];
        let near = self.near(stones, empty, first, from);
        near & self.near(stones, empty, last, to) & empty
    }

    /// The cells where a stone would be linked with an edge, directly or by bridges, which may overlap here.
    fn near(&self, stones: u64, empty: u64, edge: u64, from_edge: &[Bridge]) -> u64 {
        let held = |bridge: &&Bridge| bridge.needs & empty == bridge.needs;
        let mut near = from_edge.iter().filter(held).fold(edge, |near, bridge| near | bridge.to);
        let mut linked = 0;
        loop {
            let next = self.board.flood(near, stones) & !linked;
            if next == 0 {
                return near;
            }
            linked |= next;
            near |= self.board.neighbours(next);
            for stone in next.iter() {
                let bridges = self.bridges.cells[usize::from(stone.0)].iter();
                near = bridges.filter(held).fold(near, |near, bridge| near | bridge.to);
            }
        }
    }

    /// Extends a chain that ends with `group` towards the last edge; `most` falls to one less than the best found.
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
            if bridge.to & group != 0 && bridge.needs & free == bridge.needs {
                *best = Some(Chain { stones: chain.stones + 1, needs: chain.needs | bridge.needs });
                *most = chain.stones;
                return;
            }
        }
        for stone in group.iter() {
            for bridge in &self.bridges.cells[usize::from(stone.0)] {
                if bridge.to & part.stones & !part.seen != 0 && bridge.needs & free == bridge.needs {
                    let next = self.board.flood(bridge.to, part.stones);
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
