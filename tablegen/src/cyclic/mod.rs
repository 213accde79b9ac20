//! Tables of games in which play can return to an earlier position. Layers that lead to each other form a
//! group; groups are processed from the last to the first.
//!
//! A group's values are computed in memory, two bytes a position (`group`). Finished layers stay in memory,
//! one byte a position, as long as later groups need them and there is space. Otherwise they are read back
//! from their tables.
//!
//! Each process of a team has the cells of some ranks. Values of finished layers are in every process's
//! memory: after a group is done, all processes get its values, in as few bits as the number of values
//! allows.

mod cells;
mod dealing;
mod group;
pub(crate) mod scale;
mod updates;

use crate::bits::Level;
use crate::codes::Codes;
use crate::context::Context;
use crate::engine::{Engine, Work};
use crate::error::GenerateError;
use crate::output::Output;
use crate::packed;
use crate::progress::Phase;
use crate::settings::metrics;
use crate::team::{Reduce, Team};
use cells::Cells;
use dealing::{Dealing, PIECE};
use group::Group;
use nexsolve_core::memory::Zeroed;
use nexsolve_core::parallel;
use nexsolve_core::{Layer, LayerId, Retrograde, Tabled};
use nexsolve_db::{Counts, Memory, Metric, Table, TableSpec, follow, packed as codes};
use rayon::prelude::*;
use scale::{MOST_PLIES, NOTHING, Scale};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of ranks whose codes a thread writes at a time: a multiple of eight.
const PART: usize = 1 << 15;

/// The number of parts whose codes are made before they are written: for a single process, and for each of
/// several.
const PARTS: usize = 32;
const TEAM_PARTS: usize = 128;

/// The approximate number of pieces whose values all processes together send at a time.
const WINDOW: u64 = 128;

/// Approximate bytes of updates in memory: waiting, being sent and being received.
const ROUND_BYTES: u64 = 128 << 20;

/// The groups of layers that lead to each other, in the order of their first layers.
///
/// # Errors
/// The name of a layer from which play returns to a layer that is not adjacent in the list.
fn groups(layers: &[Layer]) -> Result<Vec<Vec<LayerId>>, String> {
    let mut groups: Vec<Vec<LayerId>> = Vec::new();
    for (at, layer) in Layer::with_ids(layers) {
        let back = layer.successors.iter().copied().min().unwrap_or(at).min(at);
        match groups.last_mut() {
            Some(group) if back < at && group[0] <= back => group.push(at),
            _ if back < at => return Err(layer.name.clone()),
            _ => groups.push(vec![at]),
        }
    }
    Ok(groups)
}

/// The engine for tables of this metric, for one of this number of processes, for any game that implements
/// [`Retrograde`].
pub fn engine<G: Tabled + Retrograde>(
    game: &G,
    metric: Metric,
    processes: usize,
) -> Option<Box<dyn Engine + '_>> {
    let engine = || Box::new(Values::new(game, metric, processes)) as Box<dyn Engine>;
    metrics(game).contains(&metric).then(engine)
}

/// The engine for values of a game in which play can return to earlier positions.
struct Values<'g, G> {
    game: &'g G,
    metric: Metric,
    /// The number of processes that share the cells of a group.
    processes: usize,
    /// The groups in the order of work.
    groups: Vec<Vec<LayerId>>,
    /// Values of finished layers as bytes of their scale, by layer.
    held: HashMap<LayerId, Zeroed>,
    /// The code books of the tables being made, by layer: the values that occur.
    books: HashMap<LayerId, Vec<u8>>,
    level: Level,
}

impl<'g, G: Retrograde> Values<'g, G> {
    /// Creates the engine.
    ///
    /// # Panics
    /// If play returns from a layer to one that is not adjacent in the list.
    fn new(game: &'g G, metric: Metric, processes: usize) -> Self {
        let mut groups = groups(game.layers()).expect("layers that play returns to stand next to each other");
        groups.reverse();
        let (held, books) = (HashMap::new(), HashMap::new());
        Self { game, metric, processes, groups, held, books, level: Level::best() }
    }

    fn scale(&self, layer: LayerId) -> Scale {
        Scale::new(self.metric, self.game.layers()[layer].stake)
    }

    /// The finished layers that a group needs.
    fn rests_on(&self, group: &[LayerId]) -> Vec<LayerId> {
        let all = group.iter().flat_map(|&layer| self.game.layers()[layer].successors.iter().copied());
        let rests: BTreeSet<LayerId> = all.filter(|next| !group.contains(next)).collect();
        rests.into_iter().collect()
    }

    fn bytes(&self, layers: &[LayerId]) -> u64 {
        layers.iter().map(|&layer| self.game.layers()[layer].len).fold(0, u64::saturating_add)
    }

    /// Bytes that making a group takes, without the finished layers that it needs.
    fn own_bytes(&self, group: &[LayerId]) -> u64 {
        let processes = self.processes as u64;
        let bytes = |&layer: &LayerId| {
            let len = self.game.layers()[layer].len;
            if processes == 1 {
                return Cells::bytes(len);
            }
            Cells::bytes((len / processes).saturating_add(PIECE))
                .saturating_add(ROUND_BYTES.min(len.saturating_mul(64)))
                .saturating_add(2 * WINDOW.max(processes) * PIECE)
                .saturating_add(3 * len.min((TEAM_PARTS * PART) as u64))
        };
        let own = group.iter().map(bytes).fold(self.bytes(group), u64::saturating_add);
        own.saturating_add((PART * PARTS * 4) as u64)
    }

    /// Bytes that the database's cache takes while finished layers are read back. A position that its table
    /// omits is looked up in the tables of earlier groups.
    fn cache_bytes(&self, step: usize) -> u64 {
        if G::OMITS { self.bytes(&self.groups[..step].concat()).min(Memory::USUAL_BYTES) } else { 0 }
    }

    /// The finished layers that the group of this step or a later one needs.
    fn wanted_from(&self, step: usize) -> Vec<LayerId> {
        let later = self.groups[step..].iter().flat_map(|group| self.rests_on(group));
        let finished: Vec<LayerId> = self.groups[..step].iter().flatten().copied().collect();
        let wanted: BTreeSet<LayerId> = later.filter(|layer| finished.contains(layer)).collect();
        wanted.into_iter().collect()
    }

    /// The layers that stay in memory while a group is computed: those that it needs, and as many of those
    /// that later groups need as there is space for, starting with those needed first.
    fn kept(&self, step: usize, memory_bytes: u64) -> Vec<LayerId> {
        let mut kept = self.rests_on(&self.groups[step]);
        let own = self.own_bytes(&self.groups[step]).saturating_add(self.cache_bytes(step));
        let mut room = memory_bytes.saturating_sub(own).saturating_sub(self.bytes(&kept));
        for later in &self.groups[step + 1..] {
            for layer in self.rests_on(later) {
                let bytes = self.bytes(&[layer]);
                if self.held.contains_key(&layer) && !kept.contains(&layer) && bytes <= room {
                    room -= bytes;
                    kept.push(layer);
                }
            }
        }
        kept
    }

    /// Reads a finished layer back from its table.
    fn read(&self, layer: LayerId, step: usize, context: &Context<'_>) -> Result<Zeroed, GenerateError> {
        let before = self.groups[..step].concat();
        let tables =
            before.iter().copied().zip(context.tables(before.iter().copied(), self.metric)?).collect();
        let finished = Finished { values: self, tables };
        let table = &finished.tables[&layer];
        let scale = self.scale(layer);
        let bytes: Vec<u8> = table
            .values()
            .iter()
            .map(|&value| scale.byte(value).ok_or(GenerateError::Distance { most: MOST_PLIES }))
            .collect::<Result<_, _>>()?;
        let len = self.game.layers()[layer].len;
        let mut memory = zeroed(len)?;
        let bits = table.bits();
        let each = PART as u64;
        parallel::try_chunks(&mut memory.bytes_mut()[..len as usize], each as usize, |part, values| {
            context.check_stop()?;
            let mut packed = Vec::new();
            let at =
                packed::read_entries(table, part as u64 * each, values.len() as u64, &mut packed)? as usize;
            for (i, value) in values.iter_mut().enumerate() {
                *value = bytes[usize::from(codes::get(&packed, bits, at + i))];
            }
            let first = part as u64 * each;
            self.game.omitted_range(layer, first..first + values.len() as u64, |rank, position| {
                let value = finished.value((layer, rank), &position)?.and_then(|value| scale.byte(value));
                let value = value.ok_or(GenerateError::Distance { most: MOST_PLIES })?;
                values[(rank - first) as usize] = value;
                Ok::<_, GenerateError>(())
            })
        })?;
        Ok(memory)
    }

    /// The code book of a finished layer in which these values occur, ignoring free ranks.
    fn book(&self, seen: Vec<u8>) -> Vec<u8> {
        if self.metric == Metric::Wdl {
            return vec![scale::DRAW - 1, scale::DRAW, scale::DRAW + 1];
        }
        if seen.is_empty() { vec![scale::DRAW] } else { seen }
    }
}

/// The values that occur, in order, without [`NOTHING`].
fn seen(values: &[u8]) -> Vec<u8> {
    let seen: [AtomicBool; 256] = std::array::from_fn(|_| AtomicBool::new(false));
    parallel::runs(values.len() as u64, &|run| {
        let mut here = [false; 256];
        for &value in &values[run.start as usize..run.end as usize] {
            here[usize::from(value)] = true;
        }
        for (seen, _) in seen.iter().zip(here).filter(|(_, here)| *here) {
            seen.store(true, Relaxed);
        }
    });
    (NOTHING + 1..=u8::MAX).filter(|&value| seen[usize::from(value)].load(Relaxed)).collect()
}

fn zeroed(len: u64) -> Result<Zeroed, GenerateError> {
    Zeroed::new(len as usize).map_err(|source| GenerateError::Memory { bytes: len, source })
}

impl<G: Retrograde> Engine for Values<'_, G> {
    fn steps(&self) -> Vec<Work> {
        let works = self.groups.iter().enumerate().map(|(step, group)| {
            let own = self.own_bytes(group).saturating_add(self.cache_bytes(step));
            let least_bytes = own.saturating_add(self.bytes(&self.rests_on(group)));
            let best_bytes = own.saturating_add(self.bytes(&self.wanted_from(step)));
            Work { layers: group.clone(), best_bytes, least_bytes, effort: self.bytes(group) }
        });
        works.collect()
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        let scale = self.scale(layer);
        match self.books.get(&layer) {
            Some(book) => book.iter().map(|&byte| scale.value(byte)).collect(),
            None => (NOTHING + 1..=u8::MAX)
                .filter(|&byte| scale.byte(scale.value(byte)) == Some(byte))
                .map(|byte| scale.value(byte))
                .collect(),
        }
    }

    fn reads_tables(&self, step: usize, _: u64) -> bool {
        self.rests_on(&self.groups[step]).iter().any(|layer| !self.held.contains_key(layer))
    }

    fn prepare(
        &mut self,
        step: usize,
        context: &Context<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        context.phase(Phase::Sweep);
        self.load(step, context)?;
        let layers = self.groups[step].clone();
        let dealing = Dealing::new(team.process(), team.size());
        let group = Group::new(self.game, &layers, self.scale(layers[0]), self.level, dealing)?;
        let alone = team.is_one();
        let seen = |seen| {
            if alone {
                context.progress(seen);
            }
        };
        group.solve(&self.finished(), context.stop, &seen, team)?;
        for (place, &layer) in layers.iter().enumerate() {
            self.gather(&group, place, layer, team)?;
        }
        if !alone {
            context.progress(self.bytes(&layers));
        }
        Ok(())
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let each = if team.is_one() { PARTS } else { TEAM_PARTS * team.size() };
        for (place, &layer) in self.groups[step].iter().enumerate() {
            let book = self.books.remove(&layer).expect("prepared before");
            let coder = Coder::new(&book, G::COPIES);
            let parts = self.game.layers()[layer].len.div_ceil(PART as u64) as usize;
            for first in (0..parts).step_by(each) {
                let own = team.share(each.min(parts - first));
                let own = self.parts(layer, &coder, first + own.start..first + own.end)?;
                output.append_to(team, place, &own)?;
            }
        }
        Ok(())
    }
}

impl<G: Retrograde> Values<'_, G> {
    /// Brings the finished layers that a group needs into memory, and drops layers for which there is no
    /// space.
    fn load(&mut self, step: usize, context: &Context<'_>) -> Result<(), GenerateError> {
        let kept = self.kept(step, context.memory_bytes);
        self.held.retain(|layer, _| kept.contains(layer));
        for layer in self.rests_on(&self.groups[step]) {
            if !self.held.contains_key(&layer) {
                let values = self.read(layer, step, context)?;
                self.held.insert(layer, values);
            }
        }
        Ok(())
    }

    /// The values of finished layers that are in memory.
    fn finished(&self) -> Vec<Option<&[u8]>> {
        LayerId::all(self.game.layers()).map(|layer| self.held.get(&layer).map(Zeroed::bytes)).collect()
    }

    /// Sends this process's values of one of the group's layers to all processes, and receives theirs.
    fn gather(
        &mut self,
        group: &Group<'_, G>,
        place: usize,
        layer: LayerId,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let len = self.game.layers()[layer].len;
        let mut values = zeroed(len)?;
        if team.is_one() {
            let all = &mut values.bytes_mut()[..len as usize];
            parallel::chunks(all, PART, &|part, values| group.values(place, (part * PART) as u64, values));
            self.books.insert(layer, self.book(seen(all)));
            self.held.insert(layer, values);
            return Ok(());
        }
        let mut own = vec![NOTHING; group.dealing.len(len) as usize];
        own.par_chunks_mut(PIECE as usize).enumerate().for_each(|(piece, values)| {
            group.values(place, piece as u64 * PIECE, values);
        });
        let mut found = [0; 256];
        for value in seen(&own) {
            found[usize::from(value)] = 1;
        }
        team.reduce(Reduce::Greatest, &mut found)?;
        let book: Vec<u8> = (0..=u8::MAX).filter(|&value| found[usize::from(value)] == 1).collect();
        let book = self.book(book);
        // Code 0 stands for free ranks; the other codes follow the book.
        let wire: Vec<u8> = [&[NOTHING], &book[..]].concat();
        let mut code_of = [0; 256];
        for (&value, code) in wire.iter().zip(0..) {
            code_of[usize::from(value)] = code;
        }
        let bits = TableSpec::bits_for(wire.len().min(256));
        let pack = |values: &[u8]| {
            let codes: Vec<u8> = values.iter().map(|&value| code_of[usize::from(value)]).collect();
            codes::pack(&codes, bits)
        };
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
                let first = piece / size as usize * codes::bytes(PIECE, bits) as usize;
                unpack(&block[first..], bits, &wire, values);
            });
        }
        self.books.insert(layer, book);
        self.held.insert(layer, values);
        Ok(())
    }

    /// The codes of consecutive parts of a layer.
    fn parts(&self, layer: LayerId, coder: &Coder, parts: Range<usize>) -> Result<Vec<Codes>, GenerateError> {
        let len = self.game.layers()[layer].len as usize;
        parallel::try_map(parts.len(), |at| {
            let first = (parts.start + at) * PART;
            let values = &self.held[&layer].bytes()[first..len.min(first + PART)];
            let first = first as u64;
            let mut left_out = Vec::new();
            let ranks = first..first + values.len() as u64;
            self.game.omitted_range(layer, ranks, |rank, _| {
                left_out.push((rank - first) as usize);
                Ok::<_, GenerateError>(())
            })?;
            Ok::<_, GenerateError>(coder.codes(values, &left_out))
        })
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
    // The values of the codes in each byte. Codes without a value do not occur.
    let of = |byte: usize| {
        let code = |at| codes::get(&[byte as u8], 8 / EACH as u32, at);
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

/// Values of finished layers, from memory or from their tables.
struct Finished<'a, G> {
    values: &'a Values<'a, G>,
    tables: HashMap<LayerId, Arc<Table>>,
}

impl<G: Retrograde> Finished<'_, G> {
    /// The value of a position with this layer and rank.
    fn value(
        &self,
        (layer, rank): (LayerId, u64),
        position: &G::Position,
    ) -> Result<Option<i16>, GenerateError> {
        let Values { game, metric, held, .. } = self.values;
        if let Some(held) = held.get(&layer) {
            return Ok(Some(self.values.scale(layer).value(held.bytes()[rank as usize])));
        }
        if game.is_omitted(position) {
            return follow(*game, *metric, layer, position, |place, after| self.value(place, after));
        }
        Ok(Some(self.tables[&layer].value(rank)?))
    }
}

/// Turns values into codes of a table.
struct Coder {
    /// By value; free ranks have the first code.
    codes: [u8; 256],
    len: usize,
    bits: u32,
    copies: u64,
}

impl Coder {
    fn new(book: &[u8], copies: u64) -> Self {
        let mut codes = [0; 256];
        for (code, &value) in book.iter().enumerate() {
            codes[usize::from(value)] = code as u8;
        }
        Self { codes, len: book.len(), bits: TableSpec::bits_for(book.len()), copies }
    }

    /// The codes of these values. A value that tables omit (its index is in `left_out`) gets the code before
    /// it, which compresses best.
    fn codes(&self, values: &[u8], left_out: &[usize]) -> Codes {
        let mut counts = [0_u64; 256];
        let mut codes: Vec<u8> = values
            .iter()
            .map(|&value| {
                counts[usize::from(value)] += 1;
                self.codes[usize::from(value)]
            })
            .collect();
        for &at in left_out {
            codes[at] = if at == 0 { 0 } else { codes[at - 1] };
        }
        let mut positions = vec![0; self.len];
        for (value, count) in counts.into_iter().enumerate().skip(1) {
            positions[usize::from(self.codes[value])] += count * self.copies;
        }
        Codes { packed: codes::pack(&codes, self.bits), counts: Counts { positions, reachable: None } }
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
                let packed: Vec<u8> = (0..len).map(|at| (at * 5 % usize::from(values)) as u8).collect();
                let mut unpacked = vec![0; len];
                unpack(&codes::pack(&packed, bits), bits, &wire, &mut unpacked);
                let expected: Vec<u8> = packed.iter().map(|&code| wire[usize::from(code)]).collect();
                assert_eq!(unpacked, expected);
            }
        }
    }
}
