//! The kernel for rests of at most seven cells: a half vector is one word, and every operation on it is one
//! bit deposit or extract.
//!
//! To insert a cell, bits move apart and keep their order. So inserting a cell is a deposit into a mask, and
//! a slice is an extract. Two planes lie side by side in a word and are moved at once.

use super::job::{Job, PlaneRow, Scratch};
use super::shape::Shape;
use super::vectors::{LOW, insert, insert_lowest, len, parity_mask, reverse_axes, shadow};
use nexsolve_tablegen::bits::Bits;

/// The half vector of the same sets, of this parity, with the cells of the rest numbered from the other end.
#[inline(always)]
pub(super) fn turned(vector: u64, rest: usize, parity: u32) -> u64 {
    if rest < 2 {
        return vector;
    }
    // The highest cell becomes the lowest, which is left out; the lowest takes its axis.
    let half = len(rest - 1);
    let (low, high) = (vector & ((1 << half) - 1), vector >> half);
    let swapped = (low ^ high) & !parity_mask(0, parity) & ((1 << half) - 1);
    let mut turned = [(low ^ swapped) | (high ^ swapped) << half];
    reverse_axes(&mut turned, rest - 2);
    turned[0]
}

/// Sweeps one opponent's set; see [`super::kernel::sweep`].
#[inline(always)]
pub(super) fn sweep<B: Bits>(
    cpu: B,
    shape: &Shape,
    source: PlaneRow<'_>,
    scratch: &mut Scratch,
    job: &mut impl Job,
) {
    let rest = shape.rest;
    let masks = &shape.masks;
    let Scratch { cells, slices, .. } = scratch;
    cells.clear();
    let bits = 2 * len(rest - 1);
    let PlaneRow { bytes, pairs, pair } = source;
    let mut take = |read: fn(&[u8]) -> u64, size: usize| {
        cells.extend(bytes.chunks_exact(size).skip(pair).step_by(pairs).map(read));
    };
    match bits {
        64 => take(|x| u64::from_le_bytes(x.try_into().expect("eight bytes")), 8),
        32 => take(|x| u64::from(u32::from_le_bytes(x.try_into().expect("four bytes"))), 4),
        16 => take(|x| u64::from(u16::from_le_bytes(x.try_into().expect("two bytes"))), 2),
        _ => take(|x| u64::from(x[0]), 1),
    }
    let cells = &cells[..shape.next_sets];
    slices.clear();
    for &cell in cells {
        slices.extend(masks.next_neutral[..rest - 1].iter().map(|&mask| cpu.pext(cell, mask)));
    }
    let slices = &slices[..];
    let half = len(rest - 1);
    let low = (1_u64 << half) - 1;
    for set in 0..shape.sets.len() {
        if !job.wanted(set) {
            continue;
        }
        let (mut first, mut second) = (0, 0);
        for (&next, &mask) in shape.generates(set).iter().zip(&masks.empty) {
            let cell = cells[next as usize];
            first |= cpu.pdep(cell & low, mask);
            second |= cpu.pdep(cell >> half, mask);
        }
        let (from, to) = ((first, second), (&mut first, &mut second));
        *to.0 = from.0 & masks.without[0];
        *to.1 = from.1 & masks.without[0];
        for axis in 0..rest - 1 {
            *to.0 |= (from.0 >> (1_u64 << axis)) & masks.without[axis + 1];
            *to.1 |= (from.1 >> (1_u64 << axis)) & masks.without[axis + 1];
        }
        let mut transforms = shape.transforms(set);
        for place in 0..rest - 1 {
            let mut with_first = 0;
            for other in place..rest - 1 {
                let sum =
                    transforms.next().unwrap_or(&[]).iter().fold(0, |sum, &at| sum | slices[at as usize]);
                with_first |= cpu.pdep(sum, masks.next_neutral[other]);
            }
            first |= cpu.pdep(with_first & low, masks.neutral[place]);
            second |= cpu.pdep(with_first >> half, masks.neutral[place]);
        }
        job.small([!first & masks.movable[0], !second & masks.movable[1]]);
    }
}

/// The same for a rest of eight cells: a slice of both planes is a word, a vector two words a plane.
#[inline(always)]
pub(super) fn sweep_eight<B: Bits>(
    cpu: B,
    shape: &Shape,
    source: PlaneRow<'_>,
    scratch: &mut Scratch,
    job: &mut impl Job,
) {
    const REST: usize = 8;
    let parity = shape.parity;
    let cells: &[[u64; 2]] = bytemuck::cast_slice(source.bytes);
    let cells = |set: usize| &cells[set * source.pairs + source.pair];
    // The indices of a word at which a cell is neutral, by its place, in sets of the parity of the ply and of
    // the next.
    let neutral = |place: usize, parity: u32| match place {
        0 => parity_mask(0, parity ^ 1),
        _ => !LOW[place - 1],
    };
    let next_neutral: [u64; REST - 1] = std::array::from_fn(|place| neutral(place, parity ^ 1));
    let slices = &mut scratch.slices;
    slices.clear();
    for cell in (0..shape.next_sets).map(cells) {
        let slice = |mask| cpu.pext(cell[0], mask) | cpu.pext(cell[1], mask) << 32;
        slices.extend(next_neutral.map(slice));
    }
    let slices = &slices[..];
    for set in 0..shape.sets.len() {
        if !job.wanted(set) {
            continue;
        }
        let mut generated = [[0; 2]; 2];
        for (place, &next) in shape.generates(set).iter().enumerate() {
            for (after, generated) in cells(next as usize).iter().zip(&mut generated) {
                match place {
                    0 => insert_lowest(cpu, &[*after], generated, parity ^ 1),
                    _ => insert(cpu, &[*after], generated, place - 1, 0),
                }
            }
        }
        let mut result = [[0; 2]; 2];
        for (generated, result) in generated.iter().zip(&mut result) {
            shadow(generated, result, REST - 1, parity);
        }
        let mut transforms = shape.transforms(set);
        for place in 0..REST - 1 {
            let mut with_first = [0; 2];
            for &mask in &next_neutral[place..] {
                let sum =
                    transforms.next().unwrap_or(&[]).iter().fold(0, |sum, &at| sum | slices[at as usize]);
                with_first[0] |= cpu.pdep(sum & 0xFFFF_FFFF, mask);
                with_first[1] |= cpu.pdep(sum >> 32, mask);
            }
            for (with_first, result) in with_first.iter().zip(&mut result) {
                match place {
                    0 => insert_lowest(cpu, &[*with_first], result, parity ^ 1),
                    _ => insert(cpu, &[*with_first], result, place - 1, 1),
                }
            }
        }
        let mut planes = result.map(|plane| plane.map(|word: u64| !word));
        job.large(planes.as_flattened_mut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn half(sets: impl Iterator<Item = u32>) -> u64 {
        sets.fold(0, |vector, set| vector | 1 << (set >> 1))
    }

    fn sets(vector: u64, rest: usize, parity: u32) -> impl Iterator<Item = u32> {
        (0..1_u32 << rest).filter(move |set| set.count_ones() & 1 == parity && vector >> (set >> 1) & 1 == 1)
    }

    proptest! {
        #[test]
        fn turning_numbers_the_cells_from_the_other_end(vector: u64, rest in 1_usize..=7, parity in 0_u32..2) {
            prop_assume!(rest > 1 || parity == 0);
            let vector = if rest == 7 { vector } else { vector & ((1 << len(rest)) - 1) };
            let expected = half(sets(vector, rest, parity).map(|set| set.reverse_bits() >> (32 - rest)));
            prop_assert_eq!(turned(vector, rest, parity), expected);
        }
    }
}
