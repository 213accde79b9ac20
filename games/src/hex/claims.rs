//! What connections and fill-in claim, held against the value of every way to put stones on a board.

use super::connections::{Connections, Link, Seek};
use super::fill::fill;
use crate::rhombus::{CellSet, Edges, Rhombus};
use nexsolve_core::{Side, SplitMix};

/// Who wins each way to put stones on a board, whoever is to move.
struct Values {
    board: Rhombus<u64>,
    /// By the stones as digits to the base 3 (1 for Black, 2 for White): for Black and White to move, whether Black wins.
    black_wins: Vec<[bool; 2]>,
}

impl Values {
    fn of(rows: u32, cols: u32) -> Self {
        let board = Rhombus::<u64>::new(rows, cols, Edges::BlackTopBottom).expect("a small board");
        let cells = board.len();
        let mut values = Self { board, black_wins: vec![[false; 2]; 3_usize.pow(cells)] };
        for index in (0..values.black_wins.len()).rev() {
            let stones = Self::stones(index, cells);
            let empty = values.board.full().without(stones[0] | stones[1]);
            let over =
                [Side::Black, Side::White].map(|side| values.board.connects(stones[side as usize], side));
            values.black_wins[index] = match over {
                [true, _] => [true; 2],
                [_, true] => [false; 2],
                _ => [
                    empty.iter().any(|cell| values.black_wins[index + 3_usize.pow(u32::from(cell.0))][1]),
                    empty.iter().all(|cell| values.black_wins[index + 2 * 3_usize.pow(u32::from(cell.0))][0]),
                ],
            };
        }
        values
    }

    fn stones(mut index: usize, cells: u32) -> [u64; 2] {
        let mut stones = [0; 2];
        for cell in 0..cells {
            match index % 3 {
                0 => {}
                colour => stones[colour - 1] |= 1 << cell,
            }
            index /= 3;
        }
        stones
    }

    fn index(stones: [u64; 2]) -> usize {
        let part = |stones: u64| stones.iter().map(|cell| 3_usize.pow(u32::from(cell.0))).sum::<usize>();
        part(stones[0]) + 2 * part(stones[1])
    }

    /// Whether a side wins if `mover` is to move.
    fn wins(&self, stones: [u64; 2], side: Side, mover: Side) -> bool {
        self.black_wins[Self::index(stones)][mover as usize] == (side == Side::Black)
    }

    /// Checks all claims about one way to put stones.
    fn check(&self, beside: &[u64], connections: &mut Connections<u64>, index: usize) {
        let board = &self.board;
        let stones = Self::stones(index, board.len());
        let empty = board.full().without(stones[0] | stones[1]);
        let sides = [Side::Black, Side::White];
        if sides.iter().any(|&side| board.connects(stones[side as usize], side)) {
            return;
        }
        let mut filled = stones;
        fill(board, beside, &mut filled, board.full());
        assert!(filled[0] & filled[1] == 0 && (0..2).all(|side| filled[side] & stones[side] == stones[side]));
        assert_eq!(self.black_wins[Self::index(filled)], self.black_wins[index], "fill-in of {stones:x?}");
        for side in sides {
            for seek in [Seek::Short, Seek::All] {
                let own = stones[side as usize];
                connections.find(board, beside, own, empty, side, seek);
                match connections.link() {
                    Link::Full(carrier) => {
                        assert_eq!(carrier & !empty, 0);
                        self.holds(stones, carrier, side, side.other());
                    }
                    Link::Semi(carrier) => {
                        assert_eq!(carrier & !empty, 0);
                        self.holds(stones, carrier, side, side);
                    }
                    Link::Open => {}
                }
                for cell in (empty & !connections.must_play()).iter() {
                    let mut after = stones;
                    after[side.other() as usize] |= u64::one(cell);
                    assert!(self.wins(after, side, side), "{stones:x?}: {side} after {cell:?}");
                }
            }
        }
    }

    /// That a side wins with the empty cells of a carrier alone: the opponent has all the others.
    fn holds(&self, stones: [u64; 2], carrier: u64, side: Side, mover: Side) {
        let mut least = stones;
        let others = self.board.full().without(stones[0] | stones[1] | carrier);
        least[side.other() as usize] |= others;
        assert!(self.wins(least, side, mover), "{stones:x?}: {side} by {carrier:x}, {mover} to move");
    }
}

/// Checks every `step`th way to put stones on a board, from a place that the seed gives.
fn check(rows: u32, cols: u32, step: usize, seed: u64) {
    let values = Values::of(rows, cols);
    let cells = values.board.len();
    let beside: Vec<u64> = (0..cells).map(|cell| values.board.neighbours(1 << cell)).collect();
    let mut connections = Connections::new(cells as usize);
    let first = SplitMix(seed).next_word() as usize % step;
    for index in (first..values.black_wins.len()).step_by(step) {
        values.check(&beside, &mut connections, index);
    }
}

#[test]
fn every_claim_holds_on_small_boards() {
    for (rows, cols) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (5, 2)] {
        check(rows, cols, 1, 0);
    }
    for (rows, cols) in [(3, 4), (4, 3)] {
        check(rows, cols, 17, 1);
    }
}

#[test]
#[ignore = "slow: all 531,441 ways to put stones on 3×4 and 4×3, and 43 million on 4×4"]
fn every_claim_holds_up_to_4_by_4() {
    for (rows, cols) in [(3, 4), (4, 3), (4, 4)] {
        check(rows, cols, 1, 0);
    }
}
