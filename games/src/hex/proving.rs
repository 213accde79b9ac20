//! Who wins, by connections: positions with everything filled in that can be, and no moves but those that have to be tried.

use super::connections::{Connections, Link, Seek};
use super::fill::fill;
use super::{Hex, HexPosition};
use crate::rhombus::{Cell, CellSet};
use nexsolve_core::{Proving, Side, Verdict};
use std::sync::Mutex;

/// A game on a board of up to 64 cells, as a search for its winner sees it.
pub(super) struct ByConnections<'a> {
    pub(super) game: &'a Hex<u64>,
    /// The neighbours of each cell.
    beside: Vec<u64>,
    /// The connections of the side to move and of the other, for whoever looks at a position next.
    spare: Mutex<Vec<[Connections<u64>; 2]>>,
}

/// A position in which stones stand for what can be filled in, so that their numbers do not tell who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Filled {
    /// Black's and White's.
    pub(super) stones: [u64; 2],
    pub(super) mover: Side,
}

/// What a cell that a stone fills in beside its own is worth, where one step nearer to an edge is 256.
const FILLED_TOO: i32 = 200;

/// The state of a position in which the side to move has won. A state has one cell at most that is of both colours.
const WON: u128 = u128::MAX - 1;
/// The state of a position in which the side to move has lost.
const LOST: u128 = u128::MAX;

impl Filled {
    pub(super) fn empty(&self, game: &Hex<u64>) -> u64 {
        game.board.full().without(self.stones[0] | self.stones[1])
    }
}

impl<'a> ByConnections<'a> {
    pub(super) fn new(game: &'a Hex<u64>) -> Self {
        let board = &game.board;
        let beside = (0..board.len()).map(|cell| board.neighbours(u64::one(Cell(cell as u16)))).collect();
        Self { game, beside, spare: Mutex::default() }
    }

    /// The position with all filled in, if the game goes on from it by placing stones.
    pub(super) fn filled(&self, position: &HexPosition<u64>) -> Option<Filled> {
        if !self.game.is_free_of_swap(position) {
            return None;
        }
        let mut stones = [position.black, position.white];
        fill(&self.game.board, &self.beside, &mut stones, self.game.board.full());
        Some(Filled { stones, mover: position.side_to_move() })
    }

    /// The position after a stone.
    pub(super) fn play(&self, position: &Filled, cell: Cell) -> Filled {
        let mut stones = position.stones;
        stones[position.mover as usize] |= u64::one(cell);
        fill(&self.game.board, &self.beside, &mut stones, u64::one(cell));
        Filled { stones, mover: position.mover.other() }
    }

    /// The same for a position and the one turned by 180°.
    pub(super) fn pack(&self, position: &Filled) -> u128 {
        let Filled { stones, mover } = *position;
        for side in [Side::Black, Side::White] {
            if self.game.board.connects(stones[side as usize], side) {
                return if side == mover { WON } else { LOST };
            }
        }
        let turned = Filled { stones: stones.map(|side| self.game.board.rotated(side)), mover };
        let Filled { stones, mover } = turned.min(*position);
        // White to move is told by the first empty cell, as of both colours: nobody has won, so there is one.
        let empty = Filled { stones, mover }.empty(self.game);
        let mark = if mover == Side::White { empty & empty.wrapping_neg() } else { 0 };
        u128::from(stones[0] | mark) | u128::from(stones[1] | mark) << 64
    }

    fn unpack(state: u128) -> Filled {
        let stones = [state as u64, (state >> 64) as u64];
        let mark = stones[0] & stones[1];
        let mover = if mark == 0 { Side::Black } else { Side::White };
        Filled { stones: stones.map(|side| side & !mark), mover }
    }

    /// Who wins, as far as connections tell; otherwise the cells that have to be tried.
    fn judge(&self, position: &Filled, sides: &mut [Connections<u64>; 2]) -> Result<u64, Verdict> {
        let [own, others] = sides;
        let (board, empty, mover) = (&self.game.board, position.empty(self.game), position.mover);
        let stones = position.stones[mover as usize];
        own.find(board, &self.beside, stones, empty, mover, Seek::Short);
        if own.link() != Link::Open {
            return Err(Verdict::Win);
        }
        let opponent = mover.other();
        let stones = position.stones[opponent as usize];
        others.find(board, &self.beside, stones, empty, opponent, Seek::All);
        match others.link() {
            Link::Full(_) => Err(Verdict::Loss),
            _ if others.must_play() == 0 => Err(Verdict::Loss),
            _ => Ok(others.must_play()),
        }
    }
}

impl Proving for ByConnections<'_> {
    fn look(&self, state: u128, children: &mut Vec<u128>) -> Verdict {
        match state {
            WON => return Verdict::Win,
            LOST => return Verdict::Loss,
            _ => {}
        }
        let position = Self::unpack(state);
        let spare = self.spare.lock().expect("no thread panics while it holds this").pop();
        let mut sides = spare.unwrap_or_else(|| {
            let one = Connections::new(self.beside.len());
            [one.clone(), one]
        });
        let judged = self.judge(&position, &mut sides);
        let verdict = match judged {
            Err(verdict) => verdict,
            Ok(must_play) => {
                let empty = position.empty(self.game);
                let near = sides.each_ref().map(|side| Nearness::of(side, empty));
                self.list(&position, must_play, &near, children)
            }
        };
        self.spare.lock().expect("no thread panics while it holds this").push(sides);
        verdict
    }
}

impl ByConnections<'_> {
    /// Lists what comes of the cells that have to be tried.
    fn list(&self, position: &Filled, cells: u64, near: &[Nearness; 2], children: &mut Vec<u128>) -> Verdict {
        /// A cell to try.
        struct Try {
            worth: i32,
            cell: Cell,
            /// The mover's stones afterwards: fill-in may give it more than this one.
            stones: u64,
            state: u128,
        }
        let mover = position.mover as usize;
        let mut tries: Vec<Try> = Vec::with_capacity(cells.count() as usize);
        for cell in cells.iter() {
            let next = self.play(position, cell);
            let (stones, state) = (next.stones[mover], self.pack(&next));
            if state == LOST {
                return Verdict::Win;
            }
            // A stone that gives the mover another cell too is no worse than a stone on that cell.
            if state == WON || tries.iter().any(|better| better.stones.has(cell)) {
                continue;
            }
            tries.retain(|worse| !stones.has(worse.cell));
            let filled_too = (stones & !position.stones[mover]).count() as i32 - 1;
            let worth = near.iter().map(|near| near.of_cell(cell)).sum::<i32>() - FILLED_TOO * filled_too;
            tries.push(Try { worth, cell, stones, state });
        }
        tries.sort_by_key(|one| (one.worth, one.cell));
        children.clear();
        for Try { state, .. } in tries {
            if !children.contains(&state) {
                children.push(state);
            }
        }
        if children.is_empty() { Verdict::Loss } else { Verdict::Open }
    }
}

/// How near each empty cell is to both edges of a side, and with how many ends it is connected: two-distances, in which a cell is as far as
/// the second nearest of those that it is fully connected with, because the opponent takes the nearest away. (J. van Rijswijck, "Search and
/// evaluation in Hex", 2002, section 3, over connections in place of neighbours.)
struct Nearness {
    to_edge: [[u8; 64]; 2],
    links: [u8; 64],
}

impl Nearness {
    /// The distance of cells that are not reached.
    const FAR: u8 = 12;

    fn of(side: &Connections<u64>, empty: u64) -> Self {
        let mut links = [0; 64];
        for cell in empty.iter() {
            links[usize::from(cell.0)] = side.linked(cell).count() as u8;
        }
        Self { to_edge: [0, 1].map(|edge| Self::to_edge(side, empty, edge)), links }
    }

    fn to_edge(side: &Connections<u64>, empty: u64, edge: usize) -> [u8; 64] {
        let mut distance = [Self::FAR; 64];
        // Cells and chains of the wave, and all that it has passed.
        let (mut wave, mut passed) = (Self::with_chains(side, side.linked_with_edge(edge), empty), 0);
        for level in 1..Self::FAR {
            for cell in (wave & empty).iter() {
                distance[usize::from(cell.0)] = level;
            }
            passed |= wave;
            let twice = |cell: &Cell| (side.linked(*cell) & passed).count() >= 2;
            let next = (side.ends(empty) & !passed).iter().filter(twice);
            wave = Self::with_chains(side, next.fold(0, |wave, cell| wave | u64::one(cell)), empty) & !passed;
            if wave == 0 {
                break;
            }
        }
        distance
    }

    /// These cells and chains, and what the chains among them are connected with.
    fn with_chains(side: &Connections<u64>, mut cells: u64, empty: u64) -> u64 {
        let mut open = cells & !empty;
        while let Some(chain) = open.first() {
            let more = side.linked(chain) & !cells;
            cells |= more;
            open = (open | more & !empty) & !u64::one(chain);
        }
        cells
    }

    /// The less, the better a stone there.
    fn of_cell(&self, cell: Cell) -> i32 {
        let at = usize::from(cell.0);
        256 * self.to_edge.iter().map(|edge| i32::from(edge[at])).sum::<i32>() - i32::from(self.links[at])
    }
}
