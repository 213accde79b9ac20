//! The words of groups that are done, for captures.

use super::words::Lanes;
use nexsolve_core::memory::Zeroed;

/// The lanes of a pair of words for this number of pieces.
pub(super) const fn lanes(pieces: u32) -> usize {
    if pieces <= 5 { 1 } else { 2 << (pieces - 6) }
}

/// Tables of pairs of words, or of bytes with distances, by the pieces of the side to move and of the other.
#[derive(Default)]
pub(super) struct Finished {
    tables: [[Option<Zeroed>; 8]; 8],
}

impl Finished {
    pub(super) fn keep(&mut self, own: u32, other: u32, words: Zeroed) {
        self.tables[own as usize][other as usize] = Some(words);
    }

    pub(super) fn has(&self, own: u32, other: u32) -> bool {
        self.tables[own as usize][other as usize].is_some()
    }

    /// Drops the tables for which `wanted` is false.
    pub(super) fn retain(&mut self, wanted: impl Fn(u32, u32) -> bool) {
        for (own, tables) in (0..).zip(&mut self.tables) {
            for (other, table) in (0..).zip(tables) {
                if !wanted(own, other) {
                    *table = None;
                }
            }
        }
    }

    /// The won and the lost positions of the layout with this number.
    ///
    /// # Panics
    /// If the table is not there.
    #[inline(always)]
    pub(super) fn words<W: Lanes>(&self, own: u32, other: u32, at: usize) -> (W, W) {
        let table = self.tables[own as usize & 7][other as usize & 7].as_ref().expect("an earlier group");
        let words: &[u64] = bytemuck::cast_slice(table.bytes());
        let (mut won, mut lost) = (W::NONE, W::NONE);
        match own + other {
            0..=5 => {
                won.set_lane(0, words[at] & 0xffff_ffff);
                lost.set_lane(0, words[at] >> 32);
            }
            6 => {
                won.set_lane(0, words[2 * at]);
                lost.set_lane(0, words[2 * at + 1]);
            }
            _ => {
                for lane in 0..2 {
                    won.set_lane(lane, words[4 * at + lane]);
                    lost.set_lane(lane, words[4 * at + 2 + lane]);
                }
            }
        }
        (won, lost)
    }

    /// The values of the layout with this number among the rows of its waiting side.
    ///
    /// # Panics
    /// If the table is not there.
    #[inline(always)]
    pub(super) fn distances(&self, own: u32, other: u32, at: usize) -> &[u8] {
        let table = self.tables[own as usize & 7][other as usize & 7].as_ref().expect("an earlier group");
        &table.bytes()[at << (own + other)..(at + 1) << (own + other)]
    }
}
