//! The board as two words, one for each player's pits. Random play uses it, because each of its steps waits
//! for the previous one.
//!
//! Turning the board swaps the words, and one shift finds a pit. Sowing works as in [`super::sowing`].

use super::pits::{ONES, OWN, THEIRS, highest_bits};
use super::sowing::{ENDS, SIZES, SOWING, capture, last_pit};

/// The pits of the player to move and of the opponent, six bytes each; the first pit is the highest byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halves {
    pub(super) own: u64,
    pub(super) other: u64,
}

/// Six bytes.
const ROW: u64 = THEIRS as u64;

/// What sowing adds to both words.
static ADDED: [[(u64, u64); SIZES]; OWN] = {
    let mut table = [[(0, 0); SIZES]; OWN];
    let mut pit = 0;
    while pit < OWN {
        let mut seeds = 0;
        while seeds < SIZES {
            // The origin's seeds are borrowed only from bytes above it, and the sum returns them.
            let word = SOWING[pit][seeds];
            table[pit][seeds] = ((word >> 48) as u64, word as u64 & ROW);
            seeds += 1;
        }
        pit += 1;
    }
    table
};

impl Halves {
    #[inline]
    pub(super) fn of(word: u128) -> Self {
        Self { own: (word >> 48) as u64, other: word as u64 & ROW }
    }

    /// Returns the board in one word.
    #[inline]
    pub(super) fn word(self) -> u128 {
        u128::from(self.own) << 48 | u128::from(self.other)
    }

    /// Returns the pits of the player to move that hold seeds, as bits.
    #[inline]
    pub(super) fn occupied(self) -> u32 {
        // The two bytes above the row are empty.
        (highest_bits(self.own + 0x7f * (ROW & ONES)) >> 2) as u32
    }

    /// Sows an own pit and captures. Returns the board from the mover's view, and the number of seeds
    /// captured.
    #[inline]
    pub(super) fn sow(self, pit: usize) -> (Self, u32) {
        let seeds = (self.own >> (8 * (OWN - 1 - pit))) as usize % SIZES;
        let (own, other) = ADDED[pit][seeds];
        let after = Self { own: self.own.wrapping_add(own) & ROW, other: self.other + other };
        let (place, added) = ENDS[pit][seeds];
        // The two bytes above the row are empty.
        if ((self.other >> (8 * u32::from(place % 8))) as u8 + added) & 0xfe != 2 {
            return (after, 0);
        }
        let (word, captured) = capture(after.word(), last_pit(pit, seeds));
        (Self::of(word), captured)
    }

    /// Returns the board from the other player's view.
    #[inline]
    pub(super) fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pits;
    use super::super::pits::occupied;
    use super::super::sowing::sow;
    use super::*;
    use nexsolve_core::SplitMix;

    #[test]
    fn two_words_agree_with_one() {
        let mut random = SplitMix(4);
        for _ in 0..100_000 {
            let mut pits = [0_u8; 12];
            for _ in 0..random.below(49) {
                // Some pits get many seeds.
                pits[random.below(12) * random.below(12) / 11] += 1;
            }
            let word = Pits::new(pits).expect("not too many").word;
            let halves = Halves::of(word);
            assert_eq!((halves.word(), halves.occupied()), (word, occupied(word) & 0x3f), "seed 4: {pits:?}");
            assert_eq!(halves.turned().turned(), halves);
            for pit in 0..OWN {
                let (after, captured) = halves.sow(pit);
                assert_eq!((after.word(), captured), sow(word, pit), "seed 4: {pits:?}, pit {pit}");
            }
        }
    }
}
