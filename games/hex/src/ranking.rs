//! The ranking of positions, and unmoves.
//!
//! In a layer of s stones Black has ⌈s/2⌉ and White ⌊s/2⌋, on c cells. Let B be Black's set and W White's. A
//! position and its rotation by 180° share the rank
//!
//! ```text
//! row · C(c − |B|, |W|) + number of W in the cells not in B
//! ```
//!
//! The row is the number of B among the sets of the same size up to the turn ([`folded`]); W is numbered
//! among all sets of the same size ([`subsets`]). If the turned B is the representative, the whole position
//! is turned first. If B is unchanged by the turn, the row has both images of each position; the lesser
//! number is the position's, and the other is free. Where a game ends at a connection, the numbers with the
//! side to move connected are also free; and so are, after a swap, those in which the game was over at the
//! first stone. (No filling connects both sides.)
//!
//! The turn keeps both sides' edges in either convention, the side to move, whether a swap is possible, and
//! both ends of a game.
//!
//! Black's set determines the row whoever is to move: White's moves keep the row, and Black's moves change
//! only the row.

use super::layers::{has_swapped_layer, row};
use super::{End, Hex, HexPosition, Swap};
use nexsolve_core::folded::{self, Facing};
use nexsolve_core::{Game, Layer, LayerId, Ranked, Side, Unmoves, pdep, pext, subsets};
use nexsolve_rhombus::CellSet;

impl<S: CellSet> Hex<S> {
    /// Returns whether the game went on before the swap that led to a position with these stones.
    fn could_swap(&self, position: &HexPosition<S>) -> bool {
        self.outcome(&HexPosition { may_swap: true, ..*position }).is_none()
    }
}

/// The layers are the numbers of stones, with two layers for one stone that may be swapped. [`Ranked::rank`]
/// and [`Ranked::unrank`] panic on a board without ranks, which has no layers.
impl Ranked for Hex<u64> {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    #[inline]
    fn rank(&self, position: &HexPosition<u64>) -> (LayerId, u64) {
        let cells = self.board.len();
        let stones = position.black.count_ones() + position.white.count_ones();
        let past_swap = stones > 1 || (stones == 1 && !position.may_swap);
        let swapped = has_swapped_layer(cells, self.variant.swap) && past_swap;
        let layer = usize::try_from(stones).expect("at most 64") + usize::from(swapped);
        assert!(layer < self.layers.len(), "the board's positions have no ranks");
        let (number, facing) = folded::rank(position.black, cells);
        let in_row = match facing {
            Facing::Itself => self.in_row(position),
            Facing::Reversed => self.in_row(&self.turned(position)),
            Facing::Both => self.in_row(position).min(self.in_row(&self.turned(position))),
        };
        (LayerId::new(layer), number * row(cells, stones) + in_row)
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<HexPosition<u64>> {
        assert!(rank < self.layers()[layer].len, "no such number in the layer");
        let cells = self.board.len();
        let swapped = has_swapped_layer(cells, self.variant.swap) && layer.index() > 1;
        let stones = u32::try_from(layer.index()).expect("at most 65 layers") - u32::from(swapped);
        let (number, in_row) = (rank / row(cells, stones), rank % row(cells, stones));
        let black = folded::unrank(number, cells, stones.div_ceil(2));
        let white = subsets::unrank(in_row, cells - stones.div_ceil(2), stones / 2);
        let white = pdep(white, self.board.full & !black);
        let may_swap = self.variant.swap == Swap::On && stones == 1 && !swapped;
        let position = HexPosition { black, white, may_swap };
        let side = position.side_to_move();
        let over_before =
            self.variant.end == End::AtConnection && self.board.connects(position.stones(side), side);
        let no_swap = swapped && stones == 1 && !self.could_swap(&position);
        let greater = self.board.rotated(black) == black && in_row > self.in_row(&self.turned(&position));
        (!over_before && !no_swap && !greater).then_some(position)
    }
}

impl Hex<u64> {
    /// Returns the number among the positions with the same black stones.
    #[inline]
    fn in_row(&self, position: &HexPosition<u64>) -> u64 {
        subsets::rank(pext(position.white, self.board.full & !position.black))
    }
}

/// An unmove removes any one stone of the last mover, or allows the swap again.
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
    use super::super::Variant;
    use super::*;
    use nexsolve_core::Symmetric;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_rhombus::Wide;

    const SMALL: [(u32, u32); 8] = [(1, 1), (1, 2), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)];

    fn hex(rows: u32, cols: u32, variant: Variant) -> Hex<u64> {
        Hex::new(rows, cols, variant).expect("fits")
    }

    fn total(game: &Hex<u64>) -> u64 {
        game.layers().iter().map(|layer| layer.len).sum()
    }

    #[test]
    fn the_laws_hold_on_small_boards() {
        for variant in Variant::all() {
            for (rows, cols) in SMALL {
                let game = hex(rows, cols, variant);
                laws::ranking(&game, &laws::positions(&game, Positions::All));
                laws::unmoves(&game, &laws::positions(&game, Positions::All));
                laws::ranked_unmoves(&game);
                laws::unrank_range(&game, 1);
                laws::ranks_after(&game, &laws::positions(&game, Positions::All));
            }
        }
    }

    #[test]
    fn the_laws_hold_in_random_games() {
        for variant in Variant::all() {
            for (rows, cols) in [(4, 4), (4, 5), (5, 5)] {
                laws::ranking(
                    &hex(rows, cols, variant),
                    &laws::positions(&hex(rows, cols, variant), Positions::Games { count: 20, seed: 1 }),
                );
            }
            laws::unmoves(
                &hex(8, 8, variant),
                &laws::positions(&hex(8, 8, variant), Positions::Games { count: 2, seed: 2 }),
            );
        }
        let wide = Hex::<Wide>::new(11, 11, Variant::default()).expect("a board");
        laws::unmoves(&wide, &laws::positions(&wide, Positions::Games { count: 1, seed: 3 }));
    }

    /// Counts all fillings of the board that the numbers of stones and the rules about connections allow.
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
    fn the_ranked_positions_are_those_that_the_rules_allow() {
        for variant in Variant::all() {
            for (rows, cols) in SMALL {
                let game = hex(rows, cols, variant);
                assert_eq!(laws::ranking_is_dense(&game), by_filling(&game), "{rows}x{cols} {variant:?}");
            }
        }
    }

    fn factorial(n: u32) -> u128 {
        (1..=u128::from(n)).product()
    }

    /// The number of ways to fill the board with these numbers of stones.
    fn fillings(cells: u32, black: u32, white: u32) -> u128 {
        factorial(cells) / factorial(black) / factorial(white) / factorial(cells - black - white)
    }

    /// If games continue after a connection, every filling is a position.
    #[test]
    fn all_fillings_have_ranks() {
        for (rows, cols) in SMALL.into_iter().chain([(2, 4), (2, 5)]) {
            let variant = Variant { end: End::AtFullBoard, ..Variant::default() };
            let (game, cells) = (hex(rows, cols, variant), rows * cols);
            for (layer, stones) in LayerId::all(game.layers()).zip(0..=cells) {
                let positions = (0..game.layers()[layer].len).filter_map(|rank| game.unrank(layer, rank));
                let numbered: u64 = positions.map(|position| game.copies(&position)).sum();
                assert_eq!(u128::from(numbered), fillings(cells, stones.div_ceil(2), stones / 2));
            }
        }
    }

    /// Half of the fillings, plus the other half of those whose black set is unchanged by the turn.
    #[test]
    fn totals_have_a_closed_form() {
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (4, 5), (5, 5)] {
            let cells = rows * cols;
            let twice = |s: u32| {
                let (black, white) = (s.div_ceil(2), s / 2);
                let own_images = match (cells % 2, black % 2) {
                    (0, 1) => 0,
                    _ => fillings(cells / 2, black / 2, 0),
                };
                fillings(cells, black, white) + own_images * fillings(cells - black, white, 0)
            };
            let expected = (0..=cells).map(twice).sum::<u128>() / 2;
            assert_eq!(u128::from(total(&hex(rows, cols, Variant::default()))), expected);
            let swap = Variant { swap: Swap::On, ..Variant::default() };
            assert_eq!(u128::from(total(&hex(rows, cols, swap))), expected + u128::from(cells.div_ceil(2)));
        }
        let total = |rows, cols| total(&hex(rows, cols, Variant::default()));
        assert_eq!((total(4, 4), total(4, 5), total(5, 5)), (5_106_571, 371_173_751, 81_028_848_142));
    }

    #[test]
    fn layers_are_named_and_lead_on() {
        let plain = hex(2, 2, Variant::default());
        let swap = hex(2, 2, Variant { swap: Swap::On, ..Variant::default() });
        let names =
            |game: &Hex<u64>| game.layers().iter().map(|layer| layer.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&plain), ["s00", "s01", "s02", "s03", "s04"]);
        assert_eq!(names(&swap), ["s00", "s01", "s01x", "s02", "s03", "s04"]);
        assert_eq!(swap.layers()[1].successors, [2, 3].map(LayerId::new));
    }

    #[test]
    fn boards_that_are_too_large_have_no_ranks() {
        let game = hex(8, 8, Variant::default());
        assert!(game.layers().is_empty());
        assert!(!hex(6, 6, Variant::default()).layers().is_empty());
    }
}
