//! A finished table in the order of its ranks.
//!
//! Ranks that follow each other belong to positions that differ in the mover's lowest king alone. The table
//! is copied into rows of the other side's squares, and each row into a *plane* for each position of a
//! layout. The columns of a plane are the mover's squares as the mover sees them, so the positions of a king
//! that moves below all other pieces stand side by side.

use super::group::{Table, zeroed};
use super::rows::{ANY, Frame};
use super::shares;
use super::squares::number;
use super::words::{Lanes, Width};
use crate::bits::{Bits, Level};
use crate::cyclic::scale::NOTHING;
use crate::error::GenerateError;
use crate::team::Team;
use crate::with_bits;
use nexsolve_core::layouts::{Layouts, Squares};
use nexsolve_core::memory::{Zeroed, prefetch};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// What a plane has of each column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A bit. There are two planes for each position of a layout: first those of won positions, then those of
    /// lost ones. A position that tables omit is in both.
    Bits,
    /// The byte of the value; [`NOTHING`] if tables omit the position.
    Bytes,
}

/// A table in planes.
pub(super) struct Ordered {
    planes: Zeroed,
    plane: usize,
    row: usize,
    /// The positions by the kings of the side to move and of the other, with omitted ones: lost, drawn and
    /// won, or by the byte of their value.
    counts: Vec<Vec<u64>>,
    waiting: usize,
}

/// Planes may be read this far beyond their end.
const BEYOND: usize = 8;

/// Layouts whose words are read at the same time.
const AHEAD: usize = 64;

/// Bytes of a plane, and of the planes of a row.
fn sizes(kind: Kind, columns: usize, pieces: u32) -> (usize, usize) {
    match kind {
        Kind::Bits => (columns.div_ceil(8), columns.div_ceil(8) << (pieces.max(5) + 1)),
        Kind::Bytes => (columns, columns << pieces),
    }
}

/// Bytes that a table takes in planes.
pub(super) fn bytes(kind: Kind, rows: u64, columns: u64, pieces: u32) -> u64 {
    rows * sizes(kind, columns as usize, pieces).1 as u64 + BEYOND as u64
}

impl Ordered {
    /// Puts a table in order, together with the other processes.
    pub(super) fn new<G: Layouts, W: Width>(
        kind: Kind,
        table: &Table,
        frame: &Frame<'_>,
        level: Level,
        team: &mut Team<'_>,
    ) -> Result<Self, GenerateError> {
        let (rows, columns) = table.sides();
        let pieces = frame.moving + frame.waiting;
        let (plane, row) = sizes(kind, columns, pieces);
        let mut planes = zeroed((rows * row + BEYOND) as u64)?;
        let source = Source::<W>::new(table, frame);
        let classes = ((frame.moving + 1) * (frame.waiting + 1)) as usize;
        let values = if kind == Kind::Bits { 3 } else { 256 };
        let sums = Mutex::new(vec![vec![0; values]; classes]);
        let share = team.share(rows);
        let each = share.len().div_ceil(32 * rayon::current_num_threads()).max(1);
        let own = &mut planes.bytes_mut()[share.start * row..share.end * row];
        own.par_chunks_mut(each * row).enumerate().for_each(|(part, to)| {
            let mut counts = vec![vec![0; values]; classes];
            let mut layouts = vec![0; columns];
            for (at, to) in to.chunks_mut(row).enumerate() {
                let row = share.start + part * each + at;
                with_bits!(level, |cpu| match kind {
                    Kind::Bits => source.bits::<G>(cpu, row, plane, &mut layouts, &mut counts, to),
                    Kind::Bytes => source.bytes::<G>(cpu, row, &mut counts, to),
                });
            }
            let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
            let counted = sums.iter_mut().flatten().zip(counts.into_iter().flatten());
            counted.for_each(|(sum, count)| *sum += count);
        });
        shares::gather(team, &mut planes.bytes_mut()[..rows * row], rows)?;
        let counts = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Self { planes, plane, row, counts, waiting: frame.waiting as usize })
    }

    /// The number of bytes.
    pub(super) fn size(&self) -> u64 {
        self.planes.size() as u64
    }

    /// The positions of the class with this many kings that this process has counted.
    pub(super) fn counts(&self, own_kings: u32, other_kings: u32) -> &[u64] {
        &self.counts[own_kings as usize * (self.waiting + 1) + other_kings as usize]
    }

    /// The planes from those of a row on.
    pub(super) fn planes(&self, row: usize) -> Planes<'_> {
        Planes { bytes: &self.planes.bytes()[row * self.row..], plane: self.plane }
    }
}

/// The planes of a row.
#[derive(Clone, Copy)]
pub(super) struct Planes<'a> {
    bytes: &'a [u8],
    plane: usize,
}

impl Planes<'_> {
    /// At most 57 bits of a plane of bits, from this column on.
    #[inline(always)]
    pub(super) fn bits(&self, plane: usize, column: u32) -> u64 {
        let at = plane * self.plane + column as usize / 8;
        let word = self.bytes[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        word >> (column % 8)
    }

    /// The values of a plane of bytes, from this column on.
    #[inline(always)]
    pub(super) fn values(&self, plane: usize, column: u32, count: u32) -> &[u8] {
        &self.bytes[plane * self.plane + column as usize..][..count as usize]
    }
}

/// A table that is put in order.
struct Source<'a, W: Width> {
    table: &'a Table,
    frame: &'a Frame<'a>,
    words: &'a [W::Pair],
    /// The bits of a word of each class, by the kings of the side to move and of the other.
    classes: Vec<W::Word>,
    /// The class of each bit.
    class_of: Vec<usize>,
}

impl<'a, W: Width> Source<'a, W> {
    fn new(table: &'a Table, frame: &'a Frame<'a>) -> Self {
        let classes = ((frame.moving + 1) * (frame.waiting + 1)) as usize;
        let mut classes = vec![W::Word::NONE; classes];
        let class_of = (0..1_usize << (frame.moving + frame.waiting)).map(|m| {
            let (own, other) = (m >> frame.waiting, m & ((1 << frame.waiting) - 1));
            let class = (own.count_ones() * (frame.waiting + 1) + other.count_ones()) as usize;
            let lane = classes[class].lane(m / 64) | 1 << (m % 64);
            classes[class].set_lane(m / 64, lane);
            class
        });
        let class_of = class_of.collect();
        Self { table, frame, words: bytemuck::cast_slice(table.words.bytes()), classes, class_of }
    }

    /// The squares of both sides as seen by the mover, with those of the mover given as places among the
    /// squares that remain.
    #[inline(always)]
    fn own(cpu: impl Bits, other: Squares, places: Squares) -> Squares {
        cpu.pdep(places.into(), (!other).into()) as Squares
    }

    /// Fills a row of planes of bits, and counts. `layouts` has room for the row.
    #[inline(always)]
    fn bits<G: Layouts>(
        &self,
        cpu: impl Bits,
        row: usize,
        plane: usize,
        layouts: &mut [usize],
        counts: &mut [Vec<u64>],
        to: &mut [u8],
    ) {
        let Self { table, frame, words, classes, .. } = self;
        let pieces = frame.moving + frame.waiting;
        let other = frame.waiters[row].reverse_bits();
        let duty = &table.duty.bytes()[row * frame.movers.len()..];
        for (layout, &places) in layouts.iter_mut().zip(frame.movers) {
            let own = Self::own(cpu, other, places);
            let column = number(cpu.pext(other.into(), (!own).into()) as Squares);
            *layout = number(own) as usize * table.columns + column as usize;
        }
        let mut square = [[0_u64; 64]; 16];
        let lanes = size_of::<W::Pair>() / 8;
        for (block, layouts_here) in layouts.chunks(AHEAD).enumerate() {
            for &layout in layouts_here {
                prefetch(words, layout);
            }
            for (at, &layout) in layouts_here.iter().enumerate() {
                let places = frame.movers[64 * block + at];
                let own = Self::own(cpu, other, places);
                let valid = valid::<G, W::Word>(frame, own, other);
                let pair = words[layout];
                let (won, lost) = (W::won(pair), W::lost(pair));
                for (mask, counts) in classes.iter().zip(&mut *counts) {
                    let class = valid.and(*mask);
                    let [won, lost] = [won, lost].map(|word| u64::from(ones(word.and(class))));
                    counts[0] += lost;
                    counts[1] += u64::from(ones(class)) - won - lost;
                    counts[2] += won;
                }
                let duty = duty[number(turned(places, frame.waiting)) as usize];
                let must = frame.must::<W::Word>(duty).reversed(pieces);
                let pair = W::pair(won.or(must), lost.or(must));
                for (lane, square) in square.iter_mut().enumerate().take(lanes) {
                    square[at] = pair.lane(lane);
                }
            }
            let whole = plane >= 8 * block + 8;
            for (lane, square) in square.iter_mut().enumerate().take(lanes) {
                transpose(square);
                for (bit, word) in square.iter().enumerate() {
                    let to = &mut to[(64 * lane + bit) * plane + 8 * block..];
                    if whole {
                        to[..8].copy_from_slice(&word.to_le_bytes());
                    } else {
                        to[..plane % 8].copy_from_slice(&word.to_le_bytes()[..plane % 8]);
                    }
                }
                *square = [0; 64];
            }
        }
    }

    /// Fills a row of planes of bytes, and counts.
    #[inline(always)]
    fn bytes<G: Layouts>(&self, cpu: impl Bits, row: usize, counts: &mut [Vec<u64>], to: &mut [u8]) {
        let Self { table, frame, class_of, .. } = self;
        let pieces = frame.moving + frame.waiting;
        let columns = frame.movers.len();
        let other = frame.waiters[row].reverse_bits();
        let layouts = row * columns..(row + 1) * columns;
        let duty = &table.duty.bytes()[layouts.clone()];
        let distances = table.distances.as_ref().map_or(&[][..], Zeroed::bytes);
        let distances = &distances[layouts.start << pieces..layouts.end << pieces];
        let movers = (1_usize << frame.moving) - 1;
        for (column, &places) in frame.movers.iter().enumerate() {
            let own = Self::own(cpu, other, places);
            let valid = valid::<G, W::Word>(frame, own, other);
            let layout = number(turned(places, frame.waiting)) as usize;
            let duty = usize::from(duty[layout]);
            let values = &distances[layout << pieces..(layout + 1) << pieces];
            for (m, &class) in class_of.iter().enumerate() {
                let from = m.reverse_bits() >> (usize::BITS - pieces);
                let value = values[from];
                counts[class][usize::from(value)] += valid.lane(m / 64) >> (m % 64) & 1;
                let must = duty & (usize::from(ANY) | from & movers) != 0;
                to[m * columns + column] = if must { NOTHING } else { value };
            }
        }
    }
}

/// Places among the squares that one side leaves, as the other side sees them.
#[inline(always)]
fn turned(places: Squares, taken: u32) -> Squares {
    places.reverse_bits() >> taken
}

/// The positions in which no man stands on its far row, in the mover's order of pieces.
#[inline(always)]
fn valid<G: Layouts, W: Lanes>(frame: &Frame<'_>, own: Squares, other: Squares) -> W {
    let valid: W = frame.valid::<G, W>(other.reverse_bits(), own.reverse_bits());
    valid.reversed(frame.moving + frame.waiting)
}

#[inline(always)]
fn ones<W: Lanes>(word: W) -> u32 {
    (0..size_of::<W>() / 8).map(|lane| word.lane(lane).count_ones()).sum()
}

/// Exchanges rows and columns: bit j of word i becomes bit i of word j.
#[inline(always)]
fn transpose(square: &mut [u64; 64]) {
    let mut mask = u64::MAX >> 32;
    let mut by = 32;
    while by > 0 {
        for first in (0..64).step_by(2 * by) {
            for at in first..first + by {
                let changed = (square[at] >> by ^ square[at + by]) & mask;
                square[at] ^= changed << by;
                square[at + by] ^= changed;
            }
        }
        by /= 2;
        mask ^= mask << by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::SplitMix;

    #[test]
    fn transposed_bits_are_where_they_belong() {
        let mut random = SplitMix(5);
        let square: [u64; 64] = std::array::from_fn(|_| random.next_word());
        let mut turned = square;
        transpose(&mut turned);
        for (i, row) in square.iter().enumerate() {
            for (j, column) in turned.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1, "{i}, {j}");
            }
        }
    }
}
