//! Bridges: two cells that are connected through two empty cells.
//!
//! A *bridge* joins two stones through two empty cells that are neighbours of both: if the opponent takes
//! one, the side takes the other. In the same way, a stone on the second line has a bridge to its edge.

use nexsolve_core::Side;
use nexsolve_rhombus::{Cell, CellSet, Rhombus};

/// The far end of a bridge and the two empty cells that it needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bridge<S> {
    pub(super) to: Cell,
    pub(super) needs: S,
}

impl<S: CellSet> Bridge<S> {
    /// Returns whether the bridge holds if these cells are empty.
    #[inline]
    pub(super) fn holds(&self, empty: S) -> bool {
        self.needs & empty == self.needs
    }
}

/// The bridges of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Bridges<S> {
    /// The bridges from each cell.
    pub(super) cells: Vec<Vec<Bridge<S>>>,
    /// For each side, the bridges from its first edge and from its last edge; `to` is the stone on the second
    /// line.
    pub(super) edges: [[Vec<Bridge<S>>; 2]; 2],
}

impl<S: CellSet> Bridges<S> {
    pub(super) fn of(board: &Rhombus<S>) -> Self {
        // The bridges to the cells that are not neighbours, each through two cells of `around` that are
        // neighbours of that cell.
        let all = |around: S, is_apart: &dyn Fn(Cell) -> bool| -> Vec<Bridge<S>> {
            let apart = board.full().iter().filter(|&to| is_apart(to));
            let bridges = apart.map(|to| Bridge { to, needs: around & board.beside(to) });
            bridges.filter(|bridge| bridge.needs.count() == 2).collect()
        };
        let from = |from| all(board.beside(from), &|to| to != from && !board.beside(from).has(to));
        let cells = board.full().iter().map(from).collect();
        let edges = [Side::Black, Side::White].map(|side| {
            let (first, last) = board.ends(side);
            [first, last].map(|edge| all(edge, &|to| !edge.has(to)))
        });
        Self { cells, edges }
    }
}
