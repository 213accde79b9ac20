//! The values of all positions with the same numbers of pieces.
//!
//! Quiet moves and promotions stay in a group; captures lead to groups that are done. A group has a table for
//! each side to move, or one if both sides have as many pieces. The first look at a table settles captures
//! and blocked sides. Then passes take turns: each goes over the rows of one table, passes the fresh results
//! on to the layouts before them, and fills the other table. Every bit that is set is proven, in whatever
//! order passes run.

use super::finished::{Finished, lanes};
use super::rows::{ByDistance, ByWords, Change, Event, Frame, Kind, Maps, Pass, Row, Scratch, each_bit};
use super::shares::{Places, Zones, gather};
use super::squares::{choose, sets};
use super::words::{Lanes, Width};
use crate::bits::Level;
use crate::cyclic::scale::{DRAW, MOST_PLIES, NOTHING, Scale};
use crate::error::GenerateError;
use crate::team::{Reader, Reduce, Team, Writer};
use crate::with_bits;
use nexsolve_core::layouts::{Layouts, Squares};
use nexsolve_core::memory::{Zeroed, prefetch};
use rayon::prelude::*;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The approximate number of layouts whose new results wait in memory at a time.
const BLOCK: usize = 1 << 21;

/// The parts of a block for each thread.
const PARTS: usize = 8;

/// Changes in progress at once.
const AHEAD: usize = 12;

/// The results of captures of a layout that wait for their level, at most, on average.
const EVENTS: u64 = 3;

/// What a group keeps beside its results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fresh {
    /// The results that have not been passed on.
    Kept,
    /// Nothing, which saves memory: if some results of a layout are new, all of them are passed on again.
    Left,
}

impl Fresh {
    /// What is faster if there is enough memory: with more than six pieces, results take too much of it.
    pub(super) fn best(pieces: u32) -> Self {
        if pieces <= 6 { Self::Kept } else { Self::Left }
    }
}

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
    /// By rows of the other side's squares as *it* sees them, and by the mover's among the rest: the
    /// positions without a decision, and the pieces that must capture.
    undecided: Zeroed,
    pub(super) duty: Zeroed,
    /// The values of all positions, by the same rows, if there are distances.
    pub(super) distances: Option<Zeroed>,
    /// With distances, the positions of a layout in which each value occurs in some layout, as bits.
    seen: Vec<[u64; 4]>,
}

/// Bytes that the tables of a group take.
pub(super) fn bytes(one: u32, other: u32, distances: bool, fresh: Fresh) -> u64 {
    let pieces = one + other;
    let pair = 8 * lanes(pieces) as u64;
    let each = pair + if fresh == Fresh::Kept { pair } else { 0 } + word_bytes(pieces) + 1;
    let each = each + if distances { (1 << pieces) + EVENTS * (8 + word_bytes(pieces)) } else { 0 };
    tables(one, other).map(|(own, other)| layouts(own, other) * each + layouts(own, other) / 4).sum()
}

/// Bytes of the distances of a group.
pub(super) fn distance_bytes(one: u32, other: u32) -> u64 {
    tables(one, other).map(|(own, other)| layouts(own, other) << (own + other)).sum()
}

/// Bytes that the tables of a group take when it is solved.
pub(super) fn solved_bytes(one: u32, other: u32, distances: bool) -> u64 {
    let pieces = one + other;
    let each = 8 * lanes(pieces) as u64 + 1 + if distances { 1 << pieces } else { 0 };
    tables(one, other).map(|(own, other)| layouts(own, other) * each).sum()
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
    fn new(own: u32, other: u32, distances: bool, fresh: Fresh) -> Result<Self, GenerateError> {
        let (rows, columns) = (choose(32, own) as usize, choose(32 - own, other) as usize);
        let (len, pieces) = ((rows * columns) as u64, own + other);
        let pair = 8 * lanes(pieces) as u64;
        let fresh = (fresh == Fresh::Kept).then(|| zeroed(len * pair)).transpose()?;
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
            distances: distances.then(|| zeroed(len << pieces)).transpose()?,
            seen: vec![[0; 4]; 256],
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
    /// The bytes of values, if there are distances.
    scale: Option<Scale>,
    pub(super) tables: Vec<Table>,
    /// The sets of places of each size that sides have.
    sets: Vec<Vec<Squares>>,
}

/// The rows that a thread works on: parts of the table that is filled, and of the one that is read.
struct Part<'a, W: Width> {
    first: usize,
    undecided: &'a mut [W::Word],
    duty: &'a mut [u8],
    distances: &'a mut [u8],
    fresh: Option<&'a mut [W::Pair]>,
    changed: [&'a mut [u64]; 2],
}

/// What a thread finds in its rows.
struct Found<W: Width> {
    zones: Zones<W::Pair>,
    /// By value.
    events: Events<W::Word>,
    /// Positions in which the best capture draws.
    drawn: W::Word,
}

/// Results of captures that wait for their level, by value.
type Events<W> = Vec<Vec<Event<W>>>;

/// Whether a sweep has found any new result, and what waits for its level.
type Swept<W> = (bool, Vec<Events<<W as Width>::Word>>);

/// The memory of a thread.
struct Memory<P> {
    scratch: Scratch<P>,
    maps: Maps,
}

/// What the sweeps of a group share.
struct Sweeps<'a, W: Width> {
    finished: &'a Finished,
    stop: &'a AtomicBool,
    memory: Mutex<Vec<Memory<W::Pair>>>,
}

/// The rows of a table that a thread fills.
struct Zone<'a, W: Width> {
    at: usize,
    words: &'a mut [W::Pair],
    fresh: Option<&'a mut [W::Pair]>,
    won: &'a mut [u64],
    lost: &'a mut [u64],
}

impl<'g, G: Layouts> Group<'g, G> {
    pub(super) fn new(
        game: &'g G,
        one: u32,
        other: u32,
        level: Level,
        scale: Option<Scale>,
        fresh: Fresh,
    ) -> Result<Self, GenerateError> {
        let most = one.max(other);
        let sets =
            (0..=most).map(|size| if size == one || size == other { sets(size, 32) } else { Vec::new() });
        let sets = sets.collect();
        let tables = tables(one, other).map(|(own, other)| Table::new(own, other, scale.is_some(), fresh));
        Ok(Self { game, level, scale, tables: tables.collect::<Result<_, _>>()?, sets })
    }

    /// The frame in which a table is filled.
    pub(super) fn frame(&self, table: usize) -> Frame<'_> {
        frame(&self.sets, &self.tables[table])
    }

    /// Computes all values. Calls `seen` with the share of a table's first look that is done since the last
    /// call, and before each pass.
    ///
    /// # Errors
    /// If `stop` is set, or a distance is longer than tables can store.
    pub(super) fn solve<W: Width>(
        &mut self,
        finished: &Finished,
        stop: &AtomicBool,
        team: &mut Team<'_>,
        seen: &mut dyn FnMut(f64),
    ) -> Result<(), GenerateError> {
        let sweeps = Sweeps { finished, stop, memory: Mutex::default() };
        let mut events: Vec<Vec<Events<W::Word>>> = Vec::new();
        for table in 0..self.tables.len() {
            let (_, waiting) = self.sweep::<W>(table, None, &sweeps, team, seen)?;
            events.push(waiting);
        }
        match self.scale {
            None => self.settle::<W>(&sweeps, team, seen)?,
            Some(scale) => self.settle_by_level::<W>(scale, &sweeps, &mut events, team, seen)?,
        }
        for table in &mut self.tables {
            table.fresh = None;
            table.undecided = zeroed(0)?;
            table.changed = [Vec::new(), Vec::new()];
            table.complete(team)?;
        }
        Ok(())
    }

    /// Passes on all results until there are no new ones.
    fn settle<W: Width>(
        &mut self,
        sweeps: &Sweeps<'_, W>,
        team: &mut Team<'_>,
        seen: &mut dyn FnMut(f64),
    ) -> Result<(), GenerateError> {
        let pass = Pass { kind: Kind::Both, values: [NOTHING; 2] };
        let mut quiet = 0;
        for at in (0..self.tables.len()).cycle() {
            seen(0.0);
            let (any, _) = self.sweep(at, Some(pass), sweeps, team, &mut |_| {})?;
            quiet = if is_any(team, any)? { 0 } else { quiet + 1 };
            if quiet == self.tables.len() {
                break;
            }
        }
        Ok(())
    }

    /// Passes on results level by level: those of a level are in as many plies.
    fn settle_by_level<W: Width>(
        &mut self,
        scale: Scale,
        sweeps: &Sweeps<'_, W>,
        events: &mut [Vec<Events<W::Word>>],
        team: &mut Team<'_>,
        seen: &mut dyn FnMut(f64),
    ) -> Result<(), GenerateError> {
        let mut quiet = 0;
        for level in 0.. {
            let waits =
                |parts: &Vec<Events<W::Word>>| parts.iter().flatten().any(|events| !events.is_empty());
            if quiet == 2 && !is_any(team, events.iter().any(waits))? {
                break;
            }
            if level > MOST_PLIES {
                return Err(GenerateError::Distance { most: MOST_PLIES });
            }
            seen(0.0);
            let values = scale.at(level);
            let kind = if level % 2 == 0 { Kind::Won } else { Kind::Lost };
            let mut any = false;
            for (at, events) in events.iter_mut().enumerate() {
                if level > 0 {
                    any |= self.sweep(at, Some(Pass { kind, values }), sweeps, team, &mut |_| {})?.0;
                }
                any |= self.tables[at].inject::<W>(values, events, team)?;
            }
            quiet = if is_any(team, any)? { 0 } else { quiet + 1 };
        }
        for table in &mut self.tables {
            let words: &[W::Word] = bytemuck::cast_slice(table.undecided.bytes());
            let or = |one: W::Word, other: W::Word| one.or(other);
            let drawn = words.par_iter().copied().reduce(|| W::Word::NONE, or);
            table.see(DRAW, drawn.reversed(table.own + table.other));
        }
        Ok(())
    }

    /// Fills a table: by a first look, or by passing on what the table after its moves has found. Returns
    /// whether there is any new result, and the results of captures that wait for their level.
    fn sweep<W: Width>(
        &mut self,
        to: usize,
        pass: Option<Pass>,
        sweeps: &Sweeps<'_, W>,
        team: &mut Team<'_>,
        seen: &mut dyn FnMut(f64),
    ) -> Result<Swept<W>, GenerateError> {
        let from = self.tables.len() - 1 - to;
        let (rows, columns) = self.tables[to].sides();
        let marks = columns.div_ceil(64);
        let (own, most) = (team.share(rows), rows.div_ceil(team.size()));
        let block = (BLOCK / columns).clamp(1, most);
        let each = block.div_ceil(PARTS * rayon::current_num_threads());
        let places = Places::new(self.tables[to].rows, team.size());
        let (mut any, mut events) = (false, Vec::new());
        for first in (0..most).step_by(block) {
            if sweeps.stop.load(Relaxed) {
                return Err(GenerateError::Stopped);
            }
            let [first, end] = [first, first + block].map(|at| own.end.min(own.start + at));
            let here = first..end;
            // Other processes may have results to send.
            if pass.is_some() && team.is_one() {
                let marked = here.start * marks..here.end * marks;
                let is_marked = |of: &Vec<u64>| of[marked.clone()].iter().any(|&word| word != 0);
                if !self.tables[from].changed.iter().any(is_marked) {
                    continue;
                }
            }
            let work = Work::<'_, G, W> {
                game: self.game,
                frame: frame(&self.sets, &self.tables[to]),
                pass,
                scale: self.scale,
                finished: sweeps.finished,
                places,
                width: PhantomData,
            };
            let (words, parts) = parts::<W>(&mut self.tables, to, here.clone(), each);
            let level = self.level;
            let look = |part: Part<'_, W>| {
                let taken = sweeps.memory.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let mut memory = taken.unwrap_or_else(|| {
                    let most = columns_most(work.frame.moving, work.frame.waiting);
                    Memory { scratch: Scratch::new(most), maps: Maps::new() }
                });
                memory.maps.begin(&work.frame);
                let found = with_bits!(level, |cpu| work.rows(cpu, part, words, &mut memory));
                sweeps.memory.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
                found
            };
            let found: Vec<Found<W>> = parts.into_par_iter().map(look).collect();
            any |= found.iter().flat_map(|found| &found.zones).any(|zone| !zone.is_empty());
            let (mut zones, mut drawn) = (Vec::new(), W::Word::NONE);
            for part in found {
                zones.push(part.zones);
                drawn = drawn.or(part.drawn);
                if part.events.iter().any(|events| !events.is_empty()) {
                    events.push(part.events);
                }
            }
            let zones = places.deliver(team, zones)?;
            let table = &mut self.tables[to];
            let new = table.apply::<W>(places, &zones);
            if let Some(pass) = pass {
                table.see(pass.values[0], W::won(new));
                table.see(pass.values[1], W::lost(new));
            }
            table.see(DRAW, drawn.reversed(table.own + table.other));
            seen((end - first) as f64 / own.len().max(1) as f64);
        }
        Ok((any, events))
    }
}

/// The frame in which a table is filled.
fn frame<'a>(sets: &'a [Vec<Squares>], table: &Table) -> Frame<'a> {
    let &Table { own, other, .. } = table;
    let columns = choose(32 - other, own) as usize;
    Frame {
        moving: own,
        waiting: other,
        movers: &sets[own as usize][..columns],
        waiters: &sets[other as usize],
    }
}

/// The words of the table that is read, and parts of `each` rows of the table that is filled.
fn parts<W: Width>(
    tables: &mut [Table],
    to: usize,
    rows: Range<usize>,
    each: usize,
) -> (&[W::Pair], Vec<Part<'_, W>>) {
    let (first, others) = tables.split_at_mut(1);
    let (to, from) = match (&mut first[0], others.first_mut()) {
        (one, None) => (None, one),
        (one, Some(other)) if to == 0 => (Some(one), other),
        (one, Some(other)) => (Some(other), one),
    };
    let columns = from.columns;
    let pieces = from.own + from.other;
    let Table { words, fresh, changed: [won, lost], undecided, duty, distances, .. } = from;
    let (undecided, duty, distances) = match to {
        Some(to) => (&mut to.undecided, &mut to.duty, &mut to.distances),
        None => (undecided, duty, distances),
    };
    let layouts = rows.start * columns..rows.end * columns;
    let marks = columns.div_ceil(64);
    let marked = rows.start * marks..rows.end * marks;
    let undecided: &mut [W::Word] = &mut bytemuck::cast_slice_mut(undecided.bytes_mut())[layouts.clone()];
    let fresh = fresh.as_mut();
    let fresh: Option<&mut [W::Pair]> =
        fresh.map(|fresh| &mut bytemuck::cast_slice_mut(fresh.bytes_mut())[layouts.clone()]);
    let distances: Option<&mut [u8]> = distances
        .as_mut()
        .map(|bytes| &mut bytes.bytes_mut()[layouts.start << pieces..layouts.end << pieces]);
    let mut fresh = fresh.map(|fresh| fresh.chunks_mut(each * columns));
    let mut distances = distances.map(|bytes| bytes.chunks_mut((each * columns) << pieces));
    let sides = undecided.chunks_mut(each * columns);
    let sides = sides.zip(duty.bytes_mut()[layouts].chunks_mut(each * columns));
    let changed = won[marked.clone()].chunks_mut(each * marks).zip(lost[marked].chunks_mut(each * marks));
    let parts = sides.zip(changed).enumerate().map(|(at, ((undecided, duty), (won, lost)))| Part {
        first: rows.start + at * each,
        undecided,
        duty,
        distances: distances.as_mut().and_then(Iterator::next).unwrap_or_default(),
        fresh: fresh.as_mut().and_then(Iterator::next),
        changed: [won, lost],
    });
    (bytemuck::cast_slice(words.bytes()), parts.collect())
}

/// The most columns of a row that is worked on.
fn columns_most(own: u32, other: u32) -> usize {
    choose(32 - other, own).max(choose(32 - own, other)) as usize
}

/// Returns whether any process has something.
fn is_any(team: &mut Team<'_>, own: bool) -> Result<bool, GenerateError> {
    Ok(team.reduced(Reduce::Greatest, u64::from(own))? == 1)
}

/// The work on some rows of a sweep.
struct Work<'a, G, W> {
    game: &'a G,
    frame: Frame<'a>,
    pass: Option<Pass>,
    scale: Option<Scale>,
    finished: &'a Finished,
    places: Places,
    width: PhantomData<W>,
}

impl<G: Layouts, W: Width> Work<'_, G, W> {
    #[inline(always)]
    fn rows(
        &self,
        cpu: impl crate::bits::Bits,
        part: Part<'_, W>,
        words: &[W::Pair],
        memory: &mut Memory<W::Pair>,
    ) -> Found<W> {
        let Self { game, frame, finished, .. } = self;
        let columns = frame.movers.len();
        let marks = columns.div_ceil(64);
        let mut found = Found {
            zones: self.places.none(),
            events: (0..if self.scale.is_some() { 256 } else { 0 }).map(|_| Vec::new()).collect(),
            drawn: W::Word::NONE,
        };
        let lifted: [u8; 256] =
            std::array::from_fn(|value| self.scale.map_or(0, |scale| scale.lift(value as u8, 0)));
        let Part { first, undecided, duty, distances, fresh, changed: [won, lost] } = part;
        let mut fresh = fresh.map(|fresh| fresh.chunks_mut(columns));
        let mut distances = distances.chunks_mut(columns << (frame.moving + frame.waiting));
        let rows = undecided.chunks_mut(columns).zip(duty.chunks_mut(columns));
        let rows = rows.zip(won.chunks_mut(marks).zip(lost.chunks_mut(marks)));
        for (at, ((undecided, duty), (won, lost))) in rows.enumerate() {
            let fresh = fresh.as_mut().and_then(Iterator::next);
            let distances = distances.next().unwrap_or_default();
            let waiting = frame.waiters[first + at];
            let put = |change: Change<W::Pair>| self.places.put(&mut found.zones, change);
            if let Some(pass) = self.pass {
                let words = &words[(first + at) * columns..(first + at + 1) * columns];
                let mut row = Row { waiting, words, fresh, changed: [won, lost], undecided, distances };
                frame.pass::<G, W>(cpu, pass, &mut row, &mut memory.scratch, put);
            } else if let Some(scale) = self.scale {
                let mut results = ByDistance::<W> {
                    finished,
                    lifted: &lifted,
                    over: scale.over(),
                    draw: DRAW,
                    maps: &mut memory.maps,
                    distances,
                    events: &mut found.events,
                    drawn: &mut found.drawn,
                };
                frame.look::<G, W>(cpu, game, waiting, undecided, duty, &mut results);
            } else {
                let mut results = ByWords { finished, found: put };
                frame.look::<G, W>(cpu, game, waiting, undecided, duty, &mut results);
            }
        }
        found
    }
}

impl Table {
    /// Notes that a value occurs in these positions.
    fn see(&mut self, value: u8, positions: impl Lanes) {
        each_bit(positions, |m| self.seen[usize::from(value)][m / 64] |= 1 << (m % 64));
    }

    /// The values that occur in positions with these numbers of kings of the side to move and of the other.
    pub(super) fn values(&self, own_kings: u32, other_kings: u32) -> Vec<u8> {
        let occurs = |value: &u8| {
            (0..1_usize << (self.own + self.other)).any(|m| {
                let (own, other) = (m >> self.other, m & ((1 << self.other) - 1));
                self.seen[usize::from(*value)][m / 64] >> (m % 64) & 1 == 1
                    && own.count_ones() == own_kings
                    && other.count_ones() == other_kings
            })
        };
        (NOTHING + 1..=u8::MAX).filter(occurs).collect()
    }

    /// Bytes of the results.
    pub(super) fn size(&self) -> u64 {
        let distances = self.distances.as_ref().map_or(0, Zeroed::size);
        (self.words.size() + self.duty.size() + distances) as u64
    }

    /// Frees the results.
    pub(super) fn free(&mut self) -> Result<(), GenerateError> {
        (self.words, self.duty, self.distances) = (zeroed(0)?, zeroed(0)?, None);
        Ok(())
    }

    /// Makes this process's rows those of all processes.
    fn complete(&mut self, team: &mut Team<'_>) -> Result<(), GenerateError> {
        if team.is_one() {
            return Ok(());
        }
        let (rows, pieces, layouts) = (self.sides().0, self.own + self.other, self.rows * self.columns);
        gather(team, &mut self.words.bytes_mut()[..layouts * 8 * lanes(pieces)], self.rows)?;
        gather(team, &mut self.duty.bytes_mut()[..layouts], rows)?;
        if let Some(distances) = &mut self.distances {
            gather(team, &mut distances.bytes_mut()[..layouts << pieces], rows)?;
        }
        let mut seen = Writer::default();
        self.seen.iter().flatten().for_each(|&word| seen.number(word));
        for seen in team.all_gather(seen.done())? {
            let words = Reader::new(&seen).numbers();
            self.seen.iter_mut().flatten().zip(words).for_each(|(all, word)| *all |= word);
        }
        Ok(())
    }

    /// Adds the results of captures with these values: won and lost. Returns whether there are any.
    fn inject<W: Width>(
        &mut self,
        values: [u8; 2],
        events: &mut [Events<W::Word>],
        team: &mut Team<'_>,
    ) -> Result<bool, GenerateError> {
        let places = Places::new(self.rows, team.size());
        let zones: Vec<Zones<W::Pair>> = events
            .par_iter_mut()
            .map(|part| {
                let mut zones = places.none();
                for (at, value) in values.into_iter().enumerate().filter(|&(_, value)| value != NOTHING) {
                    for Event { row, column, positions } in std::mem::take(&mut part[usize::from(value)]) {
                        let pair = match at {
                            0 => W::pair(positions, W::Word::NONE),
                            _ => W::pair(W::Word::NONE, positions),
                        };
                        places.put(&mut zones, Change { row, column, pair });
                    }
                }
                zones
            })
            .collect();
        let zones = places.deliver(team, zones)?;
        let new = self.apply::<W>(places, &zones);
        self.see(values[0], W::won(new));
        self.see(values[1], W::lost(new));
        Ok(!new.is_none())
    }

    /// Adds new results, zone by zone. Returns all their positions together.
    fn apply<W: Width>(&mut self, places: Places, found: &[Zones<W::Pair>]) -> W::Pair {
        let zone = places.zone();
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
            .map(|(at, (words, (won, lost)))| Zone::<W> {
                at,
                words,
                fresh: fresh.as_mut().and_then(Iterator::next),
                won,
                lost,
            })
            .collect();
        let apply = |Zone { at, words, mut fresh, won, lost }: Zone<'_, W>| {
            let mut all = W::Pair::NONE;
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
                    all = all.or(change.pair);
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
            all
        };
        zones.into_par_iter().map(apply).reduce(|| W::Pair::NONE, Lanes::or)
    }
}
