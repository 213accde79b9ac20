//! Counts of positions of each kind, from one side's sets alone.

use crate::cluster::deal::share;
use crate::cluster::team::Team;
use crate::error::GenerateError;
use crate::exchange::Reduce;
use nexsolve_core::{Side, subsets};
use nexsolve_games::rhombus::{CellSet, Rhombus};
use rayon::prelude::*;
use std::ops::Range;

/// Returns whether the set joins the side's edges and still does without any one of its cells. Then no move can be the last that was played.
pub(super) fn is_redundant(board: &Rhombus<u64>, side: Side, set: u64) -> bool {
    board.connects(set, side) && set.iter().all(|cell| board.connects(set.without(u64::one(cell)), side))
}

/// Sets that one thread looks at together.
const RUN: u64 = 1 << 10;

/// Counts the wanted sets among those of `size` out of `cells` cells that have these numbers.
fn count(cells: u32, size: u32, numbers: Range<u64>, wanted: impl Fn(u64) -> bool + Sync) -> u64 {
    let runs = (numbers.end - numbers.start).div_ceil(RUN);
    let run = |run: u64| {
        let first = numbers.start + run * RUN;
        let sets = sets(cells, size, first..numbers.end.min(first + RUN));
        sets.filter(|&set| wanted(set)).count() as u64
    };
    (0..runs).into_par_iter().map(run).sum()
}

/// The sets of `size` out of `cells` cells that have these numbers, in order.
pub(super) fn sets(cells: u32, size: u32, numbers: Range<u64>) -> impl Iterator<Item = u64> {
    let first = (!numbers.is_empty()).then(|| subsets::unrank(numbers.start, cells, size));
    std::iter::successors(first, |&set| Some(subsets::next(set))).take((numbers.end - numbers.start) as usize)
}

/// The positions of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Census {
    /// The positions that the rules allow: the side to move has not joined its edges.
    pub(super) positions: u64,
    /// The placements of stones in which the side to move has joined its edges.
    pub(super) impossible: u64,
    /// The positions that no game leads to. All of them are over, and lost for the side to move.
    pub(super) unreachable: u64,
}

/// Counts the positions with these numbers of stones.
pub(super) fn census(board: &Rhombus<u64>, black: u32, white: u32) -> Census {
    let counts = Sides::new(black, white).joined(board, 1, 0);
    Sides::new(black, white).census(board, counts)
}

/// The same on all ranks of a team. Each rank looks at its share of the sets.
pub(super) fn census_together(
    board: &Rhombus<u64>,
    black: u32,
    white: u32,
    team: &mut Team<'_>,
) -> Result<Census, GenerateError> {
    let sides = Sides::new(black, white);
    let mut counts = sides.joined(board, team.size(), team.rank());
    team.reduce(Reduce::Sum, &mut counts)?;
    Ok(sides.census(board, counts))
}

/// The sides of a layer.
#[derive(Clone, Copy)]
struct Sides {
    /// The side to move.
    side: Side,
    /// Its stones, and those of the other side.
    own: u32,
    others: u32,
}

impl Sides {
    fn new(black: u32, white: u32) -> Self {
        if black == white {
            Self { side: Side::Black, own: black, others: white }
        } else {
            Self { side: Side::White, own: white, others: black }
        }
    }

    /// Among a rank's share of the sets: those of the side to move that join its edges, and those of the other side that join its
    /// edges and would without any one of their cells.
    fn joined(self, board: &Rhombus<u64>, ranks: usize, rank: usize) -> [u64; 2] {
        let cells = board.len();
        let numbers = |size: u32| {
            let share = share(subsets::binomial(cells, size) as usize, ranks, rank);
            share.start as u64..share.end as u64
        };
        let Self { side, own, others } = self;
        [
            count(cells, own, numbers(own), |set| board.connects(set, side)),
            count(cells, others, numbers(others), |set| is_redundant(board, side.other(), set)),
        ]
    }

    fn census(self, board: &Rhombus<u64>, [joined, redundant]: [u64; 2]) -> Census {
        let Self { own, others, .. } = self;
        let cells = board.len();
        // The sets of one side stand beside each way to place the other's stones.
        let beside = |stones: u32, rest: u32| subsets::binomial(cells - stones, rest);
        let impossible = joined * beside(own, others);
        let unreachable = redundant * beside(others, own);
        let all = subsets::binomial(cells, own) * beside(own, others);
        Census { positions: all - impossible, impossible, unreachable }
    }
}
