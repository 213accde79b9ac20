//! A numbering of the k-element subsets of n things in a row, up to reversal: a set and its mirror image
//! share a number.
//!
//! If the cells of a rhombus are counted row by row, its rotation by 180° is this reversal: cell i becomes
//! cell n − 1 − i. Rotated positions have the same value, so half of the numbers suffice.
//!
//! The cells form pairs (i, n − 1 − i), examined from the outermost inwards. As long as the set contains both
//! cells of each pair or neither, the two directions look the same. The first pair with exactly one cell in
//! the set decides: the set with the lower of the two is the **representative**, and the cells inside that
//! pair are free. So the number of classes F(n, k) is
//!
//! ```text
//! F(n, k) = C(n − 2, k − 1) + F(n − 2, k) + F(n − 2, k − 2),   F(0, 0) = F(1, 0) = F(1, 1) = 1,
//! ```
//!
//! for an outermost pair that decides, is empty, or is full. The numbers follow this order: first the sets
//! whose outermost pair decides, by the number of the subset inside ([`subsets`]); then those with an empty
//! outermost pair, then those with a full one, each in the order of the row without that pair.
//!
//! Burnside's lemma gives the same: F(n, k) = (C(n, k) + P(n, k)) / 2, where P counts the sets that equal
//! their own reversal.

use crate::subsets;

/// How a set relates to the representative of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// The set is the representative, and differs from its reversal.
    Itself,
    /// The set's reversal is the representative.
    Reversed,
    /// The set equals its reversal.
    Both,
}

/// F(n, k) for n, k ≤ 64.
#[cfg(not(feature = "small"))]
static CLASSES: subsets::Table = classes();
/// The same, computed on first use.
#[cfg(feature = "small")]
static CLASSES: std::sync::LazyLock<subsets::Table> = std::sync::LazyLock::new(classes);

#[expect(clippy::large_stack_arrays, reason = "for the compiler, or once")]
const fn classes() -> subsets::Table {
    let binomials = subsets::binomials();
    let mut table = [[0_u64; 65]; 65];
    table[0][0] = 1;
    table[1][0] = 1;
    table[1][1] = 1;
    let mut n = 2;
    while n <= 64 {
        let mut k = 0;
        while k <= n {
            let deciding = if k > 0 { binomials[n - 2][k - 1] } else { 0 };
            let full = if k > 1 { table[n - 2][k - 2] } else { 0 };
            table[n][k] = deciding + table[n - 2][k] + full;
            k += 1;
        }
        n += 1;
    }
    table
}

/// Returns the number of k-element subsets of n things up to reversal; 0 if k > n.
///
/// # Panics
/// If n or k is above 64.
///
/// ```
/// // {0}, {1} of three in a row: {2} is {0} reversed.
/// assert_eq!(nexsolve_core::folded::count(3, 1), 2);
/// ```
#[inline]
pub fn count(n: u32, k: u32) -> u64 {
    CLASSES[n as usize][k as usize]
}

/// Reverses a set of `n` things in a row.
///
/// # Panics
/// In debug builds, if n is above 64.
#[inline]
pub fn reversed(set: u64, n: u32) -> u64 {
    // Without this test, n = 0 would shift by 64 bits, which overflows.
    if n == 0 { 0 } else { set.reverse_bits() >> (64 - n) }
}

/// Returns the number of the class of `set`, a subset of `n` things, among classes of the same size, and how
/// `set` relates to the representative. It takes one or two look-ups for each pair before the deciding one,
/// and one [`subsets::rank`].
///
/// # Panics
/// If n is above 64; in debug builds, if the set has elements from n on.
///
/// ```
/// use nexsolve_core::folded::{Facing, rank, unrank};
/// let (number, facing) = rank(0b110_000, 6);
/// assert_eq!(facing, Facing::Reversed);
/// assert_eq!(unrank(number, 6, 2), 0b000_011);
/// ```
#[inline]
pub fn rank(set: u64, n: u32) -> (u64, Facing) {
    let other = reversed(set, n);
    debug_assert_eq!(reversed(other, n), set, "not a subset of {n} things");
    let differences = set ^ other;
    if differences == 0 {
        return (before(set, n / 2, n), Facing::Both);
    }
    // The lowest difference is the lower cell of the deciding pair.
    let pair = differences.trailing_zeros();
    let facing = if set >> pair & 1 == 1 { Facing::Itself } else { Facing::Reversed };
    let representative = if facing == Facing::Itself { set } else { other };
    let inside = representative >> (pair + 1) & !(u64::MAX << (n - 2 - 2 * pair));
    (before(set, pair, n) + subsets::rank(inside), facing)
}

/// Returns the number of classes before the first that agrees with `set` in its outermost `pairs` pairs. Each
/// of these pairs is full or empty.
#[inline]
fn before(set: u64, pairs: u32, n: u32) -> u64 {
    let (mut number, mut n, mut k) = (0, n, set.count_ones());
    for pair in 0..pairs {
        n -= 2;
        if k > 0 {
            number += subsets::binomial(n, k - 1);
        }
        if set >> pair & 1 == 1 {
            number += count(n, k);
            k -= 2;
        }
    }
    number
}

/// Returns the representative of the class with this number among the `k`-element subsets of `n` things: the
/// inverse of [`rank`].
///
/// # Panics
/// If `number` is not below [`count`], or n is above 64.
#[inline]
pub fn unrank(mut number: u64, n: u32, mut k: u32) -> u64 {
    assert!(number < count(n, k), "no such class");
    let mut set = 0;
    for pair in 0..n / 2 {
        let inside = n - 2 * (pair + 1);
        let deciding = if k > 0 { subsets::binomial(inside, k - 1) } else { 0 };
        if number < deciding {
            return set | 1 << pair | subsets::unrank(number, inside, k - 1) << (pair + 1);
        }
        number -= deciding;
        let empty = count(inside, k);
        if number >= empty {
            number -= empty;
            set |= 1 << pair | 1 << (n - 1 - pair);
            k -= 2;
        }
    }
    // The only cell left is the middle one.
    if k == 1 { set | 1 << (n / 2) } else { set }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn reversed_by_definition(set: u64, n: u32) -> u64 {
        (0..n).filter(|i| set >> i & 1 == 1).fold(0, |turned, i| turned | 1 << (n - 1 - i))
    }

    /// The classes of the k-element subsets of n things, each as the set of its members.
    fn classes(n: u32, k: u32) -> BTreeSet<BTreeSet<u64>> {
        let sets = (0..1_u64 << n).filter(|set| set.count_ones() == k);
        sets.map(|set| BTreeSet::from([set, reversed_by_definition(set, n)])).collect()
    }

    #[test]
    fn each_class_has_one_number_and_no_number_is_free() {
        for n in 0..=14 {
            for k in 0..=n {
                let mut numbers = BTreeMap::new();
                for class in classes(n, k) {
                    let ranked: Vec<_> = class.iter().map(|&set| rank(set, n)).collect();
                    let number = ranked[0].0;
                    assert!(ranked.iter().all(|r| r.0 == number), "{n} {class:?}");
                    let facings: Vec<_> = ranked.iter().map(|r| r.1).collect();
                    let representative = unrank(number, n, k);
                    let expected: Vec<_> = class
                        .iter()
                        .map(|&set| match class.len() {
                            1 => Facing::Both,
                            _ if set == representative => Facing::Itself,
                            _ => Facing::Reversed,
                        })
                        .collect();
                    assert_eq!(facings, expected, "{n} {class:?}");
                    assert!(class.contains(&representative), "{n} {class:?}");
                    assert_eq!(numbers.insert(number, class), None);
                }
                assert_eq!(numbers.len() as u64, count(n, k));
                assert!(numbers.into_keys().eq(0..count(n, k)));
            }
        }
        assert_eq!((count(14, 15), count(0, 1)), (0, 0));
    }

    #[test]
    fn counts_are_burnsides() {
        for n in 0..=64 {
            for k in 0..=n {
                let palindromes = if n % 2 == 0 && k % 2 == 1 { 0 } else { subsets::binomial(n / 2, k / 2) };
                assert_eq!(2 * count(n, k), subsets::binomial(n, k) + palindromes, "{n} {k}");
            }
        }
    }

    proptest! {
        #[test]
        fn rank_and_unrank_are_inverse_on_large_rows(set: u64, n in 0_u32..=64) {
            let set = if n == 64 { set } else { set & !(u64::MAX << n) };
            let (number, facing) = rank(set, n);
            let turned = reversed(set, n);
            prop_assert_eq!(turned, reversed_by_definition(set, n));
            prop_assert!(number < count(n, set.count_ones()));
            let representative = unrank(number, n, set.count_ones());
            prop_assert_eq!(representative, if facing == Facing::Reversed { turned } else { set });
            prop_assert_eq!(facing == Facing::Both, set == turned);
            prop_assert_eq!(rank(turned, n).0, number);
        }

        #[test]
        fn every_number_of_large_rows_unranks(n in 15_u32..=64, k in 0_u32..=64, at: u64) {
            let k = k.min(n);
            let number = at % count(n, k);
            let set = unrank(number, n, k);
            prop_assert_eq!(set.count_ones(), k);
            let (again, facing) = rank(set, n);
            prop_assert_eq!(again, number);
            prop_assert_ne!(facing, Facing::Reversed);
        }

        #[test]
        fn palindromes_of_large_rows_face_both_ways(half: u32, n in 15_u32..=64) {
            let half = u64::from(half) & !(u64::MAX << (n / 2));
            let set = half | reversed(half, n);
            let (number, facing) = rank(set, n);
            prop_assert_eq!(facing, Facing::Both);
            prop_assert_eq!(unrank(number, n, set.count_ones()), set);
        }
    }
}
