//! A number for every position, and the moves taken back.
//!
//! The layers are the numbers of stones. With [`Swap::On`] the positions of one stone make two layers, those in which
//! the second player may still swap before those in which he has (`s01x`); a swap leads from the one to the other.
//!
//! Within a layer of s stones Black has ⌈s/2⌉ and White ⌊s/2⌋, and a number is
//!
//! ```text
//! mover's set among all cells · C(cells − |M|, |O|) + opponent's set among the rest
//! ```
//!
//! each set by its number among the sets of as many elements ([`subsets`]). Every number stands for one way to place the
//! stones. Some belong to no position: where a game ends at a connection, those with the side to move connected; and
//! after a swap, those in which the game was over at the first stone. (No filling connects both sides.) The mover's set
//! comes first because it is the set that the moves leading here have not changed.

use super::{End, Hex, HexPosition, Swap};
use crate::rhombus::{BoardError, CellSet};
use nexsolve_core::{Game, Layer, Ranked, Side, Unmoves, pdep, pext, subsets};

/// The layers of a board with this many cells; none where 64 bits cannot number them.
pub(super) fn layers(cells: u32, swap: Swap) -> Vec<Layer> {
    if cells > u64::CAPACITY {
        return Vec::new();
    }
    let swapped = has_swapped_layer(cells, swap);
    let mut layers = Vec::new();
    for stones in 0..=cells {
        let Some(len) = subsets::binomial(cells, stones / 2).checked_mul(opponents(cells, stones)) else {
            return Vec::new();
        };
        let next = layers.len() + 1;
        let name = format!("s{stones:02}");
        if stones == 1 && swapped {
            layers.push(Layer { name: name.clone(), len, successors: vec![next, next + 1] });
            layers.push(Layer { name: name + "x", len, successors: vec![next + 1] });
        } else {
            let successors = if stones == cells { Vec::new() } else { vec![next] };
            layers.push(Layer { name, len, successors });
        }
    }
    layers
}

/// Whether there is a layer of positions after a swap: not on a board that the first stone fills.
fn has_swapped_layer(cells: u32, swap: Swap) -> bool {
    swap == Swap::On && cells > 1
}

/// The ways to place the opponent's stones on `cells` cells, the mover's being there.
fn opponents(cells: u32, stones: u32) -> u64 {
    subsets::binomial(cells - stones / 2, stones.div_ceil(2))
}

impl<S: CellSet> Hex<S> {
    /// Whether the board's positions have numbers: whether 64 bits are enough for those of each layer.
    ///
    /// # Errors
    /// [`BoardError::TooManyPositions`] if they are not; [`Ranked::layers`] is then empty.
    pub fn ranking_fits(&self) -> Result<(), BoardError> {
        if self.layers.is_empty() {
            return Err(BoardError::TooManyPositions { rows: self.board.rows(), cols: self.board.cols() });
        }
        Ok(())
    }

    /// Whether a position with these stones, which a swap has led to, had a game that went on.
    fn could_swap(&self, position: &HexPosition<S>) -> bool {
        self.outcome(&HexPosition { may_swap: true, ..*position }).is_none()
    }
}

/// The layers are the numbers of stones, that of one stone twice where it may be swapped. [`Ranked::rank`] and [`Ranked::unrank`] panic on a board
/// without numbers ([`Hex::ranking_fits`]).
impl Ranked for Hex<u64> {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    #[inline]
    fn rank(&self, position: &HexPosition<u64>) -> (usize, u64) {
        let cells = self.board.len();
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let stones = own.count_ones() + others.count_ones();
        let left = self.board.full & !own;
        let rank = subsets::rank(own) * opponents(cells, stones) + subsets::rank(pext(others, left));
        let past_swap = stones > 1 || (stones == 1 && !position.may_swap);
        let swapped = has_swapped_layer(cells, self.variant.swap) && past_swap;
        let layer = usize::try_from(stones).expect("at most 64") + usize::from(swapped);
        assert!(layer < self.layers.len(), "the board's positions have no numbers");
        (layer, rank)
    }

    fn unrank(&self, layer: usize, rank: u64) -> Option<HexPosition<u64>> {
        assert!(rank < self.layers[layer].len, "no such number in the layer");
        let cells = self.board.len();
        let swapped = has_swapped_layer(cells, self.variant.swap) && layer > 1;
        let stones = u32::try_from(layer).expect("at most 65 layers") - u32::from(swapped);
        let (own, others) = (rank / opponents(cells, stones), rank % opponents(cells, stones));
        let own = subsets::unrank(own, cells, stones / 2);
        let others = subsets::unrank(others, cells - stones / 2, stones.div_ceil(2));
        let others = pdep(others, self.board.full & !own);
        let side = if stones.is_multiple_of(2) { Side::Black } else { Side::White };
        let (black, white) = match side {
            Side::Black => (own, others),
            Side::White => (others, own),
        };
        let may_swap = self.variant.swap == Swap::On && stones == 1 && !swapped;
        let position = HexPosition { black, white, may_swap };
        let over_before = self.variant.end == End::AtConnection && self.board.connects(own, side);
        let no_swap = swapped && stones == 1 && !self.could_swap(&position);
        (!over_before && !no_swap).then_some(position)
    }
}

/// A stone is taken back by removing any one of the last mover's, a swap by allowing it again.
impl<S: CellSet> Unmoves for Hex<S> {
    fn predecessors(&self, position: &HexPosition<S>, positions: &mut Vec<HexPosition<S>>) {
        positions.clear();
        let side = position.side_to_move().other();
        let own = position.stones(side);
        let stones = (position.black | position.white).count();
        let swap = self.variant.swap == Swap::On;
        if stones == 1 && swap && !position.may_swap {
            positions
                .extend(self.could_swap(position).then_some(HexPosition { may_swap: true, ..*position }));
            return;
        }
        for stone in own.iter() {
            let before = own.without(S::one(stone));
            let (black, white) = match side {
                Side::Black => (before, position.white),
                Side::White => (position.black, before),
            };
            let without_swap = HexPosition { black, white, may_swap: false };
            if self.outcome(&without_swap).is_some() {
                continue;
            }
            if stones == 2 && swap {
                positions.push(HexPosition { may_swap: true, ..without_swap });
            }
            positions.push(without_swap);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Convention, Variant};
    use super::*;
    use crate::rhombus::Wide;
    use nexsolve_core::laws::{self, Reach};

    const SMALL: [(u32, u32); 8] = [(1, 1), (1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)];

    fn variants() -> Vec<Variant> {
        let mut all = Vec::new();
        for swap in [Swap::Off, Swap::On] {
            for end in [End::AtConnection, End::AtFullBoard] {
                for convention in [Convention::Standard, Convention::Course] {
                    all.push(Variant { convention, swap, end });
                }
            }
        }
        all
    }

    fn hex(rows: u32, cols: u32, variant: Variant) -> Hex<u64> {
        Hex::new(rows, cols, variant).expect("fits")
    }

    fn total(game: &Hex<u64>) -> u64 {
        game.layers().iter().map(|layer| layer.len).sum()
    }

    #[test]
    fn the_laws_hold_on_small_boards() {
        for variant in variants() {
            for (rows, cols) in SMALL {
                let game = hex(rows, cols, variant);
                laws::ranking(&game, Reach::All);
                laws::unmoves(&game, Reach::All);
                laws::ranking_is_dense(&game);
            }
        }
    }

    #[test]
    fn the_laws_hold_in_random_games() {
        for variant in variants() {
            for (rows, cols) in [(4, 4), (4, 5), (5, 5)] {
                laws::ranking(&hex(rows, cols, variant), Reach::Games { count: 20, seed: 1 });
            }
            laws::unmoves(&hex(8, 8, variant), Reach::Games { count: 2, seed: 2 });
        }
        let wide = Hex::<Wide>::new(11, 11, Variant::default()).expect("a board");
        laws::unmoves(&wide, Reach::Games { count: 1, seed: 3 });
    }

    /// All fillings of the board that the numbers of stones and the rules' words about connections allow.
    fn by_filling(game: &Hex<u64>) -> u64 {
        let cells = game.board.len();
        let mut count = 0;
        for code in 0..3_u32.pow(cells) {
            let with = |digit| {
                (0..cells).filter(|&i| code / 3_u32.pow(i) % 3 == digit).fold(0_u64, |set, i| set | 1 << i)
            };
            let plain = HexPosition { black: with(1), white: with(2), may_swap: false };
            let (black, white) = (plain.black.count_ones(), plain.white.count_ones());
            if black != white && black != white + 1 {
                continue;
            }
            let mover = plain.side_to_move();
            let over_before =
                game.variant.end == End::AtConnection && game.board.connects(plain.stones(mover), mover);
            if over_before {
                continue;
            }
            let swapped =
                game.variant.swap == Swap::On && black + white == 1 && game.outcome(&plain).is_none();
            count += 1 + u64::from(swapped);
        }
        count
    }

    #[test]
    fn the_positions_are_those_that_the_rules_allow() {
        for variant in variants() {
            for (rows, cols) in SMALL {
                let game = hex(rows, cols, variant);
                assert_eq!(laws::ranking_is_dense(&game), by_filling(&game), "{rows}x{cols} {variant:?}");
            }
        }
    }

    #[test]
    fn all_positions_after_a_move_lead_back() {
        for variant in variants() {
            let game = hex(2, 3, variant);
            let (mut moves, mut before) = (Vec::new(), Vec::new());
            let (mut forward, mut backward) = (0, 0);
            for (layer, about) in game.layers().iter().enumerate() {
                for position in (0..about.len).filter_map(|rank| game.unrank(layer, rank)) {
                    game.moves(&position, &mut moves);
                    forward += moves.len();
                    game.predecessors(&position, &mut before);
                    backward += before.len();
                    for earlier in &before {
                        let (layer, rank) = game.rank(earlier);
                        assert_eq!(game.unrank(layer, rank), Some(*earlier), "{earlier:?} is not ranked");
                    }
                }
            }
            assert_eq!(forward, backward, "{variant:?}");
        }
    }

    #[test]
    fn totals_are_the_multinomials() {
        fn factorial(n: u32) -> u128 {
            (1..=u128::from(n)).product()
        }
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (4, 5), (5, 5)] {
            let cells = rows * cols;
            let ways = |s: u32| {
                factorial(cells) / factorial(s / 2) / factorial(s.div_ceil(2)) / factorial(cells - s)
            };
            let expected: u128 = (0..=cells).map(ways).sum();
            assert_eq!(u128::from(total(&hex(rows, cols, Variant::default()))), expected);
            let swap = Variant { swap: Swap::On, ..Variant::default() };
            assert_eq!(u128::from(total(&hex(rows, cols, swap))), expected + u128::from(cells));
        }
        let total = |rows, cols| total(&hex(rows, cols, Variant::default()));
        assert_eq!((total(4, 4), total(4, 5), total(5, 5)), (10_165_779, 741_365_049, 161_995_031_226));
    }

    #[test]
    fn layers_are_named_and_lead_on() {
        let plain = hex(2, 2, Variant::default());
        let swap = hex(2, 2, Variant { swap: Swap::On, ..Variant::default() });
        let names =
            |game: &Hex<u64>| game.layers().iter().map(|layer| layer.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&plain), ["s00", "s01", "s02", "s03", "s04"]);
        assert_eq!(names(&swap), ["s00", "s01", "s01x", "s02", "s03", "s04"]);
        assert_eq!(swap.layers()[1].successors, [2, 3]);
    }

    #[test]
    fn boards_too_large_have_no_numbers() {
        let game = hex(8, 8, Variant::default());
        assert_eq!(game.ranking_fits(), Err(BoardError::TooManyPositions { rows: 8, cols: 8 }));
        assert!(game.layers().is_empty());
        assert_eq!(hex(6, 6, Variant::default()).ranking_fits(), Ok(()));
        let wide = Hex::<Wide>::new(9, 9, Variant::default()).expect("a board");
        assert!(wide.ranking_fits().is_err());
    }
}
