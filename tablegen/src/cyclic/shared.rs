//! The engine on several ranks.
//!
//! Each rank has the cells of some numbers of each layer. When a position is settled, the rank applies the effect to the positions before it
//! that it has itself. Effects on cells of other ranks are updates ([`super::updates`]): they are collected and exchanged in rounds until no
//! rank has anything left on the level. Values of finished layers are in every rank's memory: after a group is done, all ranks get its
//! values, in as few bits as the number of values allows.

use super::cells::{Cells, Effect};
use super::dealing::{Dealing, Dealt, PIECE};
use super::group::{Group, Passing};
use super::scale::{MOST_PLIES, NOTHING};
use super::updates::{List, Outboxes, Sorting};
use super::{Coder, PART, Values, region, seen};
use crate::bits::{Level, with_level};
use crate::cluster::deal::share;
use crate::cluster::engine::SharedEngine;
use crate::cluster::output::SharedOutput;
use crate::cluster::team::Team;
use crate::engine::{Context, Engine, Work};
use crate::error::GenerateError;
use crate::exchange::Reduce;
use crate::progress::Phase;
use nexsolve_core::parallel;
use nexsolve_core::{LayerId, Retrograde, Tabled};
use nexsolve_db::{Metric, TableSpec, packed};
use rayon::prelude::*;
use std::ops::Range;

/// Chunks of cells that a rank passes on before it counts the updates that wait.
const BATCH: usize = 1 << 11;

/// Chunks that a thread takes at a time.
const SOME: usize = 64;

/// A rank sends its updates when this many wait, about.
const ROUND: usize = 1 << 21;

/// A rank makes this many updates, at most about, while others are under way.
const BESIDE: usize = ROUND / 2;

/// Pieces whose values all ranks together send at a time, about.
const WINDOW: u64 = 128;

/// Parts of a layer whose codes a rank makes at a time.
const PARTS: usize = 128;

/// Bytes of updates in memory, about: those that wait, those that are sent, and those that are received.
const ROUND_BYTES: u64 = 128 << 20;

/// Bytes that a layer of `len` numbers takes on each rank: its cells, updates and codes.
pub(super) fn bytes(len: u64, ranks: u64) -> u64 {
    let cells = Cells::bytes((len / ranks).saturating_add(PIECE));
    cells
        .saturating_add(ROUND_BYTES.min(len.saturating_mul(64)))
        .saturating_add(2 * WINDOW.max(ranks) * PIECE)
        .saturating_add(3 * len.min((PARTS * PART) as u64))
}

pub(super) struct SharedValues<'g, G> {
    values: Values<'g, G>,
}

impl<'g, G: Retrograde> SharedValues<'g, G> {
    pub(super) fn new(game: &'g G, metric: Metric, ranks: usize) -> Self {
        let mut values = Values::new(game, metric);
        values.ranks = ranks;
        Self { values }
    }

    /// Computes the values of a group.
    fn solve(
        &self,
        group: &Group<'_, G, Dealt>,
        context: &Context<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        group.look_at_all(&self.values.finished(), self.values.level, context.stop, &|_| ());
        for at in 0.. {
            context.check_stop()?;
            let last = group.last_mark().map_or(0, |last| last as u64 + 1);
            let last = team.reduced(Reduce::Greatest, last)?;
            if last == 0 {
                break;
            }
            if last > MOST_PLIES as u64 + 1 {
                return Err(GenerateError::Distance { most: MOST_PLIES });
            }
            self.settle(group, at, context, team)?;
        }
        Ok(())
    }

    /// Passes on all values of this level on all ranks.
    ///
    /// A rank walks once through its marked chunks, or until many updates wait. Then the ranks exchange their updates, and finish their
    /// walks meanwhile. A chunk that is marked again waits for the next walk, which finds the updates of all ranks in it. A block begins
    /// with 1 if its rank has anything to send or to pass on. If all blocks begin with 0, the level is done.
    fn settle(
        &self,
        group: &Group<'_, G, Dealt>,
        at: usize,
        context: &Context<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        // No rank has more cells of a layer than this.
        let cells = group.longest() / team.size() as u64 + PIECE;
        let sorting = Sorting::new(team.size(), 2 * group.cells.len(), cells);
        let (mut now, mut next) = (Outboxes::new(sorting), Outboxes::new(sorting));
        let effects = group.effects(at);
        let mut walk = Walk::new(group, at);
        let mut received: Vec<Vec<u8>> = Vec::new();
        loop {
            context.check_stop()?;
            // In one piece: each call from outside of the pool wakes its threads anew.
            let blocks = rayon::scope(|_| {
                let lists: Vec<List<'_>> =
                    received.iter().flat_map(|block| sorting.lists_of(block)).collect();
                parallel::each(lists.len(), &|list| {
                    let mut places = Vec::new();
                    lists[list].read(&mut places);
                    let kind = lists[list].kind;
                    group.apply(kind / 2, &places, effects[kind % 2]);
                });
                if walk.is_finished() {
                    walk.restart();
                }
                walk.go_on(self.values.level, &now, ROUND);
                let is_done = now.len() == 0 && !walk.has_marks();
                now.blocks(u8::from(!is_done), |kind| matches!(effects[kind % 2], Effect::Wins(_)))
            });
            let (walk, later) = (&mut walk, &next);
            received = rayon::in_place_scope(|scope| {
                scope.spawn(move |_| walk.go_on(self.values.level, later, BESIDE));
                team.all_to_all(blocks)
            })?;
            if received.iter().all(|block| block[0] == 0) {
                return Ok(());
            }
            std::mem::swap(&mut now, &mut next);
        }
    }

    /// Sends this rank's values of one of the group's layers to all ranks, and receives theirs.
    fn gather(
        &mut self,
        group: &Group<'_, G, Dealt>,
        place: usize,
        layer: LayerId,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let dealt = group.dealing;
        let len = self.values.game.layers()[layer].len;
        let mut own = vec![NOTHING; dealt.len(len) as usize];
        own.par_chunks_mut(PIECE as usize).enumerate().for_each(|(piece, values)| {
            group.values(place, piece as u64 * PIECE, values);
        });
        let mut found = [0; 256];
        for value in seen(&own) {
            found[usize::from(value)] = 1;
        }
        team.reduce(Reduce::Greatest, &mut found)?;
        let book: Vec<u8> = (0..=u8::MAX).filter(|&value| found[usize::from(value)] == 1).collect();
        let book = self.values.book(book);
        // Code 0 stands for free numbers; the other codes follow the book.
        let wire: Vec<u8> = [&[NOTHING], &book[..]].concat();
        let mut codes = [0; 256];
        for (&value, code) in wire.iter().zip(0..) {
            codes[usize::from(value)] = code;
        }
        let bits = TableSpec::bits_for(wire.len().min(256));
        let pack = |values: &[u8]| {
            let codes: Vec<u8> = values.iter().map(|&value| codes[usize::from(value)]).collect();
            packed::pack(&codes, bits)
        };
        let mut values = region(len)?;
        let size = team.size() as u64;
        let pieces = (WINDOW / size).max(1);
        let windows = values.bytes_mut()[..len as usize].chunks_mut((size * pieces * PIECE) as usize);
        for (window, values) in windows.enumerate() {
            let own = own.chunks((pieces * PIECE) as usize).nth(window).unwrap_or_default();
            let block: Vec<Vec<u8>> = own.par_chunks(PIECE as usize).map(pack).collect();
            let received = team.all_gather(block.concat())?;
            values.par_chunks_mut(PIECE as usize).enumerate().for_each(|(piece, values)| {
                let block = &received[piece % size as usize];
                // A piece begins at a whole byte.
                let first = piece / size as usize * packed::bytes(PIECE, bits) as usize;
                unpack(&block[first..], bits, &wire, values);
            });
        }
        self.values.books.insert(layer, book);
        self.values.held.insert(layer, values);
        Ok(())
    }
}

/// A walk through the chunks of this rank that are marked with a level.
struct Walk<'a, 'g, G> {
    group: &'a Group<'g, G, Dealt>,
    at: usize,
    /// Neighbouring chunks of a layer, with the layer's place in the group.
    all: Vec<(usize, Range<usize>)>,
    /// The index in `all` where the walk goes on.
    cursor: usize,
}

impl<'a, 'g, G: Retrograde> Walk<'a, 'g, G> {
    fn new(group: &'a Group<'g, G, Dealt>, at: usize) -> Self {
        let layers = group.cells.iter().enumerate();
        let all = layers.flat_map(|(place, cells)| {
            let some = (0..cells.chunks()).step_by(SOME);
            some.map(move |first| (place, first..cells.chunks().min(first + SOME)))
        });
        Self { group, at, all: all.collect(), cursor: 0 }
    }

    fn is_finished(&self) -> bool {
        self.cursor == self.all.len()
    }

    fn restart(&mut self) {
        self.cursor = 0;
    }

    /// Whether a chunk is marked.
    fn has_marks(&self) -> bool {
        (0..self.all.len()).any(|some| self.marked(some).next().is_some())
    }

    /// The marked chunks among neighbouring ones.
    fn marked(&self, some: usize) -> impl Iterator<Item = usize> {
        let (place, chunks) = &self.all[some];
        chunks.clone().filter(|&chunk| self.group.cells[*place].is_marked(chunk, self.at))
    }

    /// Passes on the values of marked chunks until the walk is finished or `most` updates wait.
    fn go_on(&mut self, level: Level, outboxes: &Outboxes, most: usize) {
        while outboxes.len() < most {
            let rest = self.cursor..self.all.len();
            let batch: Vec<usize> =
                rest.filter(|&some| self.marked(some).next().is_some()).take(BATCH / SOME).collect();
            let Some(last) = batch.last() else {
                self.cursor = self.all.len();
                return;
            };
            self.cursor = last + 1;
            parallel::each(batch.len(), &|some| {
                let place = self.all[batch[some]].0;
                let (mut passing, mut outbox) = (Passing::default(), outboxes.take());
                for chunk in self.marked(batch[some]) {
                    with_level(
                        level,
                        #[inline(always)]
                        || {
                            self.group.pass_on_chunk(
                                place,
                                chunk,
                                self.at,
                                &mut passing,
                                |loss, of, (rank, to)| outbox.push(rank, 2 * of + usize::from(loss), to),
                            );
                        },
                    );
                }
                outboxes.put_back(outbox);
            });
        }
    }
}

/// Turns packed codes into the values that they stand for.
fn unpack(packed: &[u8], bits: u32, wire: &[u8], values: &mut [u8]) {
    match bits {
        1 => unpack_each::<8>(packed, wire, values),
        2 => unpack_each::<4>(packed, wire, values),
        4 => unpack_each::<2>(packed, wire, values),
        _ => unpack_each::<1>(packed, wire, values),
    }
}

/// The same for `EACH` codes a byte.
fn unpack_each<const EACH: usize>(packed: &[u8], wire: &[u8], values: &mut [u8]) {
    // The values of the codes in each byte. Codes that stand for none do not occur.
    let of = |byte: usize| {
        let code = |at| packed::get(&[byte as u8], 8 / EACH as u32, at);
        std::array::from_fn(|at| wire.get(usize::from(code(at))).copied().unwrap_or(NOTHING))
    };
    let table: [[u8; EACH]; 256] = std::array::from_fn(of);
    let (whole, rest) = values.as_chunks_mut::<EACH>();
    for (values, &byte) in whole.iter_mut().zip(packed) {
        *values = table[usize::from(byte)];
    }
    if let Some(&byte) = packed.get(whole.len()) {
        let len = rest.len();
        rest.copy_from_slice(&table[usize::from(byte)][..len]);
    }
}

impl<G: Tabled + Retrograde> SharedEngine for SharedValues<'_, G> {
    fn alone(&self) -> &dyn Engine {
        &self.values
    }

    fn steps(&self) -> Vec<Work> {
        Engine::steps(&self.values)
    }

    fn prepare(
        &mut self,
        step: usize,
        context: &Context<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        context.phase(Phase::Sweep);
        self.values.load(step, context)?;
        let layers = self.values.groups[step].clone();
        let dealt = Dealt::new(team.rank(), team.size());
        let group = Group::new(self.values.game, &layers, self.values.scale(layers[0]), dealt)?;
        self.solve(&group, context, team)?;
        for (place, &layer) in layers.iter().enumerate() {
            self.gather(&group, place, layer, team)?;
        }
        context.progress(self.values.bytes(&layers));
        Ok(())
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let layers = self.values.groups[step].clone();
        for (place, &layer) in layers.iter().enumerate() {
            let coder = Coder::new(&self.values.books[&layer], G::COPIES);
            for window in self.values.windows(layer, PARTS * team.size()) {
                let own = share(window.len(), team.size(), team.rank());
                let own = window.start + own.start..window.start + own.end;
                let parts = self.values.parts(layer, &coder, own)?;
                output.append_to(team, place, &parts)?;
            }
        }
        for layer in layers {
            self.values.books.remove(&layer);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_unpacked_as_they_were_packed() {
        for (values, bits) in [(2, 1), (3, 2), (4, 2), (9, 4), (200, 8)] {
            let wire: Vec<u8> = (0..values).map(|value| 255 - value).collect();
            for len in [0, 1, 7, 8, 9, 100] {
                let codes: Vec<u8> = (0..len).map(|at| (at * 5 % usize::from(values)) as u8).collect();
                let mut unpacked = vec![0; len];
                unpack(&packed::pack(&codes, bits), bits, &wire, &mut unpacked);
                let expected: Vec<u8> = codes.iter().map(|&code| wire[usize::from(code)]).collect();
                assert_eq!(unpacked, expected);
            }
        }
    }
}
