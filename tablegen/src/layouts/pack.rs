//! Turns the words of a table into codes in the order of ranks.
//!
//! The table is first copied into rows of the other side's squares, which are few enough for the cache. The
//! positions of such a row are written where their ranks say: ranks that differ only in the mover's kings
//! follow each other. Each position is two bits, won and lost; both are set if tables omit the position.

use super::group::{Table, zeroed};
use super::rows::{ANY, Frame};
use super::squares::{CHOOSE, adds, number};
use super::words::{Lanes, Width};
use crate::bits::{Bits, Level};
use crate::codes::Codes;
use crate::cyclic::scale::NOTHING;
use crate::error::GenerateError;
use crate::with_bits;
use nexsolve_core::layouts::{Layouts, Pieces, Squares};
use nexsolve_core::memory::{Zeroed, prefetch};
use nexsolve_core::{LayerId, subsets};
use nexsolve_db::{Counts, TableSpec, packed};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// After this many entries, an omitted position no longer has the code of the one before it. Parts are
/// multiples of it.
pub(super) const RESTART: u64 = 1 << 15;

/// A table in rows of the other side's squares, with omitted positions as both won and lost.
pub(super) struct Ordered {
    words: Zeroed,
    /// Lost, drawn and won positions, by the kings of the side to move and of the other.
    counts: Vec<Vec<[u64; 3]>>,
}

impl Ordered {
    pub(super) fn new<G: Layouts, W: Width>(
        table: &Table,
        frame: &Frame<'_>,
        level: Level,
    ) -> Result<Self, GenerateError> {
        let (rows, columns) = table.sides();
        let mut words = zeroed((rows * columns * size_of::<W::Pair>()) as u64)?;
        let pieces = frame.moving + frame.waiting;
        let mut classes: Vec<(usize, usize, W::Word)> = Vec::new();
        for own in 0..=frame.moving {
            for other in 0..=frame.waiting {
                let mut mask = W::Word::NONE;
                for m in 0..1_usize << pieces {
                    let (movers, waiters) = (m & ((1 << frame.moving) - 1), m >> frame.moving);
                    if movers.count_ones() == own && waiters.count_ones() == other {
                        mask.set_lane(m / 64, mask.lane(m / 64) | 1 << (m % 64));
                    }
                }
                classes.push((own as usize, other as usize, mask));
            }
        }
        let sums = Mutex::new(vec![vec![[0; 3]; frame.waiting as usize + 1]; frame.moving as usize + 1]);
        let from = bytemuck::cast_slice(table.words.bytes());
        let from = Source::<W> { frame: *frame, words: from, columns: table.columns, classes };
        let to: &mut [W::Pair] = bytemuck::cast_slice_mut(words.bytes_mut());
        let each = rows.div_ceil(32 * rayon::current_num_threads());
        let parts = to[..rows * columns].par_chunks_mut(each * columns).enumerate();
        parts.for_each(|(part, to)| {
            let mut counts = vec![[0; 3]; from.classes.len()];
            let mut layouts = vec![0; columns];
            for (at, to) in to.chunks_mut(columns).enumerate() {
                let row = part * each + at;
                let duty = &table.duty.bytes()[row * columns..(row + 1) * columns];
                let waiting = frame.waiters[row];
                with_bits!(level, |cpu| order::<G, W>(
                    cpu,
                    &from,
                    waiting,
                    duty,
                    &mut counts,
                    &mut layouts,
                    to
                ));
            }
            let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
            for ((own, other, _), counts) in from.classes.iter().zip(counts) {
                sums[*own][*other].iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
        });
        Ok(Self { words, counts: sums.into_inner().unwrap_or_else(PoisonError::into_inner) })
    }

    /// Lost, drawn and won positions of the class with this many kings.
    pub(super) fn counts(&self, own_kings: u32, other_kings: u32) -> [u64; 3] {
        self.counts[own_kings as usize][other_kings as usize]
    }
}

/// A table that is put in order.
struct Source<'a, W: Width> {
    frame: Frame<'a>,
    words: &'a [W::Pair],
    columns: usize,
    /// The classes of positions: the kings of both sides, and the bits of a word.
    classes: Vec<(usize, usize, W::Word)>,
}

/// Fills a row, and counts its positions by class. `layouts` has room for the row.
#[inline(always)]
fn order<G: Layouts, W: Width>(
    cpu: impl Bits,
    from: &Source<'_, W>,
    waiting: Squares,
    duty: &[u8],
    counts: &mut [[u64; 3]],
    layouts: &mut [usize],
    to: &mut [W::Pair],
) {
    let free = !waiting;
    let &Source { frame, words, columns: from_columns, ref classes } = from;
    for (layout, &mover) in layouts.iter_mut().zip(frame.movers) {
        let moving = cpu.pdep(mover.into(), free.into()) as Squares;
        let (own, other) = (moving.reverse_bits(), waiting.reverse_bits());
        let column = number(cpu.pext(other.into(), (!own).into()) as Squares);
        *layout = number(own) as usize * from_columns + column as usize;
        prefetch(words, *layout);
    }
    for (column, &layout) in layouts.iter().enumerate() {
        let pair = words[layout].reversed(frame.moving + frame.waiting);
        let moving = cpu.pdep(frame.movers[column].into(), free.into()) as Squares;
        let valid: W::Word = frame.valid::<G, W::Word>(waiting, moving);
        let (won, lost) = (W::won(pair), W::lost(pair));
        for ((_, _, mask), counts) in classes.iter().zip(&mut *counts) {
            let class = valid.and(*mask);
            let [won, lost] = [won, lost].map(|word| u64::from(ones(word.and(class))));
            counts[0] += lost;
            counts[1] += u64::from(ones(class)) - won - lost;
            counts[2] += won;
        }
        let must = frame.must::<W::Word>(duty[column]);
        to[column] = W::pair(won.or(must), lost.or(must));
    }
}

#[inline(always)]
fn ones<W: Lanes>(word: W) -> u32 {
    (0..size_of::<W>() / 8).map(|lane| word.lane(lane).count_ones()).sum()
}

/// Collects the entries of a part of a table by rank.
trait Entries {
    /// Begins with the entries from this rank on.
    fn begin(&mut self, rank: u64);
    /// Adds the next entry: position `m` of the layout in this column of the row.
    fn push(&mut self, column: u32, m: usize);
    /// No further entries follow the last.
    fn end(&mut self);
}

/// The won and the lost entries of consecutive ranks, 64 at a time; omitted ones are both.
struct Planes<'a, W: Width> {
    ranks: Range<u64>,
    words: Vec<[u64; 2]>,
    /// The words of the row.
    row: &'a [W::Pair],
    /// The first rank of the bits that wait to be put, and their number.
    rank: u64,
    count: u32,
    bits: [u64; 2],
}

impl<W: Width> Planes<'_, W> {
    /// Adds `count` entries from rank `first` on; those of other parts are left out.
    #[inline(always)]
    fn put(&mut self, first: u64, count: u32, bits: [u64; 2]) {
        if first < self.ranks.start || first + u64::from(count) > self.ranks.end {
            return self.put_some(first, count, bits);
        }
        let at = first - self.ranks.start;
        let (word, shift) = ((at / 64) as usize, at % 64);
        for (kind, bits) in bits.into_iter().enumerate() {
            self.words[word][kind] |= bits << shift;
        }
        if shift + u64::from(count) > 64 {
            for (kind, bits) in bits.into_iter().enumerate() {
                self.words[word + 1][kind] |= bits >> (64 - shift);
            }
        }
    }

    #[cold]
    fn put_some(&mut self, first: u64, count: u32, bits: [u64; 2]) {
        for at in 0..u64::from(count) {
            if self.ranks.contains(&(first + at)) {
                self.put(first + at, 1, bits.map(|bits| bits >> at & 1));
            }
        }
    }
}

impl<W: Width> Entries for Planes<'_, W> {
    #[inline(always)]
    fn begin(&mut self, rank: u64) {
        self.rank = rank;
    }

    #[inline(always)]
    fn push(&mut self, column: u32, m: usize) {
        let [won, lost] = W::at(self.row[column as usize], m);
        self.bits[0] |= won << self.count;
        self.bits[1] |= lost << self.count;
        self.count += 1;
    }

    #[inline(always)]
    fn end(&mut self) {
        self.put(self.rank, self.count, self.bits);
        self.rank += u64::from(self.count);
        (self.count, self.bits) = (0, [0; 2]);
    }
}

/// The values of consecutive ranks; [`NOTHING`] for omitted ones.
struct Bytes<'a> {
    ranks: Range<u64>,
    values: Vec<u8>,
    counts: [u64; 256],
    pieces: u32,
    /// The index bits of the mover's pieces.
    movers: u8,
    /// The values and the duties of the row.
    row: &'a [u8],
    duty: &'a [u8],
    rank: u64,
}

impl Entries for Bytes<'_> {
    #[inline(always)]
    fn begin(&mut self, rank: u64) {
        self.rank = rank;
    }

    #[inline(always)]
    fn push(&mut self, column: u32, m: usize) {
        let at = self.rank.wrapping_sub(self.ranks.start);
        self.rank += 1;
        if let Some(value) = self.values.get_mut(at as usize) {
            let found = self.row[(column as usize) << self.pieces | m];
            self.counts[usize::from(found)] += 1;
            let must = self.duty[column as usize] & (ANY | m as u8 & self.movers) != 0;
            *value = if must { NOTHING } else { found };
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
    pub(super) level: Level,
}

impl<G: Layouts> Packing<'_, G> {
    /// The codes of these ranks of a table without distances.
    pub(super) fn codes<W: Width>(&self, ordered: &Ordered, ranks: Range<u64>) -> Codes {
        let len = (ranks.end - ranks.start) as usize;
        let men = self.men_of(&ranks);
        let words: &[W::Pair] = bytemuck::cast_slice(ordered.words.bytes());
        let columns = self.frame.movers.len();
        let all = vec![[0; 2]; len.div_ceil(64)];
        let mut planes =
            Planes::<W> { ranks: ranks.clone(), words: all, row: &[], rank: 0, count: 0, bits: [0; 2] };
        for (row, &waiting) in self.frame.waiters.iter().enumerate() {
            planes.row = &words[row * columns..(row + 1) * columns];
            with_bits!(self.level, |cpu| self.row(cpu, waiting, men, &ranks, &mut planes));
        }
        let mut counts = Counts { positions: vec![0; 3], reachable: None };
        if ranks.start == 0 {
            let [[_, own_kings], [_, other_kings]] = self.game.counts(self.layer);
            counts.positions = ordered.counts(own_kings, other_kings).map(|count| count * G::COPIES).to_vec();
        }
        let packed = with_bits!(self.level, |cpu| code(cpu, &planes.words, len));
        Codes { packed, counts }
    }

    /// The codes of these ranks of a table with distances, by its code book of bytes.
    pub(super) fn codes_of_distances(&self, table: &Table, book: &[u8], ranks: Range<u64>) -> Codes {
        let men = self.men_of(&ranks);
        let columns = self.frame.movers.len();
        let pieces = table.own + table.other;
        let distances = table.distances.as_ref().map_or(&[][..], Zeroed::bytes);
        let mut bytes = Bytes {
            ranks: ranks.clone(),
            values: vec![NOTHING; (ranks.end - ranks.start) as usize],
            counts: [0; 256],
            pieces,
            movers: (1 << self.frame.moving) - 1,
            row: &[],
            duty: &[],
            rank: 0,
        };
        for (row, &waiting) in self.frame.waiters.iter().enumerate() {
            let layouts = row * columns..(row + 1) * columns;
            bytes.row = &distances[layouts.start << pieces..layouts.end << pieces];
            bytes.duty = &table.duty.bytes()[layouts];
            with_bits!(self.level, |cpu| self.row(cpu, waiting, men, &ranks, &mut bytes));
        }
        let mut code_of = [0; 256];
        for (code, &value) in book.iter().enumerate() {
            code_of[usize::from(value)] = code as u8;
        }
        let mut before = 0;
        for (at, value) in bytes.values.iter_mut().enumerate() {
            if (at as u64).is_multiple_of(RESTART) {
                before = 0;
            }
            if *value != NOTHING {
                before = code_of[usize::from(*value)];
            }
            *value = before;
        }
        let positions = book.iter().map(|&value| bytes.counts[usize::from(value)] * G::COPIES).collect();
        let packed = packed::pack(&bytes.values, TableSpec::bits_for(book.len()));
        Codes { packed, counts: Counts { positions, reachable: None } }
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

    /// Adds the positions of a row.
    #[inline(always)]
    fn row(
        &self,
        cpu: impl Bits,
        waiting: Squares,
        men: &[(Squares, u64)],
        ranks: &Range<u64>,
        entries: &mut impl Entries,
    ) {
        let [[_, own_kings], [_, other_kings]] = self.game.counts(self.layer);
        let ways = self.ways();
        let free = !waiting;
        for mask in (0..1_u64 << self.frame.waiting).filter(|mask| mask.count_ones() == other_kings) {
            let kings = cpu.pdep(mask, waiting.into()) as Squares;
            let other_men = (waiting & !kings).reverse_bits();
            if other_men & G::FAR != 0 {
                continue;
            }
            let others = Pieces { other_men, other_kings: kings.reverse_bits(), ..Pieces::default() };
            for &(own_men, _) in men {
                if own_men & others.other() != 0 {
                    continue;
                }
                let first = self.game.outer(self.layer, Pieces { own_men, ..others }) * ways;
                if first >= ranks.end || first + ways <= ranks.start {
                    continue;
                }
                entries.begin(first);
                let places_of = cpu.pext(own_men.reverse_bits().into(), free.into()) as Squares;
                if own_kings == 0 {
                    entries.push(number(places_of), (mask << self.frame.moving) as usize);
                    entries.end();
                } else {
                    self.run(places_of, own_kings, mask as usize, entries);
                }
            }
        }
    }

    /// Adds the positions that differ only in the mover's kings. `men` are the places of the mover's men in
    /// the row.
    #[inline(always)]
    fn run(&self, men: Squares, kings: u32, mask: usize, entries: &mut impl Entries) {
        let (moving, waiting) = (self.frame.moving, self.frame.waiting);
        // Ranks count squares from the other end: place c of the mover is place `last` - c of the row.
        let last = 31 - waiting;
        let turned = |set: Squares| set.reverse_bits() >> waiting;
        let own_men = turned(men);
        let room = turned(!men);
        // The kings except the lowest, which moves below them.
        let mut rest = first_above_lowest(room, kings - 1);
        loop {
            let mut left = if rest == 0 { room } else { room & ((rest & rest.wrapping_neg()) - 1) };
            let others = turned(own_men | rest);
            let mut of_kings = mask << moving;
            let mut others_left = turned(rest);
            while others_left != 0 {
                let lowest = others_left & others_left.wrapping_neg();
                of_kings |= 1 << (others & (lowest - 1)).count_ones();
                others_left ^= lowest;
            }
            // What the others add to the number: all of them are below the king, until it has passed men.
            let mut base = number(others);
            let mut above = own_men;
            while left != 0 {
                let lowest = left & left.wrapping_neg();
                // Men that the king has passed since.
                let mut passed = above & (lowest - 1);
                above ^= passed;
                let mut place = moving - 1 - (own_men & (lowest - 1)).count_ones() + passed.count_ones();
                while passed != 0 {
                    let at = (last - passed.trailing_zeros()) as usize & 31;
                    passed &= passed - 1;
                    base = base - CHOOSE[place as usize & 7][at] + CHOOSE[(place as usize + 1) & 7][at];
                    place -= 1;
                }
                let m = of_kings | 1 << place;
                // All places below the mover's next man.
                let mut here =
                    left & if above == 0 { Squares::MAX } else { (above & above.wrapping_neg()) - 1 };
                left &= !here;
                while here != 0 {
                    let place_in_row = last - here.trailing_zeros();
                    here &= here - 1;
                    entries.push(base + adds(place, place_in_row), m);
                }
            }
            entries.end();
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
