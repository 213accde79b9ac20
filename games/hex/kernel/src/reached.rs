//! The engine for the positions that play can reach.
//!
//! Any position in which neither player has joined his edges can be reached: each of its stones may have been
//! played last. If the player who moved last has joined his edges, the position can be reached if he has a
//! stone without which his edges are not joined: that stone was played last. So one player's set decides.

use super::census::{Census, census, is_redundant, sets};
use super::rows::{self, extract_others};
use super::values::{Layout, WINDOW, entries, windows};
use nexsolve_core::{LayerId, Ranked, Side, folded, subsets};
use nexsolve_db::Counts;
use nexsolve_hex::Hex;
use nexsolve_rhombus::CellSet;
use nexsolve_tablegen::GenerateError;
use nexsolve_tablegen::bits::Any;
use nexsolve_tablegen::codes::{Codes, Coding, Segment, Weight};
use nexsolve_tablegen::engine::{Engine, Work};
use nexsolve_tablegen::output::Output;
use nexsolve_tablegen::team::Team;
use rayon::prelude::*;
use std::ops::Range;

pub(super) struct Reachable<'g> {
    game: &'g Hex<u64>,
}

impl<'g> Reachable<'g> {
    pub(super) fn new(game: &'g Hex<u64>) -> Self {
        Self { game }
    }

    fn layout(&self, stones: u32) -> Layout {
        Layout::new(self.game.board().len(), stones)
    }

    /// The rows of a layer. `all` are White's sets that a game can reach ([`Reachable::possible`]).
    fn rows(&self, layout: Layout, all: Vec<u64>) -> Rows<'g> {
        let by_white = layout.is_decided_by_white();
        let masks = |taken| rows::without(layout.cells - taken, layout.white);
        let masks =
            if by_white { (0..layout.black).into_par_iter().map(masks).collect() } else { Vec::new() };
        Rows { game: self.game, layout, by_white, all, masks }
    }

    /// White's sets that a game can reach, as bits by their numbers on the whole board: this process's share.
    /// Empty if White's set does not decide.
    fn possible(&self, layout: &Layout, team: &Team<'_>) -> Vec<u64> {
        if !layout.is_decided_by_white() {
            return Vec::new();
        }
        let count = subsets::binomial(layout.cells, layout.white);
        let word = |at: usize| {
            let first = 64 * at as u64;
            let sets = sets(layout.cells, layout.white, first..count.min(first + 64));
            let bit = |set| u64::from(!is_redundant(self.game.board(), Side::White, set));
            sets.zip(0..).fold(0, |word, (set, at)| word | bit(set) << at)
        };
        team.share(count.div_ceil(64) as usize).into_par_iter().map(word).collect()
    }
}

/// Replaces the counts of a layer's codes with those of all its positions.
fn count(counts: &mut Counts, census: Census) {
    counts.positions = vec![census.unreachable, census.positions - census.unreachable];
}

/// The rows of a layer.
struct Rows<'g> {
    game: &'g Hex<u64>,
    layout: Layout,
    /// Whether White's sets decide.
    by_white: bool,
    /// White's sets that a game can reach, if they decide.
    all: Vec<u64>,
    masks: Vec<Vec<Vec<u64>>>,
}

impl Rows<'_> {
    /// The codes of neighbouring rows.
    fn codes(&self, rows: &Range<u64>) -> Codes {
        let Self { game, layout, by_white, all, masks } = self;
        let board = game.board();
        let coding = Coding::bit([0, 1]);
        let entries = (rows.end - rows.start) * layout.cols;
        let mut segment: Segment<'_, 1> = Segment::new(&coding, entries as usize, None);
        let mut beside = Beside { layout, masks, taken: Vec::new() };
        for row in rows.clone() {
            let set = folded::unrank(row, layout.cells, layout.black);
            if *by_white && layout.weight(board, set) != Weight::Free {
                let words = &beside.row(all, set)[..layout.row_words()];
                segment.extend(words.iter().copied(), layout.cols, Weight::Free);
            } else {
                let possible = *by_white || !is_redundant(board, Side::Black, set);
                segment.repeat(layout.cols, &[if possible { u64::MAX } else { 0 }], Weight::Free);
            }
        }
        segment.finish()
    }
}

/// White's sets that are disjoint from one of Black's sets, selected from all sets cell by cell.
struct Beside<'a> {
    layout: &'a Layout,
    /// For each number of removed cells, and each remaining cell: the sets without it.
    masks: &'a [Vec<Vec<u64>>],
    /// The cells of the last set, highest first, and the sets that remain after each.
    taken: Vec<(u32, Vec<u64>)>,
}

impl Beside<'_> {
    /// The bits of the sets that are disjoint from `set`, from those of all sets. Consecutive sets share
    /// their highest cells.
    fn row<'r>(&'r mut self, all: &'r [u64], set: u64) -> &'r [u64] {
        let mut cells: Vec<u32> = set.iter().map(|cell| u32::from(cell.0)).collect();
        cells.reverse();
        let same = cells.iter().zip(&self.taken).take_while(|(cell, (taken, _))| **cell == *taken).count();
        self.taken.truncate(same);
        for &cell in &cells[same..] {
            let depth = self.taken.len();
            let from = self.taken.last().map_or(all, |(_, sets)| sets);
            let left = self.layout.cells - depth as u32;
            // The cell has not moved: only higher cells were removed. Drop the sets that contain it.
            let with: Vec<u64> = self.masks[depth][cell as usize].iter().map(|mask| !mask).collect();
            let mut sets = Vec::new();
            extract_others(Any, from, &with, subsets::binomial(left, self.layout.white), &mut sets);
            self.taken.push((cell, sets));
        }
        self.taken.last().map_or(all, |(_, sets)| sets)
    }
}

impl Engine for Reachable<'_> {
    fn steps(&self) -> Vec<Work> {
        let work = |stones: u32| {
            let layout = self.layout(stones);
            let words = |taken| rows::words(layout.cells - taken, layout.white) as u64;
            let masks = (0..layout.black).map(|taken| 8 * u64::from(layout.cells - taken) * words(taken));
            // Codes that wait to be written.
            let codes = self.game.layers()[stones as usize].len.min(WINDOW) / 8 * 3;
            // White's possible sets, selected cell by cell for each thread.
            let sets = 8 * u64::from(layout.black + 1) * words(0) * (1 + rayon::current_num_threads() as u64);
            let bytes = 2 * masks.sum::<u64>() + codes + sets;
            let layer = LayerId::new(stones as usize);
            let effort = self.game.layers()[layer].len;
            Work { layers: vec![layer], best_bytes: bytes, least_bytes: bytes, effort }
        };
        (0..=self.game.board().len()).map(work).collect()
    }

    fn values(&self, _: LayerId) -> Vec<i16> {
        vec![0, 1]
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let layout = self.layout(step as u32);
        let own = self.possible(&layout, team);
        let all = team.all_gather(bytemuck::cast_slice::<u64, u8>(&own).to_vec())?;
        let words = all.iter().flat_map(|words| words.as_chunks().0).map(|&word| u64::from_le_bytes(word));
        let rows = self.rows(layout, words.collect());
        for groups in windows(self.game.layers()[step].len, layout.cols) {
            let own = &groups[team.share(groups.len())];
            let parts: Vec<Vec<Codes>> = own.par_iter().map(|group| vec![rows.codes(group)]).collect();
            output.append(team, &[parts], entries(&groups, layout.cols))?;
        }
        let census = census(self.game.board(), layout.black, layout.white, team)?;
        output.adjust(team, 0, |counts| count(counts, census))
    }
}
