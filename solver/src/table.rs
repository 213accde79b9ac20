//! The transposition table: proven bounds of positions already searched, in bounded memory, shared by all
//! threads without locks.
//!
//! An entry holds the whole packed position, so a hit is never another position. Threads write words one by
//! one. Each key word is stored combined with a scrambled copy of the data word, so an entry torn by two
//! writers does not match (R. M. Hyatt and T. Mann, "A lock-less transposition table implementation for
//! parallel search", ICGA Journal 25(1), 2002, with a scrambler in place of the plain XOR, because
//! neighbouring positions and bounds differ in few bits).

use nexsolve_core::memory::{Words, prefetch};
use nexsolve_core::{Bounds, EVERYWHERE, Region, Score};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The words of one line: entries that share a cache line.
const LINE_WORDS: usize = 8;
const LINE_BYTES: u64 = 8 * LINE_WORDS as u64;

/// What the table holds about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recalled {
    /// Bounds of the score.
    pub(crate) bounds: Bounds,
    /// The packed move that answered the last question; 0 for none.
    pub(crate) best: u32,
    /// The region of the win that the bounds prove.
    pub(crate) region: Region,
}

impl Recalled {
    /// Combines new and older knowledge about the same position.
    #[inline]
    fn with(self, old: Self) -> Self {
        let bounds = self.bounds.meet(old.bounds);
        // The region belongs to the bound that names the winner.
        let newer =
            if bounds.lo >= Score::WIN { bounds.lo > old.bounds.lo } else { bounds.hi < old.bounds.hi };
        Self { bounds, region: if newer { self.region } else { old.region }, ..self }
    }
}

/// The words of an entry, decoded.
#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    data: u64,
    region: Region,
}

impl Entry {
    #[inline]
    fn known(self) -> Option<Recalled> {
        let (bounds, best) = unpack(self.data)?;
        Some(Recalled { bounds, best, region: self.region })
    }
}

/// The system refused memory for the table.
#[derive(Debug, thiserror::Error)]
#[error("no memory for a transposition table of {bytes} bytes: {source}")]
pub struct TableError {
    /// The requested size in bytes.
    pub bytes: u64,
    /// The system's error.
    pub source: std::io::Error,
}

/// The size of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryWidth {
    /// 16 bytes: keys of up to 64 bits, no regions.
    Narrow,
    /// 32 bytes: keys of up to 128 bits, and regions.
    Wide,
}

/// An array of entries in cache lines of four (narrow) or two (wide). It begins small, because fresh pages
/// are expensive, and grows between questions up to its bound.
pub(crate) struct TranspositionTable {
    map: Option<Words<AtomicU64>>,
    /// `64 - log2(lines)`: the top bits of a hash select the line.
    shift: u32,
    wide: bool,
    /// log2 of the maximum number of lines.
    most: u32,
    /// The maximum size in bytes.
    bytes: u64,
}

/// log2 of the initial number of lines.
const FIRST: u32 = 12;

impl TranspositionTable {
    /// Creates a table that grows to at most `bytes` bytes, by powers of two of cache lines. With room for
    /// less than two lines, it stores nothing.
    pub(crate) fn new(bytes: u64, form: EntryWidth) -> Result<Self, TableError> {
        let wide = form == EntryWidth::Wide;
        let lines = bytes / LINE_BYTES;
        if lines < 2 {
            return Ok(Self { map: None, shift: 63, wide, most: 0, bytes });
        }
        let most = lines.ilog2();
        let log = most.min(FIRST);
        Ok(Self { map: Some(new_map(log)?), shift: 64 - log, wide, most, bytes })
    }

    /// Grows the table until it has room for `entries` entries, as far as its bound and the system allow. It
    /// keeps its contents. While it grows, the old and the new array are both in memory, and the bound covers
    /// both.
    pub(crate) fn make_room(&mut self, entries: u64) {
        let Some(old) = &self.map else { return };
        let log = 64 - self.shift;
        let per_line = (LINE_WORDS / self.stride()) as u64;
        let wanted = entries.div_ceil(per_line).max(2).next_power_of_two().ilog2().min(self.most);
        let fits = |wanted: u32| (LINE_BYTES << wanted) + (LINE_BYTES << log) <= self.bytes;
        let Some(wanted) = (log + 1..=wanted).rev().find(|&wanted| fits(wanted)) else { return };
        let Ok(map) = new_map(wanted) else { return };
        let (from, to): (&[AtomicU64], &[AtomicU64]) = (old, &map);
        // Entries of one line go to lines of their own, so no two threads write to the same line.
        from.par_chunks_exact(LINE_WORDS).flat_map_iter(|line| line.chunks_exact(self.stride())).for_each(
            |entry| {
                let Entry { key, data, .. } = self.read(entry);
                if !is_used(data) {
                    return;
                }
                let start = (hash(key) >> (64 - wanted)) as usize * LINE_WORDS;
                let free = to[start..start + LINE_WORDS]
                    .chunks_exact(self.stride())
                    .find(|place| !is_used(place[0].load(Relaxed)));
                if let Some(free) = free {
                    for (place, word) in free.iter().zip(entry) {
                        place.store(word.load(Relaxed), Relaxed);
                    }
                }
            },
        );
        self.shift = 64 - wanted;
        self.map = Some(map);
    }

    /// Returns whether the table stores anything.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.map.is_some()
    }

    #[inline]
    fn line(&self, key: u128) -> Option<&[AtomicU64]> {
        let words = self.map.as_ref()?;
        let index = (hash(key) >> self.shift) as usize * LINE_WORDS;
        Some(&words[index..index + LINE_WORDS])
    }

    /// Prefetches the line of a position, for a look-up soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u128) {
        if let Some(line) = self.line(key) {
            prefetch(line, 0);
        }
    }

    /// Returns what is known about a position.
    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<Recalled> {
        let line = self.line(key)?;
        line.chunks_exact(self.stride()).find_map(|entry| {
            let read = self.read(entry);
            if read.key == key { read.known() } else { None }
        })
    }

    /// Adds knowledge about a position that took `nodes` positions to find. Within a line, the entry that
    /// took the least work is replaced.
    pub(crate) fn put(&self, key: u128, known: Recalled, nodes: u64) {
        let Some(line) = self.line(key) else { return };
        let (mut place, mut least, mut known) = (&line[..0], u64::MAX, known);
        for entry in line.chunks_exact(self.stride()) {
            let read = self.read(entry);
            if read.key == key
                && let Some(old) = read.known()
            {
                place = entry;
                known = known.with(old);
                break;
            }
            let work = read.data & 0xff;
            if work < least {
                (place, least) = (entry, work);
            }
        }
        let work = 4 * u64::from((nodes + 1).ilog2()) + 1;
        self.write(place, Entry { key, data: pack(known, work.min(255)), region: known.region });
    }

    fn read(&self, entry: &[AtomicU64]) -> Entry {
        let word = |i: usize| entry[i].load(Relaxed);
        let data = word(0);
        if self.wide {
            let region = word(3);
            let mask = mask(data, region);
            let key = u128::from(word(1) ^ mask) | u128::from(word(2) ^ mask.rotate_left(32)) << 64;
            Entry { key, data, region }
        } else {
            Entry { key: u128::from(word(1) ^ scramble(data)), data, region: EVERYWHERE }
        }
    }

    fn write(&self, place: &[AtomicU64], entry: Entry) {
        let Entry { key, data, region } = entry;
        place[0].store(data, Relaxed);
        if self.wide {
            let mask = mask(data, region);
            place[1].store(key as u64 ^ mask, Relaxed);
            place[2].store((key >> 64) as u64 ^ mask.rotate_left(32), Relaxed);
            place[3].store(region, Relaxed);
        } else {
            place[1].store(key as u64 ^ scramble(data), Relaxed);
        }
    }

    #[inline]
    fn stride(&self) -> usize {
        if self.wide { 4 } else { 2 }
    }
}

/// Allocates lines, all zero.
fn new_map(log_lines: u32) -> Result<Words<AtomicU64>, TableError> {
    let bytes = LINE_BYTES << log_lines;
    let words = usize::try_from(bytes / 8).map_err(std::io::Error::other);
    words.and_then(Words::new).map_err(|source| TableError { bytes, source })
}

/// Packs lo (16 bits), hi (16), move (24), work (8, never 0 in a used entry).
#[inline]
fn pack(known: Recalled, work: u64) -> u64 {
    let half = |score: Score| u64::from(score.to_raw() as u16);
    half(known.bounds.lo) << 48 | half(known.bounds.hi) << 32 | u64::from(known.best) << 8 | work
}

#[inline]
fn is_used(data: u64) -> bool {
    data as u8 != 0
}

#[inline]
fn unpack(data: u64) -> Option<(Bounds, u32)> {
    let lo = Score::from_raw((data >> 48) as u16 as i16)?;
    let hi = Score::from_raw((data >> 32) as u16 as i16)?;
    (is_used(data) && lo <= hi).then_some((Bounds { lo, hi }, (data >> 8) as u32 & 0xff_ffff))
}

/// Returns the mask that the key words of a wide entry are combined with.
#[inline]
fn mask(data: u64, region: Region) -> u64 {
    scramble(data ^ region.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29))
}

/// The finaliser of `SplitMix64`: a permutation in which every bit of the result depends on every bit of `x`.
#[inline]
fn scramble(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[inline]
fn hash(key: u128) -> u64 {
    scramble(
        (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((key >> 64) as u64).wrapping_mul(0xd1b5_4a32_d192_ed03),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Plies;

    fn known(plies: u16) -> Recalled {
        Recalled {
            bounds: Bounds::exact(Score::win_in(Plies(plies))),
            best: u32::from(plies) + 1,
            region: EVERYWHERE,
        }
    }

    #[test]
    fn entries_are_read_as_they_were_written() {
        for form in [EntryWidth::Narrow, EntryWidth::Wide] {
            let table = TranspositionTable::new(1 << 16, form).expect("a little memory");
            let key = |i: u16| u128::from(i) * if form == EntryWidth::Narrow { 3 } else { 3 << 60 };
            for i in 0..10_000 {
                table.put(key(i), known(i), u64::from(i));
            }
            let hits = (0..10_000).filter(|&i| table.get(key(i)).is_some_and(|k| k == known(i))).count();
            let others = (0..10_000).filter(|&i| table.get(key(i)).is_some_and(|k| k != known(i))).count();
            assert!(hits > 1_000, "{hits}");
            assert_eq!(others, 0);
        }
    }

    #[test]
    fn bounds_of_one_position_are_combined() {
        let table = TranspositionTable::new(1 << 12, EntryWidth::Narrow).expect("a little memory");
        let at = |lo, hi| Recalled { bounds: Bounds { lo, hi }, best: 7, region: EVERYWHERE };
        table.put(5, at(Score::DRAW, Score::MAX), 1);
        table.put(5, at(Score::MIN, Score::win_in(Plies(9))), 1);
        assert_eq!(table.get(5), Some(at(Score::DRAW, Score::win_in(Plies(9)))));
    }

    #[test]
    fn growing_keeps_all_entries() {
        for form in [EntryWidth::Narrow, EntryWidth::Wide] {
            let mut table = TranspositionTable::new(1 << 24, form).expect("a little memory");
            let key = |i: u16| u128::from(i) * if form == EntryWidth::Narrow { 3 } else { 3 << 60 };
            (0..5_000).for_each(|i| table.put(key(i), known(i), 1));
            let before: Vec<_> = (0..5_000).map(|i| table.get(key(i))).collect();
            table.make_room(100_000);
            assert_eq!((0..5_000).map(|i| table.get(key(i))).collect::<Vec<_>>(), before);
        }
    }

    /// Every mixture of the words of two entries reads as one of them or as neither.
    #[test]
    fn no_mixture_of_two_entries_matches() {
        let at = |plies, region| Recalled { region, ..known(plies) };
        let pairs = [(at(5, 1), at(7, 1)), (at(5, 1), at(5, 2)), (at(5, 1), at(7, 2)), (at(5, 0), at(9, 3))];
        for (form, keys) in
            [(EntryWidth::Narrow, [3, 4]), (EntryWidth::Wide, [3, 4]), (EntryWidth::Wide, [3, 3 << 64])]
        {
            for (other, (first, second)) in keys.into_iter().flat_map(|key| pairs.map(|pair| (key, pair))) {
                let table = TranspositionTable::new(2 * LINE_BYTES, form).expect("a little memory");
                let both = [(keys[0], first), (other, second)];
                let line = table.line(keys[0]).expect("it is on");
                let place = &line[..table.stride()];
                let words = both.map(|(key, known)| {
                    table.write(place, Entry { key, data: pack(known, 1), region: known.region });
                    place.iter().map(|word| word.load(Relaxed)).collect::<Vec<_>>()
                });
                for mixture in 0..1_usize << place.len() {
                    for (i, word) in place.iter().enumerate() {
                        word.store(words[mixture >> i & 1][i], Relaxed);
                    }
                    let read = table.read(place);
                    let is_whole = both.iter().any(|&(key, known)| {
                        let region = if form == EntryWidth::Wide { known.region } else { EVERYWHERE };
                        read.key == key && read.known() == Some(Recalled { region, ..known })
                    });
                    let may_match = both.iter().any(|&(key, _)| read.key == key);
                    assert!(is_whole || !may_match, "{form:?} {mixture:b}: {:?}", read.known());
                }
            }
        }
    }

    #[test]
    fn growing_stays_within_the_bound() {
        for bytes in [1 << 20, (1 << 20) + 64, 3 << 19, (1 << 21) - 1] {
            let mut table = TranspositionTable::new(bytes, EntryWidth::Narrow).expect("a little memory");
            let mut size = LINE_BYTES << (64 - table.shift);
            for entries in [1_000, 20_000, 40_000, 1_000_000] {
                table.make_room(entries);
                let grown = LINE_BYTES << (64 - table.shift);
                assert!(grown == size || grown + size <= bytes, "{size} to {grown} within {bytes}");
                size = grown;
            }
            assert!(size >= bytes / 4);
        }
    }

    #[test]
    fn a_table_without_memory_stores_nothing() {
        let table = TranspositionTable::new(0, EntryWidth::Narrow).expect("no memory");
        table.put(1, known(1), 1);
        assert_eq!(table.get(1), None);
        assert!(!table.is_on());
    }
}
