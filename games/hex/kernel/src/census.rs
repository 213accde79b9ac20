//! Counts of positions of each kind, computed from the sets of one side only.

use nexsolve_core::{Side, subsets};
use nexsolve_rhombus::{CellSet, Rhombus};
use nexsolve_tablegen::GenerateError;
use nexsolve_tablegen::team::{Reduce, Team};
use rayon::prelude::*;
use std::ops::Range;

/// Returns whether the set joins the side's edges, and still does after the removal of any single cell. Then
/// no move can have been the last one.
pub(super) fn is_redundant(board: &Rhombus<u64>, side: Side, set: u64) -> bool {
    board.connects(set, side) && set.iter().all(|cell| board.connects(set.without(u64::one(cell)), side))
}

/// The number of sets that a thread examines at a time.
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
    /// The positions that no game can reach. All of them are over, and lost for the side to move.
    pub(super) unreachable: u64,
}

/// Counts the positions with these numbers of stones. Each process examines its share of the sets.
pub(super) fn census(
    board: &Rhombus<u64>,
    black: u32,
    white: u32,
    team: &mut Team<'_>,
) -> Result<Census, GenerateError> {
    // The side to move, its stones, and those of the other side.
    let (side, own, others) =
        if black == white { (Side::Black, black, white) } else { (Side::White, white, black) };
    let cells = board.len();
    let numbers = |size: u32| {
        let share = team.share(subsets::binomial(cells, size) as usize);
        share.start as u64..share.end as u64
    };
    // The sets of the side to move that join its edges, and the sets of the other side that would join its
    // edges without any one of their cells.
    let mut counts = [
        count(cells, own, numbers(own), |set| board.connects(set, side)),
        count(cells, others, numbers(others), |set| is_redundant(board, side.other(), set)),
    ];
    team.reduce(Reduce::Sum, &mut counts)?;
    let [joined, redundant] = counts;
    // Each set of one side combines with each way to place the other side's stones.
    let beside = |stones: u32, rest: u32| subsets::binomial(cells - stones, rest);
    let impossible = joined * beside(own, others);
    let unreachable = redundant * beside(others, own);
    let all = subsets::binomial(cells, own) * beside(own, others);
    Ok(Census { positions: all - impossible, impossible, unreachable })
}
