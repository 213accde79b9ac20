//! The values of Nex after a pass. No database has them, because in a game the numbers of stones determine
//! the side to move. After White passes, Black is to move with one stone more, and so on to the end of the
//! game. One sweep from the last ply to the first finds all values of such a board, two bits each: 4^c values
//! for c cells, a gigabyte on 4×4.

use crate::questions::tabled::Position;
use nexsolve_core::{Side, Wdl, pdep};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::{Cell, CellSet, Rhombus};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// The greatest number of cells of a board.
pub const MOST_CELLS: u32 = 16;

/// The values of all positions of a board in which Black has `lead` stones more than White when Black is to
/// move.
pub struct Turns<'a> {
    board: &'a Rhombus<u64>,
    /// Black's stones minus White's when Black is to move: 0 without passes, 1 after White passed, −1 after
    /// Black passed.
    lead: i32,
    /// The values for the side to move, indexed by [`Turns::place`], four per byte.
    values: Vec<AtomicU8>,
    /// For each side, whether each set of stones joins its edges.
    connected: [Vec<bool>; 2],
}

/// A side's right to pass once instead of making a legal move.
#[derive(Clone, Copy)]
pub struct Right<'a> {
    /// The side with the right.
    pub owner: Side,
    /// The values after the pass.
    pub after: &'a Turns<'a>,
}

/// Returns, for each side, whether each set of stones joins its edges: 2^c entries for c cells.
pub(super) fn connected(board: &Rhombus<u64>) -> [Vec<bool>; 2] {
    [Side::Black, Side::White]
        .map(|side| (0..1 << board.len()).map(|set| board.connects(set, side)).collect())
}

impl<'a> Turns<'a> {
    /// Sweeps a board of at most [`MOST_CELLS`] cells. Returns `None` for a larger one.
    pub fn sweep(game: &'a Nex<u64>, lead: i32, right: Option<Right<'_>>) -> Option<Self> {
        let board = game.board();
        let cells = board.len();
        if cells > MOST_CELLS {
            return None;
        }
        let bytes = (1_usize << (2 * cells)).div_ceil(4);
        let connected = connected(board);
        let mut values = Vec::new();
        values.resize_with(bytes, AtomicU8::default);
        let turns = Self { board, lead, values, connected };
        for ply in (0..=cells).rev() {
            turns.sweep_ply(ply, right);
        }
        Some(turns)
    }

    /// Finds the values of all positions with `ply` black and white stones.
    fn sweep_ply(&self, ply: u32, right: Option<Right<'_>>) {
        let (cells, stones) = (self.board.len(), ply as i32);
        let to_move = if (stones - self.lead) % 2 == 0 { Side::Black } else { Side::White };
        // Black's stones minus White's have the same parity as all stones.
        let ahead = self.lead + i32::from(to_move == Side::White);
        let white = (stones - ahead) / 2;
        let (Ok(black), Ok(white)) = (u32::try_from(white + ahead), u32::try_from(white)) else { return };
        let full = self.board.full();
        subsets(full, black).par_iter().for_each(|&black| {
            for white in subsets(full.without(black), white) {
                let free = full.without(black | white);
                let least = if ply == 0 { 0 } else { 2 - ply % 2 };
                for neutral in (least..=ply.min(cells - ply)).step_by(2).flat_map(|n| subsets(free, n)) {
                    let position = Position { black, white, neutral, may_swap: false };
                    let turned = Position {
                        black: self.board.rotated(black),
                        white: self.board.rotated(white),
                        neutral: self.board.rotated(neutral),
                        may_swap: false,
                    };
                    let (place, twin) = (self.place(&position), self.place(&turned));
                    if place <= twin {
                        let value = self.derive(&position, to_move, right);
                        self.store(place, value);
                        self.store(twin, value);
                    }
                }
            }
        });
    }

    /// Returns the side to move.
    pub fn side_to_move(&self, position: &Position) -> Side {
        let ahead = position.black.count() as i32 - position.white.count() as i32;
        if ahead == self.lead { Side::Black } else { Side::White }
    }

    /// Returns the value of an unfinished position for the side to move.
    pub fn value(&self, position: &Position) -> Wdl {
        self.at(self.place(position))
    }

    fn place(&self, position: &Position) -> usize {
        let (low, high) = (position.black | position.neutral, position.white | position.neutral);
        (low | high << self.board.len()) as usize
    }

    fn at(&self, place: usize) -> Wdl {
        let byte = self.values[place / 4].load(Ordering::Relaxed);
        [Wdl::Loss, Wdl::Draw, Wdl::Win][usize::from(byte >> (place % 4 * 2) & 3).min(2)]
    }

    /// Stores a value. Non-zero bits are written at most once to each place.
    fn store(&self, place: usize, value: Wdl) {
        self.values[place / 4].fetch_or((value as u8) << (place % 4 * 2), Ordering::Relaxed);
    }

    /// Derives the value from those of the next ply. If the game ended by a connection, the position keeps
    /// the zero bits of a loss, because only the opponent, who has just moved, can have connected.
    fn derive(&self, position: &Position, side: Side, right: Option<Right<'_>>) -> Wdl {
        let (own, theirs) = (position.stones(side), position.stones(side.other()));
        if self.connected[side.other() as usize][theirs as usize] {
            return Wdl::Loss;
        }
        let neutral = position.neutral;
        let empty = self.board.full().without(own | theirs | neutral);
        let can_generate = empty.count() >= 2;
        if !can_generate && (neutral.count() < 2 || own == 0) {
            return Wdl::Draw;
        }
        let mut best = Wdl::Loss;
        if let Some(right) = right.filter(|right| right.owner == side) {
            best = -right.after.value(position);
        }
        let after = |own: u64, neutral: u64| {
            let (black, white) = if side == Side::Black { (own, theirs) } else { (theirs, own) };
            -self.at(self.place(&Position { black, white, neutral, may_swap: false }))
        };
        if can_generate {
            for stone in empty.iter().map(u64::one) {
                for added in empty.without(stone).iter().map(u64::one) {
                    best = best.max(after(own | stone, neutral | added));
                    if best == Wdl::Win {
                        return best;
                    }
                }
            }
        }
        for gained in subsets_of_two(neutral) {
            for given in own.iter().map(u64::one) {
                best = best.max(after((own | gained).without(given), neutral.without(gained) | given));
                if best == Wdl::Win {
                    return best;
                }
            }
        }
        best
    }
}

/// Returns all subsets of this size.
fn subsets(of: u64, size: u32) -> Vec<u64> {
    let most = of.count();
    let dense = (0..1_u64 << most).filter(|set| set.count() == size);
    dense.map(|set| pdep(set, of)).collect()
}

/// Returns all pairs of cells.
fn subsets_of_two(of: u64) -> impl Iterator<Item = u64> {
    of.iter().flat_map(move |first: Cell| {
        of.iter().filter(move |second| *second > first).map(move |second| u64::one(first) | u64::one(second))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::extended::{Extended, arrangements};
    use crate::questions::tempo::is_layer;

    #[test]
    fn values_agree_with_those_of_all_arrangements() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
            let game = Nex::<u64>::new(rows, cols).expect("a small board");
            let extended = Extended::new(&game).expect("small");
            let over = |p: &Position| {
                [Side::Black, Side::White].iter().any(|&side| game.board().connects(p.stones(side), side))
            };
            for lead in [-1, 0, 1] {
                let turns = Turns::sweep(&game, lead, None).expect("small");
                let ahead = |p: &Position| p.black.count() as i32 - p.white.count() as i32 - lead;
                let mut compared = 0;
                for position in arrangements(rows * cols) {
                    if [0, 1].contains(&ahead(&position)) && is_layer(&position) && !over(&position) {
                        let side = turns.side_to_move(&position);
                        assert_eq!(turns.value(&position), extended.value(&position, side));
                        compared += 1;
                    }
                }
                assert!(compared > 10, "{rows}×{cols} {lead}");
            }
        }
    }
}
