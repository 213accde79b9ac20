//! Transform moves that complete a chain, and pairs of neutral stones.

use nexsolve_core::Side;
use nexsolve_rhombus::paths::Reach;
use nexsolve_rhombus::{CellSet, Rhombus};

/// Returns whether `stones` and `gained` together join the edges of `side` even after some stone other than
/// `gained` is given up.
#[inline]
pub(crate) fn can_give_up(board: &Rhombus<u64>, stones: u64, gained: u64, side: Side) -> bool {
    let (first, last) = board.ends(side);
    let all = stones | gained;
    let group = board.flood(first, all);
    if group & last == 0 {
        return false;
    }
    stones & !group != 0 || stones.iter().any(|q| board.flood(first, all & !u64::one(q)) & last != 0)
}

/// Returns the neutral stones, one or two, with which some transform move of `side` completes a chain. `more`
/// neutral stones stand elsewhere.
#[inline]
pub(crate) fn completing(
    board: &Rhombus<u64>,
    stones: u64,
    neutral: u64,
    reach: Reach<u64>,
    more: u32,
    side: Side,
) -> Option<u64> {
    let (starts, ends) = (neutral & reach.from, neutral & reach.to);
    if starts == 0 || ends == 0 || neutral.count_ones() + more < 2 {
        return None;
    }
    // Each of these closes the chain alone, so the second one can be any.
    let alone = starts & ends;
    for i in alone.iter().map(u64::one) {
        if can_give_up(board, stones, i, side) {
            return Some(i);
        }
    }
    for i in alone.iter().map(u64::one) {
        for j in (neutral & !i).iter().map(u64::one) {
            if can_give_up(board, stones, i | j, side) {
                return Some(i | j);
            }
        }
    }
    for i in (starts & !ends).iter().map(u64::one) {
        let group = board.flood(i, stones | i);
        for j in (board.neighbours(group) & ends & !starts & !i).iter().map(u64::one) {
            if can_give_up(board, stones, i | j, side) {
                return Some(i | j);
            }
        }
    }
    None
}

/// Returns all sets of two of these cells.
pub(crate) fn pairs(cells: u64) -> impl Iterator<Item = u64> {
    cells.iter().flat_map(move |one| {
        let later = cells & (u64::MAX << one.0 << 1);
        later.iter().map(move |other| u64::one(one) | u64::one(other))
    })
}
