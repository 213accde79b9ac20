//! Turns a table in order into codes.
//!
//! The positions of a row are written where their ranks say: ranks that differ only in the mover's kings
//! follow each other.

use super::group::zeroed;
use super::order::{Ordered, Planes};
use super::rows::Frame;
use super::squares::{CHOOSE, number};
use crate::bits::{Bits, Level};
use crate::cyclic::scale::NOTHING;
use crate::error::GenerateError;
use crate::with_bits;
use nexsolve_core::layouts::{Layouts, Pieces, Squares};
use nexsolve_core::{LayerId, subsets};
use nexsolve_db::{Counts, TableSpec, packed};
use std::ops::Range;

/// After this many entries, an omitted position no longer has the code of the one before it. Parts are
/// multiples of it.
pub(super) const RESTART: u64 = 1 << 15;

/// Collects the entries of a part of a table by rank.
trait Entries {
    /// Begins with the entries from this rank on.
    fn begin(&mut self, rank: u64);
    /// Adds the next entries: position `m` of the layouts in neighbouring columns, at most 32.
    fn run(&mut self, row: Planes<'_>, m: usize, column: u32, count: u32);
    /// Adds the next entry.
    fn one(&mut self, row: Planes<'_>, m: usize, column: u32);
    /// Ends the entries of a table.
    fn end(&mut self);
}

/// The won and the lost entries of consecutive ranks, 64 at a time; omitted ones are both.
struct Bools<'a> {
    ranks: Range<u64>,
    words: &'a mut [[u64; 2]],
    /// The first plane of lost positions.
    lost: usize,
    /// The first rank of the bits that wait to be put, and their number, less than 32.
    rank: u64,
    count: u32,
    bits: [u64; 2],
}

impl Bools<'_> {
    /// Puts the bits that wait; those of other parts are left out.
    #[inline(always)]
    fn put(&mut self) {
        let (first, count) = (self.rank, u64::from(self.count));
        if count == 0 {
            return;
        }
        self.rank += count;
        self.count = 0;
        let bits = std::mem::take(&mut self.bits);
        if first < self.ranks.start || first + count > self.ranks.end {
            (0..count).for_each(|at| self.put_one(first + at, bits.map(|bits| bits >> at & 1)));
            return;
        }
        let at = first - self.ranks.start;
        let (word, shift) = ((at / 64) as usize, at % 64);
        for (kind, bits) in bits.into_iter().enumerate() {
            self.words[word][kind] |= bits << shift;
        }
        if shift + count > 64 {
            for (kind, bits) in bits.into_iter().enumerate() {
                self.words[word + 1][kind] |= bits >> (64 - shift);
            }
        }
    }

    #[cold]
    fn put_one(&mut self, rank: u64, bits: [u64; 2]) {
        if self.ranks.contains(&rank) {
            let at = rank - self.ranks.start;
            for (kind, bit) in bits.into_iter().enumerate() {
                self.words[(at / 64) as usize][kind] |= bit << (at % 64);
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, bits: [u64; 2], count: u32) {
        for (kind, bits) in bits.into_iter().enumerate() {
            self.bits[kind] |= bits << self.count;
        }
        self.count += count;
        if self.count >= 32 {
            self.put();
        }
    }
}

impl Entries for Bools<'_> {
    #[inline(always)]
    fn begin(&mut self, rank: u64) {
        self.put();
        self.rank = rank;
    }

    #[inline(always)]
    fn run(&mut self, row: Planes<'_>, m: usize, column: u32, count: u32) {
        let bits = [m, self.lost + m].map(|plane| row.bits(plane, column) & ((1 << count) - 1));
        self.add(bits, count);
    }

    #[inline(always)]
    fn one(&mut self, row: Planes<'_>, m: usize, column: u32) {
        self.add([m, self.lost + m].map(|plane| row.bits(plane, column) & 1), 1);
    }

    #[inline(always)]
    fn end(&mut self) {
        self.put();
    }
}

/// The values of consecutive ranks; [`NOTHING`] for omitted ones.
struct Bytes {
    ranks: Range<u64>,
    values: Vec<u8>,
    rank: u64,
}

impl Entries for Bytes {
    #[inline(always)]
    fn begin(&mut self, rank: u64) {
        self.rank = rank;
    }

    #[inline(always)]
    fn run(&mut self, row: Planes<'_>, m: usize, column: u32, count: u32) {
        let at = self.rank.wrapping_sub(self.ranks.start) as usize;
        let values = row.values(m, column, count);
        self.rank += u64::from(count);
        if let Some(to) = self.values.get_mut(at..at.wrapping_add(values.len())) {
            to.iter_mut().zip(values).for_each(|(to, value)| *to = *value);
        } else {
            for (at, &value) in (0..).zip(values) {
                let at = (self.rank - u64::from(count) + at).wrapping_sub(self.ranks.start);
                if let Some(to) = self.values.get_mut(at as usize) {
                    *to = value;
                }
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, row: Planes<'_>, m: usize, column: u32) {
        let at = self.rank.wrapping_sub(self.ranks.start);
        self.rank += 1;
        if let Some(to) = self.values.get_mut(at as usize) {
            *to = row.values(m, column, 1)[0];
        }
    }

    #[inline(always)]
    fn end(&mut self) {}
}

/// What packing a layer needs.
pub(super) struct Packing<'a, G> {
    pub(super) game: &'a G,
    pub(super) layer: LayerId,
    pub(super) frame: Frame<'a>,
    /// The sets of the mover's men with the first numbers of their positions.
    pub(super) men: &'a [(Squares, u64)],
    pub(super) ordered: &'a Ordered,
    pub(super) level: Level,
}

impl<G: Layouts> Packing<'_, G> {
    /// The codes of these ranks of a table without distances.
    ///
    /// # Errors
    /// If the system refuses memory.
    pub(super) fn codes(&self, ranks: Range<u64>) -> Result<Vec<u8>, GenerateError> {
        let len = (ranks.end - ranks.start) as usize;
        let mut words = zeroed(16 * len.div_ceil(64) as u64)?;
        let pieces = self.frame.moving + self.frame.waiting;
        let mut entries = Bools {
            words: &mut bytemuck::cast_slice_mut(words.bytes_mut())[..len.div_ceil(64)],
            lost: 1 << pieces.max(5),
            rank: ranks.start,
            count: 0,
            bits: [0; 2],
            ranks: ranks.clone(),
        };
        with_bits!(self.level, |cpu| self.rows(cpu, &ranks, &mut entries));
        Ok(with_bits!(self.level, |cpu| code(cpu, entries.words, len)))
    }

    /// The codes of these ranks of a table with distances, by its code book of bytes.
    pub(super) fn codes_of_distances(&self, book: &[u8], ranks: Range<u64>) -> Vec<u8> {
        let values = vec![NOTHING; (ranks.end - ranks.start) as usize];
        let mut entries = Bytes { values, rank: ranks.start, ranks: ranks.clone() };
        with_bits!(self.level, |cpu| self.rows(cpu, &ranks, &mut entries));
        let mut code_of = [0; 256];
        for (code, &value) in book.iter().enumerate() {
            code_of[usize::from(value)] = code as u8;
        }
        for values in entries.values.chunks_mut(RESTART as usize) {
            let mut before = 0;
            for value in values {
                if *value != NOTHING {
                    before = code_of[usize::from(*value)];
                }
                *value = before;
            }
        }
        packed::pack(&entries.values, TableSpec::bits_for(book.len()))
    }

    /// The counts of all positions by code; `book` has the bytes of their values if there are distances.
    pub(super) fn counts(&self, book: Option<&[u8]>) -> Counts {
        let [[_, own_kings], [_, other_kings]] = self.game.counts(self.layer);
        let counts = self.ordered.counts(own_kings, other_kings);
        let positions: Vec<u64> = match book {
            Some(book) => book.iter().map(|&value| counts[usize::from(value)] * G::COPIES).collect(),
            None => counts.iter().map(|count| count * G::COPIES).collect(),
        };
        Counts { positions, reachable: None }
    }

    /// The sets of the mover's men in positions with these ranks.
    fn men_of(&self, ranks: &Range<u64>) -> &[(Squares, u64)] {
        let ways = self.ways();
        let up_to = |rank: u64| self.men.partition_point(|&(_, first)| first * ways <= rank);
        &self.men[up_to(ranks.start).saturating_sub(1)..up_to(ranks.end - 1)]
    }

    /// The number of ways to place the mover's kings.
    fn ways(&self) -> u64 {
        let [[own_men, own_kings], [other_men, other_kings]] = self.game.counts(self.layer);
        subsets::binomial(32 - own_men - other_men - other_kings, own_kings)
    }

    /// Adds the positions with these ranks, row by row.
    #[inline(always)]
    fn rows(&self, cpu: impl Bits, ranks: &Range<u64>, entries: &mut impl Entries) {
        let [[_, own_kings], [_, other_kings]] = self.game.counts(self.layer);
        let (ways, men) = (self.ways(), self.men_of(ranks));
        for (row, &waiting) in self.frame.waiters.iter().enumerate() {
            let (other, row) = (waiting.reverse_bits(), self.ordered.planes(row));
            for kings in (0..1_usize << self.frame.waiting).filter(|kings| kings.count_ones() == other_kings)
            {
                let other_kings = cpu.pdep(kings as u64, other.into()) as Squares;
                let others = Pieces { other_men: other & !other_kings, other_kings, ..Pieces::default() };
                if others.other_men & G::FAR != 0 {
                    continue;
                }
                for &(own_men, _) in men {
                    if own_men & other != 0 {
                        continue;
                    }
                    let first = self.game.outer(self.layer, Pieces { own_men, ..others }) * ways;
                    if first >= ranks.end || first + ways <= ranks.start {
                        continue;
                    }
                    entries.begin(first);
                    let places = cpu.pext(own_men.into(), (!other).into()) as Squares;
                    if own_kings == 0 {
                        entries.one(row, kings, number(places));
                    } else {
                        self.run(row, places, own_kings, kings, entries);
                    }
                }
            }
        }
        entries.end();
    }

    /// Adds the positions that differ only in the mover's kings. `men` are the places of the mover's men in
    /// the row, and `other_kings` the bits of the other side's kings.
    #[inline(always)]
    fn run(&self, row: Planes<'_>, men: Squares, kings: u32, other_kings: usize, entries: &mut impl Entries) {
        let waiting = self.frame.waiting;
        let room = !men & Squares::MAX >> waiting;
        // The kings except the lowest, which moves below them.
        let mut rest = first_above_lowest(room, kings - 1);
        loop {
            let others = men | rest;
            // The pieces of both sides that are kings, and the number of the mover's squares but for what the
            // lowest king adds, while it is below all others.
            let (mut of_kings, mut base) = (other_kings, 0);
            let (mut left, mut i) = (others, 1);
            while left != 0 {
                let lowest = left & left.wrapping_neg();
                base += CHOOSE[(i + 1) & 7][left.trailing_zeros() as usize & 31];
                of_kings |= usize::from(rest & lowest != 0) << (waiting as usize + i);
                left ^= lowest;
                i += 1;
            }
            let end = if rest == 0 { 32 - waiting } else { rest.trailing_zeros() };
            // The places between two men are neighbours. A man that the king passes is below it from then on.
            let (mut from, mut above, mut i) = (0, men, 0_usize);
            loop {
                let man = above.trailing_zeros();
                let to = man.min(end);
                let m = of_kings | 1 << (waiting as usize + i);
                if i == 0 {
                    if to > 0 {
                        entries.run(row, m, base, to);
                    }
                } else {
                    for place in from..to {
                        entries.one(row, m, base + CHOOSE[(i + 1) & 7][place as usize & 31]);
                    }
                }
                if man >= end {
                    break;
                }
                above &= above - 1;
                base = base - CHOOSE[(i + 2) & 7][man as usize & 31] + CHOOSE[(i + 1) & 7][man as usize & 31];
                i += 1;
                from = man + 1;
            }
            if kings == 1 {
                return;
            }
            rest = next_above_lowest(rest, room);
            if rest == 0 {
                return;
            }
        }
    }
}

/// The first set of `size` squares of `room` that leaves its lowest square free.
#[inline(always)]
fn first_above_lowest(room: Squares, size: u32) -> Squares {
    let (mut left, mut set) = (room & room.wrapping_sub(1), 0);
    for _ in 0..size {
        set |= left & left.wrapping_neg();
        left &= left.wrapping_sub(1);
    }
    set
}

/// The next set of the same size among the squares of `room` above its lowest; 0 after the last one.
#[inline(always)]
fn next_above_lowest(set: Squares, room: Squares) -> Squares {
    let room = room & room.wrapping_sub(1);
    let lowest = set & set.wrapping_neg();
    let (raised, carried) = (set | !room).overflowing_add(lowest);
    if carried {
        return 0;
    }
    let raised = raised & room;
    let mut moved = set.count_ones() - raised.count_ones();
    let (mut left, mut low) = (room, 0);
    while moved > 0 {
        low |= left & left.wrapping_neg();
        left &= left - 1;
        moved -= 1;
    }
    raised | low
}

/// The codes of entries: 0 lost, 1 drawn, 2 won; an omitted one has the code of the entry before it.
#[inline(always)]
fn code(cpu: impl Bits, planes: &[[u64; 2]], len: usize) -> Vec<u8> {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let mut codes = Vec::with_capacity(16 * planes.len());
    let mut before = [0; 2];
    for (at, &[won, lost]) in planes.iter().enumerate() {
        if (64 * at as u64).is_multiple_of(RESTART) {
            before = [0; 2];
        }
        let omitted = won & lost;
        let [drawn, won] = [(!(won | lost), 0), (won & !lost, 1)].map(|(plane, kind): (u64, usize)| {
            let (mut plane, mut gap) = (plane | omitted & before[kind], omitted);
            for by in [1, 2, 4, 8, 16, 32] {
                plane |= plane << by & gap;
                gap &= gap << by;
            }
            plane
        });
        before = [drawn >> 63, won >> 63];
        for half in [0, 32] {
            let [low, high] = [drawn, won].map(|plane| plane >> half & 0xffff_ffff);
            codes.extend((cpu.pdep(low, EVEN) | cpu.pdep(high, !EVEN)).to_le_bytes());
        }
    }
    codes.truncate(len.div_ceil(4));
    if !len.is_multiple_of(4) {
        *codes.last_mut().expect("at least one entry") &= (1 << (2 * (len % 4))) - 1;
    }
    codes
}
