//! The effect of a move: sowing, captures, and which moves are allowed.
//!
//! Sowing adds one word to the board, which removes the origin's seeds and adds those of each pit. A table
//! holds these words by pit and number of seeds.

use super::Pit;
use super::pits::{MINE, OWN, PITS, Pits, SEEDS, THEIRS, occupied, shift, sum, turned, two_or_three};

/// Room for all numbers of seeds; a power of two.
pub(super) const SIZES: usize = 64;

/// Returns how many seeds sown from `origin` fall into `pit`: one after the other around the board, skipping
/// the origin.
const fn falls(origin: usize, seeds: usize, pit: usize) -> usize {
    if pit == origin {
        return 0;
    }
    // The pits other than the origin, from the one after it: 0 … 10.
    let place = (pit + PITS - origin - 1) % PITS;
    let laps = seeds / (PITS - 1);
    laps + (place < seeds % (PITS - 1)) as usize
}

/// Returns the pit into which the last seed falls.
#[inline]
pub(super) const fn last_pit(origin: usize, seeds: usize) -> usize {
    (origin + 1 + (seeds - 1) % (PITS - 1)) % PITS
}

/// What sowing adds to the board.
pub(super) static SOWING: [[u128; SIZES]; OWN] = {
    let mut table = [[0; SIZES]; OWN];
    let mut origin = 0;
    while origin < OWN {
        let mut seeds = 1;
        while seeds <= SEEDS as usize {
            let mut sown: u128 = 0;
            let mut pit = 0;
            while pit < PITS {
                sown += (falls(origin, seeds, pit) as u128) << shift(pit);
                pit += 1;
            }
            table[origin][seeds] = sown.wrapping_sub((seeds as u128) << shift(origin));
            seeds += 1;
        }
        origin += 1;
    }
    table
};

/// The last pit of a sowing: the byte of the pit, and the number of seeds added there. If sowing ends in an
/// own pit, or there is nothing to sow, the entry is an empty byte and a number that captures nothing.
pub(super) static ENDS: [[(u8, u8); SIZES]; OWN] = {
    let mut table = [[(15, 0x80); SIZES]; OWN];
    let mut origin = 0;
    while origin < OWN {
        let mut seeds = 1;
        while seeds <= SEEDS as usize {
            let end = last_pit(origin, seeds);
            if end >= OWN {
                table[origin][seeds] = ((shift(end) / 8) as u8, falls(origin, seeds, end) as u8);
            }
            seeds += 1;
        }
        origin += 1;
    }
    table
};

/// The bytes of the opponent's pits from the first index up to and including the second.
static ROW: [[u128; 8]; 8] = {
    let mut table = [[0; 8]; 8];
    let mut first = 0;
    while first < OWN {
        let mut last = first;
        while last < OWN {
            let mut pit = first;
            while pit <= last {
                table[first][last] |= 0xff << shift(OWN + pit);
                pit += 1;
            }
            last += 1;
        }
        first += 1;
    }
    table
};

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sown {
    /// The board after the move, from the view of the opponent, who is now to move.
    pub after: Pits,
    /// The number of seeds that the move captured.
    pub captured: u8,
}

impl Pits {
    /// Sows the seeds of an own pit and captures. An empty pit sows nothing. It does not check whether the
    /// move is allowed.
    #[inline]
    pub fn sow(self, pit: Pit) -> Sown {
        let (after, captured) = sow(self.word, pit.index());
        Sown { after: Self { word: turned(after) }, captured: captured as u8 }
    }

    /// Returns the allowed moves, in sowing order.
    #[inline]
    pub fn allowed(self) -> impl Iterator<Item = Pit> + Clone {
        let moves = allowed(self.word);
        Pit::ALL.into_iter().filter(move |pit| moves >> pit.index() & 1 != 0)
    }

    /// Returns whether the player to move has a seed in its pits, and therefore a move.
    #[inline]
    pub fn can_move(self) -> bool {
        self.word & MINE != 0
    }
}

/// Returns the board after a move, from the mover's view, and the number of seeds captured.
#[inline(always)]
pub(super) fn sow(word: u128, pit: usize) -> (u128, u32) {
    let seeds = seeds_in(word, pit);
    let after = word.wrapping_add(SOWING[pit][seeds]);
    if captures(&word.to_le_bytes(), pit) { capture(after, last_pit(pit, seeds)) } else { (after, 0) }
}

/// Returns the seeds in one of the mover's pits, which is less than [`SIZES`].
#[inline(always)]
pub(super) fn seeds_in(word: u128, pit: usize) -> usize {
    usize::from((word >> (8 * (PITS - 1 - pit))) as u8) % SIZES
}

/// Returns whether sowing this pit captures.
#[inline(always)]
pub(super) fn captures(bytes: &[u8; 16], pit: usize) -> bool {
    let (place, added) = ENDS[pit][usize::from(bytes[PITS - 1 - pit]) % SIZES];
    (bytes[usize::from(place % 16)] + added) & 0xfe == 2
}

/// Captures the seeds of the pit where sowing ended, which must be an opponent's pit with two or three seeds,
/// and of those before it with two or three. Returns the rest of the board and the number of seeds captured.
#[inline(always)]
pub(super) fn capture(word: u128, end: usize) -> (u128, u32) {
    let end = (end - OWN) as u32;
    let stops = !two_or_three(word) & ((1 << end) - 1);
    // The first pit after the last that stops the capture.
    let first = u32::BITS - stops.leading_zeros();
    let row = ROW[first as usize % 8][end as usize % 8];
    (word & !row, sum(word & row))
}

/// Returns the allowed moves, as bits: all non-empty pits, or, if some of their moves leave the opponent
/// seeds, only those.
#[inline(always)]
pub(super) fn allowed(word: u128) -> u32 {
    let mine = occupied(word) & 0x3f;
    let feeding = |pits: u32| {
        (0..OWN)
            .filter(|&pit| pits >> pit & 1 != 0 && sow(word, pit).0 & THEIRS != 0)
            .fold(0, |moves, pit| moves | 1 << pit)
    };
    // Sowing without a capture takes nothing from the opponent.
    let feeding = if word & THEIRS == 0 {
        feeding(mine)
    } else {
        let capturing = capturing(word);
        mine & !capturing | feeding(capturing)
    };
    if feeding == 0 { mine } else { feeding }
}

/// Returns the moves that capture if they are allowed, as bits.
#[inline(always)]
pub(super) fn capturing(word: u128) -> u32 {
    let bytes = word.to_le_bytes();
    (0..OWN).fold(0, |moves, pit| moves | u32::from(captures(&bytes, pit)) << pit)
}
