//! The engine for values and distances: ply by ply, from the last to the first.
//!
//! The rows of each ply are dealt out to the processes of a team. While one round of columns
//! ([`super::sweep`]) is being exchanged, a process sweeps the next. A single process sweeps all columns in
//! one round. If it has no memory for a whole ply, it makes the rows in pieces.

use super::encode::{self, Decoder, Rows, Sizes};
use super::masks::LARGEST;
use super::ply::{self, Layout, Nothing, Ply, RowSource};
use super::shape::Shape;
use super::sweep::{Sweep, owners};
use super::vectors::len;
use nexsolve_core::memory::Zeroed;
use nexsolve_core::{Layer, LayerId, Ranked, folded, subsets};
use nexsolve_db::{Metric, Table, TableError};
use nexsolve_nex::Nex;
use nexsolve_tablegen::Phase;
use nexsolve_tablegen::bits::Level;
use nexsolve_tablegen::codes::{Codes, Coding, Weight};
use nexsolve_tablegen::context::Context;
use nexsolve_tablegen::engine::{Engine, Work, windows};
use nexsolve_tablegen::output::Output;
use nexsolve_tablegen::packed;
use nexsolve_tablegen::team::{BATCH_BYTES, Deal, Team, share};
use nexsolve_tablegen::with_bits;
use nexsolve_tablegen::{GenerateError, PlanError};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Approximate bytes of packed codes that a thread makes at a time.
const GROUP_BYTES: u64 = 1 << 18;

/// Bytes of packed codes that wait to be written: if there is space, and at least.
const WINDOW_BYTES: u64 = 48 << 20;
const LEAST_WINDOW_BYTES: u64 = 2 << 20;

/// Bytes of memory for each byte of packed codes until it is written, with the byte itself.
const COPIES: u64 = 5;

/// The approximate number of chunks of rows of each process of a team: enough to give all about the same
/// work.
const CHUNKS: u64 = 16;

/// The greatest, and the approximate least, number of packed codes of a chunk of rows.
const CHUNK_BYTES: u64 = 2 << 20;
const LEAST_CHUNK_BYTES: u64 = 16 << 10;

/// Approximate bytes of planes that a process sends, and receives, in a round.
const ROUND_BYTES: u64 = 16 << 20;

/// Rounds in memory at a time: the one that is swept, the one that is sent, the one that is received, and
/// copies made for sending.
const ROUNDS: u64 = 6;

pub(super) struct Values<'g> {
    game: &'g Nex<u64>,
    metric: Metric,
    level: Level,
    processes: usize,
    /// The last ply, if there is space for the whole of it.
    held: Option<PlyShare>,
    /// Memory for reuse.
    spare: Option<Zeroed>,
}

/// A process's rows of a ply, one after the other: row 0 is its first row.
struct PlyShare {
    deal: Deal,
    ply: Ply,
}

impl<'g> Values<'g> {
    pub(super) fn new(game: &'g Nex<u64>, metric: Metric, processes: usize) -> Self {
        Self { game, metric, level: Level::best(), processes, held: None, spare: None }
    }

    fn cells(&self) -> u32 {
        self.game.board().len()
    }

    /// The ply of a step.
    fn ply(&self, step: usize) -> u32 {
        ply::last_ply(self.cells()) - step as u32
    }

    fn layout(&self, ply: u32) -> Layout {
        // With final moves, every cell gets a coloured stone.
        let last = if self.game.has_final_moves() { self.cells() } else { ply::last_ply(self.cells()) };
        Layout::until(last, self.cells(), ply, self.metric)
    }

    /// The coding of the cells of a ply in one of its layers.
    fn coding(&self, layout: &Layout, layer: LayerId) -> Coding {
        let odd = layout.ply as usize & 1;
        match self.metric {
            Metric::Dtw => Coding::dtw(2 * layout.pairs, odd, Layer::longest(self.game.layers(), layer)),
            _ => Coding::wdl(odd),
        }
    }

    fn codings(&self, layout: &Layout) -> Vec<Coding> {
        self.game.layers_at(layout.ply).map(|layer| self.coding(layout, layer)).collect()
    }

    fn ply_bytes(&self, ply: u32) -> u64 {
        let layout = self.layout(ply);
        u64::try_from(u128::from(layout.rows) * layout.row_bytes() as u128).unwrap_or(u64::MAX)
    }

    /// Packed codes of a row, in all its tables.
    fn row_codes(&self, layout: &Layout) -> u64 {
        let layers = encode::neutral(layout).into_iter().zip(self.codings(layout));
        let bytes = |(neutral, coding): (u32, Coding)| {
            layout.row_entries(neutral).saturating_mul(coding.bits() as u64).div_ceil(8)
        };
        layers.map(bytes).fold(0, u64::saturating_add)
    }

    /// Bytes that a step takes in addition to the plies and the window of codes: the shape, the threads'
    /// working memory, and the groups of codes being made.
    fn overhead(&self, layout: &Layout) -> u64 {
        let free = layout.cells - layout.opponent();
        let rest = layout.rest() as u128;
        let vector = len(layout.rest()) as u128 / 4 + 16;
        let next_sets = u128::from(subsets::binomial(free, layout.mover() + 1));
        let slices = next_sets * rest * (vector / 4).max(8);
        let thread = slices + 8 * vector + 4 * layout.row_bytes() as u128;
        let places = 8 * u128::from(subsets::binomial(layout.cells, layout.mover()));
        let groups = 8 * u128::from(COPIES) * u128::from(self.row_codes(layout));
        let shape = u128::from(Shape::bytes(free, layout.mover()));
        let bytes = shape + places + groups + thread * rayon::current_num_threads() as u128;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }

    /// Bytes that the codes of a window take until they are written, if it holds this many packed bytes of
    /// the ply.
    fn codes(&self, layout: &Layout, window: u64) -> u64 {
        COPIES * window.min(self.row_codes(layout).saturating_mul(layout.rows))
    }

    /// Bytes that a step takes with the ply and the next one in memory, and a window of this many bytes.
    fn in_memory(&self, ply: u32, window: u64) -> u64 {
        let layout = self.layout(ply);
        let next = if ply < ply::last_ply(self.cells()) { self.ply_bytes(ply + 1) } else { 0 };
        let plies = self.ply_bytes(ply).saturating_add(next);
        plies.saturating_add(self.overhead(&layout)).saturating_add(self.codes(&layout, window))
    }

    /// The largest plies of either parity are in memory together, if there is space.
    fn all_in_memory(&self) -> u64 {
        let last = ply::last_ply(self.cells());
        let largest =
            |odd: u32| (0..=last).filter(|p| p % 2 == odd).map(|p| self.ply_bytes(p)).max().unwrap_or(0);
        let overhead = |ply| {
            let layout = self.layout(ply);
            self.overhead(&layout).saturating_add(self.codes(&layout, LEAST_WINDOW_BYTES))
        };
        let overhead = (0..=last).map(overhead).max().unwrap_or(0);
        largest(0).saturating_add(largest(1)).saturating_add(overhead)
    }

    /// The packed bytes of a window, if `taken` bytes hold plies.
    fn window(&self, layout: &Layout, taken: u64, memory_bytes: u64) -> u64 {
        let room = memory_bytes.saturating_sub(taken.saturating_add(self.overhead(layout)));
        (room / COPIES).clamp(LEAST_WINDOW_BYTES, WINDOW_BYTES)
    }

    /// The number of rows that are swept at a time if the next ply is read back from its tables.
    fn piece(&self, layout: &Layout, memory_bytes: u64) -> u64 {
        let overhead = self.overhead(layout).saturating_add(self.codes(layout, LEAST_WINDOW_BYTES));
        let room = memory_bytes.saturating_sub(overhead);
        if self.ply_bytes(layout.ply) <= room {
            return layout.rows;
        }
        (room / (layout.row_bytes() as u64).max(1) / 8 * 8).max(8)
    }

    /// The chunks of rows of each process. A single process has chunks of `window` packed bytes.
    fn deal(&self, layout: &Layout, rows: Range<u64>, window: u64) -> Deal {
        if self.processes == 1 {
            return Deal::new(rows, 1, 1, window / self.row_codes(layout).max(1), |_| 1);
        }
        let board = self.game.board();
        // The sweep spends no time on rows without positions.
        let weight = |row| if encode::weight(layout, board, row) == Weight::Free { 1 } else { 8 };
        let bytes = self.row_codes(layout).saturating_mul(layout.rows);
        let chunks = (bytes / self.processes as u64 / LEAST_CHUNK_BYTES).clamp(1, CHUNKS);
        Deal::new(rows, self.processes, chunks, self.chunk(layout), weight)
    }

    /// The largest number of rows of a chunk of a team.
    fn chunk(&self, layout: &Layout) -> u64 {
        (CHUNK_BYTES / self.row_codes(layout).max(1)).max(8)
    }

    /// Approximate bytes that the rows of a process of a team take in a ply: a chunk has a multiple of eight
    /// rows.
    fn part_bytes(&self, ply: u32) -> u64 {
        let layout = self.layout(ply);
        let even = self.ply_bytes(ply) / self.processes as u64;
        let eight = (layout.row_bytes() as u64).saturating_mul(8.min(layout.rows));
        even.saturating_add(even / 8).saturating_add(eight)
    }

    /// Bytes that a step of a team takes in addition to the rows.
    fn beside(&self, layout: &Layout) -> u64 {
        let row = self.row_codes(layout);
        let chunk = row.saturating_mul(self.chunk(layout).min(layout.rows));
        let codes = chunk.max(BATCH_BYTES.min(row.saturating_mul(layout.rows)));
        let rounds = ROUNDS * ROUND_BYTES.min(self.ply_bytes(layout.ply)).max(unit_bytes(layout));
        let owners = (2 + 16) * subsets::binomial(layout.cells, layout.mover());
        self.overhead(layout).saturating_add(COPIES * 2 * codes).saturating_add(rounds + owners)
    }

    /// Allocates this process's rows among `rows`. `taken` bytes hold the next ply.
    fn part(
        &mut self,
        layout: Layout,
        rows: Range<u64>,
        taken: u64,
        context: &Context<'_>,
        team: &Team<'_>,
    ) -> Result<PlyShare, GenerateError> {
        let given = context.memory_bytes;
        let row_bytes = layout.row_bytes() as u64;
        let window = self.window(&layout, taken + (rows.end - rows.start) * row_bytes, given);
        let deal = self.deal(&layout, rows, window);
        let rows = deal.len(team.process());
        let mut bytes = rows * row_bytes;
        let needed = bytes.saturating_add(taken).saturating_add(self.beside(&layout));
        if !team.is_one() && needed > given {
            return Err(PlanError::NeedsMemory { needed, given }.into());
        }
        let memory = self.spare.take().filter(|memory| memory.size() as u64 >= bytes);
        if memory.is_none() && team.is_one() && self.all_in_memory() <= given {
            // Memory to be used again is made as large as the largest ply: pages not used take nothing.
            let plies = (0..=layout.ply).filter(|p| p % 2 == layout.ply % 2);
            bytes = plies.map(|p| self.ply_bytes(p)).fold(bytes, u64::max);
        }
        let failed = |source| GenerateError::Memory { bytes, source };
        let memory = memory.map_or_else(|| Zeroed::new(bytes as usize), Ok).map_err(failed)?;
        Ok(PlyShare { deal, ply: Ply::new(layout, rows, Some(memory)).map_err(failed)? })
    }

    /// Reads this process's rows of a ply from its tables.
    fn load(
        &mut self,
        decoder: &Decoder,
        context: &Context<'_>,
        team: &Team<'_>,
    ) -> Result<PlyShare, GenerateError> {
        let layout = decoder.layout;
        let mut part = self.part(layout, 0..layout.rows, 0, context, team)?;
        let rows: Vec<u64> = part.deal.rows(team.process()).collect();
        let cells = part.ply.bytes_mut().par_chunks_exact_mut(layout.row_bytes());
        cells.zip(rows).try_for_each_init(Vec::new, |room, (cells, row)| {
            cells.copy_from_slice(decoder.row(row, room)?);
            Ok::<_, TableError>(())
        })?;
        Ok(part)
    }

    /// Makes this process's rows among `rows`, from all processes' rows of the next ply.
    fn sweep(
        &mut self,
        layout: Layout,
        rows: Range<u64>,
        next: &Next,
        context: &Context<'_>,
        team: &mut Team<'_>,
    ) -> Result<PlyShare, GenerateError> {
        context.phase(Phase::Sweep);
        let after = Layout::new(layout.cells, layout.ply + 1, Metric::Wdl);
        let (source, pairs, taken): (&dyn RowSource, usize, u64) = match next {
            Next::Held(part) => (&part.ply, part.ply.layout.pairs, part.ply.bytes()),
            Next::Tables(tables) => (tables, tables.layout.pairs, 0),
            Next::Nothing(nothing) => (nothing, 1, 0),
        };
        let units = match next {
            Next::Held(part) => part.deal.clone(),
            _ => self.deal(&after, 0..after.rows, u64::MAX),
        };
        let mut made = self.part(layout, rows, taken, context, team)?;
        let board = self.game.board();
        let (shape, mut places) = (layout.shape(), layout.places(board));
        let owners = owners(&mut places, &made.deal, team.process());
        let sweep = Sweep {
            layout,
            level: self.level,
            shape: &shape,
            owners: &owners,
            next: (source, pairs),
            fills: made.ply.fills(board, &shape, &places),
            is_last: self.game.has_final_moves() && matches!(next, Next::Nothing(_)),
            process: team.process(),
            size: team.size(),
            stopped: &|| context.stopped(),
        };
        let all: Vec<Vec<u64>> = (0..team.size()).map(|process| units.rows(process).collect()).collect();
        let each = if team.is_one() {
            usize::MAX
        } else {
            (ROUND_BYTES / unit_bytes(&layout).max(1)).max(1) as usize
        };
        let rounds = all.iter().map(|units| units.len().div_ceil(each)).max().unwrap_or(0);
        // The units of a process in a round, and the place of the first one among its rows.
        let round = |process: usize, round: usize| {
            let units = share(all[process].len(), rounds, round);
            (&all[process][units.clone()], units.start as u64)
        };
        let mut outgoing = if rounds > 0 { sweep.round(round(team.process(), 0))? } else { Vec::new() };
        for now in 0..rounds {
            context.check_stop()?;
            let mut following = Ok(Vec::new());
            let (sweep, round, later) = (&sweep, &round, &mut following);
            let received = rayon::in_place_scope(|scope| {
                if now + 1 < rounds {
                    scope.spawn(move |_| *later = sweep.round(round(sweep.process, now + 1)));
                }
                team.all_to_all(std::mem::take(&mut outgoing))
            })?;
            outgoing = following?;
            for (process, block) in received.iter().enumerate().filter(|(from, _)| *from != sweep.process) {
                sweep.place(round(process, now).0, block);
            }
        }
        context.check_stop()?;
        Ok(made)
    }

    /// Writes rows of a ply.
    fn write(
        &self,
        made: &PlyShare,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        output.phase(Phase::Write);
        let PlyShare { deal, ply } = made;
        let coder = Coder::new(self, &ply.layout, output)?;
        let row_codes = self.row_codes(&ply.layout);
        let mut first = 0;
        for (all, shares) in deal.batches(team.process(), row_codes) {
            let mut parts = Vec::with_capacity(shares.len());
            for rows in shares {
                let place = first;
                first += rows.end - rows.start;
                let groups = windows(rows.clone(), row_codes, GROUP_BYTES, u64::MAX);
                let groups: Vec<Range<u64>> = groups.flatten().collect();
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

/// The greatest number of bytes of planes for one of the opponent's sets.
fn unit_bytes(layout: &Layout) -> u64 {
    let sets = subsets::binomial(layout.cells - layout.opponent(), layout.mover());
    sets.saturating_mul((layout.pairs * layout.pair_bytes()) as u64)
}

/// Turns rows of a ply into codes.
struct Coder<'a> {
    values: &'a Values<'a>,
    layout: Layout,
    sizes: Sizes,
    codings: Vec<Coding>,
    /// The tables of reachable positions, if those are counted.
    reach: Option<Vec<Arc<Table>>>,
}

impl<'a> Coder<'a> {
    fn new(values: &'a Values<'_>, layout: &Layout, context: &Context<'_>) -> Result<Self, TableError> {
        let tables = || context.tables(values.game.layers_at(layout.ply), Metric::Reach);
        let reach = if context.reach { Some(tables()?) } else { None };
        let (sizes, codings) = (Sizes::new(layout), values.codings(layout));
        Ok(Self { values, layout: *layout, sizes, codings, reach })
    }

    /// Entries of a row, of all layers.
    fn row_entries(&self) -> u64 {
        (0..self.sizes.neutral.len()).map(|layer| self.sizes.row_entries(&self.layout, layer)).sum()
    }

    /// The codes of consecutive rows, by layer. `cells` are theirs.
    fn codes(&self, cells: &[u8], rows: Range<u64>) -> Result<Vec<Codes>, TableError> {
        let Self { values, layout, sizes, codings, reach } = self;
        let reach = match reach {
            Some(tables) => Some(reach_bits(tables, layout, sizes, &rows)?),
            None => None,
        };
        let reach = reach.as_deref();
        let board = values.game.board();
        let rows = Rows { layout, numbers: rows, cells };
        macro_rules! by_planes {
            ($planes:literal) => {
                with_bits!(values.level, |cpu| encode::encode::<_, $planes>(
                    cpu, rows, board, sizes, codings, reach
                ))
            };
        }
        Ok(match 2 * layout.pairs {
            2 => by_planes!(2),
            4..=10 => by_planes!(10),
            12..=20 => by_planes!(20),
            _ => by_planes!(66),
        })
    }
}

/// The approximate number of words that the sweep of a ply reads: for each pair of sets, the generate moves
/// and the transform moves.
fn effort(layout: &Layout) -> u64 {
    let rest = layout.rest() as f64;
    let stones = f64::from(layout.mover());
    let pairs = rest * (rest - 1.0) / 2.0;
    let vector = if layout.rest() <= LARGEST {
        8.0 + 3.0 * rest + pairs * (stones + 1.0) / 2.0
    } else {
        // Half a vector for each cell, twice, and a shadow; a quarter for each transform, and for each pair
        // of cells.
        2.0 * (rest - 7.0).exp2() * (2.0 * rest + pairs * (stones + 1.0) / 4.0)
    };
    let sets = subsets::binomial(layout.cells - layout.opponent(), layout.mover()) as f64;
    (folded::count(layout.cells, layout.opponent()) as f64 * sets * vector * layout.pairs as f64) as u64
}

/// The place of the next ply: in memory or in its tables.
enum Next {
    Held(PlyShare),
    Tables(Decoder),
    Nothing(Nothing),
}

/// The bits of these rows, by layer.
fn reach_bits(
    tables: &[Arc<Table>],
    layout: &Layout,
    sizes: &Sizes,
    rows: &Range<u64>,
) -> Result<Vec<Vec<u8>>, TableError> {
    let bits = |(layer, table): (usize, &Arc<Table>)| {
        let entries = sizes.row_entries(layout, layer);
        let mut packed = Vec::new();
        let count = (rows.end - rows.start) * entries;
        let first = packed::read_entries(table, rows.start * entries, count, &mut packed)?;
        packed.drain(..(first / 8) as usize);
        Ok(packed)
    };
    tables.iter().enumerate().map(bits).collect()
}

impl Engine for Values<'_> {
    fn steps(&self) -> Vec<Work> {
        let last = ply::last_ply(self.cells());
        let work = |ply: u32| {
            let layout = self.layout(ply);
            let (layers, effort) = (self.game.layers_at(ply).collect(), effort(&layout));
            if self.processes > 1 {
                let next = if ply < last { self.part_bytes(ply + 1) } else { 0 };
                let parts = self.part_bytes(ply).saturating_add(next);
                let bytes = parts.saturating_add(self.beside(&layout));
                return Work { layers, best_bytes: bytes, least_bytes: bytes, effort };
            }
            let rows = (layout.row_bytes() as u64).saturating_mul(8);
            let least = self.overhead(&layout).saturating_add(self.codes(&layout, LEAST_WINDOW_BYTES));
            let best_bytes = self.in_memory(ply, WINDOW_BYTES);
            Work { layers, best_bytes, least_bytes: least.saturating_add(rows), effort }
        };
        (0..=last).rev().map(work).collect()
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        self.coding(&self.layout(self.game.ply_of(layer)), layer).values
    }

    fn reads(&self, memory_bytes: &[u64]) -> Vec<u64> {
        if self.processes > 1 {
            return vec![0; memory_bytes.len()];
        }
        let mut held = false;
        let entries = |ply: u32| {
            self.game.layers_at(ply).map(|layer| self.game.layers()[layer].len).fold(0, u64::saturating_add)
        };
        let read = |(step, &memory_bytes): (usize, &u64)| {
            let ply = self.ply(step);
            let layout = self.layout(ply);
            let from_memory = held && self.in_memory(ply, LEAST_WINDOW_BYTES) <= memory_bytes;
            let pieces =
                if from_memory { 1 } else { layout.rows.div_ceil(self.piece(&layout, memory_bytes)) };
            held = pieces == 1;
            // No ply follows the last one.
            if from_memory || step == 0 { 0 } else { entries(ply + 1).saturating_mul(pieces) }
        };
        memory_bytes.iter().enumerate().map(read).collect()
    }

    fn reads_tables(&self, step: usize, memory_bytes: u64) -> bool {
        let ply = self.ply(step);
        let both = self.processes > 1 || self.in_memory(ply, LEAST_WINDOW_BYTES) <= memory_bytes;
        step > 0 && !(both && self.held.as_ref().is_some_and(|held| held.ply.layout.ply == ply + 1))
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let ply = self.ply(step);
        let layout = self.layout(ply);
        let from_tables = self.reads_tables(step, output.memory_bytes);
        let held = self.held.take().filter(|_| !from_tables);
        let next = if from_tables {
            self.spare = None;
            let next = self.layout(ply + 1);
            let tables = output.tables(self.game.layers_at(ply + 1), self.metric)?;
            let tables = Decoder::new(next, self.codings(&next), tables);
            if team.is_one() { Next::Tables(tables) } else { Next::Held(self.load(&tables, output, team)?) }
        } else {
            held.map_or_else(
                || Next::Nothing(Nothing(Layout::new(self.cells(), ply + 1, Metric::Wdl))),
                Next::Held,
            )
        };
        let whole = !team.is_one() || matches!(next, Next::Held(_));
        let rows = if whole { layout.rows } else { self.piece(&layout, output.memory_bytes) };
        for first in (0..layout.rows).step_by(rows as usize) {
            let made = self.sweep(layout, first..layout.rows.min(first + rows), &next, output, team)?;
            self.write(&made, output, team)?;
            if rows >= layout.rows {
                self.held = Some(made);
            } else {
                self.spare = Some(made.ply.into_memory());
            }
        }
        self.spare = match next {
            Next::Held(held) if team.is_one() => Some(held.ply.into_memory()),
            _ => None,
        };
        Ok(())
    }
}
