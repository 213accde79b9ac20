//! The engines on several ranks: each makes the rows of some sets of Black's.
//!
//! White's moves stay in the row, so of a layer that they lead to a rank needs nothing but its own rows. Of a layer that Black's moves
//! lead to all ranks get all rows: a bit for each position.

use super::census::census;
use super::reached::Reachable;
use super::values::{self, GROUP, Layout, Lost, Values, coding};
use crate::cluster::deal::{Deal, share};
use crate::cluster::engine::SharedEngine;
use crate::cluster::output::SharedOutput;
use crate::cluster::team::Team;
use crate::codes::Codes;
use crate::engine::{Engine, Work, windows};
use crate::error::GenerateError;
use crate::progress::Phase;
use nexsolve_core::{Ranked, folded, subsets};
use nexsolve_games::hex::Hex;
use rayon::prelude::*;
use std::ops::Range;

/// Chunks of rows that each rank has, about.
const CHUNKS: u64 = 16;

/// Numbers of the chunks of all ranks, one of each, at most, about.
const WINDOW: u64 = 1 << 27;

pub(super) struct SharedValues<'g> {
    values: Values<'g>,
    ranks: usize,
}

impl<'g> SharedValues<'g> {
    pub(super) fn new(game: &'g Hex<u64>, ranks: usize) -> Self {
        Self { values: Values::new(game), ranks }
    }

    /// Who has which rows: the same of both layers with so many of Black's stones.
    fn deal(&self, layout: &Layout) -> Deal {
        let fewer = subsets::binomial(layout.free(), layout.black - layout.black.min(1));
        let most = WINDOW
            / self.ranks as u64
            / fewer.max(subsets::binomial(layout.free(), layout.black.min(layout.free()))).max(1);
        Deal::new(folded::count(layout.cells, layout.black), self.ranks, CHUNKS, most, |_| 1)
    }
}

/// Gives all ranks all rows of a layer.
fn gather(made: &mut Lost, layout: &Layout, deal: &Deal, team: &mut Team<'_>) -> Result<(), GenerateError> {
    let width = layout.row_words();
    // The sets of Black's that a row of the table stands for.
    let sets = |row: u64| {
        let set = folded::unrank(row, layout.cells, layout.black);
        let turned = folded::reversed(set, layout.cells);
        [Some(set), (turned != set).then_some(turned)].into_iter().flatten()
    };
    for window in 0..deal.windows() {
        let own = deal.share(window, team.rank()).flat_map(sets);
        let words = own.flat_map(|set| made.row(set, width).iter());
        let block = words.flat_map(|word| word.to_le_bytes()).collect();
        for (rank, block) in team.all_gather(block)?.iter().enumerate() {
            let (words, _) = block.as_chunks::<8>();
            let rows = deal.share(window, rank).flat_map(sets).zip(words.chunks_exact(width));
            for (set, words) in rows {
                let row = &mut made.words[subsets::rank(set) as usize * width..][..width];
                row.iter_mut().zip(words).for_each(|(to, &word)| *to = u64::from_le_bytes(word));
            }
        }
    }
    Ok(())
}

impl SharedEngine for SharedValues<'_> {
    fn alone(&self) -> &dyn Engine {
        &self.values
    }

    fn steps(&self) -> Vec<Work> {
        let mut works = Engine::steps(&self.values);
        for work in &mut works {
            // The rows of a window on their way to the others and from them.
            let len = work.layers.iter().map(|&layer| self.values.game.layers()[layer].len).sum::<u64>();
            let window = len.min(WINDOW);
            work.best_bytes = work.best_bytes.saturating_add(window);
            work.least_bytes = work.best_bytes;
        }
        works
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
            gather(&mut made, &layout, &deal, team)?;
        }
        output.phase(Phase::Write);
        let coding = coding();
        for window in 0..deal.windows() {
            let rows = deal.share(window, team.rank());
            let groups: Vec<_> = windows(rows, layout.cols, GROUP, u64::MAX).flatten().collect();
            let part = |rows: &Range<u64>| vec![self.values.encode(&made, &layout, rows.clone(), &coding)];
            let parts: Vec<Vec<Codes>> = groups.par_iter().map(part).collect();
            let all = (0..team.size()).map(|rank| deal.share(window, rank));
            let all: u64 = all.map(|rows| rows.end - rows.start).sum();
            output.append(team, &parts, all * layout.cols)?;
        }
        let census = census(self.values.board(), layout.black, layout.white);
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

    fn steps(&self) -> Vec<Work> {
        Engine::steps(self)
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut SharedOutput<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let layout = self.layout(step as u32);
        let rows = self.rows(layout);
        for groups in values::windows(self.game.layers()[step].len, layout.cols) {
            let own = &groups[share(groups.len(), team.size(), team.rank())];
            output.check_stop()?;
            let parts: Vec<Vec<Codes>> = own.par_iter().map(|group| vec![rows.codes(group)]).collect();
            output.append(team, &parts, values::entries(&groups, layout.cols))?;
        }
        output.adjust(team, 0, |counts| self.count(&layout, counts))
    }
}
