//! All positions of one ply in memory, and the sweep that fills them.
//!
//! A *row* has the positions with one mover's set, up to rotation. A *column* belongs to one opponent's set.
//! The *cell* of a row and a column has the planes of the half vector of neutral sets ([`super::kernel`]).

use super::masks::LARGEST;
use super::shape::Shape;
use super::small;
use super::vectors::{self, len};
use nexsolve_core::memory::{Cells, Zeroed};
use nexsolve_core::{Side, folded, folded::Facing, pdep, pext, subsets};
use nexsolve_db::{Metric, TableError};
use nexsolve_rhombus::Rhombus;
use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// The order of the positions of one ply in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Cells of the board.
    pub(super) cells: u32,
    /// The ply.
    pub(super) ply: u32,
    /// The mover's sets up to rotation.
    pub(super) rows: u64,
    /// The opponent's sets that are disjoint from one of the mover's sets.
    pub(super) cols: u64,
    /// Pairs of planes of a cell. Even plies have (Xₖ, Xₖ₊₁) for k = 0, 2, …; odd ones for k = −1, 1, ….
    pub(super) pairs: usize,
    /// Whether there are planes for every number of plies, or only the last two.
    pub(super) distances: bool,
}

/// The last ply of the longest game without final moves.
pub(super) fn last_ply(cells: u32) -> u32 {
    (2 * (cells / 2)).saturating_sub(1)
}

impl Layout {
    /// The layout of a ply for tables of a metric.
    pub(super) fn new(cells: u32, ply: u32, metric: Metric) -> Self {
        Self::until(last_ply(cells), cells, ply, metric)
    }

    /// The same where no game has a ply after `last`.
    pub(super) fn until(last: u32, cells: u32, ply: u32, metric: Metric) -> Self {
        let distances = metric == Metric::Dtw;
        let longest = last.saturating_sub(ply);
        let pairs = if !distances {
            1
        } else if ply.is_multiple_of(2) {
            longest / 2 + 1
        } else {
            longest.div_ceil(2) + 1
        };
        Self {
            cells,
            ply,
            rows: folded::count(cells, ply / 2),
            cols: subsets::binomial(cells - ply / 2, ply.div_ceil(2)),
            pairs: pairs as usize,
            distances,
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

    /// Cells without a coloured stone.
    pub(super) fn rest(&self) -> usize {
        (self.cells - self.ply) as usize
    }

    /// Returns whether positions with this many neutral stones exist. The number has the ply's parity.
    pub(super) fn has_neutral(&self, count: u32) -> bool {
        count <= self.ply && (count > 0 || self.ply == 0)
    }

    /// Bytes of a pair of planes.
    pub(super) fn pair_bytes(&self) -> usize {
        (2 * len(self.rest()) / 8).max(1)
    }

    /// Bytes of a row; `usize::MAX` if there are more, which happens in plans.
    pub(super) fn row_bytes(&self) -> usize {
        (self.cols as usize).saturating_mul(self.pairs).saturating_mul(self.pair_bytes())
    }

    /// Entries of a row in the layer with this many neutral stones.
    pub(super) fn row_entries(&self, neutral: u32) -> u64 {
        self.cols * subsets::binomial(self.rest() as u32, neutral)
    }

    /// The shape of the mover's sets that are disjoint from one of the opponent's sets.
    pub(super) fn shape(&self) -> Shape {
        Shape::new(self.cells - self.opponent(), self.mover(), self.ply & 1)
    }

    /// The side to move.
    pub(super) fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Black } else { Side::White }
    }

    /// For each mover's set, by its number: its place in memory.
    pub(super) fn places(&self, board: &Rhombus<u64>) -> Vec<Place> {
        let place = |number| {
            let set = subsets::unrank(number, self.cells, self.mover());
            let (row, facing) = folded::rank(set, self.cells);
            let row = u32::try_from(row).expect("boards with more rows do not fit any memory");
            Place { row, facing, connects: board.connects(set, self.side()) }
        };
        (0..subsets::binomial(self.cells, self.mover())).map(place).collect()
    }
}

/// In the place of a row: it is not in memory.
pub(super) const AWAY: u32 = u32::MAX;

/// The place of a mover's set.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) row: u32,
    pub(super) facing: Facing,
    /// The set joins its edges, so no position has it as the mover's set.
    pub(super) connects: bool,
}

/// Rows of a ply, in memory, numbered from 0.
pub(super) struct Ply {
    pub(super) layout: Layout,
    rows: u64,
    memory: Zeroed,
}

impl Ply {
    /// Allocates this many rows, in `memory` if that is enough, otherwise in new memory.
    pub(super) fn new(layout: Layout, rows: u64, memory: Option<Zeroed>) -> io::Result<Self> {
        let bytes = rows as usize * layout.row_bytes();
        let memory = match memory {
            Some(memory) if memory.size() >= bytes => memory,
            _ => Zeroed::new(bytes)?,
        };
        Ok(Self { layout, rows, memory })
    }

    /// Bytes of memory of the rows.
    pub(super) fn bytes(&self) -> u64 {
        self.memory.size() as u64
    }

    /// The memory of these rows, one after the other, to be filled from any thread.
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        let bytes = self.rows as usize * self.layout.row_bytes();
        &mut self.memory.bytes_mut()[..bytes]
    }

    /// The writer of the columns of these rows. Sets in other rows are [`AWAY`].
    pub(super) fn fills<'a>(
        &'a mut self,
        board: &'a Rhombus<u64>,
        shape: &'a Shape,
        places: &'a [Place],
    ) -> Fills<'a> {
        let cells = self.memory.cells(self.layout.pair_bytes());
        Fills { layout: self.layout, board, shape, places, cells }
    }

    /// Returns the memory for further use.
    pub(super) fn into_memory(self) -> Zeroed {
        self.memory
    }

    /// The cells of a row.
    pub(super) fn row(&self, row: u64) -> &[u8] {
        self.cells(row..row + 1)
    }

    /// The cells of consecutive rows.
    pub(super) fn cells(&self, rows: Range<u64>) -> &[u8] {
        let bytes = self.layout.row_bytes();
        &self.memory.bytes()[rows.start as usize * bytes..rows.end as usize * bytes]
    }
}

/// A source of the rows of the next ply.
pub(super) trait RowSource: Sync {
    /// A row; it is read into `room` if it is not already in memory.
    fn row<'a>(&'a self, row: u64, room: &'a mut Vec<u64>) -> Result<&'a [u8], TableError>;
}

impl RowSource for Ply {
    fn row<'a>(&'a self, row: u64, _: &'a mut Vec<u64>) -> Result<&'a [u8], TableError> {
        Ok(Ply::row(self, row))
    }
}

/// The ply after the last one, which has no positions.
pub(super) struct Nothing(pub(super) Layout);

impl RowSource for Nothing {
    fn row<'a>(&'a self, _: u64, room: &'a mut Vec<u64>) -> Result<&'a [u8], TableError> {
        room.clear();
        room.resize(self.0.row_bytes().div_ceil(8), 0);
        Ok(&bytemuck::cast_slice(room)[..self.0.row_bytes()])
    }
}

/// Writes the cells of a ply's columns.
#[derive(Clone, Copy)]
pub(super) struct Fills<'a> {
    layout: Layout,
    board: &'a Rhombus<u64>,
    shape: &'a Shape,
    places: &'a [Place],
    cells: Cells<'a>,
}

impl<'a> Fills<'a> {
    /// The writer of the cells of the opponent's set with this number, up to rotation.
    pub(super) fn of(self, number: u64) -> Fill<'a> {
        let Self { layout, board, shape, places, cells } = self;
        let others = folded::unrank(number, layout.cells, layout.opponent());
        Fill {
            layout,
            board,
            shape,
            places,
            cells,
            others,
            turned: board.rotated(others),
            free: board.full() & !others,
            pair: 0,
            set: 0,
            number: 0,
            place: places[0],
        }
    }
}

/// Writes the cells of one opponent's set.
pub(super) struct Fill<'a> {
    layout: Layout,
    board: &'a Rhombus<u64>,
    shape: &'a Shape,
    places: &'a [Place],
    cells: Cells<'a>,
    others: u64,
    turned: u64,
    free: u64,
    /// The current pair of planes.
    pub(super) pair: usize,
    /// The mover's current set, its number and its place.
    set: u64,
    pub(super) number: usize,
    place: Place,
}

impl Fill<'_> {
    /// Writes the pairs of planes that do not depend on the next ply, and returns the others.
    pub(super) fn known(&mut self) -> Range<usize> {
        let layout = self.layout;
        if self.board.connects(self.others, layout.side().other()) {
            for pair in 0..layout.pairs {
                self.constant(pair, [u64::MAX; 2]);
            }
            return 0..0;
        }
        // Odd plies begin with X₋₁ (no position is won in −1 plies) and X₀ (no position is over here).
        let first = usize::from(layout.distances && !layout.ply.is_multiple_of(2));
        if first == 1 {
            self.constant(0, [u64::MAX, 0]);
        }
        first..layout.pairs
    }

    /// Makes this the mover's current set. Returns whether there are positions with it that are not counted
    /// twice.
    #[inline(always)]
    pub(super) fn exists(&mut self, set: usize) -> bool {
        self.set = pdep(u64::from(self.shape.sets[set]), self.free);
        self.number = subsets::rank(self.set) as usize;
        self.place = self.places[self.number];
        // With an opponent's set that is its own rotation, each position occurs twice.
        let twice = self.place.facing == Facing::Reversed && self.others == self.turned;
        !self.place.connects && !twice
    }

    /// Returns whether the row of the current set is in memory.
    #[inline(always)]
    pub(super) fn is_here(&self) -> bool {
        self.place.row != AWAY
    }

    /// Writes a pair of planes that is the same for all sets.
    fn constant(&mut self, pair: usize, planes: [u64; 2]) {
        self.pair = pair;
        let words = 1 << (self.shape.rest.max(7) - 7);
        let mut long: Vec<u64> = planes.iter().flat_map(|&plane| std::iter::repeat_n(plane, words)).collect();
        for set in 0..self.shape.sets.len() {
            if !self.wanted(set) {
                continue;
            }
            if self.shape.rest <= LARGEST {
                self.small(planes);
            } else {
                self.large(&mut long);
            }
        }
    }

    /// The place of a pair of planes, in pairs.
    #[inline(always)]
    fn place_of(&self, own: u64, others: u64) -> usize {
        let col = subsets::rank(pext(others, self.board.full() & !own));
        let cell = (u64::from(self.place.row) * self.layout.cols + col) as usize;
        cell * self.layout.pairs + self.pair
    }

    #[inline(always)]
    fn put_small(&self, place: usize, [first, second]: [u64; 2]) {
        if len(self.shape.rest) == 64 {
            return self.put_plane(2 * place, &[first, second]);
        }
        let pair = side_by_side([first, second], self.shape.rest);
        match self.cells {
            Cells::U8(cells) => cells[place].store(pair as u8, Relaxed),
            Cells::U16(cells) => cells[place].store(pair as u16, Relaxed),
            Cells::U32(cells) => cells[place].store(pair as u32, Relaxed),
            Cells::U64(cells) => cells[place].store(pair, Relaxed),
        }
    }

    /// Writes consecutive words, the first in cell `at`.
    #[inline(always)]
    fn put_plane(&self, at: usize, words: &[u64]) {
        let Cells::U64(cells) = self.cells else { unreachable!("long vectors are written in words") };
        for (cell, &word) in cells[at..][..words.len()].iter().zip(words) {
            cell.store(word, Relaxed);
        }
    }
}

/// Two planes for a rest of fewer than seven cells, side by side as in a cell.
#[inline(always)]
pub(super) fn side_by_side([first, second]: [u64; 2], rest: usize) -> u64 {
    let len = len(rest);
    let mask = (1_u64 << len) - 1;
    (first & mask) | (second & mask) << len
}

impl Fill<'_> {
    /// Makes this the mover's current set. Returns whether its positions are to be written here.
    #[inline(always)]
    pub(super) fn wanted(&mut self, set: usize) -> bool {
        self.exists(set) && self.is_here()
    }

    /// The planes of the current set in the last ply before final moves. If no cell is empty, the mover turns
    /// the only neutral stone and wins. Otherwise one of two cells is empty and the other has a neutral
    /// stone: the mover wins by the stone on the empty cell, or loses when the opponent turns the neutral
    /// stone.
    pub(super) fn before_final_moves(&self) -> [u64; 2] {
        let rest = self.free & !self.set;
        let low = rest & rest.wrapping_neg();
        let high = rest & !low;
        if high == 0 {
            return [0; 2];
        }
        let loses = |empty| u64::from(!self.board.connects(self.set | empty, self.layout.side()));
        // Index 0 has the neutral stone on the lower cell.
        [loses(high) | loses(low) << 1; 2]
    }

    /// Writes the planes of the current set, each in the low bits of a word.
    #[inline(always)]
    pub(super) fn small(&mut self, planes: [u64; 2]) {
        if self.place.facing != Facing::Reversed {
            self.put_small(self.place_of(self.set, self.others), planes);
        }
        if self.place.facing != Facing::Itself {
            let at = self.place_of(self.board.rotated(self.set), self.turned);
            self.put_small(at, planes.map(|plane| small::turned(plane, self.shape.rest, self.shape.parity)));
        }
    }

    /// Writes the planes of the current set, in words, the second plane after the first.
    #[inline(always)]
    pub(super) fn large(&mut self, planes: &mut [u64]) {
        if self.place.facing != Facing::Reversed {
            self.put_plane(self.place_of(self.set, self.others) * planes.len(), planes);
        }
        if self.place.facing != Facing::Itself {
            let at = self.place_of(self.board.rotated(self.set), self.turned) * planes.len();
            let len = planes.len() / 2;
            let mut turned = [0; 64];
            for (plane, half) in planes.chunks_exact(len).enumerate() {
                if len <= turned.len() {
                    let turned = &mut turned[..len];
                    turned.copy_from_slice(half);
                    vectors::turn(turned, self.shape.rest - 1, self.shape.parity);
                    self.put_plane(at + len * plane, turned);
                } else {
                    let mut turned = half.to_vec();
                    vectors::turn(&mut turned, self.shape.rest - 1, self.shape.parity);
                    self.put_plane(at + len * plane, &turned);
                }
            }
        }
    }
}
