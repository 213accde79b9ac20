//! How many positions there are of each kind, from one side's sets alone.

use nexsolve_core::{Side, subsets};
use nexsolve_games::rhombus::{CellSet, Rhombus};
use rayon::prelude::*;

/// The sets of a side that join its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Joined {
    /// How many.
    pub(super) all: u64,
    /// Those that also do without any one of their cells: no move completes them.
    pub(super) redundant: u64,
}

/// Whether the set joins the side's edges, and would without any one of its cells: no last move of a game leads to it.
pub(super) fn is_redundant(board: &Rhombus<u64>, side: Side, set: u64) -> bool {
    board.connects(set, side) && set.iter().all(|cell| board.connects(set.without(u64::one(cell)), side))
}

/// Counts the sets of so many cells.
pub(super) fn joined(board: &Rhombus<u64>, side: Side, cells: u32) -> Joined {
    let count = |number| {
        let set = subsets::unrank(number, board.len(), cells);
        let all = u64::from(board.connects(set, side));
        Joined { all, redundant: u64::from(is_redundant(board, side, set)) }
    };
    let sum = |a: Joined, b: Joined| Joined { all: a.all + b.all, redundant: a.redundant + b.redundant };
    (0..subsets::binomial(board.len(), cells)).into_par_iter().map(count).reduce(Joined::default, sum)
}

/// The positions of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Census {
    /// All that the rules allow: the side to move has not joined its edges.
    pub(super) positions: u64,
    /// Places of stones in which it has.
    pub(super) impossible: u64,
    /// Those among the positions that no game leads to. All of them are over, and lost for the side to move.
    pub(super) unreachable: u64,
}

/// Counts the positions with so many stones.
pub(super) fn census(board: &Rhombus<u64>, black: u32, white: u32) -> Census {
    let (own, others, side) =
        if black == white { (black, white, Side::Black) } else { (white, black, Side::White) };
    let cells = board.len();
    // The sets of one side stand beside each way to place the other's stones.
    let beside = |stones: u32, rest: u32| subsets::binomial(cells - stones, rest);
    let impossible = joined(board, side, own).all * beside(own, others);
    let unreachable = joined(board, side.other(), others).redundant * beside(others, own);
    let all = subsets::binomial(cells, own) * beside(own, others);
    Census { positions: all - impossible, impossible, unreachable }
}
