//! The engine for values and distances: ply by ply, from the last to the first.

use super::encode::{self, Decoder, Rows, Sizes};
use super::masks::LARGEST;
use super::ply::{self, Layout, Nothing, Ply, Source};
use super::shape::Shape;
use super::vectors::len;
use crate::bits::{Level, with_bits};
use crate::codes::{Codes, Coding};
use crate::engine::{Context, Engine, Output, Work, windows};
use crate::error::GenerateError;
use crate::layers::longest;
use crate::packed;
use crate::progress::Phase;
use crate::region::Region;
use nexsolve_core::{LayerId, Ranked, folded, subsets};
use nexsolve_db::{Metric, Table, TableError};
use nexsolve_games::nex::Nex;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Bytes of packed codes that one thread makes at a time, about.
pub(super) const GROUP_BYTES: u64 = 1 << 18;

/// Bytes of packed codes that wait to be written: if there is room, and at least.
const WINDOW_BYTES: u64 = 48 << 20;
const LEAST_WINDOW_BYTES: u64 = 2 << 20;

/// Bytes of memory for each byte of packed codes until it is written, with the byte itself.
pub(super) const COPIES: u64 = 5;

pub(super) struct Values<'g> {
    pub(super) game: &'g Nex<u64>,
    pub(super) metric: Metric,
    pub(super) level: Level,
    /// The ply made last, if there is room for the whole of it.
    held: Option<Ply>,
    /// Memory for further use.
    spare: Option<Region>,
}

impl<'g> Values<'g> {
    pub(super) fn new(game: &'g Nex<u64>, metric: Metric) -> Self {
        Self { game, metric, level: Level::best(), held: None, spare: None }
    }

    pub(super) fn cells(&self) -> u32 {
        self.game.board().len()
    }

    /// The ply of a step.
    pub(super) fn ply(&self, step: usize) -> u32 {
        ply::last_ply(self.cells()) - step as u32
    }

    pub(super) fn layout(&self, ply: u32) -> Layout {
        Layout::new(self.cells(), ply, self.metric)
    }

    /// The coding of the cells of a ply in one of its layers.
    pub(super) fn coding(&self, layout: &Layout, layer: LayerId) -> Coding {
        let odd = layout.ply as usize & 1;
        match self.metric {
            Metric::Dtw => Coding::dtw(2 * layout.pairs, odd, longest(self.game.layers(), layer)),
            _ => Coding::wdl(odd),
        }
    }

    pub(super) fn codings(&self, layout: &Layout) -> Vec<Coding> {
        self.game.layers_at(layout.ply).map(|layer| self.coding(layout, layer)).collect()
    }

    pub(super) fn ply_bytes(&self, ply: u32) -> u64 {
        let layout = self.layout(ply);
        u64::try_from(u128::from(layout.rows) * layout.row_bytes() as u128).unwrap_or(u64::MAX)
    }

    /// Packed codes of a row, in all its tables.
    pub(super) fn row_codes(&self, layout: &Layout) -> u64 {
        let layers = encode::neutral(layout).into_iter().zip(self.codings(layout));
        let bytes = |(neutral, coding): (u32, Coding)| {
            layout.row_entries(neutral).saturating_mul(coding.bits() as u64).div_ceil(8)
        };
        layers.map(bytes).fold(0, u64::saturating_add)
    }

    /// Bytes that a step takes in addition to the plies and the window of codes: the shape, the threads' working memory, and the groups of
    /// codes in work.
    pub(super) fn overhead(&self, layout: &Layout) -> u64 {
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

    /// Bytes that the codes of a window take until they are written, if it holds this many packed bytes of the ply.
    pub(super) fn codes(&self, layout: &Layout, window: u64) -> u64 {
        COPIES * window.min(self.row_codes(layout).saturating_mul(layout.rows))
    }

    /// Bytes that a step takes with the ply and the next one in memory, and a window of this many bytes.
    fn in_memory(&self, ply: u32, window: u64) -> u64 {
        let layout = self.layout(ply);
        let next = if ply < ply::last_ply(self.cells()) { self.ply_bytes(ply + 1) } else { 0 };
        let plies = self.ply_bytes(ply).saturating_add(next);
        plies.saturating_add(self.overhead(&layout)).saturating_add(self.codes(&layout, window))
    }

    /// The largest plies of either parity are in memory together, if there is room.
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

    /// The packed bytes of a window, beside `taken` bytes that hold plies.
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

    /// Sweeps rows of a ply.
    fn sweep(
        &mut self,
        layout: Layout,
        rows: Range<u64>,
        next: &Next,
        output: &Context<'_>,
    ) -> Result<Ply, GenerateError> {
        output.phase(Phase::Sweep);
        let bytes = (rows.end - rows.start) * layout.row_bytes() as u64;
        // A region to be used again is made as large as the largest ply: pages not used take nothing.
        let room = if self.all_in_memory() <= output.memory_bytes {
            let plies = (0..=layout.ply).filter(|p| p % 2 == layout.ply % 2);
            plies.map(|p| self.ply_bytes(p)).max().unwrap_or(bytes).max(bytes)
        } else {
            bytes
        };
        let failed = |source| GenerateError::Memory { bytes: room, source };
        let region = match self.spare.take() {
            Some(region) if region.len() as u64 >= bytes => region,
            _ => Region::new(room as usize).map_err(failed)?,
        };
        let mut target = Ply::new(layout, rows, Some(region)).map_err(failed)?;
        let (source, pairs): (&dyn Source, usize) = match next {
            Next::Held(ply) => (ply, ply.layout.pairs),
            Next::Tables(tables, pairs) => (tables, *pairs),
            Next::Nothing(nothing) => (nothing, 1),
        };
        ply::sweep(self.game.board(), self.level, source, pairs, &mut target, &|| output.stopped())?;
        output.check_stop()?;
        Ok(target)
    }

    /// Writes rows of a ply in windows of this many packed bytes.
    fn write(&self, ply: &Ply, window: u64, output: &mut Output<'_>) -> Result<(), GenerateError> {
        output.phase(Phase::Write);
        let layout = &ply.layout;
        let coder = Coder::new(self, layout, output)?;
        for groups in windows(ply.rows.clone(), self.row_codes(layout), GROUP_BYTES, window) {
            let part = |rows: &Range<u64>| coder.codes(ply.cells(rows.clone()), rows.clone());
            let parts = groups.par_iter().map(part).collect::<Result<Vec<_>, _>>()?;
            let rows: u64 = groups.iter().map(|rows| rows.end - rows.start).sum();
            output.append(&parts, rows * coder.row_entries())?;
        }
        Ok(())
    }
}

/// Turns rows of a ply into codes.
pub(super) struct Coder<'a> {
    values: &'a Values<'a>,
    layout: Layout,
    sizes: Sizes,
    codings: Vec<Coding>,
    /// The tables of reachable positions, if those are counted.
    reach: Option<Vec<Arc<Table>>>,
}

impl<'a> Coder<'a> {
    pub(super) fn new(
        values: &'a Values<'_>,
        layout: &Layout,
        context: &Context<'_>,
    ) -> Result<Self, TableError> {
        let tables = || context.tables(values.game.layers_at(layout.ply), Metric::Reach);
        let reach = if context.reach { Some(tables()?) } else { None };
        let (sizes, codings) = (Sizes::new(layout), values.codings(layout));
        Ok(Self { values, layout: *layout, sizes, codings, reach })
    }

    /// Entries of a row, of all layers.
    pub(super) fn row_entries(&self) -> u64 {
        (0..self.sizes.neutral.len()).map(|layer| self.sizes.row_entries(&self.layout, layer)).sum()
    }

    /// The codes of neighbouring rows, by layer. `cells` are theirs.
    pub(super) fn codes(&self, cells: &[u8], rows: Range<u64>) -> Result<Vec<Codes>, TableError> {
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

/// About the number of words that the sweep of a ply reads: for each pair of sets, the generate moves and the transform moves.
pub(super) fn effort(layout: &Layout) -> u64 {
    let rest = layout.rest() as f64;
    let stones = f64::from(layout.mover());
    let pairs = rest * (rest - 1.0) / 2.0;
    let vector = if layout.rest() <= LARGEST {
        8.0 + 3.0 * rest + pairs * (stones + 1.0) / 2.0
    } else {
        // Half a vector for each cell, twice, and a shadow; a quarter for each transform, and for each pair of cells.
        2.0 * (rest - 7.0).exp2() * (2.0 * rest + pairs * (stones + 1.0) / 4.0)
    };
    let sets = subsets::binomial(layout.cells - layout.opponent(), layout.mover()) as f64;
    (folded::count(layout.cells, layout.opponent()) as f64 * sets * vector * layout.pairs as f64) as u64
}

/// The place of the next ply: in memory or in its tables.
enum Next {
    Held(Ply),
    Tables(Decoder, usize),
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
        let plies = (0..=ply::last_ply(self.cells())).rev();
        let work = |ply: u32| {
            let layout = self.layout(ply);
            let rows = (layout.row_bytes() as u64).saturating_mul(8);
            let least = self.overhead(&layout).saturating_add(self.codes(&layout, LEAST_WINDOW_BYTES));
            Work {
                layers: self.game.layers_at(ply).collect(),
                best_bytes: self.in_memory(ply, WINDOW_BYTES),
                least_bytes: least.saturating_add(rows),
                effort: effort(&layout),
            }
        };
        plies.map(work).collect()
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        self.coding(&self.layout(self.game.ply_of(layer)), layer).values
    }

    fn reads(&self, memory_bytes: &[u64]) -> Vec<u64> {
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
        let both = self.in_memory(ply, LEAST_WINDOW_BYTES) <= memory_bytes;
        step > 0 && !(both && self.held.as_ref().is_some_and(|held| held.layout.ply == ply + 1))
    }

    fn make(&mut self, step: usize, output: &mut Output<'_>) -> Result<(), GenerateError> {
        let ply = self.ply(step);
        let layout = self.layout(ply);
        let from_tables = self.reads_tables(step, output.memory_bytes);
        let next = if from_tables {
            self.held = None;
            self.spare = None;
            let next = self.layout(ply + 1);
            let tables = output.tables(self.game.layers_at(ply + 1), self.metric)?;
            Next::Tables(Decoder::new(next, self.codings(&next), tables), next.pairs)
        } else {
            match self.held.take() {
                Some(held) => Next::Held(held),
                None => Next::Nothing(Nothing(Layout::new(self.cells(), ply + 1, Metric::Wdl))),
            }
        };
        let bytes = self.ply_bytes(ply);
        let whole = matches!(next, Next::Held(_)) || self.piece(&layout, output.memory_bytes) >= layout.rows;
        if whole {
            let made = self.sweep(layout, 0..layout.rows, &next, output)?;
            let taken = match &next {
                Next::Held(held) => bytes.saturating_add(held.bytes()),
                _ => bytes,
            };
            self.write(&made, self.window(&layout, taken, output.memory_bytes), output)?;
            self.spare = match next {
                Next::Held(held) => Some(held.into_region()),
                _ => None,
            };
            self.held = Some(made);
            return Ok(());
        }
        let row_bytes = layout.row_bytes() as u64;
        let rows = self.piece(&layout, output.memory_bytes);
        let window = self.window(&layout, rows * row_bytes, output.memory_bytes);
        let mut first = 0;
        while first < layout.rows {
            let made = self.sweep(layout, first..layout.rows.min(first + rows), &next, output)?;
            self.write(&made, window, output)?;
            first = made.rows.end;
            self.spare = Some(made.into_region());
        }
        self.spare = None;
        Ok(())
    }
}
