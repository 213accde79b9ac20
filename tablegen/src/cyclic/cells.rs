//! What is known about each position of a layer while its values are computed.

use super::scale::{DRAW, NOTHING, Scale};
use nexsolve_core::memory::{Words, prefetch};
use std::io;
use std::sync::atomic::{
    AtomicU16, AtomicU64,
    Ordering::{Relaxed, SeqCst},
};

/// The number of cells that share a mark.
pub(super) const CHUNK: usize = 128;

/// Words of marks of a chunk, 64 levels each.
const WORDS: usize = 4;

/// In the high byte of a cell: the value is final and has been passed on, or the rank is free. A smaller high
/// byte is the number of staying moves to positions that are not known as wins for the opponent.
const DONE: u16 = 0x80;

/// One cell for each rank of a layer: the best value so far in the low byte, the number of open moves in the
/// high byte.
///
/// In addition, each chunk of [`CHUNK`] cells has a bit for each level on which one of its cells may have a
/// value to pass on.
///
/// [`Cells::take`] removes the mark and then reads the cells; [`Cells::apply`] changes a cell and then looks
/// for the mark. If both run at once, one of them must see the other's change; otherwise the value would
/// never be passed on. So these four accesses have one order for all threads, [`SeqCst`]. On x86-64 that
/// costs nothing.
pub(super) struct Cells {
    cells: Words<AtomicU16>,
    /// By 64 levels, a word for each chunk.
    marks: [Vec<AtomicU64>; WORDS],
}

/// The effect of a staying move on the position before it.
#[derive(Clone, Copy)]
pub(super) enum Effect {
    /// The move leads to a loss for the opponent and has this value.
    Wins(u8),
    /// The move leads to a win for the opponent. If it was the last open move, the position has this value,
    /// or that of its best leaving move if that is better.
    Closes(u8),
}

impl Cells {
    /// Cells without any values, as if all ranks were free.
    pub(super) fn new(len: u64) -> io::Result<Self> {
        let len = usize::try_from(len).expect("planned to fit in memory");
        let chunks = len.div_ceil(CHUNK);
        let cells = Self {
            cells: Words::new(chunks * CHUNK)?,
            marks: std::array::from_fn(|_| (0..chunks).map(|_| AtomicU64::new(0)).collect()),
        };
        Ok(cells)
    }

    /// Bytes of the cells for `len` ranks.
    pub(super) fn bytes(len: u64) -> u64 {
        len.div_ceil(CHUNK as u64).saturating_mul((2 * CHUNK + 8 * WORDS) as u64)
    }

    /// The number of chunks.
    pub(super) fn chunks(&self) -> usize {
        self.marks[0].len()
    }

    /// Marks a rank as free.
    pub(super) fn free(&self, rank: u64) {
        self.cells[rank as usize].store(DONE << 8, Relaxed);
    }

    /// Stores the value of a position's best leaving move and the number of its staying moves.
    #[inline(always)]
    pub(super) fn begin(&self, scale: Scale, rank: u64, value: u8, stay: u32) {
        assert!(stay < u32::from(DONE), "more moves than a cell counts");
        self.cells[rank as usize].store(u16::from(value) | (stay as u16) << 8, Relaxed);
        if value > DRAW || stay == 0 && value < DRAW {
            self.mark(rank, scale.level_of(value));
        }
    }

    #[inline(always)]
    fn mark(&self, rank: u64, level: usize) {
        let word = &self.marks[level / 64][rank as usize / CHUNK];
        let bit = 1 << (level % 64);
        if word.load(SeqCst) & bit == 0 {
            word.fetch_or(bit, SeqCst);
        }
    }

    /// Returns whether a cell of the chunk may have a value of this level to pass on.
    #[inline(always)]
    pub(super) fn is_marked(&self, chunk: usize, level: usize) -> bool {
        self.marks[level / 64][chunk].load(Relaxed) >> (level % 64) & 1 == 1
    }

    /// The greatest level with which a chunk is marked.
    pub(super) fn last_mark(&self) -> Option<usize> {
        let all = |marks: &Vec<AtomicU64>| marks.iter().fold(0, |all, word| all | word.load(Relaxed));
        let mut words = self.marks.iter().enumerate().rev().map(|(i, marks)| (i, all(marks)));
        words.find(|&(_, word)| word != 0).map(|(i, word)| 64 * i + word.ilog2() as usize)
    }

    /// Removes the mark of a chunk, and lists its ranks that are wins and losses of this level and have not
    /// been passed on. From now on they count as passed on.
    #[inline(always)]
    pub(super) fn take(
        &self,
        scale: Scale,
        chunk: usize,
        level: usize,
        wins: &mut Vec<u64>,
        losses: &mut Vec<u64>,
    ) {
        self.marks[level / 64][chunk].fetch_and(!(1 << (level % 64)), SeqCst);
        wins.clear();
        losses.clear();
        // No cell has a value that the level does not have.
        let [win, loss] =
            scale.at(level).map(|value| if value == NOTHING { u16::MAX } else { u16::from(value) });
        let first = chunk * CHUNK;
        for (at, cell) in self.cells[first..first + CHUNK].iter().enumerate() {
            let known = cell.load(SeqCst);
            // One branch for most cells, which have nothing to pass on.
            if u8::from(known & (DONE << 8 | 0xff) == win) | u8::from(known == loss) == 0 {
                continue;
            }
            let (value, open) = (known & 0xff, known >> 8);
            if value == win && open < DONE {
                wins.push((first + at) as u64);
            } else if value == loss && open == 0 {
                losses.push((first + at) as u64);
            } else {
                continue;
            }
            // A win may have had open moves, which another thread may be closing.
            cell.fetch_or(DONE << 8, Relaxed);
        }
    }

    /// Prefetches the cell of a rank for [`Cells::apply`].
    #[inline(always)]
    pub(super) fn fetch(&self, rank: u64) {
        prefetch(&self.cells, rank as usize);
    }

    /// Applies an effect to a position; does nothing if the position is settled.
    #[inline(always)]
    pub(super) fn apply(&self, scale: Scale, rank: u64, effect: Effect) {
        let cell = &self.cells[rank as usize];
        let mut known = cell.load(Relaxed);
        loop {
            let (value, open) = (known as u8, known >> 8);
            if open == 0 || open >= DONE {
                return;
            }
            let (value, open) = match effect {
                Effect::Wins(win) if win <= value => return,
                Effect::Wins(win) => (win, open),
                Effect::Closes(loss) => (if open == 1 { value.max(loss) } else { value }, open - 1),
            };
            match cell.compare_exchange_weak(known, u16::from(value) | open << 8, SeqCst, Relaxed) {
                Ok(_) => {
                    if matches!(effect, Effect::Wins(_)) || open == 0 && value < DRAW {
                        self.mark(rank, scale.level_of(value));
                    }
                    return;
                }
                Err(now) => known = now,
            }
        }
    }

    /// Writes the final values from rank `first` on; [`NOTHING`] for free ranks. A player with an open move
    /// who cannot win can play on for ever, so the value is a draw at least.
    pub(super) fn values(&self, first: u64, values: &mut [u8]) {
        let first = first as usize;
        for (cell, to) in self.cells[first..].iter().zip(values) {
            let known = cell.load(Relaxed);
            let (value, open) = (known as u8, known >> 8);
            *to = if open == 0 || open >= DONE { value } else { value.max(DRAW) };
        }
    }
}
