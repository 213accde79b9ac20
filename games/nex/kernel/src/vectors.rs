//! Sets of neutral sets, as vectors of bits.
//!
//! For a pair of coloured sets, the neutral sets are the subsets of the r cells of the rest. All those of one
//! ply have the parity of the ply. So the lowest cell of the rest can be left out: a *half vector* has one
//! bit for each of the 2^(r−1) subsets of the other cells, in the order of their values as numbers. Bit x
//! stands for the only set of the right parity that is x on those cells. Sets of one size stay in
//! colexicographic order without the lowest cell, and that is the order of their numbers in a table.
//!
//! Bit positions of a half vector's index are called *axes*: axis t is cell t + 1 of the rest. The functions
//! here work on half vectors of 64-bit words, lowest index first.

use nexsolve_tablegen::bits::Bits;

/// Bit i is set if i has an even number of ones.
const EVEN: u64 = 0x9669_6996_6996_9669;

/// The indices below 64 whose axis t is 0.
pub(super) const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

const HALF: u64 = 0xFFFF_FFFF;

/// The number of sets in a half vector over this many cells.
pub(super) const fn len(cells: usize) -> usize {
    if cells == 0 { 1 } else { 1 << (cells - 1) }
}

/// The 64 indices from 64 · `word` whose parity is `parity` (0 or 1), as a mask.
#[inline(always)]
pub(super) fn parity_mask(word: usize, parity: u32) -> u64 {
    EVEN ^ 0_u64.wrapping_sub(u64::from((word.count_ones() + parity) & 1))
}

/// Calls `each(block, len)` for each block of `len` = 2^`log_len` words among `words` words. (The iterators
/// over chunks of slices divide, which takes as long as a whole block.)
#[inline(always)]
fn for_each_block(words: usize, log_len: usize, mut each: impl FnMut(usize, usize)) {
    for block in 0..words >> log_len {
        each(block, 1 << log_len);
    }
}

#[inline(always)]
fn or(into: &mut [u64], from: &[u64]) {
    for (to, x) in into.iter_mut().zip(from) {
        *to |= x;
    }
}

/// The two halves of a vector: its planes.
#[inline(always)]
pub(super) fn planes(words: &[u64]) -> [&[u64]; 2] {
    let (first, second) = words.split_at(words.len() / 2);
    [first, second]
}

/// As [`planes`], for writing.
#[inline(always)]
pub(super) fn planes_mut(words: &mut [u64]) -> [&mut [u64]; 2] {
    let (first, second) = words.split_at_mut(words.len() / 2);
    [first, second]
}

/// Adds (by OR) a half vector to one with a further axis at place `axis`, where that axis has `value` (0 or
/// 1). `into` is twice as long.
#[inline(always)]
pub(super) fn insert<B: Bits>(cpu: B, from: &[u64], into: &mut [u64], axis: usize, value: usize) {
    if axis < 6 {
        let mask = LOW[axis] << (value << axis);
        for (pair, &x) in into.as_chunks_mut::<2>().0.iter_mut().zip(from) {
            pair[0] |= cpu.pdep(x & HALF, mask);
            pair[1] |= cpu.pdep(x >> 32, mask);
        }
        return;
    }
    for_each_block(from.len(), axis - 6, |block, len| {
        or(&mut into[(2 * block + value) * len..][..len], &from[block * len..][..len]);
    });
}

/// Adds (by OR) a half vector of the sets without the lowest cell of `into`'s rest, or of those with it less
/// that cell, to a half vector over one cell more. The cell that was left out becomes axis 0: its value
/// follows from the parity `set_parity` of the sets in `from`.
#[inline(always)]
pub(super) fn insert_lowest<B: Bits>(cpu: B, from: &[u64], into: &mut [u64], set_parity: u32) {
    for (word, (pair, &x)) in into.as_chunks_mut::<2>().0.iter_mut().zip(from).enumerate() {
        pair[0] |= cpu.pdep(x & HALF, parity_mask(2 * word, set_parity));
        pair[1] |= cpu.pdep(x >> 32, parity_mask(2 * word + 1, set_parity));
    }
}

/// The part of a half vector where `axis` has `value` (0 or 1): half as long, without that axis.
#[inline(always)]
pub(super) fn slice<B: Bits>(cpu: B, from: &[u64], into: &mut [u64], axis: usize, value: usize) {
    if axis < 6 {
        let mask = LOW[axis] << (value << axis);
        for (pair, to) in from.as_chunks::<2>().0.iter().zip(into) {
            *to = cpu.pext(pair[0], mask) | cpu.pext(pair[1], mask) << 32;
        }
        return;
    }
    for_each_block(into.len(), axis - 6, |block, len| {
        into[block * len..][..len].copy_from_slice(&from[(2 * block + value) * len..][..len]);
    });
}

/// The part of a half vector of sets of parity `set_parity` where the lowest cell, which the vector leaves
/// out, has `value` (0 or 1): half as long, the cell of axis 0 now left out.
#[inline(always)]
pub(super) fn slice_lowest<B: Bits>(cpu: B, from: &[u64], into: &mut [u64], set_parity: u32, value: u32) {
    for (word, (pair, to)) in from.as_chunks::<2>().0.iter().zip(into).enumerate() {
        let half = |half: usize| cpu.pext(pair[half], parity_mask(2 * word + half, set_parity ^ value));
        *to = half(0) | half(1) << 32;
    }
}

/// Adds (by OR) the sets to which a further cell can be added so that the result is in `from`. `parity` is
/// that of the sets in `into`.
#[inline(always)]
pub(super) fn shadow(from: &[u64], into: &mut [u64], axes: usize, parity: u32) {
    for (word, (to, &x)) in into.iter_mut().zip(from).enumerate() {
        let mut sum = x & parity_mask(word, parity);
        for (axis, mask) in LOW.iter().enumerate() {
            sum |= x >> (1 << axis) & mask;
        }
        *to |= sum;
    }
    for axis in 6..axes {
        for_each_block(from.len() / 2, axis - 6, |block, len| {
            or(&mut into[2 * block * len..][..len], &from[(2 * block + 1) * len..][..len]);
        });
    }
}

/// The half vector of the same sets with the cells of the rest numbered from the other end. `parity` is that
/// of the sets; there are seven axes or more.
#[inline(always)]
pub(super) fn turn(vector: &mut [u64], axes: usize, parity: u32) {
    // The highest cell becomes the lowest, which is left out; the lowest takes its axis.
    let (low, high) = vector.split_at_mut(vector.len() / 2);
    for (word, (low, high)) in low.iter_mut().zip(&mut *high).enumerate() {
        let swapped = (*low ^ *high) & !parity_mask(word, parity);
        *low ^= swapped;
        *high ^= swapped;
    }
    reverse_axes(low, axes - 1);
    reverse_axes(high, axes - 1);
}

/// Swaps axis t with axis `axes` − 1 − t, for every t.
#[inline(always)]
pub(super) fn reverse_axes(vector: &mut [u64], axes: usize) {
    for axis in 0..axes / 2 {
        swap_axes(vector, axis, axes - 1 - axis);
    }
}

#[inline(always)]
fn swap_axes(vector: &mut [u64], low: usize, high: usize) {
    if high < 6 {
        let distance = (1 << high) - (1 << low);
        // The indices that move up: axis `low` is 1, axis `high` is 0.
        let mask = !LOW[low] & LOW[high];
        for x in vector {
            let moved = (*x ^ *x >> distance) & mask;
            *x ^= moved | moved << distance;
        }
    } else if low < 6 {
        let step = 1 << (high - 6);
        for pair in vector.chunks_exact_mut(2 * step) {
            let (below, above) = pair.split_at_mut(step);
            for (x, y) in below.iter_mut().zip(above) {
                let moved = (*x >> (1 << low) ^ *y) & LOW[low];
                *y ^= moved;
                *x ^= moved << (1 << low);
            }
        }
    } else {
        let (low, high) = (1 << (low - 6), 1 << (high - 6));
        for word in 0..vector.len() {
            if word & low != 0 && word & high == 0 {
                vector.swap(word, word ^ low ^ high);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_tablegen::bits::Any;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The sets over `cells` cells of this parity that a half vector holds.
    fn sets(vector: &[u64], cells: usize, parity: u32) -> BTreeSet<u32> {
        (0..1_u32 << (cells - 1))
            .filter(|&x| vector[(x / 64) as usize] >> (x % 64) & 1 == 1)
            .map(|x| x << 1 | ((x.count_ones() + parity) & 1))
            .collect()
    }

    fn half(sets: &BTreeSet<u32>, cells: usize) -> Vec<u64> {
        let mut vector = vec![0; 1 << (cells - 7)];
        for set in sets {
            vector[(set >> 7) as usize] |= 1 << (set >> 1 & 63);
        }
        vector
    }

    fn with(set: u32, cell: usize, value: usize) -> u32 {
        let low = set & ((1 << cell) - 1);
        low | (set & !((1 << cell) - 1)) << 1 | (value as u32) << cell
    }

    fn vector(cells: usize) -> impl Strategy<Value = Vec<u64>> {
        prop::collection::vec(any::<u64>(), 1 << (cells - 7))
    }

    fn sized() -> impl Strategy<Value = (usize, Vec<u64>)> {
        (8_usize..=13).prop_flat_map(|cells| (Just(cells), vector(cells)))
    }

    proptest! {
        #[test]
        fn a_cell_is_inserted((cells, from) in sized(), cell in 0_usize..14, value in 0_usize..2, parity in 0_u32..2) {
            let cell = cell % (cells + 1);
            let expected = sets(&from, cells, parity).iter().map(|&set| with(set, cell, value)).collect();
            let mut into = vec![0; 2 * from.len()];
            match cell {
                0 => insert_lowest(Any, &from, &mut into, parity),
                _ => insert(Any, &from, &mut into, cell - 1, value),
            }
            prop_assert_eq!(into, half(&expected, cells + 1));
        }

        #[test]
        fn a_slice_is_what_was_inserted((cells, from) in sized(), cell in 0_usize..14, value in 0_usize..2, parity in 0_u32..2) {
            let cell = cell % cells;
            let all = sets(&from, cells, parity);
            let expected: BTreeSet<u32> = (0..1_u32 << (cells - 1)).filter(|&set| all.contains(&with(set, cell, value))).collect();
            let mut into = vec![0; from.len() / 2];
            match cell {
                0 => slice_lowest(Any, &from, &mut into, parity, value as u32),
                _ => slice(Any, &from, &mut into, cell - 1, value),
            }
            prop_assert_eq!(into, half(&expected, cells - 1));
        }

        #[test]
        fn a_shadow_is_one_cell_less((cells, from) in sized(), parity in 0_u32..2) {
            let all = sets(&from, cells, parity ^ 1);
            let expected = all.iter().flat_map(|&set| (0..cells).filter(move |c| set >> c & 1 == 1).map(move |c| set ^ 1 << c)).collect();
            let mut into = vec![0; from.len()];
            shadow(&from, &mut into, cells - 1, parity);
            prop_assert_eq!(into, half(&expected, cells));
        }

        #[test]
        fn turning_numbers_the_cells_from_the_other_end((cells, from) in sized(), parity in 0_u32..2) {
            let turned = |set: u32| set.reverse_bits() >> (32 - cells);
            let expected = sets(&from, cells, parity).into_iter().map(turned).collect();
            let mut vector = from;
            turn(&mut vector, cells - 1, parity);
            prop_assert_eq!(vector, half(&expected, cells));
        }
    }
}
