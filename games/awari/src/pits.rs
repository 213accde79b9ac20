//! The seeds in the twelve pits, in one word.
//!
//! Each pit is a byte. The mover's first pit is the highest of the twelve bytes, the opponent's last the
//! lowest. Turning the board swaps the halves.

use nexsolve_core::ReadFault;
use std::fmt;

/// The number of pits on the board.
pub const PITS: usize = 12;

/// The number of pits of one player.
pub const OWN: usize = 6;

/// The number of seeds in the game.
pub const SEEDS: u32 = 48;

/// The seeds in the twelve pits, for the player to move: the mover's pits `a` … `f` in sowing order, then the
/// opponent's. The sum is at most [`SEEDS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pits {
    pub(super) word: u128,
}

/// The lowest bit of each byte.
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The lowest bit of each pit's byte.
const LOW: u128 = 0x0101_0101_0101_0101_0101_0101;

/// The bytes of the mover's pits.
pub(super) const MINE: u128 = 0xffff_ffff_ffff << 48;

/// The bytes of the opponent's pits.
pub(super) const THEIRS: u128 = MINE >> 48;

/// Returns the lowest bit of a pit's byte; pits 0 … 5 are the mover's, 6 … 11 the opponent's.
#[inline]
pub(super) const fn shift(pit: usize) -> u32 {
    8 * (PITS - 1 - pit) as u32
}

impl Pits {
    /// The board at the beginning of a game: four seeds in each pit.
    pub const START: Self = Self { word: 4 * LOW };

    /// Creates a board: the mover's six pits in sowing order, then the opponent's.
    ///
    /// # Errors
    /// If there are more seeds than the game has.
    pub fn new(pits: [u8; PITS]) -> Result<Self, ReadFault> {
        let seeds: u32 = pits.iter().map(|&pit| u32::from(pit)).sum();
        if seeds > SEEDS {
            return Err(ReadFault::Illegal(format!("{seeds} seeds: the game has only {SEEDS}")));
        }
        let word = pits.iter().enumerate().map(|(pit, &seeds)| u128::from(seeds) << shift(pit)).sum();
        Ok(Self { word })
    }

    /// Returns the mover's six pits in sowing order, then the opponent's.
    #[inline]
    pub fn to_array(self) -> [u8; PITS] {
        std::array::from_fn(|pit| self.pit(pit))
    }

    /// Returns the seeds in a pit: 0 … 5 are the mover's pits, 6 … 11 the opponent's.
    ///
    /// # Panics
    /// If the pit does not exist.
    #[inline]
    pub fn pit(self, pit: usize) -> u8 {
        assert!(pit < PITS);
        (self.word >> shift(pit)) as u8
    }

    /// Returns the number of seeds on the board.
    #[inline]
    pub fn seeds(self) -> u32 {
        sum(self.word)
    }

    /// Returns the board from the other player's view.
    #[inline]
    pub fn turned(self) -> Self {
        Self { word: turned(self.word) }
    }
}

impl fmt::Debug for Pits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Formats the mover's pits first: `1 1 1 1 1 2 | 4 2 3 0 0 0`.
impl fmt::Display for Pits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pit, seeds) in self.to_array().into_iter().enumerate() {
            let before = match pit {
                0 => "",
                OWN => " | ",
                _ => " ",
            };
            write!(f, "{before}{seeds}")?;
        }
        Ok(())
    }
}

/// Returns the sum of the bytes.
#[inline(always)]
pub(super) fn sum(word: u128) -> u32 {
    // No byte and no sum exceeds 48, so the halves can be added first.
    let both = (word as u64) + ((word >> 64) as u64);
    (both.wrapping_mul(ONES) >> 56) as u32
}

/// Swaps the halves.
#[inline(always)]
pub(super) fn turned(word: u128) -> u128 {
    word >> 48 | (word & THEIRS) << 48
}

/// Returns the prefix sums of the bytes: the first eight, and the other four.
#[inline(always)]
pub(super) fn prefix_sums(word: u128) -> (u64, u64) {
    let low = (word as u64).wrapping_mul(ONES);
    let high = ((word >> 64) as u64 + (low >> 56)).wrapping_mul(ONES);
    (low, high)
}

/// Returns the pits that hold seeds, as bits 0 … 5 for the mover's and 6 … 11 for the opponent's.
#[inline(always)]
pub(super) fn occupied(word: u128) -> u32 {
    // No byte exceeds 0x80.
    let [mine, theirs] = gather(word + 0x7f * LOW);
    mine | theirs << OWN
}

/// Returns the opponent's pits that hold two or three seeds, as bits 0 … 5.
#[inline(always)]
pub(super) fn two_or_three(word: u128) -> u32 {
    let others = (word & (0xfe * LOW)) ^ (0x02 * LOW);
    gather(0x80 * LOW - others)[1]
}

/// Collects the highest bit of each byte, as bits 0 … 5 for the mover's pits, and for the opponent's.
#[inline(always)]
fn gather(word: u128) -> [u32; 2] {
    let all = (highest_bits(word as u64) << 4 | highest_bits((word >> 64) as u64) >> 4) as u32;
    [all & 0x3f, all >> OWN]
}

/// Collects the highest bit of each byte; the highest byte supplies bit 0.
#[inline(always)]
pub(super) fn highest_bits(half: u64) -> u64 {
    /// Moves bit 8i to 63 − i. Nothing else reaches the highest byte, and no two bits meet, so there are no
    /// carries.
    const REVERSED: u64 = 0x8040_2010_0804_0201;
    (half >> 7 & ONES).wrapping_mul(REVERSED) >> 56
}
