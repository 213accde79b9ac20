//! Rows of bits: one bit for each set of a given size, by the set's number.

use nexsolve_core::subsets;
use nexsolve_tablegen::bits::Bits;

/// Words of a row.
pub(super) fn words(cells: u32, size: u32) -> usize {
    subsets::binomial(cells, size).div_ceil(64) as usize
}

/// For each of `cells` cells, the sets of `size` cells that lack it.
pub(super) fn without(cells: u32, size: u32) -> Vec<Vec<u64>> {
    let sets = subsets::binomial(cells, size);
    let mut masks = vec![vec![0; words(cells, size)]; cells as usize];
    let mut set = subsets::unrank(0, cells, size);
    for (at, first) in (0..sets).step_by(64).enumerate() {
        let mut square = [0; 64];
        let count = (sets - first).min(64) as usize;
        for row in &mut square[..count] {
            // `next` of the last set is not used.
            (*row, set) = (!set, subsets::next(set));
        }
        transpose(&mut square);
        masks.iter_mut().zip(square).for_each(|(mask, word)| mask[at] = word);
    }
    masks
}

/// Swaps bit i of word j and bit j of word i.
///
/// H. S. Warren, *Hacker's Delight*, section 7-3.
fn transpose(square: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        for at in (0..64).filter(|at| at & width == 0) {
            let swapped = (square[at] >> width ^ square[at + width]) & mask;
            square[at] ^= swapped << width;
            square[at + width] ^= swapped;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// Complements the first `sets` bits of a row.
pub(super) fn complement(row: &mut [u64], sets: u64) {
    for word in &mut *row {
        *word = !*word;
    }
    if let Some(last) = row.last_mut()
        && !sets.is_multiple_of(64)
    {
        *last &= (1 << (sets % 64)) - 1;
    }
}

/// Deposits the bits of `from`, in order, at the ones of `mask`, and ORs them into `into`.
#[inline(always)]
pub(super) fn deposit<B: Bits>(cpu: B, from: &[u64], mask: &[u64], into: &mut [u64]) {
    let mut at = 0;
    for (into, &mask) in into.iter_mut().zip(mask) {
        let (word, bit) = (at / 64, at % 64);
        // Bits after the end are not used. Shifting by 63 - bit and then by 1 shifts by 64 - bit.
        let high = from.get(word + 1).map_or(0, |&next| next << (63 - bit) << 1);
        let bits = from.get(word).map_or(0, |&word| word >> bit) | high;
        *into |= cpu.pdep(bits, mask);
        at += mask.count_ones() as usize;
    }
}

/// Extracts those of the first `sets` bits of `from` that are not in `mask`, and writes them to `into`
/// without gaps.
#[inline(always)]
pub(super) fn extract_others<B: Bits>(cpu: B, from: &[u64], mask: &[u64], sets: u64, into: &mut Vec<u64>) {
    into.clear();
    let (mut word, mut fill) = (0, 0);
    let last = from.len() - 1;
    for (at, (&from, &mask)) in from.iter().zip(mask).enumerate() {
        let valid = if at == last { u64::MAX >> (63 - (sets - 1) % 64) } else { u64::MAX };
        let mask = !mask & valid;
        let (bits, count) = (cpu.pext(from, mask), mask.count_ones());
        word |= bits << fill;
        fill += count;
        if fill >= 64 {
            into.push(word);
            fill -= 64;
            // The bits that did not fit, if any.
            word = if fill == 0 { 0 } else { bits >> (count - fill) };
        }
    }
    into.push(word);
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_tablegen::bits::Any;
    use proptest::prelude::*;

    #[test]
    fn masks_have_the_sets_without_a_cell() {
        for (cells, size) in [(1, 0), (1, 1), (5, 2), (9, 4), (12, 6)] {
            let masks = without(cells, size);
            for (cell, mask) in masks.iter().enumerate() {
                for number in 0..64 * mask.len() as u64 {
                    let lacks = number < subsets::binomial(cells, size)
                        && subsets::unrank(number, cells, size) >> cell & 1 == 0;
                    assert_eq!(mask[(number / 64) as usize] >> (number % 64) & 1 == 1, lacks);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_closed_up_is_let_in_again(words in prop::collection::vec(any::<(u64, u64)>(), 1..9), cut in 0_u64..64) {
            let (row, mask): (Vec<u64>, Vec<u64>) = words.into_iter().unzip();
            let sets = 64 * row.len() as u64 - cut;
            let bits = |row: &[u64]| (0..sets).map(|at| row[(at / 64) as usize] >> (at % 64) & 1 == 1).collect::<Vec<_>>();
            let mut closed = Vec::new();
            extract_others(Any, &row, &mask, sets, &mut closed);
            let expected: Vec<bool> = bits(&row).into_iter().zip(bits(&mask)).filter(|&(_, skip)| !skip).map(|(bit, _)| bit).collect();
            let found: Vec<bool> = (0..expected.len()).map(|at| closed[at / 64] >> (at % 64) & 1 == 1).collect();
            prop_assert_eq!(found, expected);
            let others: Vec<u64> = mask.iter().map(|mask| !mask).collect();
            let mut again = vec![0; row.len()];
            deposit(Any, &closed, &others, &mut again);
            let kept: Vec<bool> = bits(&row).into_iter().zip(bits(&mask)).map(|(bit, skip)| bit && !skip).collect();
            prop_assert_eq!(bits(&again), kept);
        }
    }
}
