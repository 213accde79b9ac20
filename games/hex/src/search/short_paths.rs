//! The paths of a side that are short enough: the ways in which it can still win within a number of stones.
//!
//! The length of a win depends only on the winner's stones. That side joins its edges within `stones` further
//! stones or it does not, and the other side's stones only take cells away. So a cell that lies on no path of
//! at most `stones` empty cells is worth nothing to either side: a stone there is a pass, and no pass is
//! better than a move.

use crate::Hex;
use nexsolve_core::Side;
use nexsolve_rhombus::CellSet;
use nexsolve_rhombus::paths::missing;

/// The most stones that a side still places: half of the board's 64 cells.
const MOST: usize = 32;

/// The paths of one side that take at most `stones` empty cells.
pub(super) struct Short<'a> {
    game: &'a Hex<u64>,
    side: Side,
    own: u64,
    empty: u64,
    stones: u16,
    /// The cells of a shortest path.
    least: u16,
    /// The empty cells that one stone joins to the first edge, those that take two stones, and so on; the
    /// same for the last edge.
    waves: [[u64; MOST]; 2],
}

impl<'a> Short<'a> {
    /// Finds the paths. Returns `None` if all are longer.
    pub(super) fn of(game: &'a Hex<u64>, own: u64, empty: u64, side: Side, stones: u16) -> Option<Self> {
        let stones = stones.min(MOST as u16);
        let (first, last) = game.board.ends(side);
        let mut short = Self { game, side, own, empty, stones, least: u16::MAX, waves: [[0; MOST]; 2] };
        short.least = short.spread(0, first, last).filter(|&least| least <= stones)?;
        short.spread(1, last, first);
        Some(short)
    }

    /// Spreads from an edge, as far as the stones reach. Returns the stones that reach the opposite edge.
    fn spread(&mut self, from: usize, edge: u64, opposite: u64) -> Option<u16> {
        let (board, own) = (&self.game.board, self.own);
        let mut joined = board.flood(edge, own);
        let mut least = (joined & opposite != 0).then_some(0);
        let mut wave = (edge | board.neighbours(joined)) & self.empty;
        let mut left = self.empty;
        for level in 0..self.stones {
            if wave == 0 {
                break;
            }
            self.waves[from][usize::from(level)] = wave;
            left &= !wave;
            joined = board.flood(board.neighbours(wave), own);
            if least.is_none() && (wave | joined) & opposite != 0 {
                least = Some(level + 1);
            }
            wave = board.neighbours(wave | joined) & left;
        }
        least
    }

    /// The cells that lie on one of the paths.
    pub(super) fn cells(&self) -> u64 {
        let stones = usize::from(self.stones);
        let [from, to] = &self.waves;
        let (mut within, mut cells) = (0, 0);
        for i in 0..stones {
            within |= to[i];
            cells |= within & from[stones - 1 - i];
        }
        cells
    }

    /// The cells that lie on all shortest paths.
    pub(super) fn bottlenecks(&self) -> u64 {
        let [from, to] = &self.waves;
        let least = usize::from(self.least);
        let places = (0..least).map(|i| from[i] & to[least - 1 - i]);
        places.filter(|place| place.is_power_of_two()).fold(0, |all, place| all | place)
    }

    /// The least number of stones that the side needs after the best stone of the other side, `None` if that
    /// stone cuts it off. The other side must take a cell of all shortest paths to make any difference.
    pub(super) fn after_block(&self) -> Option<u16> {
        let mut most = self.least;
        for cell in self.bottlenecks().iter() {
            let empty = self.empty & !u64::one(cell);
            most = most.max(missing(&self.game.board, self.own, empty, self.side)?);
        }
        Some(most)
    }

    /// Returns the `cells` that the side must try if it is to move and the other side threatens to play on
    /// one of `blocks`.
    ///
    /// Take a cell that is on no short path once the other side has a stone on a block, and suppose that a
    /// stone on the cell wins. Then the side also wins after the block, by another stone; the first stone is
    /// useless there. So the side wins by playing the other stone at once, with one stone fewer. So the
    /// shortest win begins elsewhere. (For wins of any length: R. Hayward, P. Henderson, Y. Björnsson,
    /// dead-reversible moves.)
    pub(super) fn to_try(&self, blocks: u64, mut cells: u64) -> u64 {
        for block in blocks.iter() {
            if cells == 0 {
                break;
            }
            let block = u64::one(block);
            let rest = Self::of(self.game, self.own, self.empty & !block, self.side, self.stones);
            cells &= block | rest.map_or(0, |rest| rest.cells());
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use std::collections::HashMap;

    /// Finds by brute force the least number of stones with which a side joins its edges.
    struct Race<'a> {
        game: &'a Hex<u64>,
        side: Side,
        known: HashMap<(u64, u64), Option<u16>>,
    }

    impl Race<'_> {
        /// The stones that the side needs if it is to move; `None` if it cannot win.
        fn first(&mut self, own: u64, empty: u64) -> Option<u16> {
            if self.game.board.connects(own, self.side) {
                return Some(0);
            }
            if let Some(&known) = self.known.get(&(own, empty)) {
                return known;
            }
            let stones = empty.iter().map(u64::one);
            let least = stones.filter_map(|stone| self.second(own | stone, empty & !stone)).min();
            let least = least.map(|least| least + 1);
            self.known.insert((own, empty), least);
            least
        }

        /// The same if the other side is to move.
        fn second(&mut self, own: u64, empty: u64) -> Option<u16> {
            if self.game.board.connects(own, self.side) {
                return Some(0);
            }
            let replies = empty.iter().map(|cell| self.first(own, empty & !u64::one(cell)));
            replies.collect::<Option<Vec<_>>>()?.into_iter().max()
        }
    }

    #[test]
    fn other_cells_do_not_change_the_race() {
        for (rows, cols) in [(3, 3), (2, 4), (4, 2)] {
            let game = Hex::<u64>::new(rows, cols, Variant::default()).expect("a small board");
            for side in [Side::Black, Side::White] {
                let mut race = Race { game: &game, side, known: HashMap::new() };
                for own in 0..=game.board.full() {
                    let rest = game.board.full() & !own;
                    // All subsets of the other cells.
                    let mut empty = rest;
                    while !game.board.connects(own, side) {
                        check(&mut race, own, empty);
                        if empty == 0 {
                            break;
                        }
                        empty = (empty - 1) & rest;
                    }
                }
            }
        }
    }

    fn check(race: &mut Race<'_>, own: u64, empty: u64) {
        let (game, side) = (race.game, race.side);
        let (first, second) = (race.first(own, empty), race.second(own, empty));
        for stones in 1..=4 {
            let within = |least: Option<u16>| least.is_some_and(|least| least <= stones);
            let Some(short) = Short::of(game, own, empty, side, stones) else {
                assert!(!within(first) && !within(second));
                continue;
            };
            assert_eq!(within(race.first(own, short.cells())), within(first));
            assert_eq!(within(race.second(own, short.cells())), within(second));
            assert!(second.is_none_or(|second| short.after_block().is_some_and(|least| least <= second)));
            for blocks in [short.bottlenecks(), empty] {
                let to_try = short.to_try(blocks, short.cells()).iter().map(u64::one);
                let best = to_try.filter_map(|stone| race.second(own | stone, empty & !stone)).min();
                assert!(!within(first) || best.map(|best| best + 1) == first, "{own:b} {empty:b} {stones}");
            }
        }
    }
}
