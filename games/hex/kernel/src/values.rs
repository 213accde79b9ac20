//! The engine for values: layer by layer, from the full board to the empty one.

use super::census::{Census, census};
use super::rows::{self, complement, deposit, extract_others};
use nexsolve_core::{LayerId, Ranked, Score, Side, folded, folded::Facing, subsets};
use nexsolve_db::{Counts, Metric};
use nexsolve_hex::Hex;
use nexsolve_rhombus::{CellSet, Rhombus};
use nexsolve_tablegen::GenerateError;
use nexsolve_tablegen::Phase;
use nexsolve_tablegen::bits::{Bits, Level};
use nexsolve_tablegen::codes::{Codes, Coding, Segment, Weight};
use nexsolve_tablegen::context::Context;
use nexsolve_tablegen::engine::{self, Engine, Work, with_window};
use nexsolve_tablegen::output::Output;
use nexsolve_tablegen::packed;
use nexsolve_tablegen::team::{Deal, Team};
use nexsolve_tablegen::with_bits;
use rayon::prelude::*;
use std::ops::Range;

/// The greatest number of entries that wait to be written, and the number that a thread makes at a time.
pub(super) const WINDOW: u64 = 1 << 27;
const GROUP: u64 = 1 << 20;

/// The approximate number of chunks of rows of each process of a team, and the least number of their codes.
const CHUNKS: u64 = 16;
const CHUNK_BYTES: u64 = 256 << 10;

/// The approximate number of rows that all processes send at a time.
const GATHERED_BYTES: u64 = 64 << 20;

/// The positions of a layer for all of Black's sets, one bit each: 1 if the position is lost.
struct Lost {
    stones: u32,
    words: Vec<u64>,
}

impl Lost {
    /// The words of the row of one of Black's sets, `width` of them.
    fn row(&self, set: u64, width: usize) -> &[u64] {
        &self.words[subsets::rank(set) as usize * width..][..width]
    }
}

/// The sizes of a layer.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) cells: u32,
    pub(super) black: u32,
    pub(super) white: u32,
    /// Entries of a row.
    pub(super) cols: u64,
}

impl Layout {
    pub(super) fn new(cells: u32, stones: u32) -> Self {
        let (black, white) = (stones.div_ceil(2), stones / 2);
        Self { cells, black, white, cols: subsets::binomial(cells - black, white) }
    }

    pub(super) fn row_words(&self) -> usize {
        self.cols.div_ceil(64) as usize
    }

    /// Cells that are not Black's.
    pub(super) fn free(&self) -> u32 {
        self.cells - self.black
    }

    pub(super) fn black_moves(&self) -> bool {
        self.black == self.white
    }

    /// Returns whether White's set alone decides whether play can reach a position: he moved last.
    pub(super) fn is_decided_by_white(&self) -> bool {
        self.black_moves() && self.white > 0
    }

    /// Rows of the layer, all sets of Black's.
    pub(super) fn sets(&self) -> u64 {
        subsets::binomial(self.cells, self.black)
    }

    /// The weight of a row in counts.
    pub(super) fn weight(&self, board: &Rhombus<u64>, set: u64) -> Weight {
        Weight::of(set, board.rotated(set), || self.black_moves() && board.connects(set, Side::Black))
    }
}

/// The rows of a layer of `len` ranks, in windows of groups.
pub(super) fn windows(len: u64, cols: u64) -> impl Iterator<Item = Vec<Range<u64>>> {
    engine::windows(0..len / cols, cols, GROUP, WINDOW)
}

/// The ranks of these rows.
pub(super) fn entries(groups: &[Range<u64>], cols: u64) -> u64 {
    groups.iter().map(|rows| (rows.end - rows.start) * cols).sum()
}

pub(super) struct Values<'g> {
    game: &'g Hex<u64>,
    level: Level,
    processes: usize,
    held: Option<Lost>,
}

impl<'g> Values<'g> {
    pub(super) fn new(game: &'g Hex<u64>, processes: usize) -> Self {
        Self { game, level: Level::best(), processes, held: None }
    }

    fn board(&self) -> &Rhombus<u64> {
        self.game.board()
    }

    fn layout(&self, stones: u32) -> Layout {
        Layout::new(self.board().len(), stones)
    }

    /// The layer of a step: the full board first.
    fn stones(&self, step: usize) -> u32 {
        self.board().len() - step as u32
    }

    fn layer_bytes(&self, stones: u32) -> u64 {
        let layout = self.layout(stones);
        layout.sets().saturating_mul(8 * layout.row_words() as u64)
    }

    /// The full board: lost for the side to move if the other has joined its edges.
    fn full(&self) -> Lost {
        let board = self.board();
        let layout = self.layout(board.len());
        let word = |number| {
            let black = subsets::unrank(number, layout.cells, layout.black);
            let black_joins = board.connects(black, Side::Black);
            u64::from(black_joins != layout.black_moves())
        };
        let words = (0..layout.sets()).into_par_iter().map(word).collect();
        Lost { stones: board.len(), words }
    }

    /// Makes the layer before `next`: the rows of Black's sets that are `wanted`. The others stay empty.
    fn before(&self, next: &Lost, wanted: impl Fn(u64) -> bool + Sync) -> Lost {
        let layout = self.layout(next.stones - 1);
        let after = self.layout(next.stones);
        let width = layout.row_words();
        let mut words = vec![0; layout.sets() as usize * width];
        let (masks, next_masks) = rayon::join(
            || rows::without(layout.free(), layout.white),
            || if layout.black_moves() { Vec::new() } else { rows::without(after.free(), after.white) },
        );
        words.par_chunks_exact_mut(width).enumerate().for_each_init(Vec::new, |closed, (number, row)| {
            let set = subsets::unrank(number as u64, layout.cells, layout.black);
            if !wanted(set) {
                return;
            }
            with_bits!(self.level, |cpu| if layout.black_moves() {
                black_moves(cpu, self.board(), set, &masks, next, after.row_words(), row);
            } else {
                let from = &next.words[number * after.row_words()..][..after.row_words()];
                white_moves(cpu, from, &masks, &next_masks, after.cols, closed, row);
            });
            complement(row, layout.cols);
        });
        Lost { stones: layout.black + layout.white, words }
    }

    /// The rows of each process: the same in both layers with this number of Black's stones.
    fn deal(&self, layout: &Layout) -> Deal {
        // The layer with longer rows decides for both.
        let cols = |white: u32| subsets::binomial(layout.free(), white);
        let cols = cols(layout.black - layout.black.min(1)).max(cols(layout.black.min(layout.free()))).max(1);
        let processes = self.processes as u64;
        let rows = folded::count(layout.cells, layout.black);
        let chunks = if processes == 1 { 1 } else { rows * cols / 8 / processes / CHUNK_BYTES };
        Deal::new(0..rows, self.processes, chunks.clamp(1, CHUNKS), WINDOW / processes / cols, |_| 1)
    }

    /// Reads a layer from its table.
    fn load(&self, stones: u32, context: &Context<'_>) -> Result<Lost, GenerateError> {
        let board = self.board();
        let layout = self.layout(stones);
        let table = context.table(LayerId::new(stones as usize), Metric::Wdl)?;
        let places: Vec<(u64, Facing)> = (0..layout.sets())
            .map(|number| folded::rank(subsets::unrank(number, layout.cells, layout.black), layout.cells))
            .collect();
        // The place of each of White's sets in the row of the rotated position.
        let turned: Vec<u64> = (0..layout.cols)
            .map(|number| {
                let set = subsets::unrank(number, layout.free(), layout.white);
                subsets::rank(folded::reversed(set, layout.free()))
            })
            .collect();
        let mut words = vec![0; layout.sets() as usize * layout.row_words()];
        let rows = words.par_chunks_exact_mut(layout.row_words()).zip(&places).enumerate();
        rows.try_for_each_init(Vec::new, |packed_codes, (number, (row, &(place, facing)))| {
            let first = packed::read_entries(&table, place * layout.cols, layout.cols, packed_codes)?;
            let won = |number: u64| {
                let at = first + number;
                packed_codes[(at / 8) as usize] >> (at % 8) & 1
            };
            for number in 0..layout.cols {
                let from = if facing == Facing::Reversed { turned[number as usize] } else { number };
                row[(number / 64) as usize] |= u64::from(1 - won(from)) << (number % 64);
            }
            // The entries of a free row are not values. In this engine the player who has joined his edges
            // has won.
            let set = subsets::unrank(number as u64, layout.cells, layout.black);
            if layout.weight(board, set) == Weight::Free {
                row.fill(0);
            }
            Ok::<_, GenerateError>(())
        })?;
        Ok(Lost { stones, words })
    }

    fn encode(&self, lost: &Lost, layout: &Layout, rows: Range<u64>, coding: &Coding) -> Codes {
        let width = layout.row_words();
        let entries = (rows.end - rows.start) * layout.cols;
        let mut segment: Segment<'_, 1> = Segment::new(coding, entries as usize, None);
        for row in rows {
            let set = folded::unrank(row, layout.cells, layout.black);
            let weight = layout.weight(self.board(), set);
            if weight == Weight::Free {
                segment.repeat(layout.cols, &[0], weight);
                continue;
            }
            segment.extend(lost.row(set, width).iter().map(|word| !word), layout.cols, weight);
        }
        segment.finish()
    }
}

/// A move by Black leads to a lost position.
#[inline(always)]
fn black_moves<B: Bits>(
    cpu: B,
    board: &Rhombus<u64>,
    set: u64,
    masks: &[Vec<u64>],
    next: &Lost,
    next_words: usize,
    row: &mut [u64],
) {
    for (cell, mask) in (board.full() & !set).iter().zip(masks) {
        let after = subsets::rank(set | u64::one(cell)) as usize;
        deposit(cpu, &next.words[after * next_words..][..next_words], mask, row);
    }
}

/// A move by White leads to a lost position.
#[inline(always)]
fn white_moves<B: Bits>(
    cpu: B,
    from: &[u64],
    masks: &[Vec<u64>],
    next_masks: &[Vec<u64>],
    sets: u64,
    closed: &mut Vec<u64>,
    row: &mut [u64],
) {
    for (mask, next_mask) in masks.iter().zip(next_masks) {
        extract_others(cpu, from, next_mask, sets, closed);
        deposit(cpu, closed, mask, row);
    }
}

impl Engine for Values<'_> {
    fn steps(&self) -> Vec<Work> {
        let cells = self.board().len();
        let work = |stones: u32| {
            let layout = self.layout(stones);
            let next = if stones < cells { self.layer_bytes(stones + 1) } else { 0 };
            let masks = u64::from(layout.free()) * 24 * layout.row_words() as u64;
            let codes = WINDOW.min(layout.sets().saturating_mul(layout.cols)) / 8 * 3;
            let bytes = self.layer_bytes(stones).saturating_add(next).saturating_add(masks + codes);
            let layer = LayerId::new(stones as usize);
            let effort = self.game.layers()[layer].len;
            let work = Work { layers: vec![layer], best_bytes: bytes, least_bytes: bytes, effort };
            with_window(work, self.processes, effort.min(WINDOW))
        };
        (0..=cells).rev().map(work).collect()
    }

    fn values(&self, _: LayerId) -> Vec<i16> {
        coding().values
    }

    fn reads_tables(&self, step: usize, _: u64) -> bool {
        step > 0 && self.held.as_ref().is_none_or(|held| held.stones != self.stones(step) + 1)
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        output.phase(Phase::Sweep);
        let stones = self.stones(step);
        let layout = self.layout(stones);
        let deal = self.deal(&layout);
        let made = if step == 0 {
            self.full()
        } else {
            let next = match self.held.take() {
                Some(held) if held.stones == stones + 1 => held,
                _ => self.load(stones + 1, output)?,
            };
            let mut own = Vec::new();
            if !team.is_one() {
                own.resize(folded::count(layout.cells, layout.black) as usize, false);
                deal.rows(team.process()).for_each(|row| own[row as usize] = true);
            }
            let is_own = |set| own.is_empty() || own[folded::rank(set, layout.cells).0 as usize];
            let mut made = self.before(&next, is_own);
            output.check_stop()?;
            if !layout.black_moves() && !team.is_one() {
                gather(&mut made, &layout, self.board(), &deal, team)?;
            }
            made
        };
        output.phase(Phase::Write);
        let coding = coding();
        for (all, shares) in deal.batches(team.process(), layout.cols / 8) {
            let parts = shares.into_iter().map(|rows| {
                let groups: Vec<_> = engine::windows(rows, layout.cols, GROUP, u64::MAX).flatten().collect();
                let part = |rows: &Range<u64>| vec![self.encode(&made, &layout, rows.clone(), &coding)];
                groups.par_iter().map(part).collect::<Vec<Vec<Codes>>>()
            });
            let parts: Vec<Vec<Vec<Codes>>> = parts.collect();
            output.append(team, &parts, all * layout.cols)?;
        }
        let census = census(self.board(), layout.black, layout.white, team)?;
        let reach = output.reach;
        output.adjust(team, 0, |counts| adjust(counts, &layout, census, reach))?;
        self.held = Some(made);
        Ok(())
    }
}

/// Sends this process's rows of a layer in which White is to move to all processes, and receives theirs. In
/// rows in which Black has joined his edges, White has lost every position: those rows are not sent.
fn gather(
    made: &mut Lost,
    layout: &Layout,
    board: &Rhombus<u64>,
    deal: &Deal,
    team: &mut Team<'_>,
) -> Result<(), GenerateError> {
    let width = layout.row_words();
    // The sets of Black's that share a row of the table.
    let sets = |row: u64| {
        let set = folded::unrank(row, layout.cells, layout.black);
        let turned = folded::reversed(set, layout.cells);
        [Some(set), (turned != set).then_some(turned)].into_iter().flatten()
    };
    let window_bytes = 16 * width as u64 * deal.rows_of_window();
    let each = (GATHERED_BYTES / window_bytes.max(1)).max(1) as usize;
    for first in (0..deal.windows()).step_by(each) {
        let windows = first..deal.windows().min(first + each);
        let rows_of = |process: usize| windows.clone().flat_map(move |window| deal.share(window, process));
        let open = |set: &u64| !board.connects(*set, Side::Black);
        let mut block = Vec::new();
        for set in rows_of(team.process()).flat_map(sets).filter(open) {
            block.extend_from_slice(bytemuck::cast_slice(made.row(set, width)));
        }
        let received = team.all_gather(block)?;
        for (process, block) in received.iter().enumerate().filter(|(process, _)| *process != team.process())
        {
            let mut rows = block.chunks_exact(8 * width);
            for set in rows_of(process).flat_map(sets) {
                let row = &mut made.words[subsets::rank(set) as usize * width..][..width];
                if open(&set) {
                    bytemuck::cast_slice_mut::<u64, u8>(row)
                        .copy_from_slice(rows.next().expect("each open row"));
                } else {
                    complement(row, layout.cols);
                }
            }
        }
    }
    Ok(())
}

/// Subtracts free ranks from the counts, and adds the counts of reachable positions if `reach` is true.
fn adjust(counts: &mut Counts, layout: &Layout, census: Census, reach: bool) {
    // White may have joined his edges before his move: those ranks are free, but counted as won.
    if !layout.black_moves() {
        counts.positions[1] -= census.impossible;
    }
    if reach {
        let mut reachable = counts.positions.clone();
        reachable[0] -= census.unreachable;
        counts.reachable = Some(reachable);
    }
}

/// The coding of lost and won positions.
fn coding() -> Coding {
    Coding::bit([Score::LOSS.to_raw(), Score::WIN.to_raw()])
}
