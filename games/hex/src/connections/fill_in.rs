//! Fill-in: stones on cells that no longer matter, which do not change the value of a position.
//!
//! Each side sees the board as a graph. Its vertices are the empty cells; two of them are joined if they are
//! neighbours or touch the same chain of that side. Two more vertices stand for the side's edges. The side
//! wins if it gets a path from edge to edge. (D. Gale; the Shannon switching game on vertices.)
//!
//! - A cell is **dead** if all vertices joined to it are joined to each other: every path through the cell
//!   has a shortcut, so no stone on it, of either colour, changes the value.
//! - A cell is **killed** by a stone on another cell if that stone makes it dead.
//! - Two cells are **captured** by a side if its stone on either of them kills the other. The side answers a
//!   stone of the opponent on one of them with a stone on the other, so both count as its own.
//!
//! (Y. Björnsson, R. Hayward, M. Johanson, J. van Rijswijck, "Dead cell analysis in Hex and the Shannon
//! game", 2006.) There is no list of patterns: all three follow from the graph.

use nexsolve_core::Side;
use nexsolve_rhombus::paths::chains;
use nexsolve_rhombus::{Cell, CellSet, Rhombus};

const SIDES: [Side; 2] = [Side::Black, Side::White];

/// The empty cells as one side sees them.
#[derive(Clone, Debug)]
struct Graph<S> {
    /// The cells that each empty cell is joined to.
    joined: Vec<S>,
    /// For each empty cell: among the cells joined to it, those that are not joined to all the others.
    apart: Vec<S>,
    /// The empty cells joined to each of the side's edges. Those of one edge are joined to each other.
    ends: [S; 2],
    /// Cells that may have died since they were last checked.
    stale: S,
    /// Cells that may have become part of a captured pair since they were last checked.
    open: S,
}

impl<S: CellSet> Graph<S> {
    fn of(board: &Rhombus<S>, stones: S, empty: S, side: Side) -> Self {
        let (first, last) = board.ends(side);
        let none = vec![S::EMPTY; board.len() as usize];
        let mut graph = Self {
            joined: none.clone(),
            apart: none,
            ends: [first & empty, last & empty],
            stale: S::EMPTY,
            open: S::EMPTY,
        };
        for cell in empty.iter() {
            graph.joined[usize::from(cell.0)] = board.beside(cell) & empty;
        }
        for chain in chains(board, stones) {
            let around = board.neighbours(chain) & empty;
            let touches = [(chain & first).any(), (chain & last).any()];
            for (end, touched) in graph.ends.iter_mut().zip(touches) {
                if touched {
                    *end |= around;
                }
            }
            if touches == [false; 2] {
                graph.join(around);
            }
        }
        for end in graph.ends {
            graph.join(end);
        }
        for cell in empty.iter() {
            graph.part(cell);
        }
        graph
    }

    fn copy_from(&mut self, other: &Self) {
        self.joined.copy_from_slice(&other.joined);
        self.apart.copy_from_slice(&other.apart);
        (self.ends, self.stale, self.open) = (other.ends, other.stale, other.open);
    }

    /// Joins all of these cells to each other.
    #[inline]
    fn join(&mut self, cells: S) {
        for cell in cells.iter() {
            self.joined[usize::from(cell.0)] |= cells.without(S::one(cell));
        }
    }

    #[inline]
    fn joined(&self, cell: Cell) -> S {
        self.joined[usize::from(cell.0)]
    }

    /// Computes, among the cells joined to a cell, those that are not joined to all the others.
    #[inline]
    fn part(&mut self, cell: Cell) {
        let around = self.joined(cell);
        let mut apart = S::EMPTY;
        for u in around.iter() {
            apart |= around.without(self.joined(u) | S::one(u));
        }
        self.apart[usize::from(cell.0)] = apart;
    }

    /// Returns whether every path through the cell has a shortcut.
    #[inline]
    fn is_dead(&self, cell: Cell) -> bool {
        let around = self.joined(cell);
        match self.ends.map(|end| end.has(cell)) {
            [true, true] => false,
            [true, false] => around.without(self.ends[0]).is_empty(),
            [false, true] => around.without(self.ends[1]).is_empty(),
            [false, false] => self.apart[usize::from(cell.0)].is_empty(),
        }
    }

    /// The cells on which a stone of the side kills this cell.
    fn killers(&self, cell: Cell) -> S {
        let around = self.joined(cell);
        let mut killers = S::EMPTY;
        match self.ends.map(|end| end.has(cell)) {
            [true, true] => return S::EMPTY,
            // A stone that is not joined to the cell joins its own neighbours to each other, which must
            // include all cells that are not yet joined.
            [false, false] => {
                killers =
                    self.apart[usize::from(cell.0)].iter().fold(!S::EMPTY, |all, u| all & self.joined(u));
                killers = killers.without(around | S::one(cell));
            }
            // A stone that is joined to the same end is joined to the cell.
            _ => {}
        }
        for stone in around.iter() {
            if self.dies_beside(cell, stone) {
                killers |= S::one(stone);
            }
        }
        killers
    }

    /// Returns whether a stone on `stone` kills the cell.
    #[inline]
    fn dies(&self, cell: Cell, stone: Cell) -> bool {
        if self.joined(cell).has(stone) {
            return self.dies_beside(cell, stone);
        }
        let is_at_end = self.ends.iter().any(|end| end.has(cell));
        !is_at_end && self.apart[usize::from(cell.0)].without(self.joined(stone)).is_empty()
    }

    /// The same for a stone that is joined to the cell.
    #[inline]
    fn dies_beside(&self, cell: Cell, stone: Cell) -> bool {
        let by_stone = self.joined(stone).without(S::one(cell));
        let around = self.joined(cell).without(S::one(stone)) | by_stone;
        let mut at_ends = 0;
        for end in self.ends {
            let stone_is_there = end.has(stone);
            if stone_is_there || end.has(cell) {
                let all = if stone_is_there { end | by_stone } else { end };
                if around.without(all).any() {
                    return false;
                }
                at_ends += 1;
            }
        }
        match at_ends {
            0 => {
                let own = around.without(by_stone);
                own.iter().all(|u| around.without(self.joined(u) | S::one(u)).is_empty())
            }
            1 => true,
            _ => false,
        }
    }

    /// Removes a cell that is dead, or that the opponent has taken.
    fn remove(&mut self, cell: Cell) {
        let (around, gone) = (self.joined(cell), S::one(cell));
        for u in around.iter() {
            let joined = &mut self.joined[usize::from(u.0)];
            *joined = joined.without(gone);
        }
        self.ends = self.ends.map(|end| end.without(gone));
        self.stale = (self.stale | around).without(gone);
        self.open = self.open.without(gone);
    }

    /// Removes a cell that the side has taken, and joins the cells that it was joined to.
    fn contract(&mut self, cell: Cell) {
        let around = self.joined(cell);
        let is_end = self.ends.map(|end| end.has(cell));
        self.remove(cell);
        if is_end == [false; 2] {
            self.join(around);
        }
        for (number, _) in is_end.iter().enumerate().filter(|(_, is_end)| **is_end) {
            self.ends[number] |= around;
            self.join(self.ends[number]);
        }
        self.stale = around.iter().fold(self.stale, |stale, u| stale | self.joined(u));
    }

    /// A captured pair with an open cell.
    fn captured(&mut self) -> Option<(Cell, Cell)> {
        let mut seen = S::EMPTY;
        while let Some(a) = self.open.first() {
            self.open = self.open.without(S::one(a));
            let dies = |b: &Cell| self.dies(*b, a);
            if let Some(b) = self.killers(a).without(seen).iter().find(dies) {
                return Some((a, b));
            }
            seen |= S::one(a);
        }
        None
    }
}

/// Which cells are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fillable {
    /// Dead cells and captured ones.
    All,
    /// Dead cells.
    Dead,
    /// No cells.
    Nothing,
}

/// A position that is kept filled while stones are added to it.
#[derive(Clone, Debug)]
pub(super) struct Fill<S> {
    /// The graphs of Black and of White.
    graphs: [Graph<S>; 2],
    stones: [S; 2],
    fillable: Fillable,
}

impl<S: CellSet> Fill<S> {
    /// A position that is filled already, where `stones` are those of Black and of White.
    pub(super) fn of(board: &Rhombus<S>, stones: [S; 2], fillable: Fillable) -> Self {
        let empty = board.full().without(stones[0] | stones[1]);
        let graph = |side: Side| Graph::of(board, stones[side as usize], empty, side);
        Self { graphs: SIDES.map(graph), stones, fillable }
    }

    /// Becomes a copy of another position on the same board.
    pub(super) fn copy_from(&mut self, other: &Self) {
        for (graph, other) in self.graphs.iter_mut().zip(&other.graphs) {
            graph.copy_from(other);
        }
        self.stones = other.stones;
    }

    /// Black's and White's stones, filled cells included.
    pub(super) fn stones(&self) -> [S; 2] {
        self.stones
    }

    /// Puts a stone on an empty cell and then fills all cells that can be filled. Once a side has won, the
    /// filled cells have no meaning.
    pub(super) fn play(&mut self, side: Side, cell: Cell) {
        self.put(side, cell);
        self.settle();
    }

    /// The cells where a stone of `side` kills an empty cell.
    pub(super) fn killers(&self, cell: Cell, side: Side) -> S {
        self.graphs[side as usize].killers(cell)
    }

    fn put(&mut self, side: Side, cell: Cell) {
        self.stones[side as usize] |= S::one(cell);
        self.graphs[side as usize].contract(cell);
        self.graphs[side.other() as usize].remove(cell);
    }

    /// Fills each dead cell with a stone of the side in whose graph it is dead, and each captured cell with a
    /// stone of the side that captured it.
    fn settle(&mut self) {
        if self.fillable == Fillable::Nothing {
            return;
        }
        let mut side = Side::Black;
        while self.graphs.iter().any(|graph| graph.stale.any() || graph.open.any()) {
            let this = side as usize;
            while let Some(cell) = self.graphs[this].stale.first() {
                let graph = &mut self.graphs[this];
                graph.stale = graph.stale.without(S::one(cell));
                graph.open |= S::one(cell);
                graph.part(cell);
                if graph.is_dead(cell) {
                    self.stones[this] |= S::one(cell);
                    self.graphs.iter_mut().for_each(|graph| graph.remove(cell));
                }
            }
            if self.fillable == Fillable::Dead {
                self.graphs[this].open = S::EMPTY;
            }
            if let Some((a, b)) = self.graphs[this].captured() {
                self.put(side, a);
                self.put(side, b);
            } else {
                side = side.other();
            }
        }
    }
}

/// Fills the dead and captured cells that it finds in a position. `stones` are those of Black and of White.
///
/// The value of the position is the same afterwards, whoever is to move. Time: some microseconds on 64 cells.
pub(super) fn fill<S: CellSet>(board: &Rhombus<S>, stones: &mut [S; 2], fillable: Fillable) {
    let mut fill = Fill::of(board, *stones, fillable);
    let empty = board.full().without(stones[0] | stones[1]);
    for graph in &mut fill.graphs {
        graph.stale = empty;
    }
    fill.settle();
    *stones = fill.stones;
}
