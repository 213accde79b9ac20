//! The values of all positions with the same numbers of pieces.
//!
//! Quiet moves and promotions stay in a group; captures lead to groups that are done. A group has a table for
//! each side to move, or one if both sides have as many pieces. The first look at a table settles captures
//! and blocked sides. Then passes take turns: each goes over the rows of one table, passes the fresh results
//! on to the layouts before them, and fills the other table. Every bit that is set is proven, in whatever
//! order passes run.

use super::finished::{Finished, lanes};
use super::rows::{Change, Frame, Pass, Row, Scratch};
use super::squares::{choose, sets};
use super::words::{Lanes, Width};
use crate::bits::Level;
use crate::error::GenerateError;
use crate::with_bits;
use nexsolve_core::layouts::{Layouts, Squares};
use nexsolve_core::memory::{Zeroed, prefetch};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The approximate number of layouts whose new results wait in memory at a time.
const BLOCK: usize = 1 << 21;

/// The parts of a block for each thread.
const PARTS: usize = 8;

/// A table is filled in at most this many zones at once, as a power of two.
const ZONES: u32 = 6;

/// Changes in progress at once.
const AHEAD: usize = 12;

/// Groups of more pieces pass on all results of a layout again when some are new, which saves memory.
const MOST_WITH_FRESH: u32 = 6;

/// The results of the layouts with one side to move, `own` pieces against `other`.
pub(super) struct Table {
    pub(super) own: u32,
    pub(super) other: u32,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Pairs of words, by the mover's squares and the other side's squares among the rest.
    pub(super) words: Zeroed,
    /// The results that have not been passed on.
    fresh: Option<Zeroed>,
    /// The columns of each row with fresh won and with fresh lost positions.
    changed: [Vec<u64>; 2],
    /// By rows of the other side's squares as *it* sees them, and by the mover's among the rest: the positions
    /// without a decision, and the pieces that must capture.
    undecided: Zeroed,
    pub(super) duty: Zeroed,
}

/// Bytes that the tables of a group take.
pub(super) fn bytes(one: u32, other: u32) -> u64 {
    let pieces = one + other;
    let pair = 8 * lanes(pieces) as u64;
    let each = pair + if pieces <= MOST_WITH_FRESH { pair } else { 0 } + word_bytes(pieces) + 1;
    tables(one, other).map(|(own, other)| layouts(own, other) * each + layouts(own, other) / 4).sum()
}

/// Bytes of the pairs of words of a group.
pub(super) fn words_bytes(one: u32, other: u32) -> u64 {
    tables(one, other).map(|(own, other)| layouts(own, other) * 8 * lanes(one + other) as u64).sum()
}

fn word_bytes(pieces: u32) -> u64 {
    if pieces <= 5 { 8 } else { 4 * lanes(pieces) as u64 }
}

/// The tables of a group, by the pieces of the side to move and of the other.
pub(super) fn tables(one: u32, other: u32) -> impl Iterator<Item = (u32, u32)> {
    std::iter::once((one, other)).chain((one != other).then_some((other, one)))
}

/// The number of layouts with `own` and `other` pieces.
pub(super) fn layouts(own: u32, other: u32) -> u64 {
    u64::from(choose(32, own)) * u64::from(choose(32 - own, other))
}

pub(super) fn zeroed(bytes: u64) -> Result<Zeroed, GenerateError> {
    Zeroed::new(bytes as usize).map_err(|source| GenerateError::Memory { bytes, source })
}

impl Table {
    fn new(own: u32, other: u32) -> Result<Self, GenerateError> {
        let (rows, columns) = (choose(32, own) as usize, choose(32 - own, other) as usize);
        let (len, pieces) = ((rows * columns) as u64, own + other);
        let pair = 8 * lanes(pieces) as u64;
        let fresh = (pieces <= MOST_WITH_FRESH).then(|| zeroed(len * pair)).transpose()?;
        let marks = vec![0; rows * columns.div_ceil(64)];
        Ok(Self {
            own,
            other,
            rows,
            columns,
            words: zeroed(len * pair)?,
            fresh,
            changed: [marks.clone(), marks],
            undecided: zeroed(len * word_bytes(pieces))?,
            duty: zeroed(len)?,
        })
    }

    /// The rows of `undecided` and `duty`, and the columns of each.
    pub(super) fn sides(&self) -> (usize, usize) {
        (choose(32, self.other) as usize, choose(32 - self.other, self.own) as usize)
    }
}

/// The tables of a group.
pub(super) struct Group<'g, G> {
    game: &'g G,
    level: Level,
    pub(super) tables: Vec<Table>,
    /// The sets of places of each size that sides have.
    sets: Vec<Vec<Squares>>,
}

/// The rows that a thread works on: parts of the table that is filled, and of the one that is read.
struct Part<'a, W: Width> {
    first: usize,
    undecided: &'a mut [W::Word],
    duty: &'a mut [u8],
    fresh: Option<&'a mut [W::Pair]>,
    changed: [&'a mut [u64]; 2],
}

/// New results by zone.
type Zones<P> = Vec<Vec<Change<P>>>;

impl<'g, G: Layouts> Group<'g, G> {
    pub(super) fn new(game: &'g G, one: u32, other: u32, level: Level) -> Result<Self, GenerateError> {
        let most = one.max(other);
        let sets =
            (0..=most).map(|size| if size == one || size == other { sets(size, 32) } else { Vec::new() });
        let sets = sets.collect();
        let tables =
            tables(one, other).map(|(own, other)| Table::new(own, other)).collect::<Result<_, _>>()?;
        Ok(Self { game, level, tables, sets })
    }

    /// The frame in which a table is filled.
    pub(super) fn frame(&self, table: usize) -> Frame<'_> {
        let Table { own, other, .. } = self.tables[table];
        let columns = choose(32 - other, own) as usize;
        Frame {
            moving: own,
            waiting: other,
            movers: &self.sets[own as usize][..columns],
            waiters: &self.sets[other as usize],
        }
    }

    /// Computes all values. Calls `seen` with the share of the first look that is done.
    ///
    /// # Errors
    /// If `stop` is set.
    pub(super) fn solve<W: Width>(
        &mut self,
        finished: &Finished,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(f64),
    ) -> Result<(), GenerateError> {
        let scratch = Mutex::new(Vec::new());
        for table in 0..self.tables.len() {
            self.sweep::<W>(table, None, finished, stop, &scratch, seen)?;
        }
        let mut quiet = 0;
        for at in (0..self.tables.len()).cycle() {
            let any = self.sweep::<W>(at, Some(Pass::Both), finished, stop, &scratch, &mut |_| {})?;
            quiet = if any { 0 } else { quiet + 1 };
            if quiet == self.tables.len() {
                break;
            }
        }
        for table in &mut self.tables {
            table.fresh = None;
            table.undecided = zeroed(0)?;
            table.changed = [Vec::new(), Vec::new()];
        }
        Ok(())
    }

    /// Fills a table: by a first look, or by passing on what the table after its moves has found. Returns
    /// whether there is any new result.
    fn sweep<W: Width>(
        &mut self,
        to: usize,
        pass: Option<Pass>,
        finished: &Finished,
        stop: &AtomicBool,
        scratch: &Mutex<Vec<Scratch<W::Pair>>>,
        seen: &mut dyn FnMut(f64),
    ) -> Result<bool, GenerateError> {
        let from = self.tables.len() - 1 - to;
        let (rows, columns) = self.tables[to].sides();
        let marks = columns.div_ceil(64);
        let block = (BLOCK / columns).clamp(1, rows);
        let part = block.div_ceil(PARTS * rayon::current_num_threads());
        let zone = self.tables[to].rows.div_ceil(1 << ZONES);
        let mut any = false;
        for first in (0..rows).step_by(block) {
            if stop.load(Relaxed) {
                return Err(GenerateError::Stopped);
            }
            let here = first..rows.min(first + block);
            if pass.is_some() {
                let marked = here.start * marks..here.end * marks;
                let is_marked = |of: &Vec<u64>| of[marked.clone()].iter().any(|&word| word != 0);
                if !self.tables[from].changed.iter().any(is_marked) {
                    continue;
                }
            }
            let found = {
                let Self { game, level, tables, sets } = self;
                let (game, level) = (*game, *level);
                let (own, other) = (tables[to].own, tables[to].other);
                let frame = Frame {
                    moving: own,
                    waiting: other,
                    movers: &sets[own as usize][..columns],
                    waiters: &sets[other as usize],
                };
                let (to, from) = match &mut tables[..] {
                    [one] => (None, one),
                    [one, other] if to == 0 => (Some(one), other),
                    [one, other] => (Some(other), one),
                    _ => unreachable!("one or two tables"),
                };
                let Table { words, fresh, changed, undecided, duty, .. } = from;
                let (undecided, duty) = match to {
                    Some(to) => (&mut to.undecided, &mut to.duty),
                    None => (undecided, duty),
                };
                let words: &[W::Pair] = bytemuck::cast_slice(words.bytes());
                let layouts = here.start * columns..here.end * columns;
                let undecided = &mut bytemuck::cast_slice_mut(undecided.bytes_mut())[layouts.clone()];
                let duty = &mut duty.bytes_mut()[layouts.clone()];
                let fresh = fresh.as_mut().map(|fresh| {
                    &mut bytemuck::cast_slice_mut::<u8, W::Pair>(fresh.bytes_mut())[layouts.clone()]
                });
                let [won, lost] = changed;
                let changed = [
                    &mut won[here.start * marks..here.end * marks],
                    &mut lost[here.start * marks..here.end * marks],
                ];
                let parts = split::<W>(here.start, part, columns, undecided, duty, fresh, changed);
                let found: Vec<Zones<W::Pair>> = parts
                    .into_par_iter()
                    .map(|part| {
                        let mut zones: Zones<W::Pair> = (0..1 << ZONES).map(|_| Vec::new()).collect();
                        let taken = scratch.lock().unwrap_or_else(PoisonError::into_inner).pop();
                        let mut memory = taken.unwrap_or_else(|| Scratch::new(columns_most(own, other)));
                        let put = |change: Change<W::Pair>| zones[change.row as usize / zone].push(change);
                        with_bits!(level, |cpu| work::<G, W>(
                            cpu,
                            game,
                            &frame,
                            part,
                            pass,
                            words,
                            finished,
                            &mut memory,
                            put
                        ));
                        scratch.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
                        zones
                    })
                    .collect();
                found
            };
            any |= found.iter().flatten().any(|zone| !zone.is_empty());
            self.tables[to].apply::<W>(zone, &found);
            seen((here.end - here.start) as f64 / rows as f64);
        }
        Ok(any)
    }
}

/// The most columns of a row that is worked on.
fn columns_most(own: u32, other: u32) -> usize {
    choose(32 - other, own).max(choose(32 - own, other)) as usize
}

/// Splits neighbouring rows into parts of `each` rows.
fn split<'a, W: Width>(
    first: usize,
    each: usize,
    columns: usize,
    undecided: &'a mut [W::Word],
    duty: &'a mut [u8],
    fresh: Option<&'a mut [W::Pair]>,
    changed: [&'a mut [u64]; 2],
) -> Vec<Part<'a, W>> {
    let marks = each * columns.div_ceil(64);
    let each_layouts = each * columns;
    let [won, lost] = changed;
    let mut fresh = fresh.map(|fresh| fresh.chunks_mut(each_layouts));
    let parts = undecided.chunks_mut(each_layouts).zip(duty.chunks_mut(each_layouts));
    let parts = parts.zip(won.chunks_mut(marks).zip(lost.chunks_mut(marks)));
    parts
        .enumerate()
        .map(|(at, ((undecided, duty), (won, lost)))| Part {
            first: first + at * each,
            undecided,
            duty,
            fresh: fresh.as_mut().and_then(Iterator::next),
            changed: [won, lost],
        })
        .collect()
}

/// The work on the rows of a part.
#[inline(always)]
fn work<G: Layouts, W: Width>(
    cpu: impl crate::bits::Bits,
    game: &G,
    frame: &Frame<'_>,
    part: Part<'_, W>,
    pass: Option<Pass>,
    words: &[W::Pair],
    finished: &Finished,
    scratch: &mut Scratch<W::Pair>,
    mut found: impl FnMut(Change<W::Pair>),
) {
    let columns = frame.movers.len();
    let marks = columns.div_ceil(64);
    let Part { first, undecided, duty, fresh, changed: [won, lost] } = part;
    let mut fresh = fresh.map(|fresh| fresh.chunks_mut(columns));
    let rows = undecided.chunks_mut(columns).zip(duty.chunks_mut(columns));
    let rows = rows.zip(won.chunks_mut(marks).zip(lost.chunks_mut(marks)));
    for (at, ((undecided, duty), (won, lost))) in rows.enumerate() {
        let fresh = fresh.as_mut().and_then(Iterator::next);
        let waiting = frame.waiters[first + at];
        match pass {
            None => frame.look::<G, W>(cpu, game, waiting, undecided, duty, finished, &mut found),
            Some(pass) => {
                let words = &words[(first + at) * columns..(first + at + 1) * columns];
                let mut row = Row { waiting, words, fresh, changed: [won, lost], undecided };
                frame.pass::<G, W>(cpu, pass, &mut row, scratch, &mut found);
            }
        }
    }
}

impl Table {
    /// Adds new results, zone by zone.
    fn apply<W: Width>(&mut self, zone: usize, found: &[Zones<W::Pair>]) {
        let columns = self.columns;
        let marks = columns.div_ceil(64);
        let words: &mut [W::Pair] =
            &mut bytemuck::cast_slice_mut(self.words.bytes_mut())[..self.rows * columns];
        let mut fresh = self.fresh.as_mut().map(|fresh| {
            let fresh: &mut [W::Pair] =
                &mut bytemuck::cast_slice_mut(fresh.bytes_mut())[..self.rows * columns];
            fresh.chunks_mut(zone * columns)
        });
        let [won, lost] = &mut self.changed;
        let zones = words.chunks_mut(zone * columns);
        let zones = zones.zip(won.chunks_mut(zone * marks).zip(lost.chunks_mut(zone * marks)));
        let zones: Vec<_> = zones
            .enumerate()
            .map(|(at, (words, marks))| (at, words, marks, fresh.as_mut().and_then(Iterator::next)))
            .collect();
        zones.into_par_iter().for_each(|(at, words, (won, lost), mut fresh)| {
            for changes in found.iter().map(|zones| &zones[at]) {
                let place = |change: &Change<W::Pair>| {
                    let row = change.row as usize - at * zone;
                    (row * columns + change.column as usize, row * marks + change.column as usize / 64)
                };
                for (i, change) in changes.iter().enumerate() {
                    if let Some(later) = changes.get(i + AHEAD) {
                        let (layout, _) = place(later);
                        prefetch(words, layout);
                        if let Some(fresh) = &fresh {
                            prefetch(fresh, layout);
                        }
                    }
                    let (layout, mark) = place(change);
                    words[layout] = words[layout].or(change.pair);
                    if let Some(fresh) = &mut fresh {
                        fresh[layout] = fresh[layout].or(change.pair);
                    }
                    let bit = 1 << (change.column % 64);
                    if !W::won(change.pair).is_none() {
                        won[mark] |= bit;
                    }
                    if !W::lost(change.pair).is_none() {
                        lost[mark] |= bit;
                    }
                }
            }
        });
    }
}
