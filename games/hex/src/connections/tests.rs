//! Compares every claim of connections and fill-in with exact values.
//!
//! A board on which some stones are fixed has 3^n ways to fill its n other cells. [`Values`] computes the
//! winner of each of them by the rules alone: the claims about these positions, also with cells given away,
//! are then single look-ups. A connection between any two ends is checked by [`Play`] on its carrier.

use super::fill_in::{Fillable, fill};
use super::h_search::{Connections, Link, Seek};
use super::techniques::Technique;
use super::winners::{Filled, FilledGame};
use crate::{Hex, Variant};
use nexsolve_core::{EVERYWHERE, Proving, Region, Side, SplitMix, Verdict};
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

    /// Finds the connections of a side, in up to `steps` steps from positions with fewer stones.
    fn find(
        &self,
        connections: &mut Connections<u64>,
        stones: [u64; 2],
        (side, seek): (Side, Seek),
        (steps, random): (u32, &mut SplitMix),
    ) {
        let places: Vec<u64> = (0..steps).map(|_| random.next_word() & random.next_word()).collect();
        let mut before = None;
        for step in 0..=places.len() {
            let left_out = places[step..].iter().fold(0, |all, some| all | some);
            let at = stones.map(|stones| stones & !left_out);
            let (own, empty) = (at[side as usize], self.empty(at));
            let seek = if step == places.len() { seek } else { Seek::Everything };
            match &before {
                None => connections.find(&self.0, own, empty, side, seek),
                Some((own_before, kept)) => {
                    connections.find_from(&self.0, (*own_before, kept), own, empty, side, seek);
                }
            }
            let is_joined = self.0.connects(own, side);
            before = (!is_joined).then(|| (own, connections.kept()));
        }
    }

    /// Checks the connections of each pair of ends in one position, found in this many steps. Returns how
    /// many there are.
    fn check_connections(
        &self,
        connections: &mut Connections<u64>,
        stones: [u64; 2],
        (steps, random): (u32, &mut SplitMix),
    ) -> usize {
        let empty = self.empty(stones);
        let mut checked = 0;
        for side in SIDES {
            let own = stones[side as usize];
            self.find(connections, stones, (side, Seek::All), (steps, random));
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
    fn check(
        &self,
        connections: &mut Connections<u64>,
        stones: [u64; 2],
        (steps, random): (u32, &mut SplitMix),
    ) {
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
            self.ground.find(connections, stones, (side, seek), (steps, random));
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

/// A search for winners and regions that takes every child of a state that no region answers.
struct Regions<'a> {
    game: FilledGame<'a>,
    /// Whether the search does without connections: then it is deeper.
    is_blind: bool,
    known: HashMap<u128, (bool, Region)>,
    /// Children that regions answered.
    skipped: usize,
}

impl<'a> Regions<'a> {
    fn new(game: &'a Hex<u64>, is_blind: bool) -> Self {
        Self { game: FilledGame::new(game), is_blind, known: HashMap::new(), skipped: 0 }
    }

    /// Whether the side to move wins, and the region of the win.
    fn winner(&mut self, before: Option<u128>, state: u128) -> (bool, Region) {
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let mut children = Vec::new();
        let verdict = if self.is_blind && state < u128::MAX - 1 {
            let position = FilledGame::unpack(state);
            self.game.list(&position, (position.empty(self.game.game), 0), &[], &mut children)
        } else if let Some(before) = before {
            self.game.look_after(before, state, &mut children)
        } else {
            self.game.look(state, &mut children)
        };
        let found = match verdict {
            Verdict::Win(region) => (true, region),
            Verdict::Loss(region) => (false, region),
            Verdict::Open(rest) => self.below(state, &children, rest),
        };
        self.known.insert(state, found);
        found
    }

    fn below(&mut self, state: u128, children: &[u128], rest: Region) -> (bool, Region) {
        let (mut needed, mut answers) = (rest, Vec::new());
        for &child in children {
            let is_answered = |&(won, region): &(u128, Region)| {
                region != EVERYWHERE && self.game.carries_over(state, region, won, child)
            };
            if answers.iter().any(is_answered) {
                self.skipped += 1;
                continue;
            }
            let (wins, region) = self.winner(Some(state), child);
            let region = self.game.region_before(state, child, wins, region);
            if !wins {
                return (true, region);
            }
            needed |= region;
            answers.push((child, region));
        }
        (false, needed)
    }

    /// Checks the winner of a position and its region against all values. Returns whether it has a region.
    fn check(&mut self, values: &Values<'_>, stones: [u64; 2], mover: Side) -> bool {
        let board = &values.ground.0;
        let mut filled = stones;
        fill(board, &mut filled, Fillable::All);
        if values.ground.is_over(filled) {
            return false;
        }
        let state = self.game.pack(&Filled { stones: filled, mover });
        let (wins, mut region) = self.winner(None, state);
        assert_eq!(wins, values.wins(stones, mover, mover), "{stones:x?}, {mover} to move");
        if FilledGame::unpack(state).stones != filled {
            region = board.rotated(region);
        }
        if region == EVERYWHERE {
            return false;
        }
        let winner = if wins { mover } else { mover.other() };
        let mut least = filled;
        least[winner.other() as usize] |= values.ground.empty(filled) & !region;
        assert!(values.wins(least, winner, mover), "{stones:x?}: {winner} by {region:x}, {mover} to move");
        true
    }
}

/// Checks winners and regions in `most` random positions with up to `free` empty cells.
fn check_regions(rows: u32, cols: u32, free: u32, most: usize, seed: u64) {
    let (ground, mut random) = (Ground::new(rows, cols), SplitMix(seed));
    let whole = || Hex::<u64>::new(rows, cols, Variant::default()).expect("a small board");
    let games: Vec<_> = std::iter::once(whole())
        .chain(Technique::ALL.map(|technique| whole().without(technique)))
        .flat_map(|game| [(game.clone(), false), (game, true)])
        .collect();
    let mut searches: Vec<_> = games.iter().map(|(game, is_blind)| Regions::new(game, *is_blind)).collect();
    let (mut positions, mut regions) = (0, 0);
    while positions < most {
        let values = Values::of(&ground, ground.stones(free, &mut random));
        for _ in 0..TOGETHER {
            // Two thirds of the free cells stay empty.
            let digit = |power| power * [1, 2, 0, 0, 0, 0][below(&mut random, 6) as usize];
            let stones = values.stones(powers().take(values.free.len()).map(digit).sum());
            if ground.is_over(stones) {
                continue;
            }
            for search in &mut searches {
                let has_regions = SIDES.map(|mover| search.check(&values, stones, mover));
                regions += has_regions.into_iter().filter(|has| *has).count();
            }
            positions += 1;
        }
    }
    let skipped: usize = searches.iter().map(|search| search.skipped).sum();
    let states: usize = searches.iter().map(|search| search.known.len()).sum();
    eprintln!("{rows}x{cols}, seed {seed}: {positions} positions, {regions} regions of {states} states");
    assert!(regions > positions && skipped > 0, "{rows}x{cols}: {regions} regions, {skipped} skipped");
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
            values.check(&mut connections, stones, (0, &mut SplitMix(seed)));
        }
    }
}

/// Positions that share their fixed stones.
const TOGETHER: usize = 1000;

/// Checks the claims about `most` random positions with up to `free` empty cells, and for each [`TOGETHER`]
/// of them the connections between all ends in a position with any number of empty cells. They are found in
/// this many steps.
fn check_random(rows: u32, cols: u32, free: u32, most: usize, (seed, steps): (u64, u32)) {
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
                values.check(&mut connections, stones, (steps, &mut random));
                positions += 1;
            }
        }
        let empty = below(&mut random, rows * cols + 1);
        let stones = ground.stones(empty, &mut random);
        if !ground.is_over(stones) {
            pairs += ground.check_connections(&mut connections, stones, (steps, &mut random));
        }
    }
    eprintln!("{rows}x{cols}, seed {seed}, {steps} steps: {positions} positions, {pairs} connections");
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
        for steps in [0, 1, 3] {
            check_random(rows, cols, 8, 2_000, (2, steps));
        }
    }
}

#[test]
fn every_region_holds_in_random_positions() {
    for (rows, cols) in [(3, 3), (3, 4), (4, 4), (4, 5), (5, 5)] {
        check_regions(rows, cols, 8, 1_000, 4);
    }
}

#[test]
#[ignore = "slow: a hundred thousand positions each of 4×4, 4×5, 5×4 and 5×5"]
fn every_region_holds_in_many_random_positions() {
    for (rows, cols) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
        check_regions(rows, cols, 12, 100_000, 5);
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
        for steps in [0, 1, 3] {
            check_random(rows, cols, 12, 300_000, (3, steps));
        }
    }
}
