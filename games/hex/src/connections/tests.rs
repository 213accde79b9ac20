//! Compares every claim of connections and fill-in with exact values.
//!
//! A board on which some stones are fixed has 3^n ways to fill its n other cells. [`Values`] computes the
//! winner of each of them by the rules alone: the claims about these positions, also with cells given away,
//! are then single look-ups. A connection between any two ends is checked by [`Play`] on its carrier.

use super::fill_in::{Fillable, fill};
use super::h_search::{Connections, Link, Seek};
use nexsolve_core::{Side, SplitMix};
use nexsolve_rhombus::{Cell, CellSet, Edges, Rhombus};
use std::collections::HashMap;

const SIDES: [Side; 2] = [Side::Black, Side::White];

/// An empty board.
struct Ground(Rhombus<u64>);

/// The winner for each way to put stones on the free cells of a board, with either side to move.
struct Values<'a> {
    ground: &'a Ground,
    /// Black's and White's stones on all other cells.
    fixed: [u64; 2],
    free: Vec<Cell>,
    /// Whether Black wins, with Black and with White to move, indexed by the free cells as digits in base 3
    /// (1 for Black, 2 for White).
    black_wins: Vec<[bool; 2]>,
}

impl Ground {
    fn new(rows: u32, cols: u32) -> Self {
        Self(Rhombus::new(rows, cols, Edges::BlackTopBottom).expect("a small board"))
    }

    fn connections(&self) -> Connections<u64> {
        Connections::new(self.0.len() as usize)
    }

    fn empty(&self, stones: [u64; 2]) -> u64 {
        self.0.full() & !(stones[0] | stones[1])
    }

    fn is_over(&self, stones: [u64; 2]) -> bool {
        SIDES.iter().any(|&side| self.0.connects(stones[side as usize], side))
    }

    /// Random stones that leave `empty` cells empty; the game may be over.
    fn stones(&self, empty: u32, random: &mut SplitMix) -> [u64; 2] {
        let mut stones = [0; 2];
        while self.empty(stones).count() > empty {
            let cell = self.empty(stones).nth(below(random, self.empty(stones).count()));
            stones[below(random, 2) as usize] |= u64::one(cell);
        }
        stones
    }

    /// Checks the connections of each pair of ends in one position. Returns how many there are.
    fn check_connections(&self, connections: &mut Connections<u64>, stones: [u64; 2]) -> usize {
        let empty = self.empty(stones);
        let mut checked = 0;
        for side in SIDES {
            let own = stones[side as usize];
            connections.find(&self.0, own, empty, side, Seek::All);
            connections_of(connections, empty).for_each(|(ends, carrier, first)| {
                let ends = ends.map(|end| self.terminal(end, own, side));
                assert!(carrier & !empty == 0 && ends.iter().all(|end| carrier & end.stones == 0));
                let own = own | ends[0].stones | ends[1].stones;
                let mut play =
                    Play { board: &self.0, ends: ends.map(|end| end.cells), known: HashMap::new() };
                let (winner, _) = play.winner(own, carrier, first);
                assert_eq!(winner, Side::Black, "{stones:x?}: {side} {ends:?} by {carrier:x}");
                checked += 1;
            });
        }
        checked
    }

    /// The stones of an end of a connection on the board.
    fn terminal(&self, end: u16, own: u64, side: Side) -> Terminal {
        let (first, last) = self.0.ends(side);
        let chain = |cell| if own.has(cell) { self.0.flood(u64::one(cell), own) } else { u64::one(cell) };
        match usize::from(end).checked_sub(self.0.len() as usize) {
            Some(edge) => Terminal { cells: [first, last][edge], stones: 0 },
            None => Terminal { cells: chain(Cell(end)), stones: chain(Cell(end)) },
        }
    }
}

/// The connections of each pair of ends: their carriers, and who moves first (Black for the side itself).
fn connections_of(found: &Connections<u64>, empty: u64) -> impl Iterator<Item = ([u16; 2], u64, Side)> + '_ {
    let pairs = found
        .all_ends(empty)
        .flat_map(move |a| found.all_ends(empty).take_while(move |&b| b != a).map(move |b| [a, b]));
    pairs.flat_map(|ends| {
        let (fulls, semis) = found.between(ends[0], ends[1]);
        let fulls = fulls.iter().map(move |&carrier| (ends, carrier, Side::White));
        fulls.chain(semis.iter().map(move |&carrier| (ends, carrier, Side::Black)))
    })
}

/// A random number below `bound`.
fn below(random: &mut SplitMix, bound: u32) -> u32 {
    (random.next_word() >> 32) as u32 % bound
}

impl<'a> Values<'a> {
    fn of(ground: &'a Ground, fixed: [u64; 2]) -> Self {
        let free: Vec<Cell> = ground.empty(fixed).iter().collect();
        let ways = 3_usize.pow(free.len() as u32);
        let mut values = Self { ground, fixed, free, black_wins: vec![[false; 2]; ways] };
        for index in (0..ways).rev() {
            let stones = values.stones(index);
            let over = SIDES.map(|side| ground.0.connects(stones[side as usize], side));
            let empty = powers().take(values.free.len()).filter(|power| index / power % 3 == 0);
            values.black_wins[index] = match over {
                [true, _] => [true; 2],
                [_, true] => [false; 2],
                _ => [
                    empty.clone().any(|power| values.black_wins[index + power][1]),
                    empty.clone().all(|power| values.black_wins[index + 2 * power][0]),
                ],
            };
        }
        values
    }

    /// The position with this index.
    fn stones(&self, index: usize) -> [u64; 2] {
        let mut stones = self.fixed;
        for (&cell, power) in self.free.iter().zip(powers()) {
            match index / power % 3 {
                0 => {}
                colour => stones[colour - 1] |= u64::one(cell),
            }
        }
        stones
    }

    /// Returns whether `side` wins if `mover` is to move.
    fn wins(&self, stones: [u64; 2], side: Side, mover: Side) -> bool {
        let digit = |cell: Cell| usize::from(stones[0].has(cell)) + 2 * usize::from(stones[1].has(cell));
        let index: usize = self.free.iter().zip(powers()).map(|(&cell, power)| digit(cell) * power).sum();
        self.black_wins[index][mover as usize] == (side == Side::Black)
    }

    /// Checks the claims about one position: fill-in, the link between the edges, and the must-play region.
    fn check(&self, connections: &mut Connections<u64>, stones: [u64; 2]) {
        let board = &self.ground.0;
        let mut filled = stones;
        fill(board, &mut filled, Fillable::All);
        assert!(filled[0] & filled[1] == 0 && (0..2).all(|side| filled[side] & stones[side] == stones[side]));
        for mover in SIDES {
            let wins = |stones| self.wins(stones, Side::Black, mover);
            assert_eq!(wins(filled), wins(stones), "fill-in of {stones:x?}");
        }
        let empty = self.ground.empty(stones);
        for (side, seek) in
            SIDES.into_iter().flat_map(|side| [(side, Seek::First(u32::MAX)), (side, Seek::All)])
        {
            connections.find(board, stones[side as usize], empty, side, seek);
            match connections.link() {
                Link::Full(carrier) => self.holds(stones, carrier, side, side.other()),
                Link::Semi(carrier) => self.holds(stones, carrier, side, side),
                Link::Open => {}
            }
            for cell in (empty & !connections.must_play()).iter() {
                let mut after = stones;
                after[side.other() as usize] |= u64::one(cell);
                assert!(self.wins(after, side, side), "{stones:x?}: {side} after {cell:?}");
            }
        }
    }

    /// Asserts that `side` wins with only the empty cells of a carrier, if the opponent has all others.
    fn holds(&self, stones: [u64; 2], carrier: u64, side: Side, mover: Side) {
        let empty = self.ground.empty(stones);
        assert_eq!(carrier & !empty, 0);
        let mut least = stones;
        least[side.other() as usize] |= empty & !carrier;
        assert!(self.wins(least, side, mover), "{stones:x?}: {side} by {carrier:x}, {mover} to move");
    }
}

/// The powers of 3.
fn powers() -> impl Iterator<Item = usize> + Clone {
    (0..).map(|digit| 3_usize.pow(digit))
}

/// An end of a connection: a chain or an empty cell counts as stones of the side, an edge as none.
#[derive(Clone, Copy, Debug)]
struct Terminal {
    cells: u64,
    stones: u64,
}

/// Play for a connection of two ends.
pub(super) struct Play<'a> {
    pub(super) board: &'a Rhombus<u64>,
    pub(super) ends: [u64; 2],
    pub(super) known: HashMap<(u64, u64, Side), (Side, u64)>,
}

impl Play<'_> {
    /// Plays only on the cells `open`, for a side that has the stones `own`, called Black here. Returns Black
    /// if it can join the ends and otherwise White, with open cells that suffice for the result.
    pub(super) fn winner(&mut self, own: u64, open: u64, mover: Side) -> (Side, u64) {
        let [from, to] = self.ends;
        let joins = |stones: u64| self.board.flood(from & stones, stones) & to != 0;
        if joins(own) {
            return (Side::Black, 0);
        }
        if !joins(own | open) {
            return (Side::White, 0);
        }
        if let Some(&known) = self.known.get(&(own, open, mover)) {
            return known;
        }
        let near = self.near(own, open);
        // A move outside the cells with which the opponent answers another move has the same answer.
        let (mut moves, mut used) = (open, 0);
        let found = loop {
            let best = near.iter().map(|cells| cells & moves).find(|&cells| cells != 0);
            let Some(best) = best else { break (mover.other(), used) };
            let cell = best & best.wrapping_neg();
            let gained = if mover == Side::Black { cell } else { 0 };
            let (winner, cells) = self.winner(own | gained, open & !cell, mover.other());
            if winner == mover {
                break (mover, cells | cell);
            }
            moves &= cells;
            used |= cells;
        };
        self.known.insert((own, open, mover), found);
        found
    }

    /// The open cells, ordered by the number of moves that join both ends through them, the fewest first.
    fn near(&self, own: u64, open: u64) -> Vec<u64> {
        let [from, to] = self.ends.map(|end| {
            // Indexed by the number of moves from this end to a cell.
            let mut seen = self.board.flood(end & own, own);
            let mut layers = vec![];
            let mut next = end & open | self.board.neighbours(seen) & open;
            while next != 0 {
                layers.push(next);
                seen = self.board.flood(seen | next, own | seen | next);
                next = self.board.neighbours(seen) & open & !seen;
            }
            layers
        });
        let mut near = vec![0; from.len() + to.len()];
        for (i, from) in from.iter().enumerate() {
            for (j, to) in to.iter().enumerate() {
                near[i + j] |= from & to;
            }
        }
        near.push(open);
        near
    }
}

/// Checks every `step`th way to fill a board, beginning at a place that depends on `seed`.
fn check(rows: u32, cols: u32, step: usize, seed: u64) {
    let ground = Ground::new(rows, cols);
    let values = Values::of(&ground, [0; 2]);
    let mut connections = ground.connections();
    let first = SplitMix(seed).next_word() as usize % step;
    for index in (first..values.black_wins.len()).step_by(step) {
        let stones = values.stones(index);
        if !ground.is_over(stones) {
            values.check(&mut connections, stones);
        }
    }
}

/// Positions that share their fixed stones.
const TOGETHER: usize = 1000;

/// Checks the claims about `most` random positions with up to `free` empty cells, and for each [`TOGETHER`]
/// of them the connections between all ends in a position with any number of empty cells.
fn check_random(rows: u32, cols: u32, free: u32, most: usize, seed: u64) {
    let (ground, mut random) = (Ground::new(rows, cols), SplitMix(seed));
    let mut connections = ground.connections();
    let (mut positions, mut pairs) = (0, 0);
    while positions < most {
        let values = Values::of(&ground, ground.stones(free, &mut random));
        for _ in 0..TOGETHER {
            // Two thirds of the free cells stay empty.
            let digit = |power| power * [1, 2, 0, 0, 0, 0][below(&mut random, 6) as usize];
            let stones = values.stones(powers().take(values.free.len()).map(digit).sum());
            if !ground.is_over(stones) {
                values.check(&mut connections, stones);
                positions += 1;
            }
        }
        let empty = below(&mut random, rows * cols + 1);
        let stones = ground.stones(empty, &mut random);
        if !ground.is_over(stones) {
            pairs += ground.check_connections(&mut connections, stones);
        }
    }
    eprintln!("{rows}x{cols}, seed {seed}: {positions} positions, {pairs} connections");
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
fn every_claim_holds_in_random_positions() {
    for (rows, cols) in [(3, 3), (4, 4), (4, 5), (5, 5)] {
        check_random(rows, cols, 8, 3_000, 2);
    }
}

#[test]
#[ignore = "slow: all 531,441 ways to fill 3×4 and 4×3, and 43 million on 4×4"]
fn every_claim_holds_up_to_4_by_4() {
    for (rows, cols) in [(3, 4), (4, 3), (4, 4)] {
        check(rows, cols, 1, 0);
    }
}

#[test]
#[ignore = "slow: a million positions each of 4×5, 5×4 and 5×5"]
fn every_claim_holds_in_millions_of_random_positions() {
    for (rows, cols) in [(4, 5), (5, 4), (5, 5)] {
        check_random(rows, cols, 12, 1_000_000, 3);
    }
}
