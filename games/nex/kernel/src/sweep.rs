//! The sweep of one process: it makes all positions with some of the opponent's sets.
//!
//! The process sweeps the opponent's sets whose rows of the next ply it holds, so it reads its own memory
//! only. The results are columns, because going to the next ply transposes the rows: each process's rows get
//! a part of every column. A sender sends the planes of a cell as the sweep leaves them, without numbers,
//! because sender and receiver go through the same sets in the same order.

use super::job::{Job, PlaneRow, Scratch};
use super::kernel;
use super::masks::LARGEST;
use super::ply::{AWAY, Fill, Fills, Layout, Place, RowSource, side_by_side};
use super::shape::Shape;
use super::vectors::len;
use nexsolve_db::TableError;
use nexsolve_tablegen::bits::Level;
use nexsolve_tablegen::team::Deal;
use rayon::prelude::*;

/// In the place of a process: no process makes the row now.
const NOBODY: u16 = u16::MAX;

/// Turns the rows of `places` into those of `process`, by a deal. Returns the process that holds the row of
/// each place.
pub(super) fn owners(places: &mut [Place], deal: &Deal, process: usize) -> Vec<u16> {
    let own = |place: &mut Place| {
        let (owner, row) = deal.place(place.row.into()).map_or((NOBODY, 0), |(of, row)| (of as u16, row));
        place.row = if usize::from(owner) == process { row as u32 } else { AWAY };
        owner
    };
    places.iter_mut().map(own).collect()
}

/// One process's sweep of a ply.
pub(super) struct Sweep<'a> {
    pub(super) layout: Layout,
    pub(super) level: Level,
    pub(super) shape: &'a Shape,
    /// The process that holds the row of each of the mover's sets.
    pub(super) owners: &'a [u16],
    /// This process's rows of the next ply, and the number of pairs of planes in each of their cells.
    pub(super) next: (&'a dyn RowSource, usize),
    pub(super) fills: Fills<'a>,
    /// Whether this is the last ply before final moves, in a game that has them.
    pub(super) is_last: bool,
    pub(super) process: usize,
    pub(super) size: usize,
    pub(super) stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Sweep<'_> {
    /// Sweeps units of this process. The first unit is row `first` of its rows. Writes the part of the
    /// results that belongs to its own rows, and returns the block for each other process: for each unit the
    /// number of bytes and the planes.
    pub(super) fn round(&self, (units, first): (&[u64], u64)) -> Result<Vec<Vec<u8>>, TableError> {
        let swept = units.par_iter().enumerate().map_init(
            || (Scratch::default(), Vec::new()),
            |(scratch, room), (at, &unit)| self.unit(unit, first + at as u64, scratch, room),
        );
        let swept: Vec<Vec<Vec<u8>>> = swept.collect::<Result<_, _>>()?;
        let block = |process: usize| {
            let bytes = swept.iter().map(|unit| 8 + unit[process].len()).sum();
            let mut block = Vec::with_capacity(bytes);
            for unit in swept.iter().map(|unit| &unit[process]) {
                block.extend((unit.len() as u64).to_le_bytes());
                block.extend_from_slice(unit);
            }
            block
        };
        let blocks = (0..self.size).into_par_iter();
        Ok(blocks.map(|process| if process == self.process { Vec::new() } else { block(process) }).collect())
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
        if self.is_last {
            for pair in left {
                send.fill.pair = pair;
                for set in 0..self.shape.sets.len() {
                    if send.wanted(set) {
                        send.small(send.fill.before_final_moves());
                    }
                }
            }
        } else if !left.is_empty() {
            let bytes = self.next.0.row(row, room)?;
            for pair in 0..left.len() {
                send.fill.pair = left.start + pair;
                let row = PlaneRow { bytes, pairs: self.next.1, pair };
                kernel::sweep(self.level, self.shape, row, scratch, &mut send);
            }
        }
        Ok(send.blocks)
    }

    /// Writes the planes that another process has sent for its units.
    pub(super) fn place(&self, units: &[u64], mut block: &[u8]) {
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

/// Writes a pair of planes that another process has sent.
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

/// Writes the cells of one opponent's set into the rows of this process, and collects the planes for the rows
/// of others.
struct Send<'a> {
    fill: Fill<'a>,
    owners: &'a [u16],
    /// The process that gets the current set; none if its row is on this process.
    to: Option<usize>,
    rest: usize,
    pair_bytes: usize,
    blocks: Vec<Vec<u8>>,
}

impl Job for Send<'_> {
    #[inline(always)]
    fn wanted(&mut self, set: usize) -> bool {
        if !self.fill.exists(set) {
            return false;
        }
        if self.fill.is_here() {
            self.to = None;
            return true;
        }
        let owner = self.owners[self.fill.number];
        self.to = Some(usize::from(owner));
        owner != NOBODY
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

#[cfg(test)]
mod tests {
    use super::super::ply::{Nothing, Ply, last_ply};
    use super::*;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_core::{Plies, Score};
    use nexsolve_core::{folded, folded::Facing, pext, subsets};
    use nexsolve_db::Metric;
    use nexsolve_nex::{Nex, NexPosition};
    use nexsolve_rhombus::Rhombus;

    /// The score in memory of a position.
    fn score(ply: &Ply, board: &Rhombus<u64>, position: &NexPosition<u64>) -> Score {
        let side = position.side_to_move();
        let (mut own, mut others, mut neutral) =
            (position.stones(side), position.stones(side.other()), position.neutral);
        let (row, facing) = folded::rank(own, board.len());
        if facing == Facing::Reversed {
            (own, others, neutral) = (board.rotated(own), board.rotated(others), board.rotated(neutral));
        }
        let left = board.full() & !own;
        let col = subsets::rank(pext(others, left)) as usize;
        let layout = ply.layout;
        let cell = &ply.row(row)[col * layout.pairs * layout.pair_bytes()..];
        let index = (pext(neutral, left & !others) >> 1) as usize;
        let bit = |plane: usize| {
            let at = (plane % 2) * len(layout.rest()) + index;
            cell[plane / 2 * layout.pair_bytes() + at / 8] >> (at % 8) & 1 == 1
        };
        let odd = layout.ply as usize & 1;
        if !layout.distances {
            return match (bit(odd), bit(1 - odd)) {
                (true, _) => Score::LOSS,
                (false, true) => Score::DRAW,
                (false, false) => Score::WIN,
            };
        }
        for k in 0..2 * layout.pairs - odd {
            match (k % 2, bit(k + odd)) {
                (0, true) => return Score::loss_in(Plies(k as u16)),
                (1, false) => return Score::win_in(Plies(k as u16)),
                _ => {}
            }
        }
        Score::DRAW
    }

    fn check(rows: u32, cols: u32, level: Level, metric: Metric) {
        let game = Nex::<u64>::new(rows, cols).expect("a board");
        let board = game.board();
        let all = laws::positions(&game, Positions::All);
        let scores = laws::scores(&game, &all);
        let cells = board.len();
        let mut next: Option<Ply> = None;
        for ply in (0..=last_ply(cells)).rev() {
            let layout = Layout::new(cells, ply, metric);
            let mut target = Ply::new(layout, layout.rows, None).expect("memory");
            let nothing = Nothing(Layout::new(cells, ply + 1, Metric::Wdl));
            let (source, pairs): (&dyn RowSource, usize) =
                next.as_ref().map_or((&nothing, 1), |next| (next, next.layout.pairs));
            let (shape, mut places) = (layout.shape(), layout.places(board));
            let owners = owners(&mut places, &Deal::new(0..layout.rows, 1, 1, u64::MAX, |_| 1), 0);
            let sweep = Sweep {
                layout,
                level,
                shape: &shape,
                owners: &owners,
                next: (source, pairs),
                fills: target.fills(board, &shape, &places),
                is_last: false,
                process: 0,
                size: 1,
                stopped: &|| false,
            };
            let units: Vec<u64> = (0..nothing.0.rows).collect();
            sweep.round((&units, 0)).expect("no tables are read");
            for (position, &expected) in scores.iter().filter(|(position, _)| position.ply() == ply) {
                let expected = match (metric, expected.wdl()) {
                    (Metric::Dtw, _) => expected,
                    (_, nexsolve_core::Wdl::Loss) => Score::LOSS,
                    (_, nexsolve_core::Wdl::Draw) => Score::DRAW,
                    (_, nexsolve_core::Wdl::Win) => Score::WIN,
                };
                let found = score(&target, board, position);
                assert_eq!(found, expected, "{rows}x{cols} {level:?} {position:?}");
            }
            next = Some(target);
        }
    }

    #[test]
    fn every_position_of_small_boards_has_its_score() {
        for level in Level::available() {
            for (rows, cols) in [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3)] {
                check(rows, cols, level, Metric::Wdl);
                check(rows, cols, level, Metric::Dtw);
            }
        }
    }
}
