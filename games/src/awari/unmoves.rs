//! Moves taken back.

use super::pits::{OWN, PITS, SEEDS, THEIRS, occupied, shift, turned, two_or_three};
use super::sowing::{SOWING, allowed, last_pit, sow};
use super::{Pits, Seeds};
use nexsolve_core::Unmoves;

/// Moves of up to so many seeds are taken back together, as bits of one word; only those of one lap and more are left.
const SHORT: usize = 10;

/// [`SOWING`] by these bits: origin times [`SHORT`], and the number of seeds less one.
static SHORT_SOWING: [u128; 64] = {
    let mut table = [0; 64];
    let mut at = 0;
    while at < OWN * SHORT {
        table[at] = SOWING[at / SHORT][at % SHORT + 1];
        at += 1;
    }
    table
};

/// Calls `visit` with each board from which a legal move that captures nothing leads to this one; all as the player who
/// makes the move sees them.
#[inline(always)]
pub(super) fn quiet(word: u128, mut visit: impl FnMut(u128)) {
    let full = occupied(word);
    // Where the last seed has not fallen, or it would have captured.
    let ends = !(two_or_three(word) << OWN) & 0xfff;
    let feeds = word & THEIRS != 0;
    let mut short = short(full, ends);
    while short != 0 {
        let at = short.trailing_zeros() as usize;
        short &= short - 1;
        let before = word.wrapping_sub(SHORT_SOWING[at]);
        if feeds || allowed(before) >> (at / SHORT) & 1 != 0 {
            visit(before);
        }
    }
    let empty = !full & 0xfff;
    if empty.is_power_of_two() && empty < 1 << OWN {
        let pit = empty.trailing_zeros() as usize;
        for seeds in SHORT + 1..=SEEDS as usize {
            let Some(before) = sown_last(word, pit, seeds) else { break };
            // Eleven pits hold seeds, so the opponent has some.
            if ends >> last_pit(pit, seeds) & 1 != 0 {
                visit(before);
            }
        }
    }
}

/// The moves of up to [`SHORT`] seeds that may have led to a board with these pits full, and have ended in one of these.
#[inline(always)]
fn short(full: u32, ends: u32) -> u64 {
    let (full, ends) = (full | full << PITS, ends | ends << PITS);
    (0..OWN).fold(0, |bits, pit| {
        let after = full >> (pit + 1);
        let run = (after ^ (after + 1)) >> 1;
        let sown = run & (ends >> (pit + 1)) & ((1 << SHORT) - 1);
        let sown = if full >> pit & 1 == 0 { sown } else { 0 };
        bits | u64::from(sown) << (SHORT * pit)
    })
}

/// The board before so many seeds were sown from this pit, if they can have been; they can then if they were fewer.
#[inline(always)]
fn sown_last(word: u128, pit: usize, seeds: usize) -> Option<u128> {
    const HIGH: u128 = 0x8080_8080_8080_8080_8080_8080;
    let here = 0xff << shift(pit);
    let sown = SOWING[pit][seeds].wrapping_add((seeds as u128) << shift(pit));
    let enough = word & here == 0 && ((word | HIGH) - sown) & HIGH == HIGH;
    enough.then(|| word.wrapping_sub(SOWING[pit][seeds]))
}

impl Unmoves for Seeds {
    /// Those with up to [`Seeds::most`] seeds. Time grows with the positions found, and with those that would be found if
    /// every move were allowed.
    fn predecessors(&self, position: &Pits, positions: &mut Vec<Pits>) {
        positions.clear();
        let word = turned(position.word);
        if position.seeds() > self.most {
            return;
        }
        quiet(word, |word| positions.push(Pits { word }));
        for pit in 0..OWN {
            for seeds in 1..=self.most as usize {
                let end = last_pit(pit, seeds);
                if end >= OWN {
                    let more = self.most - position.seeds();
                    for captured in rows(word, end, more) {
                        positions.extend(
                            sown_last(word + captured, pit, seeds)
                                .filter(|&before| {
                                    sow(before, pit).0 == word && allowed(before) >> pit & 1 != 0
                                })
                                .map(|word| Pits { word }),
                        );
                    }
                }
            }
        }
    }
}

/// What may have been captured from the empty pits of the opponent backwards from `end`, up to so many seeds.
fn rows(word: u128, end: usize, more: u32) -> Vec<u128> {
    let mut all = Vec::new();
    // What has been put back, and how many seeds that is.
    let mut last = vec![(0_u128, 0_u32)];
    for pit in (OWN..=end).rev() {
        if word >> shift(pit) & 0xff != 0 {
            break;
        }
        last = last
            .iter()
            .flat_map(|&(row, seeds)| {
                [2, 3].map(|here| (row + (u128::from(here) << shift(pit)), seeds + here))
            })
            .filter(|&(_, seeds)| seeds <= more)
            .collect();
        all.extend(last.iter().map(|&(row, _)| row));
    }
    all
}
