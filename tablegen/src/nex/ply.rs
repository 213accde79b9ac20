//! All positions of one ply in memory, and the sweep that fills them.
//!
//! A *row* is the positions of one set of the mover's, up to rotation; a *column* of it one set of the opponent's; and the
//! *cell* there the two planes of the half vector of neutral sets ([`super::kernel`]).

use super::bits::Level;
use super::kernel::{self, Job, Scratch};
use super::region::{Region, Writer};
use super::shape::Shape;
use super::{small, vectors};
use nexsolve_core::{Side, folded, folded::Facing, pdep, pext, subsets};
use nexsolve_games::rhombus::Rhombus;
use rayon::prelude::*;
use std::io;
use std::ops::Range;

/// How the positions of one ply lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Cells of the board.
    pub(super) cells: u32,
    /// The ply.
    pub(super) ply: u32,
    /// The mover's sets up to rotation.
    pub(super) rows: u64,
    /// The opponent's sets beside one of the mover's.
    pub(super) cols: u64,
    /// Bytes of a cell.
    pub(super) cell_bytes: usize,
}

impl Layout {
    pub(super) fn new(cells: u32, ply: u32) -> Self {
        let (mover, opponent) = (ply / 2, ply.div_ceil(2));
        let cell_bits = 2 * small::len((cells - ply) as usize);
        Self {
            cells,
            ply,
            rows: folded::count(cells, mover),
            cols: subsets::binomial(cells - mover, opponent),
            cell_bytes: (cell_bits / 8).max(1),
        }
    }

    /// The mover's stones.
    pub(super) fn mover(&self) -> u32 {
        self.ply / 2
    }

    /// The opponent's stones.
    pub(super) fn opponent(&self) -> u32 {
        self.ply.div_ceil(2)
    }

    /// Cells that are neither's.
    pub(super) fn rest(&self) -> u32 {
        self.cells - self.ply
    }

    pub(super) fn row_bytes(&self) -> usize {
        self.cols as usize * self.cell_bytes
    }

    /// Who is to move.
    pub(super) fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Black } else { Side::White }
    }
}

/// Rows of a ply, in memory.
pub(super) struct Ply {
    pub(super) layout: Layout,
    pub(super) rows: Range<u64>,
    region: Region,
}

impl Ply {
    pub(super) fn new(layout: Layout, rows: Range<u64>) -> io::Result<Self> {
        let bytes = (rows.end - rows.start) as usize * layout.row_bytes();
        Ok(Self { layout, rows, region: Region::new(bytes)? })
    }

    /// The cells of a row.
    pub(super) fn row(&self, row: u64) -> &[u8] {
        let bytes = self.layout.row_bytes();
        &self.region.bytes()[(row - self.rows.start) as usize * bytes..][..bytes]
    }
}

/// What is known of a set of the mover's, by its number.
#[derive(Clone, Copy)]
struct Known {
    row: u32,
    facing: Facing,
    /// The set connects its edges, so that no position has it for the mover.
    connects: bool,
}

/// Fills the rows of `target` from the next ply, whose rows `next` gives (all zero at the last ply).
pub(super) fn sweep<'a>(
    board: &Rhombus<u64>,
    level: Level,
    next: &(dyn Fn(u64) -> &'a [u8] + Sync),
    target: &mut Ply,
) {
    let layout = target.layout;
    let side = layout.side();
    let cells = layout.cells;
    let known: Vec<Known> = (0..subsets::binomial(cells, layout.mover()))
        .map(|number| {
            let set = subsets::unrank(number, cells, layout.mover());
            let (row, facing) = folded::rank(set, cells);
            Known { row: row as u32, facing, connects: board.connects(set, side) }
        })
        .collect();
    let shape = Shape::new(cells - layout.opponent(), layout.mover(), layout.ply & 1);
    let rows = target.rows.clone();
    let writer = target.region.writer();
    (0..folded::count(cells, layout.opponent())).into_par_iter().for_each_init(Scratch::default, |scratch, row| {
        let others = folded::unrank(row, cells, layout.opponent());
        let free = board.full() & !others;
        let mut fill = Fill {
            layout,
            board,
            shape: &shape,
            known: &known,
            rows: rows.clone(),
            writer,
            others,
            turned: board.rotated(others),
            free,
            set: 0,
            place: known[0],
        };
        if board.connects(others, side.other()) {
            fill.lost();
        } else {
            kernel::sweep(level, &shape, next(row), scratch, &mut fill);
        }
    });
}

/// Writes the cells of one opponent's set.
struct Fill<'a> {
    layout: Layout,
    board: &'a Rhombus<u64>,
    shape: &'a Shape,
    known: &'a [Known],
    rows: Range<u64>,
    writer: Writer<'a>,
    others: u64,
    turned: u64,
    free: u64,
    /// The mover's set in work, and what is known of it.
    set: u64,
    place: Known,
}

impl Fill<'_> {
    /// Every position is lost.
    fn lost(&mut self) {
        let words = 1 << (self.shape.rest.max(7) - 7);
        let (mut first, mut second) = (vec![u64::MAX; words], vec![u64::MAX; words]);
        for set in 0..self.shape.sets.len() {
            if !self.wanted(set) {
                continue;
            }
            if self.shape.rest <= small::LARGEST {
                self.small(set, u64::MAX, u64::MAX);
            } else {
                self.large(set, &mut first, &mut second);
            }
        }
    }

    #[inline(always)]
    fn offset(&self, own: u64, others: u64) -> usize {
        let col = subsets::rank(pext(others, self.board.full() & !own));
        let row = u64::from(self.place.row) - self.rows.start;
        (row * self.layout.cols + col) as usize * self.layout.cell_bytes
    }

    #[inline(always)]
    fn put_small(&self, at: usize, lost: u64, not_won: u64) {
        let len = small::len(self.shape.rest);
        if len == 64 {
            self.writer.put_u64(at, lost);
            self.writer.put_u64(at + 8, not_won);
            return;
        }
        let mask = (1_u64 << len) - 1;
        let cell = (lost & mask) | (not_won & mask) << len;
        match self.layout.cell_bytes {
            8 => self.writer.put_u64(at, cell),
            4 => self.writer.put_u32(at, cell as u32),
            2 => self.writer.put_u16(at, cell as u16),
            _ => self.writer.put_u8(at, cell as u8),
        }
    }
}

impl Job for Fill<'_> {
    #[inline(always)]
    fn wanted(&mut self, set: usize) -> bool {
        self.set = pdep(u64::from(self.shape.sets[set]), self.free);
        self.place = self.known[subsets::rank(self.set) as usize];
        let twice = self.place.facing == Facing::Reversed && self.others == self.turned;
        !self.place.connects && !twice && self.rows.contains(&u64::from(self.place.row))
    }

    #[inline(always)]
    fn small(&mut self, _: usize, lost: u64, not_won: u64) {
        if self.place.facing != Facing::Reversed {
            self.put_small(self.offset(self.set, self.others), lost, not_won);
        }
        if self.place.facing != Facing::Itself {
            let at = self.offset(self.board.rotated(self.set), self.turned);
            let turned = |plane| small::turned(plane, self.shape.rest, self.shape.parity);
            self.put_small(at, turned(lost), turned(not_won));
        }
    }

    #[inline(always)]
    fn large(&mut self, _: usize, lost: &mut [u64], not_won: &mut [u64]) {
        if self.place.facing != Facing::Reversed {
            let at = self.offset(self.set, self.others);
            self.writer.put_words(at, lost);
            self.writer.put_words(at + 8 * lost.len(), not_won);
        }
        if self.place.facing != Facing::Itself {
            let at = self.offset(self.board.rotated(self.set), self.turned);
            for plane in [&mut *lost, &mut *not_won] {
                vectors::turn(plane, self.shape.rest - 1, self.shape.parity);
            }
            self.writer.put_words(at, lost);
            self.writer.put_words(at + 8 * lost.len(), not_won);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::laws::{self, Reach};
    use nexsolve_core::{Game, Wdl};
    use nexsolve_games::nex::{Nex, NexPosition};

    /// The value in memory of a position.
    fn value(ply: &Ply, board: &Rhombus<u64>, position: &NexPosition<u64>) -> Wdl {
        let side = position.side_to_move();
        let (mut own, mut others, mut neutral) =
            (position.stones(side), position.stones(side.other()), position.neutral);
        let (row, facing) = folded::rank(own, board.len());
        if facing == Facing::Reversed {
            (own, others, neutral) = (board.rotated(own), board.rotated(others), board.rotated(neutral));
        }
        let left = board.full() & !own;
        let col = subsets::rank(pext(others, left));
        let cell = &ply.row(row)[col as usize * ply.layout.cell_bytes..][..ply.layout.cell_bytes];
        let index = (pext(neutral, left & !others) >> 1) as usize;
        let bit = |at: usize| cell[at / 8] >> (at % 8) & 1 == 1;
        let len = small::len(ply.layout.rest() as usize);
        match (bit(index), bit(index + len)) {
            (true, _) => Wdl::Loss,
            (false, true) => Wdl::Draw,
            (false, false) => Wdl::Win,
        }
    }

    #[test]
    fn every_position_of_small_boards_has_its_value() {
        for level in Level::available() {
            for (rows, cols) in [(1, 2), (2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3)] {
                let game = Nex::<u64>::new(rows, cols).expect("a board");
                let board = game.board();
                let all = laws::positions(&game, Reach::All);
                let scores = laws::scores(&game, &all);
                let last = 2 * (board.len() / 2) - 1;
                let mut next: Option<Ply> = None;
                for ply in (0..=last).rev() {
                    let layout = Layout::new(board.len(), ply);
                    let mut target = Ply::new(layout, 0..layout.rows).expect("memory");
                    let zero = vec![0_u64; 1 << 16];
                    let zeros = super::super::region::bytes(&zero);
                    match &next {
                        Some(next) => sweep(board, level, &|row| next.row(row), &mut target),
                        None => sweep(board, level, &|_| zeros, &mut target),
                    }
                    for (position, score) in scores.iter().filter(|(position, _)| position.ply() == ply) {
                        assert_eq!(value(&target, board, position), score.wdl(), "{rows}x{cols} {level:?} {position:?}");
                    }
                    next = Some(target);
                }
            }
        }
    }

    #[test]
    #[ignore = "slow: timing by hand"]
    fn time_sweeps() {
        let rows: u32 = std::env::var("ROWS").map_or(4, |x| x.parse().unwrap());
        let cols: u32 = std::env::var("COLS").map_or(4, |x| x.parse().unwrap());
        for level in [Level::best()] {
            let game = Nex::<u64>::new(rows, cols).expect("a board");
            let board = game.board();
            let last = 2 * (board.len() / 2) - 1;
            let mut next: Option<Ply> = None;
            let start = std::time::Instant::now();
            for ply in (0..=last).rev() {
                let layout = Layout::new(board.len(), ply);
                let t0 = std::time::Instant::now();
                let mut target = Ply::new(layout, 0..layout.rows).expect("memory");
                let zero = vec![0_u64; 1 << 16];
                let zeros = super::super::region::bytes(&zero);
                match &next {
                    Some(next) => sweep(board, level, &|row| next.row(row), &mut target),
                    None => sweep(board, level, &|_| zeros, &mut target),
                }
                let t = t0.elapsed().as_secs_f64();
                let pairs = layout.rows * layout.cols;
                println!("{level:?} ply {ply} rest {} cells {pairs} of {} B, {:.0} MB: {t:.3} s, {:.0} ns a pair", layout.rest(), layout.cell_bytes, pairs as f64 * layout.cell_bytes as f64 / 1e6, t * 1e9 / pairs as f64);
                next = Some(target);
            }
            println!("{level:?} total {:.3} s; start: {:?}", start.elapsed().as_secs_f64(), value(next.as_ref().unwrap(), board, &game.start()));
        }
    }
}
