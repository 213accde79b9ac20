//! Unmoves: moves taken back.

use super::pits::{OWN, PITS, SEEDS, THEIRS, occupied, shift, turned, two_or_three};
use super::sowing::{SOWING, allowed, last_pit, sow};
use super::{Pits, Seeds};
use nexsolve_core::Unmoves;

/// Moves of up to this many seeds are handled together, as bits of one word; only moves of at least a lap
/// remain.
const SHORT: usize = 10;

/// [`SOWING`] indexed by these bits: origin times [`SHORT`], plus the number of seeds minus one.
static SHORT_SOWING: [u128; 64] = {
    let mut table = [0; 64];
    let mut at = 0;
    while at < OWN * SHORT {
        table[at] = SOWING[at / SHORT][at % SHORT + 1];
        at += 1;
    }
    table
};

/// Calls `visit` with each board from which a legal move without a capture leads to this one. All boards are
/// from the view of the player who makes the move.
#[inline(always)]
pub(super) fn quiet(word: u128, mut visit: impl FnMut(u128)) {
    let full = occupied(word);
    // The pits where the last seed did not fall, because it would have captured.
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

/// Returns the moves of up to [`SHORT`] seeds that may have led to a board with these pits occupied, and
/// ended in one of `ends`.
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

/// Returns the board before this many seeds were sown from this pit, if that is possible. If it is, it is
/// also possible for fewer seeds.
#[inline(always)]
fn sown_last(word: u128, pit: usize, seeds: usize) -> Option<u128> {
    const HIGH: u128 = 0x8080_8080_8080_8080_8080_8080;
    let here = 0xff << shift(pit);
    let sown = SOWING[pit][seeds].wrapping_add((seeds as u128) << shift(pit));
    let enough = word & here == 0 && ((word | HIGH) - sown) & HIGH == HIGH;
    enough.then(|| word.wrapping_sub(SOWING[pit][seeds]))
}

impl Unmoves for Seeds {
    /// Lists predecessors with up to [`Seeds::most`] seeds. The time grows with the positions found, plus
    /// those that would be found if every move were allowed.
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

/// Returns what may have been captured from the opponent's empty pits, backwards from `end`, up to `more`
/// seeds.
fn rows(word: u128, end: usize, more: u32) -> Vec<u128> {
    let mut all = Vec::new();
    // The seeds put back so far, and their number.
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
