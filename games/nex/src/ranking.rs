//! The ranking of positions, and unmoves.
//!
//! A layer (`layers.rs`) is a pair of a ply p and a number n of neutral stones. In it Black has ⌈p/2⌉ stones
//! and White ⌊p/2⌋. Let M be the mover's set, O the opponent's and N the neutral one. A position and its
//! rotation by 180° share the rank
//!
//! ```text
//! (row · C(c − |M|, |O|) + number of O in the cells not in M) · C(c − p, n) + number of N in the cells left
//! ```
//!
//! The row is the number of M among the sets of the same size up to the turn ([`folded`]); O and N are
//! numbered among all sets of the same size ([`subsets`]). If the turned M is the representative, the whole
//! position is turned first. If M is unchanged by the turn, the row has both images of each position; the
//! lesser number is the position's, and the other is free. The numbers with the side to move connected are
//! also free; so are, after a swap, those in which the first stone has joined Black's edges.
//!
//! The mover's set determines the row because the moves that lead here have not changed it: the predecessors
//! of one row's positions all have its set as their opponent's.

mod many;

use super::layers::{FIRST_MOVE, Sizes, index, is_final_layer, is_layer};
use super::{Nex, NexMove, NexPosition};
use nexsolve_core::folded::{self, Facing};
use nexsolve_core::{After, Game, Layer, LayerId, Ranked, Side, Unmoves, pext, subsets};
use nexsolve_rhombus::CellSet;
use std::ops::{ControlFlow, Range};

impl Nex<u64> {
    /// Returns the ply of the positions of a layer.
    ///
    /// # Panics
    /// If the board's positions have no ranks.
    pub fn ply_of(&self, layer: LayerId) -> u32 {
        self.ranking.pair(layer).0
    }

    /// Returns the layers of a ply in which no swap may follow, those with the fewest neutral stones first.
    pub fn layers_at(&self, ply: u32) -> impl ExactSizeIterator<Item = LayerId> + use<> {
        let first = |ply: u32| {
            let first = self.ranking.firsts.get(index(ply));
            first.copied().unwrap_or(self.ranking.layers.len())
        };
        let end = if ply == 0 { first(1).min(FIRST_MOVE.index()) } else { first(ply + 1) };
        (first(ply)..end).map(LayerId::new)
    }
}

/// With fewer sets of neutral stones, the positions of a strip are not similar enough.
const LEAST_SETS: u64 = 7;

/// Numbering shorter strips would cost more than the strips themselves.
const LEAST_STRIP: u64 = 16;

/// The layers are the pairs of ply and number of neutral stones that play can reach, with two layers for the
/// first move if it may be answered by a swap. [`Ranked::rank`] and [`Ranked::unrank`] panic on a board
/// without ranks, which has no layers.
impl Ranked for Nex<u64> {
    fn layers(&self) -> &[Layer] {
        &self.ranking.layers
    }

    /// A strip contains all sets of neutral stones with the same coloured stones, or with several sets of the
    /// opponent's stones if these are few.
    fn strip(&self, layer: LayerId) -> u64 {
        let neutrals = self.ranking.sizes[layer.index()].neutrals;
        if neutrals < LEAST_SETS { 0 } else { neutrals * LEAST_STRIP.div_ceil(neutrals) }
    }

    #[inline]
    fn rank(&self, position: &NexPosition<u64>) -> (LayerId, u64) {
        let (black, white) = (position.black.count_ones(), position.white.count_ones());
        let side = if black == white { Side::Black } else { Side::White };
        let layer = if position.may_swap {
            FIRST_MOVE
        } else {
            self.ranking.index(black + white, position.neutral.count_ones())
        };
        let sizes = self.ranking.sizes[layer.index()];
        let (row, facing) = folded::rank(position.stones(side), self.board.len());
        let in_row = match facing {
            Facing::Itself => self.in_row(position, side, sizes),
            Facing::Reversed => self.in_row(&self.turned(position), side, sizes),
            Facing::Both => {
                let turned = self.in_row(&self.turned(position), side, sizes);
                turned.min(self.in_row(position, side, sizes))
            }
        };
        (layer, row * sizes.row + in_row)
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<NexPosition<u64>> {
        let mut found = None;
        self.walk(layer, rank..rank + 1, |_, position| found = Some(position));
        found
    }

    fn unrank_range(&self, layer: LayerId, ranks: Range<u64>, visit: impl FnMut(u64, NexPosition<u64>)) {
        self.walk(layer, ranks, visit);
    }

    #[inline]
    fn ranks_after(
        &self,
        position: &NexPosition<u64>,
        mut visit: impl FnMut(After) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome(position).is_some() {
            return ControlFlow::Continue(());
        }
        self.numbers_after(position, |layer, rank| visit(After::Ranked { layer, rank }))?;
        if position.may_swap {
            let (layer, rank) = self.rank(&self.play(position, NexMove::Swap));
            visit(After::Ranked { layer, rank })?;
        }
        ControlFlow::Continue(())
    }
}

impl Nex<u64> {
    /// Returns the number among the positions with the same mover's set.
    #[inline]
    fn in_row(&self, position: &NexPosition<u64>, side: Side, sizes: Sizes) -> u64 {
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let left = self.board.full & !own;
        let neutral = subsets::rank(pext(position.neutral, left & !others));
        subsets::rank(pext(others, left)) * sizes.neutrals + neutral
    }
}

impl<S: CellSet> Unmoves for Nex<S> {
    fn predecessors(&self, position: &NexPosition<S>, positions: &mut Vec<NexPosition<S>>) {
        positions.clear();
        if self.has_swap && position.ply() == 1 && !position.may_swap {
            let before = NexPosition { may_swap: true, ..*position };
            positions.extend(self.outcome(position).is_none().then_some(before));
            return;
        }
        self.take_back(position, positions);
        if self.has_swap && position.ply() == 2 {
            let answered = positions.clone().into_iter();
            positions.extend(answered.map(|before| NexPosition { may_swap: true, ..before }));
        }
    }
}

impl<S: CellSet> Nex<S> {
    /// Takes back moves other than a swap. To take back a final move, remove one of the last mover's stones,
    /// or turn it into a neutral one. To take back a generate move, remove one of the last mover's stones and
    /// any neutral one. To take back a transform move, turn two of the last mover's stones into neutral ones,
    /// and a neutral one into the last mover's.
    fn take_back(&self, position: &NexPosition<S>, positions: &mut Vec<NexPosition<S>>) {
        let next = position.side_to_move();
        let side = next.other();
        let (own, others, neutral) = (position.stones(side), position.stones(next), position.neutral);
        let (ply, neutrals) = (position.ply(), neutral.count());
        if ply == 0 || self.board.connects(others, next) {
            return;
        }
        // The last mover must not have been connected before. This is checked only where there are enough
        // stones for a connection.
        let connects = |stones: S| self.board.connects(stones, side);
        if self.has_final_moves && is_final_layer(self.board.len(), ply, neutrals) {
            for stone in own.iter().map(S::one) {
                let before = own.without(stone);
                if !connects(before) {
                    // With one neutral stone, the other was placed on the only empty cell.
                    let turned = if neutrals == 0 && self.board.len() > 1 { stone } else { S::EMPTY };
                    positions.push(NexPosition::of(side, before, others, neutral | turned));
                }
            }
            return;
        }
        if neutrals > 0 && is_layer(self.board.len(), ply - 1, neutrals - 1) {
            let may_connect = connects(own);
            for stone in own.iter() {
                let before = own.without(S::one(stone));
                if may_connect && connects(before) {
                    continue;
                }
                for other in neutral.iter() {
                    positions.push(NexPosition::of(side, before, others, neutral.without(S::one(other))));
                }
            }
        }
        if is_layer(self.board.len(), ply - 1, neutrals + 1) {
            for given in neutral.iter().map(S::one) {
                let may_connect = connects(own | given);
                let mut later = own;
                for first in own.iter().map(S::one) {
                    later = later.without(first);
                    for second in later.iter().map(S::one) {
                        let gained = first | second;
                        let before = (own | given).without(gained);
                        if !(may_connect && connects(before)) {
                            let neutral = neutral.without(given) | gained;
                            positions.push(NexPosition::of(side, before, others, neutral));
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Symmetric;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_rhombus::Wide;
    use std::collections::{BTreeSet, HashMap, HashSet};

    const SMALL: [(u32, u32); 9] = [(1, 1), (1, 2), (1, 4), (4, 1), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3)];

    fn nex(rows: u32, cols: u32) -> Nex<u64> {
        Nex::new(rows, cols).expect("fits")
    }

    /// The number of ranks in all layers.
    fn total(game: &Nex<u64>) -> u64 {
        game.layers().iter().map(|layer| layer.len).sum()
    }

    #[test]
    fn the_laws_hold_on_small_boards() {
        for (rows, cols) in SMALL {
            let game = nex(rows, cols);
            laws::ranking(&game, &laws::positions(&game, Positions::All));
            laws::unmoves(&game, &laws::positions(&game, Positions::All));
            laws::ranked_unmoves(&game);
            laws::unrank_range(&game, 1);
            laws::ranks_after(&game, &laws::positions(&game, Positions::All));
        }
        laws::ranked_unmoves(&nex(2, 4));
    }

    #[test]
    fn the_laws_hold_with_final_moves() {
        let game = |rows, cols| Nex::<u64>::with_final_moves(rows, cols).expect("fits");
        for (rows, cols) in SMALL.into_iter().chain([(2, 1), (1, 3), (3, 1), (5, 1)]) {
            let game = game(rows, cols);
            let all = laws::positions(&game, Positions::All);
            laws::ranking(&game, &all);
            laws::unmoves(&game, &all);
            laws::ranked_unmoves(&game);
            laws::unrank_range(&game, 1);
            laws::ranks_after(&game, &all);
        }
        for (rows, cols) in [(4, 4), (4, 5), (3, 5)] {
            let all = laws::positions(&game(rows, cols), Positions::Games { count: 20, seed: 1 });
            laws::ranking(&game(rows, cols), &all);
            laws::ranks_after(&game(rows, cols), &all);
        }
        let names = |rows, cols| {
            let game = game(rows, cols);
            game.layers().iter().map(|layer| layer.name.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(1, 1), "p00n0 p01n0");
        assert_eq!(names(2, 1), "p00n0 p01n1 p02n0");
        assert_eq!(names(1, 3), "p00n0 p01n1 p02n1 p03n0");
        assert_eq!(names(2, 2), "p00n0 p01n1 p02n2 p03n1 p04n0");
        assert_eq!(names(1, 5), "p00n0 p01n1 p02n2 p03n1 p04n1 p05n0");
    }

    #[test]
    fn the_laws_hold_in_random_games() {
        for (rows, cols) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
            laws::ranking(
                &nex(rows, cols),
                &laws::positions(&nex(rows, cols), Positions::Games { count: 20, seed: 1 }),
            );
            laws::unmoves(
                &nex(rows, cols),
                &laws::positions(&nex(rows, cols), Positions::Games { count: 1, seed: 2 }),
            );
            laws::ranks_after(
                &nex(rows, cols),
                &laws::positions(&nex(rows, cols), Positions::Games { count: 20, seed: 5 }),
            );
        }
        laws::unmoves(&nex(8, 8), &laws::positions(&nex(8, 8), Positions::Games { count: 1, seed: 3 }));
        laws::unmoves(
            &Nex::<Wide>::new(5, 5).expect("fits"),
            &laws::positions(&Nex::<Wide>::new(5, 5).expect("fits"), Positions::Games { count: 1, seed: 4 }),
        );
    }

    /// Plays with the numbers of stones alone, and returns all reached pairs (ply, neutral stones).
    fn pairs_by_play(cells: u32) -> BTreeSet<(u32, u32)> {
        // (empty cells, neutral stones, the mover's stones, the opponent's stones)
        let mut open = vec![(cells, 0, 0, 0)];
        let mut met = BTreeSet::new();
        while let Some((empty, neutral, own, others)) = open.pop() {
            if met.insert((own + others, neutral)) {
                if empty >= 2 {
                    open.push((empty - 2, neutral + 1, others, own + 1));
                }
                if neutral >= 2 && own >= 1 {
                    open.push((empty, neutral - 1, others, own + 1));
                }
            }
        }
        met
    }

    #[test]
    fn layers_are_those_that_the_numbers_of_stones_allow() {
        for (rows, cols) in SMALL.into_iter().chain([(3, 4), (4, 4), (4, 5), (5, 5)]) {
            let game = nex(rows, cols);
            let expected = pairs_by_play(rows * cols);
            let pairs: Vec<_> = LayerId::all(game.layers()).map(|layer| game.ranking.pair(layer)).collect();
            assert_eq!(pairs, expected.into_iter().collect::<Vec<_>>());
            for (&(ply, neutral), (id, layer)) in pairs.iter().zip(Layer::with_ids(game.layers())) {
                assert_eq!(game.ranking.index(ply, neutral), id);
                assert_eq!(layer.name, format!("p{ply:02}n{neutral}"));
            }
        }
    }

    /// Counts all fillings of the board that the numbers of stones allow, with the side to move not
    /// connected.
    fn by_filling(game: &Nex<u64>) -> u64 {
        let cells = game.board.len();
        let pairs = pairs_by_play(cells);
        let mut count = 0;
        for code in 0..4_u32.pow(cells) {
            let with = |digit| {
                (0..cells).filter(|&i| code >> (2 * i) & 3 == digit).fold(0_u64, |set, i| set | 1 << i)
            };
            let position = NexPosition { black: with(1), white: with(2), neutral: with(3), may_swap: false };
            let (black, white) = (position.black.count_ones(), position.white.count_ones());
            let side = position.side_to_move();
            let allowed = (black == white || black == white + 1)
                && pairs.contains(&(black + white, position.neutral.count_ones()))
                && !game.board.connects(position.stones(side), side);
            count += u64::from(allowed);
        }
        count
    }

    #[test]
    fn the_ranked_positions_are_those_that_the_rules_allow() {
        for (rows, cols) in SMALL {
            let game = nex(rows, cols);
            assert_eq!(laws::ranking_is_dense(&game), by_filling(&game), "{rows}x{cols}");
        }
    }

    fn factorial(n: u32) -> u128 {
        (1..=u128::from(n)).product()
    }

    /// The number of ways to fill the board with these numbers of stones of each kind.
    fn fillings(cells: u32, kinds: &[u32]) -> u128 {
        let placed: u32 = kinds.iter().sum();
        let kinds = kinds.iter().copied().chain([cells - placed]).map(factorial);
        kinds.fold(factorial(cells), |ways, kind| ways / kind)
    }

    /// All positions of the layers, together with those in which the side to move is connected, are fillings
    /// of the board.
    #[test]
    fn all_fillings_have_ranks() {
        for (rows, cols) in SMALL.into_iter().chain([(2, 4), (2, 5)]) {
            let game = nex(rows, cols);
            let (cells, full) = (rows * cols, game.board.full);
            for (layer, about) in Layer::with_ids(game.layers()) {
                let (ply, neutral) = game.ranking.pair(layer);
                let (black, white) = (ply.div_ceil(2), ply / 2);
                let side = if ply % 2 == 0 { Side::Black } else { Side::White };
                let mut connected = 0;
                for own in subsets_of(full).filter(|own| own.count_ones() == ply / 2) {
                    if game.board.connects(own, side) {
                        connected += fillings(cells - white, &[black, neutral]);
                    }
                }
                let positions = (0..about.len).filter_map(|rank| game.unrank(layer, rank));
                let numbered: u64 = positions.map(|position| game.copies(&position)).sum();
                assert_eq!(u128::from(numbered) + connected, fillings(cells, &[black, white, neutral]));
            }
        }
    }

    fn subsets_of(full: u64) -> impl Iterator<Item = u64> {
        (0..=full).filter(move |set| set & !full == 0)
    }

    /// Half of the fillings, plus the other half of those whose mover's set is unchanged by the turn.
    #[test]
    fn totals_have_a_closed_form() {
        for (rows, cols) in [(2, 2), (3, 3), (3, 4), (4, 4), (3, 6), (4, 5), (5, 5)] {
            let cells = rows * cols;
            let twice = |(p, n): (u32, u32)| {
                let mover = p / 2;
                let own_images = match (cells % 2, mover % 2) {
                    (0, 1) => 0,
                    _ => fillings(cells / 2, &[mover / 2]),
                };
                let with_those = own_images * fillings(cells - mover, &[p.div_ceil(2), n]);
                fillings(cells, &[mover, p.div_ceil(2), n]) + with_those
            };
            let expected = pairs_by_play(cells).into_iter().map(twice).sum::<u128>() / 2;
            assert_eq!(u128::from(total(&nex(rows, cols))), expected, "{rows}x{cols}");
        }
        let total = |rows, cols| total(&nex(rows, cols));
        assert_eq!((total(4, 4), total(3, 6), total(4, 5)), (267_146_781, 4_085_958_529, 62_769_089_547));
    }

    #[test]
    fn turned_positions_share_a_rank_and_others_do_not() {
        let game = nex(3, 3);
        let all = laws::positions(&game, Positions::All);
        let mut numbered = HashMap::new();
        for position in &all {
            let classes: &mut HashSet<_> = numbered.entry(game.rank(position)).or_default();
            classes.insert(game.canonical(position));
        }
        assert!(numbered.values().all(|classes| classes.len() == 1));
        let canonical: HashSet<_> = all.iter().map(|position| game.canonical(position)).collect();
        assert_eq!(numbered.len(), canonical.len());
    }

    #[test]
    fn boards_that_are_too_large_have_no_ranks() {
        assert!(!nex(5, 5).layers().is_empty());
        assert!(nex(8, 8).layers().is_empty());
    }
}
