//! Sets of cells as bits: one word for boards that are searched, six for play up to 19×19, and any number where time counts.

use nexsolve_core::pdep;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// The number of a cell: row × columns + column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u16);

/// A set of cells. Bit i is cell i.
pub trait CellSet:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// How many cells a set can hold.
    const CAPACITY: u32;
    /// No cells.
    const EMPTY: Self;

    /// The set of one cell.
    fn one(cell: Cell) -> Self;
    /// Every cell's number raised by `n`; those that pass the capacity are lost.
    fn up(self, n: u32) -> Self;
    /// Every cell's number lowered by `n`; those that pass 0 are lost.
    fn down(self, n: u32) -> Self;
    /// How many cells.
    fn count(self) -> u32;
    /// The cell with the least number, if any.
    fn first(self) -> Option<Cell>;
    /// Cell i becomes cell `CAPACITY - 1 - i`.
    fn reversed(self) -> Self;

    /// The cell that has `n` cells of the set before it.
    ///
    /// # Panics
    /// If there are not so many.
    fn nth(self, n: u32) -> Cell;

    /// The cells from 64 · `place` on, as bits; none beyond the capacity.
    fn word(self, place: usize) -> u64;

    /// The set of these words ([`CellSet::word`]); cells beyond the capacity are lost.
    fn of_words(words: &[u64]) -> Self;

    /// Whether there are no cells.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether there are any cells.
    #[inline]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Whether the cell is in the set.
    #[inline]
    fn has(self, cell: Cell) -> bool {
        (self & Self::one(cell)).any()
    }

    /// The set without these.
    #[inline]
    fn without(self, others: Self) -> Self {
        self & !others
    }

    /// The cells in order.
    #[inline]
    fn iter(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set in order.
#[derive(Clone, Debug)]
pub struct Cells<S>(S);

impl<S: CellSet> Iterator for Cells<S> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0 = self.0.without(S::one(cell));
        Some(cell)
    }
}

impl CellSet for u64 {
    const CAPACITY: u32 = 64;
    const EMPTY: Self = 0;

    #[inline]
    fn one(cell: Cell) -> Self {
        1 << cell.0
    }
    #[inline]
    fn up(self, n: u32) -> Self {
        self << n
    }
    #[inline]
    fn down(self, n: u32) -> Self {
        self >> n
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn first(self) -> Option<Cell> {
        (self != 0).then(|| Cell(self.trailing_zeros() as u16))
    }
    #[inline]
    fn reversed(self) -> Self {
        self.reverse_bits()
    }

    #[inline]
    fn nth(self, n: u32) -> Cell {
        assert!(n < self.count_ones());
        Cell(pdep(1 << n, self).trailing_zeros() as u16)
    }

    #[inline]
    fn word(self, place: usize) -> u64 {
        if place == 0 { self } else { 0 }
    }

    #[inline]
    fn of_words(words: &[u64]) -> Self {
        words[0]
    }
}

/// Up to 64 · N cells. Word-wise, because neighbours and rotations are shifts and reversals of whole sets, which bit-by-bit
/// containers do slowly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Words<const N: usize>([u64; N]);

/// Up to 384 cells: enough for 19×19.
pub type Wide = Words<6>;

/// Implements operations of sets word by word.
macro_rules! word_by_word {
    ($($operation:ident::$function:ident, $assignment:ident::$assign:ident: $sign:tt;)*) => {$(
        impl<const N: usize> $operation for Words<N> {
            type Output = Self;
            #[inline]
            fn $function(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $sign other.0[i]))
            }
        }

        impl<const N: usize> $assignment for Words<N> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    )*};
}

word_by_word! {
    BitAnd::bitand, BitAndAssign::bitand_assign: &;
    BitOr::bitor, BitOrAssign::bitor_assign: |;
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|w| !w))
    }
}

impl<const N: usize> CellSet for Words<N> {
    const CAPACITY: u32 = 64 * N as u32;
    const EMPTY: Self = Self([0; N]);

    #[inline]
    fn one(cell: Cell) -> Self {
        let mut words = [0; N];
        words[usize::from(cell.0 / 64)] = 1 << (cell.0 % 64);
        Self(words)
    }

    #[inline]
    fn up(self, n: u32) -> Self {
        let (skip, bits) = ((n / 64) as usize, n % 64);
        Self(std::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(skip + back).map_or(0, |k| self.0[k]);
            if bits == 0 { at(0) } else { at(0) << bits | at(1) >> (64 - bits) }
        }))
    }

    #[inline]
    fn down(self, n: u32) -> Self {
        let (skip, bits) = ((n / 64) as usize, n % 64);
        Self(std::array::from_fn(|i| {
            let at = |on: usize| self.0.get(i + skip + on).copied().unwrap_or(0);
            if bits == 0 { at(0) } else { at(0) >> bits | at(1) << (64 - bits) }
        }))
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    #[inline]
    fn first(self) -> Option<Cell> {
        let word = self.0.iter().position(|&w| w != 0)?;
        Some(Cell(64 * word as u16 + self.0[word].trailing_zeros() as u16))
    }

    #[inline]
    fn reversed(self) -> Self {
        Self(std::array::from_fn(|i| self.0[N - 1 - i].reverse_bits()))
    }

    #[inline]
    fn nth(self, mut n: u32) -> Cell {
        for (i, word) in self.0.into_iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return Cell(64 * i as u16 + word.nth(n).0);
            }
            n -= count;
        }
        panic!("the set has fewer cells");
    }

    #[inline]
    fn word(self, place: usize) -> u64 {
        self.0.get(place).copied().unwrap_or(0)
    }

    #[inline]
    fn of_words(words: &[u64]) -> Self {
        Self(std::array::from_fn(|place| words[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn wide(cells: &BTreeSet<u16>) -> Wide {
        cells.iter().fold(Wide::EMPTY, |set, &c| set | Wide::one(Cell(c)))
    }

    proptest! {
        #[test]
        fn wide_sets_are_sets(cells in prop::collection::btree_set(0_u16..384, 0..40), n in 0_u32..384) {
            let set = wide(&cells);
            prop_assert_eq!(set.count() as usize, cells.len());
            prop_assert_eq!(set.iter().map(|c| c.0).collect::<BTreeSet<_>>(), cells.clone());
            prop_assert!(set.iter().enumerate().all(|(i, cell)| set.nth(i as u32) == cell));
            let up = cells.iter().filter_map(|&c| (u32::from(c) + n < 384).then_some(c + n as u16)).collect();
            prop_assert_eq!(set.up(n), wide(&up));
            let down = cells.iter().filter_map(|&c| c.checked_sub(n as u16)).collect();
            prop_assert_eq!(set.down(n), wide(&down));
            prop_assert_eq!(set.reversed(), wide(&cells.iter().map(|&c| 383 - c).collect()));
        }
    }
}
