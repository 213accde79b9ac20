//! A numbering without gaps of the positions with a given number of seeds.
//!
//! With s₀ ≤ s₁ ≤ … the prefix sums of the bytes of [`Pits`], the sₖ + k for k = 0 … 10 are eleven different
//! numbers, and every choice of eleven numbers below n + 11 is a position with n seeds. So a position's
//! number is the sum of C(sₖ + k, k + 1): D. E. Knuth, *The Art of Computer Programming*, volume 4A, section
//! 7.2.1.3, "the combinatorial number system".
//!
//! Positions that differ only in the first four bytes (the opponent's last four pits) form a **block** of
//! consecutive numbers. There are few different values of these bytes, and a table lists them, so that a
//! look-up finds the next position.
//!
//! If each player's pits are adjacent, a table of 12 seeds takes 2.9 bits per position at zstd's level 6. If
//! the players' pits alternate, which moves positions before and after a move closer together, it takes 3.6.

use super::pits::{PITS, prefix_sums};
use super::{Pits, SEEDS};
use nexsolve_core::subsets::binomial;
use std::ops::Range;

/// Room for all sums; a power of two.
const SUMS: usize = 64;

/// C(s + k, k + 1) by k and s.
static PARTS: [[u64; SUMS]; PITS - 1] = {
    let mut table = [[0; SUMS]; PITS - 1];
    let mut k = 0;
    while k < PITS - 1 {
        let mut s = 1;
        while s <= SEEDS as usize {
            // C(s + k, k + 1) = C(s − 1 + k, k + 1) + C(s − 1 + k, k), and the latter is the entry of k − 1
            // and s.
            table[k][s] = table[k][s - 1] + if k == 0 { 1 } else { table[k - 1][s] };
            s += 1;
        }
        k += 1;
    }
    table
};

/// Returns the number of positions with this many seeds.
#[inline]
pub(super) fn count(seeds: u32) -> u64 {
    binomial(seeds + 11, 11)
}

/// Returns the position's number among those with equally many seeds.
#[inline(always)]
pub(super) fn number(word: u128) -> u64 {
    let (low, high) = prefix_sums(word);
    let part = |k: usize| {
        let sum = if k < 8 { low >> (8 * k) } else { high >> (8 * (k - 8)) };
        PARTS[k][sum as usize % SUMS]
    };
    // The first part is the first sum itself.
    (low & 0xff) + (1..PITS - 1).map(part).sum::<u64>()
}

/// The tables for finding positions by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// The first four bytes of all blocks, ordered by their sum and then by number.
    beginnings: Vec<u32>,
}

/// Returns the number of different first four bytes with this sum.
#[inline]
fn beginnings(sum: u32) -> usize {
    binomial(sum + 3, 3) as usize
}

/// Returns the number of different first four bytes with a smaller sum.
#[inline]
fn beginnings_below(sum: u32) -> usize {
    binomial(sum + 3, 4) as usize
}

impl Numbering {
    /// Creates the tables for up to `most` seeds. They take 4 bytes for each way to distribute at most this
    /// many seeds over four pits: 80 KiB for 24 seeds, 1 MiB for 48.
    pub(super) fn new(most: u32) -> Self {
        let mut table = Vec::with_capacity(beginnings_below(most + 1));
        for sum in 0..=most {
            for third in 0..=sum {
                for second in 0..=third {
                    for first in 0..=second {
                        let bytes = [first, second - first, third - second, sum - third];
                        table.push(u32::from_le_bytes(bytes.map(|byte| byte as u8)));
                    }
                }
            }
        }
        Self { beginnings: table }
    }

    /// Returns the block that contains a number.
    ///
    /// # Panics
    /// If the number does not exist.
    pub(super) fn block(&self, seeds: u32, number: u64) -> Block<'_> {
        assert!(number < count(seeds), "number {number} of {}", count(seeds));
        let (mut rest, mut sum) = (number, seeds as usize);
        let mut high = 0;
        for k in (3..PITS - 1).rev() {
            let above = sum;
            while PARTS[k][sum % SUMS] > rest {
                sum -= 1;
            }
            rest -= PARTS[k][sum % SUMS];
            high = high << 8 | (above - sum) as u64;
        }
        let first = number - rest;
        let mut block = Block { numbers: first..first, high, sum: sum as u32, beginnings: &[] };
        block.fill(self);
        block
    }

    /// Returns the position with this number.
    ///
    /// # Panics
    /// If the number does not exist.
    #[inline]
    pub(super) fn position(&self, seeds: u32, number: u64) -> Pits {
        Pits { word: self.block(seeds, number).word(number) }
    }
}

/// Positions with consecutive numbers that differ only in the first four bytes.
pub(super) struct Block<'a> {
    /// The numbers of the positions.
    pub(super) numbers: Range<u64>,
    /// The other eight bytes.
    high: u64,
    /// The sum of the first four bytes.
    sum: u32,
    /// The first four bytes by number.
    beginnings: &'a [u32],
}

impl<'a> Block<'a> {
    #[inline(always)]
    fn fill(&mut self, numbering: &'a Numbering) {
        let below = beginnings_below(self.sum);
        self.beginnings = &numbering.beginnings[below..below + beginnings(self.sum)];
        self.numbers.end = self.numbers.start + self.beginnings.len() as u64;
    }

    /// Returns the position with this number, which must be in the block.
    #[inline(always)]
    pub(super) fn word(&self, number: u64) -> u128 {
        let low = self.beginnings[(number - self.numbers.start) as usize];
        u128::from(self.high) << 32 | u128::from(low)
    }

    /// Returns all positions with these numbers, which must be in the block.
    #[inline(always)]
    pub(super) fn words(&self, numbers: Range<u64>) -> impl Iterator<Item = (u64, u128)> {
        let start = self.numbers.start;
        let lows = &self.beginnings[(numbers.start - start) as usize..(numbers.end - start) as usize];
        let high = u128::from(self.high) << 32;
        numbers.zip(lows.iter().map(move |&low| high | u128::from(low)))
    }

    /// Moves on to the next block, which must exist.
    #[inline(always)]
    pub(super) fn advance(&mut self, numbering: &'a Numbering) {
        self.numbers.start = self.numbers.end;
        // The first of the eight pits that holds a seed gives one to the pit before it, which collects all
        // seeds below.
        let pit = self.high.trailing_zeros() / 8;
        self.high -= 1 << (8 * pit);
        if pit == 0 {
            self.sum += 1;
        } else {
            self.high += u64::from(self.sum + 1) << (8 * (pit - 1));
            self.sum = 0;
        }
        self.fill(numbering);
    }

    /// Moves on to the block of this number among the positions with `seeds` seeds. It is fastest if the
    /// block is near.
    #[inline(always)]
    pub(super) fn seek(&mut self, numbering: &'a Numbering, seeds: u32, number: u64) {
        if self.numbers.contains(&number) {
            return;
        }
        for _ in 0..4 {
            if number < self.numbers.end || self.high == 0 {
                break;
            }
            self.advance(numbering);
            if number < self.numbers.end {
                return;
            }
        }
        *self = numbering.block(seeds, number);
    }
}
