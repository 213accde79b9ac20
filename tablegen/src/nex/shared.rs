//! The engine for values on several ranks.
//!
//! The rows of each ply are dealt out to the ranks. A rank sweeps the opponent's sets whose rows of the next ply it holds, so it reads its
//! own memory only. The results are columns, because a change of plies transposes the rows: each rank's rows get a part of every
//! column. The sender sends the planes of a cell as the sweep leaves them, without any number, because sender and receiver go through the
//! same sets in the same order. While one round of columns is under way, the rank sweeps the next.

use super::encode::{self, Decoder};
use super::job::{Job, Row, Scratch};
use super::ply::{self, Fill, Fills, Layout, Nothing, Ply, Source, side_by_side};
use super::shape::Shape;
use super::values::{COPIES, Coder, GROUP_BYTES, Values, effort};
use super::vectors::len;
use super::{kernel, masks::LARGEST};
use crate::bits::Level;
use crate::cluster::deal::{Deal, share};
use crate::cluster::engine::SharedEngine;
use crate::cluster::output::{BATCH_BYTES, SharedOutput, batches};
use crate::cluster::team::Team;
use crate::codes::{Codes, Weight};
use crate::engine::{self, Context, Engine, Work};
use crate::error::{GenerateError, PlanError};
use crate::progress::Phase;
use nexsolve_core::{LayerId, subsets};
use nexsolve_db::{Metric, TableError};
use nexsolve_games::nex::Nex;
use rayon::prelude::*;
use std::ops::Range;

/// Chunks of rows of each rank, about: enough to give all ranks about the same work.
const CHUNKS: u64 = 16;

/// Packed codes of a chunk of rows, at most.
const CHUNK_BYTES: u64 = 2 << 20;

/// Packed codes of a chunk of rows, about, at least.
const LEAST_CHUNK_BYTES: u64 = 16 << 10;

/// Bytes of planes that a rank sends in a round, and receives, about.
const ROUND_BYTES: u64 = 16 << 20;

/// Rounds in memory at a time: the one that is swept, the one that is sent, the one that is received, and copies made for sending.
const ROUNDS: u64 = 6;

pub(super) struct SharedValues<'g> {
    values: Values<'g>,
    ranks: usize,
    /// This rank's rows of the ply made last.
    held: Option<Part>,
}

/// A rank's rows of a ply, one after the other: row 0 is the rank's first row.
struct Part {
    deal: Deal,
    ply: Ply,
}

impl<'g> SharedValues<'g> {
    pub(super) fn new(game: &'g Nex<u64>, metric: Metric, ranks: usize) -> Self {
        Self { values: Values::new(game, metric), ranks, held: None }
    }

    fn ply(&self, step: usize) -> u32 {
        self.values.ply(step)
    }

    /// The rows of each rank in a ply. The sweep spends no time on rows without positions.
    fn deal(&self, layout: &Layout) -> Deal {
        let board = self.values.game.board();
        let weight = |row| if encode::weight(layout, board, row) == Weight::Free { 1 } else { 8 };
        let bytes = self.values.row_codes(layout).saturating_mul(layout.rows);
        let chunks = (bytes / self.ranks as u64 / LEAST_CHUNK_BYTES).clamp(1, CHUNKS);
        Deal::new(layout.rows, self.ranks, chunks, self.chunk(layout), weight)
    }

    /// The largest number of rows of a chunk.
    fn chunk(&self, layout: &Layout) -> u64 {
        (CHUNK_BYTES / self.values.row_codes(layout).max(1)).max(8)
    }

    /// Bytes that a rank's rows of a ply take, about: a chunk has a multiple of eight rows.
    fn part_bytes(&self, ply: u32) -> u64 {
        let layout = self.values.layout(ply);
        let even = self.values.ply_bytes(ply) / self.ranks as u64;
        let eight = (layout.row_bytes() as u64).saturating_mul(8.min(layout.rows));
        even.saturating_add(even / 8).saturating_add(eight)
    }

    /// Bytes that a step takes in addition to the rows.
    fn beside(&self, layout: &Layout) -> u64 {
        let row = self.values.row_codes(layout);
        let chunk = row.saturating_mul(self.chunk(layout).min(layout.rows));
        let codes = chunk.max(BATCH_BYTES.min(row.saturating_mul(layout.rows)));
        let rounds = ROUNDS * ROUND_BYTES.min(self.values.ply_bytes(layout.ply)).max(unit_bytes(layout));
        let owners = (2 + 16) * subsets::binomial(layout.cells, layout.mover());
        self.values.overhead(layout).saturating_add(COPIES * 2 * codes).saturating_add(rounds + owners)
    }

    /// Allocates this rank's rows of a ply.
    fn part(
        &self,
        layout: Layout,
        taken: u64,
        context: &Context<'_>,
        team: &Team<'_>,
    ) -> Result<Part, GenerateError> {
        let deal = self.deal(&layout);
        let rows = deal.len(team.rank());
        let bytes = rows * layout.row_bytes() as u64;
        let needed = bytes.saturating_add(taken).saturating_add(self.beside(&layout));
        if needed > context.memory_bytes {
            return Err(PlanError::NeedsMemory { needed, given: context.memory_bytes }.into());
        }
        let failed = |source| GenerateError::Memory { bytes, source };
        Ok(Part { deal, ply: Ply::new(layout, 0..rows, None).map_err(failed)? })
    }

    /// Reads this rank's rows of a ply from its tables.
    fn load(&self, ply: u32, context: &Context<'_>, team: &Team<'_>) -> Result<Part, GenerateError> {
        let layout = self.values.layout(ply);
        let tables = context.tables(self.values.game.layers_at(ply), self.values.metric)?;
        let decoder = Decoder::new(layout, self.values.codings(&layout), tables);
        let mut part = self.part(layout, 0, context, team)?;
        let rows: Vec<u64> = part.deal.rows(team.rank()).collect();
        let cells = part.ply.bytes_mut().par_chunks_exact_mut(layout.row_bytes());
        cells.zip(rows).try_for_each_init(Vec::new, |room, (cells, row)| {
            cells.copy_from_slice(decoder.row(row, room)?);
            Ok::<_, TableError>(())
        })?;
        Ok(part)
    }

    /// Makes this rank's rows of a ply from all ranks' rows of the next.
    fn sweep(
        &self,
        layout: Layout,
        next: Option<&Part>,
        context: &Context<'_>,
        team: &mut Team<'_>,
    ) -> Result<Part, GenerateError> {
        context.phase(Phase::Sweep);
        let taken = next.map_or(0, |next| next.ply.bytes());
        let mut made = self.part(layout, taken, context, team)?;
        let board = self.values.game.board();
        let nothing = Nothing(Layout::new(layout.cells, layout.ply + 1, Metric::Wdl));
        let units = match next {
            Some(next) => next.deal.clone(),
            None => self.deal(&nothing.0),
        };
        let shape = layout.shape();
        let mut places = layout.places(board);
        let rows = made.deal.places();
        let owners: Vec<u16> = places.iter().map(|place| rows[place.row as usize].0 as u16).collect();
        for (place, &owner) in places.iter_mut().zip(&owners) {
            let (_, row) = rows[place.row as usize];
            place.row = if usize::from(owner) == team.rank() { row as u32 } else { u32::MAX };
        }
        let sweep = Sweep {
            layout,
            level: self.values.level,
            shape: &shape,
            owners: &owners,
            next: next.map_or((&nothing as &dyn Source, 1), |next| (&next.ply, next.ply.layout.pairs)),
            fills: made.ply.fills(board, &shape, &places),
            rank: team.rank(),
            size: team.size(),
            stopped: &|| context.stopped(),
        };
        let lens: Vec<usize> = (0..team.size()).map(|rank| units.len(rank) as usize).collect();
        let each = (ROUND_BYTES / unit_bytes(&layout).max(1)).max(1) as usize;
        let rounds = lens.iter().map(|len| len.div_ceil(each)).max().unwrap_or(0);
        let all: Vec<Vec<u64>> = (0..team.size()).map(|rank| units.rows(rank).collect()).collect();
        // The units of a rank in a round, and the place of the first one among the rank's rows.
        let round = |rank: usize, round: usize| {
            let units = share(lens[rank], rounds, round);
            (&all[rank][units.clone()], units.start as u64)
        };
        let mut outgoing = if rounds > 0 { sweep.round(round(team.rank(), 0))? } else { Vec::new() };
        for now in 0..rounds {
            context.check_stop()?;
            let mut following = Ok(Vec::new());
            let (sweep, round, later) = (&sweep, &round, &mut following);
            let received = rayon::in_place_scope(|scope| {
                if now + 1 < rounds {
                    scope.spawn(move |_| *later = sweep.round(round(sweep.rank, now + 1)));
                }
                team.all_to_all(std::mem::take(&mut outgoing))
            })?;
            outgoing = following?;
            for (rank, block) in received.iter().enumerate().filter(|(rank, _)| *rank != sweep.rank) {
                sweep.place(round(rank, now).0, block);
            }
        }
        context.check_stop()?;
        Ok(made)
    }

    /// Writes a ply.
    fn write(
        &self,
        made: &Part,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        output.phase(Phase::Write);
        let Part { deal, ply } = made;
        let coder = Coder::new(&self.values, &ply.layout, output)?;
        let row_codes = self.values.row_codes(&ply.layout);
        let mut first = 0;
        for windows in batches(deal.windows(), row_codes * deal.rows_of_window(), team.size()) {
            let all: u64 = windows.clone().map(|window| deal.rows_in(window)).sum();
            let mut parts = Vec::with_capacity(windows.len());
            for window in windows {
                let rows = deal.share(window, team.rank());
                let place = first;
                first += rows.end - rows.start;
                let groups: Vec<_> =
                    engine::windows(rows.clone(), row_codes, GROUP_BYTES, u64::MAX).flatten().collect();
                let part = |group: &Range<u64>| {
                    let places = place + (group.start - rows.start)..place + (group.end - rows.start);
                    coder.codes(ply.cells(places), group.clone())
                };
                parts.push(groups.par_iter().map(part).collect::<Result<Vec<Vec<Codes>>, _>>()?);
            }
            output.append(team, &parts, all * coder.row_entries())?;
        }
        Ok(())
    }
}

/// The most bytes of planes that one opponent's set can make.
fn unit_bytes(layout: &Layout) -> u64 {
    let sets = subsets::binomial(layout.cells - layout.opponent(), layout.mover());
    sets.saturating_mul((layout.pairs * layout.pair_bytes()) as u64)
}

/// One rank's sweep of a ply.
struct Sweep<'a> {
    layout: Layout,
    level: Level,
    shape: &'a Shape,
    /// The rank that holds the row of each of the mover's sets.
    owners: &'a [u16],
    /// This rank's rows of the next ply, and the number of pairs of planes in each of their cells.
    next: (&'a dyn Source, usize),
    fills: Fills<'a>,
    rank: usize,
    size: usize,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Sweep<'_> {
    /// Sweeps units of this rank. The first unit is row `first` of the rank's rows. Writes the part of the results that belongs to its own
    /// rows, and returns the block for each other rank: for each unit the number of bytes and the planes.
    fn round(&self, (units, first): (&[u64], u64)) -> Result<Vec<Vec<u8>>, TableError> {
        let swept = units.par_iter().enumerate().map_init(
            || (Scratch::default(), Vec::new()),
            |(scratch, room), (at, &unit)| self.unit(unit, first + at as u64, scratch, room),
        );
        let swept: Vec<Vec<Vec<u8>>> = swept.collect::<Result<_, _>>()?;
        let block = |rank: usize| {
            let bytes = swept.iter().map(|unit| 8 + unit[rank].len()).sum();
            let mut block = Vec::with_capacity(bytes);
            for unit in swept.iter().map(|unit| &unit[rank]) {
                block.extend((unit.len() as u64).to_le_bytes());
                block.extend_from_slice(unit);
            }
            block
        };
        let blocks = (0..self.size).into_par_iter();
        Ok(blocks.map(|rank| if rank == self.rank { Vec::new() } else { block(rank) }).collect())
    }

    fn unit(
        &self,
        unit: u64,
        row: u64,
        scratch: &mut Scratch,
        room: &mut Vec<u64>,
    ) -> Result<Vec<Vec<u8>>, TableError> {
        let mut send = Send {
            fill: self.fills.of(unit),
            owners: self.owners,
            to: None,
            rest: self.shape.rest,
            pair_bytes: self.layout.pair_bytes(),
            blocks: vec![Vec::new(); self.size],
        };
        if (self.stopped)() {
            return Ok(send.blocks);
        }
        let left = send.fill.known();
        if !left.is_empty() {
            let bytes = self.next.0.row(row, room)?;
            for pair in 0..left.len() {
                send.fill.pair = left.start + pair;
                let row = Row { bytes, pairs: self.next.1, pair };
                kernel::sweep(self.level, self.shape, row, scratch, &mut send);
            }
        }
        Ok(send.blocks)
    }

    /// Writes the planes that another rank has sent for its units.
    fn place(&self, units: &[u64], mut block: &[u8]) {
        let mut parts = Vec::with_capacity(units.len());
        for &unit in units {
            let (len, rest) = block.split_first_chunk().expect("a number for each unit");
            let (planes, rest) = rest.split_at(u64::from_le_bytes(*len) as usize);
            parts.push((unit, planes));
            block = rest;
        }
        parts.into_par_iter().for_each_init(Vec::new, |words, (unit, planes)| {
            let mut fill = self.fills.of(unit);
            let left = fill.known();
            let mut planes = planes.chunks_exact(self.layout.pair_bytes());
            for pair in left {
                fill.pair = pair;
                for set in 0..self.shape.sets.len() {
                    if fill.wanted(set) {
                        put(&mut fill, self.shape.rest, planes.next().expect("planes of each set"), words);
                    }
                }
            }
        });
    }
}

/// Writes a pair of planes that another rank has sent.
#[inline]
fn put(fill: &mut Fill<'_>, rest: usize, planes: &[u8], words: &mut Vec<u64>) {
    words.clear();
    words.extend(planes.chunks(8).map(|bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    }));
    if rest > LARGEST {
        return fill.large(words);
    }
    match words[..] {
        [first, second] => fill.small([first, second]),
        [pair] => {
            let len = len(rest);
            fill.small([pair & ((1 << len) - 1), pair >> len]);
        }
        _ => unreachable!("a pair of planes is one word or two"),
    }
}

/// Writes the cells of one opponent's set into the rows of this rank, and collects the planes for the rows of others.
struct Send<'a> {
    fill: Fill<'a>,
    owners: &'a [u16],
    /// The rank that gets the current set; none if its row is on this rank.
    to: Option<usize>,
    rest: usize,
    pair_bytes: usize,
    blocks: Vec<Vec<u8>>,
}

impl Job for Send<'_> {
    #[inline(always)]
    fn wanted(&mut self, set: usize) -> bool {
        let exists = self.fill.exists(set);
        let owner = usize::from(self.owners[self.fill.number]);
        self.to = if self.fill.is_here() { None } else { Some(owner) };
        exists
    }

    #[inline(always)]
    fn small(&mut self, planes: [u64; 2]) {
        let Some(to) = self.to else { return self.fill.small(planes) };
        if self.pair_bytes == 16 {
            self.blocks[to].extend_from_slice(bytemuck::cast_slice(&planes));
        } else {
            let pair = side_by_side(planes, self.rest).to_le_bytes();
            self.blocks[to].extend_from_slice(&pair[..self.pair_bytes]);
        }
    }

    #[inline(always)]
    fn large(&mut self, planes: &mut [u64]) {
        let Some(to) = self.to else { return self.fill.large(planes) };
        self.blocks[to].extend_from_slice(bytemuck::cast_slice(planes));
    }
}

impl SharedEngine for SharedValues<'_> {
    fn alone(&self) -> &dyn Engine {
        &self.values
    }

    fn steps(&self) -> Vec<Work> {
        let last = ply::last_ply(self.values.cells());
        let work = |ply: u32| {
            let layout = self.values.layout(ply);
            let next = if ply < last { self.part_bytes(ply + 1) } else { 0 };
            let parts = self.part_bytes(ply).saturating_add(next);
            let bytes = parts.saturating_add(self.beside(&layout));
            let layers = self.values.game.layers_at(ply).collect();
            Work { layers, best_bytes: bytes, least_bytes: bytes, effort: effort(&layout) }
        };
        (0..=last).rev().map(work).collect()
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        self.values.coding(&self.values.layout(self.values.game.ply_of(layer)), layer).values
    }

    fn reads_tables(&self, step: usize) -> bool {
        let ply = self.ply(step);
        step > 0 && self.held.as_ref().is_none_or(|held| held.ply.layout.ply != ply + 1)
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let ply = self.ply(step);
        let held = self.held.take().filter(|held| held.ply.layout.ply == ply + 1);
        let next = match held {
            None if step > 0 => Some(self.load(ply + 1, output, team)?),
            held => held,
        };
        let made = self.sweep(self.values.layout(ply), next.as_ref(), output, team)?;
        drop(next);
        self.write(&made, output, team)?;
        self.held = Some(made);
        Ok(())
    }
}
