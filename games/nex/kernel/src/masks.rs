//! The places of the bits of a one-word half vector after a move.

use super::vectors::len;

/// The largest rest whose half vectors are one word.
pub(super) const LARGEST: usize = 7;

/// Masks for a move, by the place of the cell that is added or removed.
#[derive(Default)]
pub(super) struct Masks {
    /// The sets after a move with a neutral stone on the cell (two planes side by side).
    pub(super) next_neutral: [u64; LARGEST],
    /// The sets of a move's parity without the cell.
    pub(super) empty: [u64; LARGEST],
    /// The sets with the cell.
    pub(super) neutral: [u64; LARGEST],
    /// The sets without the cell.
    pub(super) without: [u64; LARGEST],
    /// For each plane, the sets that may be in it. In the plane of lost positions, those that have a move.
    pub(super) movable: [u64; 2],
}

/// The indices of a half vector over `cells` cells, of sets of this parity, at which the cell in `place` has
/// `value`.
fn indices(cells: usize, place: usize, value: u32, parity: u32) -> u64 {
    let has = |x: &usize| match place.checked_sub(1) {
        Some(axis) => x >> axis & 1 == value as usize,
        None => x.count_ones() & 1 == parity ^ value,
    };
    (0..len(cells)).filter(has).fold(0, |mask, x| mask | 1 << x)
}

impl Masks {
    /// The masks for a rest of `rest` cells and a mover with `stones` stones; `None` if the rest is too large
    /// for this kernel.
    pub(super) fn new(rest: usize, stones: usize, parity: u32) -> Self {
        let mut masks = Self::default();
        if rest > LARGEST {
            return masks;
        }
        for place in 0..rest {
            if place + 1 < rest {
                let next = indices(rest - 1, place, 1, parity ^ 1);
                masks.next_neutral[place] = next | next << len(rest - 1);
            }
            masks.empty[place] = indices(rest, place, 0, parity ^ 1);
            masks.neutral[place] = indices(rest, place, 1, parity);
            masks.without[place] = indices(rest, place, 0, parity);
        }
        let mut lost = 0;
        for x in 0..len(rest) {
            let neutral = x.count_ones() + ((x.count_ones() ^ parity) & 1);
            let movable = rest as u32 - neutral.min(rest as u32) >= 2 || (neutral >= 2 && stones >= 1);
            lost |= u64::from(movable) << x;
        }
        masks.movable = if parity == 0 { [lost, u64::MAX] } else { [u64::MAX, lost] };
        masks
    }
}
