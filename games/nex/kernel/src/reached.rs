//! The engine for the positions that play can reach: ply by ply, from the start.
//!
//! Nearly all positions of a ply can be reached, and for a pair of coloured sets usually those with any
//! neutral set. So a cell here says "all" or "none", and has a vector only if neither is true. Let play reach
//! all positions with the mover's set M' − s before the move, for some stone s. Then generate moves reach all
//! positions with M' that have two neutral stones or more. Only a transform move leaves a single neutral
//! stone q: from two neutral stones i, j and the set M' − i − j + q. The cells that these two rules do not
//! decide are checked position by position.
//!
//! Each process of a team makes a part of the rows and sends them to all others.

use super::encode::{Sizes, weight};
use super::ply::{self, Layout, Place};
use super::rows::{self, Reached, ReachedRow};
use super::shape::{ones, pairs};
use super::vectors::len;
use nexsolve_core::{LayerId, Ranked, folded, folded::Facing, pdep, pext, subsets};
use nexsolve_db::{Metric, Table, TableError};
use nexsolve_nex::Nex;
use nexsolve_rhombus::Rhombus;
use nexsolve_tablegen::GenerateError;
use nexsolve_tablegen::codes::{Codes, Coding, Segment, Weight};
use nexsolve_tablegen::context::Context;
use nexsolve_tablegen::engine::{Engine, Work, windows, with_window};
use nexsolve_tablegen::output::Output;
use nexsolve_tablegen::packed;
use nexsolve_tablegen::team::{Reader, Team, Writer};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Words of vectors in the rows that are made before their codes are written, and in the rows of a thread at
/// a time.
const WINDOW_WORDS: u64 = 1 << 23;
const GROUP_WORDS: u64 = 1 << 15;

/// The positions of a ply that play can reach.
struct Ply<'g> {
    board: &'g Rhombus<u64>,
    layout: Layout,
    places: Vec<Place>,
    rows: Vec<ReachedRow>,
    /// The sets of the right sizes, as bits of half vectors.
    valid: Vec<u64>,
}

/// Neutral sets of a layout's sizes.
fn valid(layout: &Layout) -> Vec<u64> {
    let sizes = Sizes::new(layout);
    let layers = sizes.neutral.len();
    sizes.masks.chunks_exact(layers).map(|masks| masks.iter().fold(0, |all, mask| all | mask)).collect()
}

impl<'g> Ply<'g> {
    fn new(board: &'g Rhombus<u64>, layout: Layout, rows: Vec<ReachedRow>) -> Self {
        Self { board, layout, places: layout.places(board), rows, valid: valid(&layout) }
    }

    /// The cell of two sets, and whether it is rotated.
    #[inline]
    fn cell(&self, own: u64, others: u64) -> (Reached, Place, u64) {
        let place = self.places[subsets::rank(own) as usize];
        if place.connects {
            return (Reached::None, place, 0);
        }
        let row = &self.rows[place.row as usize];
        if row.all {
            return (Reached::All, place, 0);
        }
        let (own, others) = match place.facing {
            Facing::Reversed => (self.board.rotated(own), self.board.rotated(others)),
            _ => (own, others),
        };
        let col = subsets::rank(pext(others, self.board.full() & !own));
        (row.cells[col as usize], place, col)
    }

    /// Returns whether a position can be reached.
    fn has(&self, own: u64, others: u64, neutral: u64) -> bool {
        let (reached, place, col) = self.cell(own, others);
        match reached {
            Reached::None => false,
            // All of the ply: after this many moves no other number of neutral stones is possible.
            Reached::All => self.layout.has_neutral(neutral.count_ones()),
            Reached::Some => {
                let (own, others, neutral) = match place.facing {
                    Facing::Reversed => {
                        (self.board.rotated(own), self.board.rotated(others), self.board.rotated(neutral))
                    }
                    _ => (own, others, neutral),
                };
                let index = pext(neutral, self.board.full() & !own & !others) >> 1;
                let vector = &self.rows[place.row as usize].vectors[&(col as u32)];
                vector[(index / 64) as usize] >> (index % 64) & 1 == 1
            }
        }
    }

    fn is_all(&self, own: u64, others: u64) -> bool {
        self.cell(own, others).0 == Reached::All
    }

    /// A row of the next ply, whose mover's set is `others`.
    fn after(&self, next: &Layout, valid: &[u64], others: u64) -> ReachedRow {
        let free = self.board.full() & !others;
        let mut row = ReachedRow { all: true, ..ReachedRow::default() };
        if self.board.connects(others, next.side()) {
            return ReachedRow { all: false, cells: vec![Reached::None; next.cols as usize], ..row };
        }
        for col in 0..next.cols {
            let set = pdep(subsets::unrank(col, free.count_ones(), next.opponent()), free);
            let reached = if let Some(all) = self.rules(next, set, others, free) {
                all
            } else {
                row.note(col, self.one_by_one(valid, set, others, free), valid)
            };
            row.push(col, reached, next.cols);
        }
        row
    }

    /// The cell of a set after the move, if the two rules decide it.
    fn rules(&self, next: &Layout, set: u64, others: u64, free: u64) -> Option<Reached> {
        if !ones(set).any(|stone| self.is_all(set ^ stone, others)) {
            return None;
        }
        if next.ply == 1 || next.ply.is_multiple_of(2) {
            return Some(Reached::All);
        }
        let single = |given: u64| pairs(set).any(|gained| self.is_all((set & !gained) | given, others));
        ones(free & !set).all(single).then_some(Reached::All)
    }

    /// The neutral sets of a set after the move, each by the moves that lead to it.
    fn one_by_one(&self, valid: &[u64], set: u64, others: u64, free: u64) -> Vec<u64> {
        let rest = free & !set;
        let generates = ones(set).any(|stone| self.is_all(set ^ stone, others));
        let mut vector = vec![0; valid.len()];
        for (word, &mask) in valid.iter().enumerate() {
            for bit in ones(mask) {
                let index = word as u64 * 64 + u64::from(bit.trailing_zeros());
                let parity = u64::from((index.count_ones() ^ (self.layout.ply + 1)) & 1);
                let neutral = pdep(index << 1 | parity, rest);
                let reached = (generates && neutral.count_ones() > 1)
                    || ones(set)
                        .any(|stone| ones(neutral).any(|put| self.has(set ^ stone, others, neutral ^ put)))
                    || pairs(set).any(|gained| {
                        ones(neutral).any(|given| {
                            self.has((set & !gained) | given, others, (neutral ^ given) | gained)
                        })
                    });
                vector[word] |= if reached { bit } else { 0 };
            }
        }
        vector
    }
}

/// Words of the vectors of a row.
fn row_words(layout: &Layout) -> u64 {
    layout.cols.saturating_mul(len(layout.rest()).div_ceil(64) as u64)
}

/// Makes the tables of the positions that play can reach.
pub(super) struct Reachable<'g> {
    game: &'g Nex<u64>,
    processes: usize,
    held: Option<Ply<'g>>,
}

impl<'g> Reachable<'g> {
    pub(super) fn new(game: &'g Nex<u64>, processes: usize) -> Self {
        Self { game, processes, held: None }
    }

    fn layout(&self, ply: u32) -> Layout {
        Layout::new(self.game.board().len(), ply, Metric::Wdl)
    }

    /// Reads a ply from its tables.
    fn load(&self, ply: u32, context: &Context<'_>) -> Result<Ply<'g>, GenerateError> {
        let layout = self.layout(ply);
        let tables = context.tables(self.game.layers_at(ply), Metric::Reach)?;
        let sizes = Sizes::new(&layout);
        let valid = valid(&layout);
        let board = self.game.board();
        let row = |row: u64| {
            let free = weight(&layout, board, row) == Weight::Free;
            load_row(&layout, &sizes, &valid, &tables, row, free)
        };
        let rows = (0..layout.rows).into_par_iter().map(row).collect::<Result<_, _>>()?;
        Ok(Ply::new(board, layout, rows))
    }
}

/// Reads a row from the tables of its ply.
fn load_row(
    layout: &Layout,
    sizes: &Sizes,
    valid: &[u64],
    tables: &[Arc<Table>],
    row: u64,
    free: bool,
) -> Result<ReachedRow, TableError> {
    if free {
        return Ok(ReachedRow { cells: vec![Reached::None; layout.cols as usize], ..ReachedRow::default() });
    }
    let mut vectors = vec![vec![0; valid.len()]; layout.cols as usize];
    let layers = sizes.neutral.len();
    let mut packed_bits = Vec::new();
    for (layer, table) in tables.iter().enumerate() {
        let entries = sizes.row_entries(layout, layer);
        let mut at = packed::read_entries(table, row * entries, entries, &mut packed_bits)? as usize;
        for vector in &mut vectors {
            for (word, masks) in vector.iter_mut().zip(sizes.masks.chunks_exact(layers)) {
                for bit in ones(masks[layer]) {
                    if packed_bits[at / 8] >> (at % 8) & 1 == 1 {
                        *word |= bit;
                    }
                    at += 1;
                }
            }
        }
    }
    let mut found = ReachedRow { all: true, ..ReachedRow::default() };
    for (col, vector) in (0..).zip(vectors) {
        let reached = found.note(col, vector, valid);
        found.push(col, reached, layout.cols);
    }
    Ok(found)
}

/// The codes of consecutive rows, by layer.
fn encode(ply: &Ply<'_>, rows: &[ReachedRow], first: u64, sizes: &Sizes, coding: &Coding) -> Vec<Codes> {
    let layout = &ply.layout;
    let layers = sizes.neutral.len();
    let segment =
        |layer| Segment::<'_, 1>::new(coding, rows.len() * sizes.row_entries(layout, layer) as usize, None);
    let mut segments: Vec<_> = (0..layers).map(segment).collect();
    for (row, at) in rows.iter().zip(first..) {
        let weight = weight(layout, ply.board, at);
        if weight == Weight::Free || row.all {
            for (layer, segment) in segments.iter_mut().enumerate() {
                segment.repeat(sizes.row_entries(layout, layer), &[u64::MAX], weight);
            }
            continue;
        }
        for (col, cell) in row.cells.iter().enumerate() {
            for (word, masks) in sizes.masks.chunks_exact(layers).enumerate() {
                let bits = match cell {
                    Reached::None => 0,
                    Reached::All => u64::MAX,
                    Reached::Some => row.vectors[&(col as u32)][word],
                };
                for (segment, &mask) in segments.iter_mut().zip(masks) {
                    segment.push(&[pext(bits, mask)], mask.count_ones(), weight);
                }
            }
        }
    }
    segments.into_iter().map(Segment::finish).collect()
}

impl Engine for Reachable<'_> {
    fn steps(&self) -> Vec<Work> {
        // In 128 bits, because plans also cover boards for which no memory suffices.
        let cells = |layout: &Layout| u128::from(layout.rows) * u128::from(layout.cols);
        let vector = |layout: &Layout| len(layout.rest()) as u128 / 8;
        // A byte per cell, and in the plies where games end a vector for about one cell in a hundred.
        let held = |ply: u32| {
            let layout = self.layout(ply);
            cells(&layout) * (1 + vector(&layout) / 64) + 96 * u128::from(layout.rows)
        };
        let work = |ply: u32| {
            let layout = self.layout(ply);
            let layers: Vec<LayerId> = self.game.layers_at(ply).collect();
            let before = if ply > 0 { held(ply - 1) } else { 0 };
            let places = 16 * u128::from(subsets::binomial(layout.cells, layout.mover()));
            let entries: u128 = layers.iter().map(|&layer| u128::from(self.game.layers()[layer].len)).sum();
            let words = u128::from(row_words(&layout));
            let codes = 3 * (entries / 8).min(8 * (u128::from(WINDOW_WORDS) + 8 * words));
            // A row that has been read from tables, before its uniform cells are found.
            let row = u128::from(layout.cols) * (32 + 2 * vector(&layout));
            let threads = row * rayon::current_num_threads() as u128;
            let bytes = before + held(ply) + places + codes + threads;
            let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
            let effort = u64::try_from(entries).unwrap_or(u64::MAX);
            let work = Work { layers, best_bytes: bytes, least_bytes: bytes, effort };
            with_window(work, self.processes, bytes / 2)
        };
        (0..=ply::last_ply(self.game.board().len())).map(work).collect()
    }

    fn values(&self, _: LayerId) -> Vec<i16> {
        vec![0, 1]
    }

    fn reads_tables(&self, step: usize, _: u64) -> bool {
        step > 0 && self.held.as_ref().is_none_or(|held| held.layout.ply as usize + 1 != step)
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let ply = step as u32;
        let layout = self.layout(ply);
        let before = match self.held.take() {
            _ if step == 0 => None,
            Some(held) if held.layout.ply + 1 == ply => Some(held),
            _ => Some(self.load(ply - 1, output)?),
        };
        let mut made = Ply::new(self.game.board(), layout, Vec::new());
        let row_entries = row_entries(&layout);
        for groups in groups(&layout) {
            let all: u64 = groups.iter().map(|rows| rows.end - rows.start).sum();
            let own = &groups[team.share(groups.len())];
            let part = |group: &Range<u64>| part(before.as_ref(), &made, group.clone(), output);
            let parts: Vec<(Vec<ReachedRow>, Vec<Codes>)> = own.par_iter().map(part).collect();
            output.check_stop()?;
            let (rows, codes): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            output.append(team, &[codes], all * row_entries)?;
            if team.is_one() {
                made.rows.extend(rows.into_iter().flatten());
                continue;
            }
            let mut block = Writer::default();
            rows.iter().flatten().for_each(|row| rows::write(row, &mut block));
            for block in team.all_gather(block.done())? {
                let mut reader = Reader::new(&block);
                while !reader.is_empty() {
                    made.rows.push(rows::read(&mut reader, &layout));
                }
            }
        }
        self.held = Some(made);
        Ok(())
    }
}

/// The rows of a ply in windows, whose codes are made before they are written, and in each window the rows of
/// one thread at a time.
fn groups(layout: &Layout) -> impl Iterator<Item = Vec<Range<u64>>> {
    windows(0..layout.rows, row_words(layout), GROUP_WORDS, WINDOW_WORDS)
}

/// Entries of a row, of all layers.
fn row_entries(layout: &Layout) -> u64 {
    let sizes = Sizes::new(layout);
    (0..sizes.neutral.len()).map(|layer| sizes.row_entries(layout, layer)).sum()
}

/// Makes consecutive rows of a ply, and their codes by layer. Without an earlier ply, the ply is the first.
fn part(
    before: Option<&Ply<'_>>,
    made: &Ply<'_>,
    rows: Range<u64>,
    context: &Context<'_>,
) -> (Vec<ReachedRow>, Vec<Codes>) {
    let layout = &made.layout;
    let row = |row: u64| match before {
        None => ReachedRow { all: true, ..ReachedRow::default() },
        Some(before) => before.after(layout, &made.valid, folded::unrank(row, layout.cells, layout.mover())),
    };
    let first = rows.start;
    let rows: Vec<ReachedRow> = if context.stopped() { Vec::new() } else { rows.map(row).collect() };
    let codes = encode(made, &rows, first, &Sizes::new(layout), &Coding::bit([0, 1]));
    (rows, codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells of every kind, different in every row: a position and its rotation are found in the same place.
    #[test]
    fn a_turned_position_is_looked_up_where_it_is() {
        let game = Nex::<u64>::new(2, 3).expect("a board");
        let board = game.board();
        let layout = Layout::new(board.len(), 3, Metric::Wdl);
        let row = |row: u64| {
            let mut made = ReachedRow::default();
            for col in 0..layout.cols {
                made.cells.push([Reached::None, Reached::All, Reached::Some][((row + col) % 3) as usize]);
                made.vectors.insert(col as u32, vec![0b1011_0010_1101_0110 >> ((3 * row + col) % 12)]);
            }
            made
        };
        let ply = Ply::new(board, layout, (0..layout.rows).map(row).collect());
        let mut found = [0; 2];
        for own in ones(board.full()) {
            for others in pairs(board.full() & !own) {
                let rest = board.full() & !own & !others;
                for neutral in ones(rest).chain([rest]) {
                    let [turned_own, turned_others, turned] =
                        [own, others, neutral].map(|set| board.rotated(set));
                    let has = ply.has(own, others, neutral);
                    assert_eq!(
                        has,
                        ply.has(turned_own, turned_others, turned),
                        "{own:b} {others:b} {neutral:b}"
                    );
                    found[usize::from(has)] += 1;
                }
            }
        }
        assert!(found[0] > 20 && found[1] > 20, "{found:?}");
    }
}
