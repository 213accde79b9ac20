//! What is known of each position of a layer while its values are worked out.

use super::scale::{DRAW, NOTHING, Scale};
use crate::region::{AtomicWords, prefetch};
use std::io;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Relaxed, SeqCst},
};

/// Cells that are marked together.
pub(super) const CHUNK: usize = 128;

/// Words of marks of a chunk, 64 levels each.
const WORDS: usize = 4;

/// In the high byte of a cell: the value is final and has been passed on, or the number is free. Below it, the high byte
/// is how many staying moves lead to positions that are not known as wins for the opponent.
const DONE: u16 = 0x80;

/// A cell of each number of a layer: the best value found so far in the low byte, and how many moves are open in the high one.
///
/// Beside them, each chunk of [`CHUNK`] cells has a bit for each level on which one of its cells may have a value to pass on.
///
/// [`Cells::take`] takes the mark away and then reads the cells; [`Cells::apply`] changes a cell and then sees whether the mark is
/// there. If they meet, one of the two must see what the other has done, or the value would stay where it is: so these four are
/// in one order for all threads, [`SeqCst`]. On x86-64 that costs nothing.
pub(super) struct Cells {
    cells: AtomicWords,
    /// By 64 levels, a word for each chunk.
    marks: [Vec<AtomicU64>; WORDS],
}

/// What becomes known of a position by a staying move.
#[derive(Clone, Copy)]
pub(super) enum Effect {
    /// The move leads to a loss for the opponent, and is worth this.
    Wins(u8),
    /// The move leads to a win for the opponent. If it was the last open one, the position is worth this, or more if a leaving
    /// move is.
    Closes(u8),
}

impl Cells {
    /// Cells of which nothing is known, as if all numbers were free.
    pub(super) fn new(len: u64) -> io::Result<Self> {
        let len = usize::try_from(len).expect("planned to fit in memory");
        let chunks = len.div_ceil(CHUNK);
        let cells = Self {
            cells: AtomicWords::new(chunks * CHUNK)?,
            marks: std::array::from_fn(|_| (0..chunks).map(|_| AtomicU64::new(0)).collect()),
        };
        Ok(cells)
    }

    /// Bytes that cells for so many numbers take.
    pub(super) fn bytes(len: u64) -> u64 {
        len.div_ceil(CHUNK as u64).saturating_mul((2 * CHUNK + 8 * WORDS) as u64)
    }

    /// How many chunks there are.
    pub(super) fn chunks(&self) -> usize {
        self.marks[0].len()
    }

    /// Marks a number as free.
    pub(super) fn free(&self, rank: u64) {
        self.cells[rank as usize].store(DONE << 8, Relaxed);
    }

    /// Notes what the leaving moves of a position are worth and how many stay.
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

    /// Whether a cell of the chunk may have a value of this level to pass on.
    #[inline(always)]
    pub(super) fn is_marked(&self, chunk: usize, level: usize) -> bool {
        self.marks[level / 64][chunk].load(Relaxed) >> (level % 64) & 1 == 1
    }

    /// The greatest level that a chunk is marked with.
    pub(super) fn last_mark(&self) -> Option<usize> {
        let all = |marks: &Vec<AtomicU64>| marks.iter().fold(0, |all, word| all | word.load(Relaxed));
        let mut words = self.marks.iter().enumerate().rev().map(|(i, marks)| (i, all(marks)));
        words.find(|&(_, word)| word != 0).map(|(i, word)| 64 * i + word.ilog2() as usize)
    }

    /// Takes the mark of a chunk away and lists the numbers in it that are to be passed on as wins and as losses of this
    /// level; from now on they count as passed on.
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
        // No cell has the value that a level does not have.
        let [win, loss] =
            scale.at(level).map(|value| if value == NOTHING { u16::MAX } else { u16::from(value) });
        let first = chunk * CHUNK;
        for (at, cell) in self.cells[first..first + CHUNK].iter().enumerate() {
            let known = cell.load(SeqCst);
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

    /// Fetches the cell of a number for [`Cells::apply`].
    #[inline(always)]
    pub(super) fn fetch(&self, rank: u64) {
        prefetch(&self.cells, rank as usize);
    }

    /// Notes what has become known of a position; nothing if it is settled.
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

    /// The final values from a number on, [`NOTHING`] for free numbers: who has an open move and cannot win can play on for
    /// ever.
    pub(super) fn values(&self, first: u64, values: &mut [u8]) {
        let first = first as usize;
        for (cell, to) in self.cells[first..].iter().zip(values) {
            let known = cell.load(Relaxed);
            let (value, open) = (known as u8, known >> 8);
            *to = if open == 0 || open >= DONE { value } else { value.max(DRAW) };
        }
    }
}
