//! The same on several ranks.
//!
//! Each rank has the cells of some numbers of each layer. What is settled on a rank means something for positions on others: it is noted down, and
//! sent in rounds, until no rank has anything left on the level. Values of finished layers are in every rank's memory: once a group is
//! done all ranks get its values, as few bits as there are values.

use super::cells::Cells;
use super::dealing::{Dealing, Dealt, PIECE};
use super::group::{Group, Passing};
use super::scale::{MOST_PLIES, NOTHING};
use super::{Coder, Values, region, seen};
use crate::bits::with_level;
use crate::cluster::deal::share;
use crate::cluster::engine::SharedEngine;
use crate::cluster::output::SharedOutput;
use crate::cluster::team::Team;
use crate::cluster::wire::{Reader, Writer};
use crate::engine::{Context, Engine, Work};
use crate::error::GenerateError;
use crate::exchange::Reduce;
use crate::progress::Phase;
use nexsolve_core::{LayerId, Retrograde, Tabled};
use nexsolve_db::{Metric, TableSpec, packed};
use rayon::prelude::*;

/// Chunks of cells that a rank passes on in a round.
const ROUND_CHUNKS: usize = 1 << 11;

/// Chunks that a thread takes at a time.
const SOME: usize = 64;

/// Pieces of all ranks whose values are sent at a time, about.
const WINDOW: u64 = 128;

/// What is sent in a round takes so much, about: a position has some dozens before it at most.
const ROUND_BYTES: u64 = 128 << 20;

/// Bytes that the cells of a layer with so many numbers take on each rank, with what is sent.
pub(super) fn bytes(len: u64, ranks: u64) -> u64 {
    let cells = Cells::bytes((len / ranks).saturating_add(PIECE));
    cells
        .saturating_add(ROUND_BYTES.min(len.saturating_mul(64)))
        .saturating_add(2 * WINDOW.max(ranks) * PIECE)
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

    /// Works the values of a group out.
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
            while self.pass_on(group, at, context, team)? {}
        }
        Ok(())
    }

    /// Passes on what any rank has marked with this level; returns whether there was anything.
    fn pass_on(
        &self,
        group: &Group<'_, G, Dealt>,
        at: usize,
        context: &Context<'_>,
        team: &mut Team<'_>,
    ) -> Result<bool, GenerateError> {
        let mut marked: Vec<(usize, usize)> = Vec::new();
        for (place, cells) in group.cells.iter().enumerate() {
            let chunks = (0..cells.chunks()).into_par_iter();
            marked.par_extend(chunks.filter(|&chunk| cells.is_marked(chunk, at)).map(|chunk| (place, chunk)));
        }
        let rounds = marked.len().div_ceil(ROUND_CHUNKS) as u64;
        let rounds = team.reduced(Reduce::Greatest, rounds)? as usize;
        for round in 0..rounds {
            context.check_stop()?;
            let own = marked.chunks(ROUND_CHUNKS).nth(round).unwrap_or_default();
            let updates = self.updates(group, at, own, team.size());
            let received = team.all_to_all(updates)?;
            let kinds: Vec<(usize, Vec<u64>)> =
                received.par_iter().flat_map(|block| decoded(block)).collect();
            let effects = group.effects(at);
            kinds.par_iter().for_each(|(kind, places)| {
                let each = places.par_chunks(1 << 12);
                each.for_each(|places| group.apply(kind / 2, places, effects[kind % 2]));
            });
        }
        Ok(rounds > 0)
    }

    /// Passes on what these chunks have of a level, and returns what each rank has to hear of it.
    fn updates(
        &self,
        group: &Group<'_, G, Dealt>,
        at: usize,
        marked: &[(usize, usize)],
        ranks: usize,
    ) -> Vec<Vec<u8>> {
        let kinds = 2 * group.cells.len();
        let some = |chunks: &[(usize, usize)]| {
            let mut passing = Passing::default();
            let mut away = vec![Vec::new(); ranks * kinds];
            for &(place, chunk) in chunks {
                with_level(
                    self.values.level,
                    #[inline(always)]
                    || {
                        group.pass_on_chunk(place, chunk, at, &mut passing, |loss, of, (rank, to)| {
                            away[rank * kinds + 2 * of + usize::from(loss)].push(to);
                        });
                    },
                );
            }
            away
        };
        let parts: Vec<Vec<Vec<u64>>> = marked.par_chunks(SOME).map(some).collect();
        let encode = |slot: usize| {
            let mut places: Vec<u64> = parts.iter().flat_map(|part| part[slot].iter().copied()).collect();
            places.sort_unstable();
            encoded(slot % kinds, &places)
        };
        let blocks: Vec<Vec<u8>> = (0..ranks * kinds).into_par_iter().map(encode).collect();
        blocks.chunks(kinds).map(<[Vec<u8>]>::concat).collect()
    }

    /// Gives all ranks all values of one of the group's layers.
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
        // Free numbers have the first code, the others theirs and one more.
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
                let first = piece / size as usize * PIECE as usize;
                for (at, value) in values.iter_mut().enumerate() {
                    *value = wire[usize::from(packed::get(block, bits, first + at))];
                }
            });
        }
        self.values.books.insert(layer, book);
        self.values.held.insert(layer, values);
        Ok(())
    }
}

/// Places in order, as the steps from one to the next, in groups of seven bits, of which all but the last are marked.
fn encoded(kind: usize, places: &[u64]) -> Vec<u8> {
    if places.is_empty() {
        return Vec::new();
    }
    let mut bytes = Vec::with_capacity(2 * places.len());
    let mut last = 0;
    for &place in places {
        let mut step = place - last;
        last = place;
        while step >= 0x80 {
            bytes.push(step as u8 | 0x80);
            step >>= 7;
        }
        bytes.push(step as u8);
    }
    let mut block = Writer::default();
    block.number(kind as u64);
    block.bytes(&bytes);
    block.done()
}

/// The inverse of [`encoded`], of several behind each other: kind and places.
fn decoded(block: &[u8]) -> Vec<(usize, Vec<u64>)> {
    let mut reader = Reader::new(block);
    let mut all = Vec::new();
    while !reader.is_empty() {
        let kind = reader.number() as usize;
        let (mut places, mut last, mut step, mut shift) = (Vec::new(), 0, 0, 0);
        for &byte in reader.bytes() {
            step |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                last += step;
                places.push(last);
                (step, shift) = (0, 0);
            }
        }
        all.push((kind, places));
    }
    all
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
        let dealt = Dealt { rank: team.rank(), size: team.size() };
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
            for window in self.values.windows(layer) {
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_are_read_as_they_were_written(lists in prop::collection::vec(prop::collection::vec(any::<u64>(), 0..9), 0..4)) {
            let sorted = lists.into_iter().map(|mut places| { places.sort_unstable(); places });
            let lists: Vec<(usize, Vec<u64>)> = sorted.enumerate().collect();
            let blocks: Vec<Vec<u8>> = lists.iter().map(|(kind, places)| encoded(*kind, places)).collect();
            let expected: Vec<_> = lists.into_iter().filter(|(_, places)| !places.is_empty()).collect();
            prop_assert_eq!(decoded(&blocks.concat()), expected);
        }
    }
}
