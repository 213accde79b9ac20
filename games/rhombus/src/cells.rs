//! Sets of cells as bits: one word for boards that are searched, six for play up to 19×19, and any number
//! where speed matters.

use nexsolve_core::pdep;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A cell's number: row × columns + column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u16);

/// A set of cells. Bit i stands for cell i.
///
/// ```
/// use nexsolve_rhombus::{Cell, CellSet, Wide};
///
/// let set = Wide::one(Cell(2)) | Wide::one(Cell(360));
/// assert_eq!(set.count(), 2);
/// assert_eq!(set.first(), Some(Cell(2)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Cell(2), Cell(360)]);
/// ```
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
    /// The number of cells that a set can hold.
    const CAPACITY: u32;
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set that contains only `cell`.
    fn one(cell: Cell) -> Self;
    /// Adds `n` to the number of every cell and drops the cells that exceed the capacity.
    fn up(self, n: u32) -> Self;
    /// Subtracts `n` from the number of every cell and drops the cells that fall below 0.
    fn down(self, n: u32) -> Self;
    /// Returns the number of cells.
    fn count(self) -> u32;
    /// Returns the cell with the lowest number, if any.
    fn first(self) -> Option<Cell>;
    /// Maps each cell i to cell `CAPACITY - 1 - i`.
    fn reversed(self) -> Self;

    /// Returns the cell that has `n` cells of the set before it.
    ///
    /// # Panics
    /// If the set has `n` cells or fewer.
    fn nth(self, n: u32) -> Cell;

    /// Returns the cells from 64 · `place` on as bits; 0 beyond the capacity.
    fn word(self, place: usize) -> u64;

    /// Builds a set from words as [`CellSet::word`] returns them; cells beyond the capacity are dropped.
    fn of_words(words: &[u64]) -> Self;

    /// Returns whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the set has any cells.
    #[inline]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Returns whether the set contains `cell`.
    #[inline]
    fn has(self, cell: Cell) -> bool {
        (self & Self::one(cell)).any()
    }

    /// Returns the set without the cells of `others`.
    #[inline]
    fn without(self, others: Self) -> Self {
        self & !others
    }

    /// Iterates over the cells in ascending order.
    #[inline]
    fn iter(self) -> Cells<Self> {
        Cells(self)
    }
}

/// Iterator over the cells of a set in ascending order.
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

/// A set of up to 64 · N cells. It works on whole words, because neighbours and rotations are shifts and
/// reversals of whole sets, which bit-by-bit containers do slowly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Words<const N: usize>([u64; N]);

/// A set of up to 384 cells, enough for 19×19.
pub type Wide = Words<6>;

/// Implements set operations word by word.
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
        fn wide_sets_behave_like_sets(cells in prop::collection::btree_set(0_u16..384, 0..40), n in 0_u32..384) {
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
