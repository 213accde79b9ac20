//! The Hex engines on several ranks. Each rank makes the rows of some of Black's sets.
//!
//! White's moves stay in their row. So for a layer in which White is to move, a rank needs its own rows only. Black's moves lead to other
//! rows. So after a layer in which White is to move, every rank gets the rows of all others, one bit for each position.

use super::census::census_together;
use super::reached::{Reachable, count};
use super::rows::complement;
use super::values::{self, GROUP, Layout, Lost, Values, coding};
use crate::cluster::deal::{Deal, share};
use crate::cluster::engine::SharedEngine;
use crate::cluster::output::{SharedOutput, batches};
use crate::cluster::team::Team;
use crate::codes::Codes;
use crate::engine::{self, Engine, Work};
use crate::error::GenerateError;
use crate::progress::Phase;
use nexsolve_core::{Ranked, Side, folded, subsets};
use nexsolve_games::hex::Hex;
use nexsolve_games::rhombus::Rhombus;
use rayon::prelude::*;
use std::ops::Range;

/// Chunks of rows that each rank has, about.
const CHUNKS: u64 = 16;

/// Numbers in one chunk of each rank together, at most, about.
const WINDOW: u64 = 1 << 27;

/// Codes of a chunk, about, at least.
const CHUNK_BYTES: u64 = 256 << 10;

/// Rows that all ranks send at a time, about.
const GATHERED_BYTES: u64 = 64 << 20;

pub(super) struct SharedValues<'g> {
    values: Values<'g>,
    ranks: usize,
}

impl<'g> SharedValues<'g> {
    pub(super) fn new(game: &'g Hex<u64>, ranks: usize) -> Self {
        Self { values: Values::new(game), ranks }
    }

    /// The rows of each rank: the same in both layers with this number of Black's stones.
    fn deal(&self, layout: &Layout) -> Deal {
        // The layer with longer rows decides for both.
        let cols = |white: u32| subsets::binomial(layout.free(), white);
        let cols = cols(layout.black - layout.black.min(1)).max(cols(layout.black.min(layout.free()))).max(1);
        let most = WINDOW / self.ranks as u64 / cols;
        let rows = folded::count(layout.cells, layout.black);
        let chunks = rows * cols / 8 / self.ranks as u64 / CHUNK_BYTES;
        Deal::new(rows, self.ranks, chunks.clamp(1, CHUNKS), most, |_| 1)
    }
}

/// Sends this rank's rows of a layer in which White is to move to all ranks, and receives theirs. In rows in which Black has joined his
/// edges, White has lost every position: those rows are not sent.
fn gather(
    made: &mut Lost,
    layout: &Layout,
    board: &Rhombus<u64>,
    deal: &Deal,
    team: &mut Team<'_>,
) -> Result<(), GenerateError> {
    let width = layout.row_words();
    // The sets of Black's that a row of the table stands for.
    let sets = |row: u64| {
        let set = folded::unrank(row, layout.cells, layout.black);
        let turned = folded::reversed(set, layout.cells);
        [Some(set), (turned != set).then_some(turned)].into_iter().flatten()
    };
    let window_bytes = 16 * width as u64 * deal.rows_of_window();
    let each = (GATHERED_BYTES / window_bytes.max(1)).max(1) as usize;
    for first in (0..deal.windows()).step_by(each) {
        let windows = first..deal.windows().min(first + each);
        let rows_of = |rank: usize| windows.clone().flat_map(move |window| deal.share(window, rank));
        let open = |set: &u64| !board.connects(*set, Side::Black);
        let mut block = Vec::new();
        for set in rows_of(team.rank()).flat_map(sets).filter(open) {
            block.extend_from_slice(bytemuck::cast_slice(made.row(set, width)));
        }
        let received = team.all_gather(block)?;
        for (rank, block) in received.iter().enumerate().filter(|(rank, _)| *rank != team.rank()) {
            let mut rows = block.chunks_exact(8 * width);
            for set in rows_of(rank).flat_map(sets) {
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

impl SharedEngine for SharedValues<'_> {
    fn alone(&self) -> &dyn Engine {
        &self.values
    }

    fn window_bytes(&self, work: &Work) -> u64 {
        let len = work.layers.iter().map(|&layer| self.values.game.layers()[layer].len).sum::<u64>();
        len.min(WINDOW)
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        output.phase(Phase::Sweep);
        let stones = self.values.stones(step);
        let layout = self.values.layout(stones);
        let deal = self.deal(&layout);
        let mut made = if step == 0 {
            self.values.full()
        } else {
            let next = match self.values.held.take() {
                Some(held) if held.stones == stones + 1 => held,
                _ => self.values.load(stones + 1, output)?,
            };
            let mut own = vec![false; folded::count(layout.cells, layout.black) as usize];
            deal.rows(team.rank()).for_each(|row| own[row as usize] = true);
            let made = self.values.before(&next, |set| own[folded::rank(set, layout.cells).0 as usize]);
            output.check_stop()?;
            made
        };
        if step > 0 && !layout.black_moves() {
            gather(&mut made, &layout, self.values.board(), &deal, team)?;
        }
        output.phase(Phase::Write);
        let coding = coding();
        let window_bytes = layout.cols * deal.rows_of_window() / 8;
        for windows in batches(deal.windows(), window_bytes, team.size()) {
            let all: u64 = windows.clone().map(|window| deal.rows_in(window)).sum();
            let parts = windows.map(|window| {
                let rows = deal.share(window, team.rank());
                let groups: Vec<_> = engine::windows(rows, layout.cols, GROUP, u64::MAX).flatten().collect();
                let part =
                    |rows: &Range<u64>| vec![self.values.encode(&made, &layout, rows.clone(), &coding)];
                groups.par_iter().map(part).collect::<Vec<Vec<Codes>>>()
            });
            let parts: Vec<Vec<Vec<Codes>>> = parts.collect();
            output.append(team, &parts, all * layout.cols)?;
        }
        let census = census_together(self.values.board(), layout.black, layout.white, team)?;
        let reach = output.reach;
        output.adjust(team, 0, |counts| values::adjust(counts, &layout, census, reach))?;
        self.values.held = Some(made);
        Ok(())
    }
}

impl SharedEngine for Reachable<'_> {
    fn alone(&self) -> &dyn Engine {
        self
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let layout = self.layout(step as u32);
        let own = self.possible(&layout, team.size(), team.rank());
        let all = team.all_gather(bytemuck::cast_slice::<u64, u8>(&own).to_vec())?;
        let words = all.iter().flat_map(|words| words.as_chunks().0).map(|&word| u64::from_le_bytes(word));
        let rows = self.rows(layout, words.collect());
        for groups in values::windows(self.game.layers()[step].len, layout.cols) {
            let own = &groups[share(groups.len(), team.size(), team.rank())];
            output.check_stop()?;
            let parts: Vec<Vec<Codes>> = own.par_iter().map(|group| vec![rows.codes(group)]).collect();
            output.append(team, &[parts], values::entries(&groups, layout.cols))?;
        }
        let census = census_together(self.game.board(), layout.black, layout.white, team)?;
        output.adjust(team, 0, |counts| count(counts, census))
    }
}
