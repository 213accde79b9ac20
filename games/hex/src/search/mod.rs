//! Knowledge for the search for distances in Hex: immediate wins, forced replies, chains that hold by bridges
//! (`chains.rs`), and the paths that are short enough for the length in question (`short_paths.rs`).
//! `connections/` serves the search for winners.

mod chains;
mod short_paths;

use super::connections::winners::FilledGame;
use super::{End, Hex, HexMove, HexPosition, Swap};
use nexsolve_core::{
    Asking, Bound, Candidate, Candidates, EVERYWHERE, Game, Glance, Plies, ProvingFor, Region, Score,
    Searchable, Side, Symmetric,
};
use nexsolve_rhombus::paths::{Reach, missing};
use nexsolve_rhombus::{Cell, CellSet};
use short_paths::Short;

/// The result of a first look at a position.
#[derive(Clone, Copy, Debug)]
pub struct Insight {
    /// The empty cells that complete the opponent's chain.
    threats: u64,
    /// The empty cells that matter within the length in question.
    useful: u64,
}

impl Hex<u64> {
    /// Returns whether the rest of the game consists only of placing stones until a connection.
    fn is_plain(&self, position: &HexPosition<u64>) -> bool {
        let first = position.black == 0 && self.variant.swap == Swap::On;
        self.variant.end == End::AtConnection && !position.may_swap && !first
    }

    /// Returns the empty cells to try for a win, or against a loss, within the length of the question.
    /// Returns an answer instead if the paths of the side that would win show it.
    fn within(&self, position: &HexPosition<u64>, empty: u64, threshold: Score) -> Result<u64, Score> {
        let mover = position.side_to_move();
        let winner = if threshold > Score::DRAW { mover } else { mover.other() };
        let stones = position.stones(winner);
        let needs = || missing(&self.board, stones, empty, winner);
        if threshold > Score::DRAW {
            let Some(most) = stones_to_win(threshold) else {
                return needs().map(|_| empty).ok_or(Score::LOSS);
            };
            let Some(short) = Short::of(self, stones, empty, winner, most) else {
                let longer = needs().filter(|&least| least > most);
                return Err(longer.map_or(Score::LOSS, |least| Score::win_in(Plies(2 * least - 1))));
            };
            match short.to_try(short.bottlenecks(), short.cells()) {
                0 => Err(later(most)),
                cells => Ok(cells),
            }
        } else {
            let Some(Plies(plies)) = threshold.distance() else {
                return needs().map(|_| empty).ok_or(Score::WIN);
            };
            // A loss in fewer plies than these would answer the question.
            let most = plies.saturating_sub(1) / 2;
            let Some(short) = Short::of(self, stones, empty, winner, most) else {
                let longer = needs().filter(|&least| least > most);
                return Err(longer.map_or(Score::WIN, |least| Score::loss_in(Plies(2 * least))));
            };
            match short.after_block() {
                Some(least) if least <= most => Ok(short.cells()),
                Some(least) => Err(Score::loss_in(Plies(2 * least))),
                None => Err(Score::WIN),
            }
        }
    }

    /// Returns the cells to search, and the bound for all others as in [`Candidates::Search`].
    fn to_search(
        &self,
        position: &HexPosition<u64>,
        empty: u64,
        threshold: Score,
        insight: Insight,
    ) -> (u64, Bound) {
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let (mut places, mut rest) = if insight.threats == 0 {
            (empty, Bound { score: Score::MIN, region: 0 })
        } else {
            (insight.threats, Bound { score: Score::loss_in(Plies(2)), region: insight.threats })
        };
        let stones = stones_to_win(threshold);
        if let Some(stones) = stones
            && places & !insight.useful != 0
        {
            rest = Bound::new(later(stones));
        }
        places &= insight.useful;
        // If the mover passed, the opponent could complete a chain that holds. So the mover must touch what
        // that chain needs.
        let most = empty.count_ones() as u16 / 2;
        for cell in self.joints(others, empty, side.other()).iter() {
            let stone = u64::one(cell);
            if let Some(chain) = self.chain(others | stone, empty & !stone, side.other(), most) {
                let score = Score::loss_in(Plies(2 * chain.stones + 2));
                if score < threshold {
                    let region = chain.needs | stone;
                    places &= region;
                    rest = Bound { score: rest.score.max(score), region: rest.region | region };
                }
            }
        }
        if places.count_ones() > 1
            && let Some(stones) = stones
            && let Some(short) = Short::of(self, own, empty, side, stones)
        {
            let cells = short.to_try(empty, places);
            if cells != places {
                (places, rest) = (cells, Bound::new(later(stones)));
            }
        }
        (places, rest)
    }

    /// Returns the empty cells that complete a chain.
    fn completing(&self, stones: u64, empty: u64, side: Side) -> u64 {
        let reach = Reach::of(&self.board, stones, side);
        reach.from & reach.to & empty
    }
}

impl Searchable for Hex<u64> {
    const REGIONS: bool = true;
    const ASKING: Asking = Asking::Winners;

    type Insight = Insight;

    fn key_bits(&self) -> u32 {
        2 * self.board.len()
    }

    /// Packs two planes, Black's and White's stones. While a swap is possible there is one stone, which is in
    /// both planes.
    #[inline]
    fn key(&self, position: &HexPosition<u64>) -> u128 {
        let low = u128::from(position.black);
        let high = u128::from(if position.may_swap { position.black } else { position.white });
        low | high << self.board.len()
    }

    #[inline]
    fn pack_move(&self, mv: HexMove) -> u32 {
        match mv {
            HexMove::Place(cell) => u32::from(cell.0) + 1,
            HexMove::Swap => 1 << 8,
        }
    }

    #[inline]
    fn history_slot(&self, mv: HexMove) -> usize {
        match mv {
            HexMove::Place(cell) => usize::from(cell.0),
            HexMove::Swap => self.board.len() as usize,
        }
    }

    fn history_len(&self) -> usize {
        self.board.len() as usize + 1
    }

    fn glance(&self, position: &HexPosition<u64>, threshold: Score) -> Glance<Insight> {
        if let Some(outcome) = self.outcome(position) {
            return Glance::Settled(Bound { score: Score::of_outcome(outcome), region: 0 });
        }
        if !self.is_plain(position) {
            return Glance::Open(Insight { threats: 0, useful: u64::MAX });
        }
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let empty = self.empty(position);
        let wins = self.completing(own, empty, side);
        if wins != 0 {
            return Glance::Settled(Bound { score: Score::win_in(Plies(1)), region: lowest(wins) });
        }
        let threats = self.completing(others, empty, side.other());
        let more = threats & !lowest(threats);
        if more != 0 {
            let region = lowest(threats) | lowest(more);
            return Glance::Settled(Bound { score: Score::loss_in(Plies(2)), region });
        }
        let useful = match self.within(position, empty, threshold) {
            Ok(useful) => useful,
            Err(score) => return Glance::Settled(Bound::new(score)),
        };
        let most = empty.count_ones() as u16 / 2;
        if let Some(chain) = self.chain(others, empty, side.other(), most) {
            let answer = Bound { score: Score::loss_in(Plies(2 * chain.stones)), region: chain.needs };
            if threshold > answer.score {
                return Glance::Settled(answer);
            }
        }
        Glance::Open(Insight { threats, useful })
    }

    fn candidates(
        &self,
        position: &HexPosition<u64>,
        threshold: Score,
        insight: Insight,
        moves: &mut Vec<Candidate<HexMove>>,
    ) -> Candidates {
        moves.clear();
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let empty = self.empty(position);
        let (places, rest) = if self.is_plain(position) {
            self.to_search(position, empty, threshold, insight)
        } else {
            (empty, Bound { score: Score::MIN, region: 0 })
        };
        if places == 0 {
            return Candidates::Settled(rest);
        }
        if places.is_power_of_two() && !position.may_swap {
            moves.extend(places.iter().map(|cell| Candidate { mv: HexMove::Place(cell), prior: 0 }));
            return Candidates::Search { rest };
        }
        let mine = Potential::of(self, own, empty, side);
        let theirs = Potential::of(self, others, empty, side.other());
        for cell in places.iter() {
            let prior = -1024 * (mine.at(cell) + theirs.at(cell));
            moves.push(Candidate { mv: HexMove::Place(cell), prior });
        }
        if position.may_swap {
            moves.push(Candidate { mv: HexMove::Swap, prior: 0 });
        }
        Candidates::Search { rest }
    }

    fn proving(&self) -> Option<Box<dyn ProvingFor<HexPosition<u64>> + '_>> {
        Some(Box::new(FilledGame::new(self)))
    }

    fn region_before(&self, mv: HexMove, region: Region, wins: bool) -> Region {
        match mv {
            HexMove::Place(cell) if wins => region | u64::one(cell),
            HexMove::Place(_) => region,
            HexMove::Swap => EVERYWHERE,
        }
    }

    #[inline]
    fn carries_over(&self, region: Region, lost: HexMove, mv: HexMove) -> bool {
        matches!((lost, mv), (HexMove::Place(_), HexMove::Place(cell)) if !region.has(cell))
    }

    fn region_from_canonical(&self, position: &HexPosition<u64>, region: Region) -> Region {
        if self.canonical(position) == *position { region } else { self.board.rotated(region) }
    }
}

/// The sum of each cell's two-distances from both edges of a side. A cell's distance is determined by the
/// second nearest of its neighbours, because the opponent takes the nearest. (J. van Rijswijck, "Search and
/// evaluation in Hex", 2002, section 3.)
struct Potential {
    distance: [[u8; 64]; 2],
}

/// The two-distance of cells that the waves do not reach.
const FAR: u8 = 12;

impl Potential {
    fn of(game: &Hex<u64>, stones: u64, empty: u64, side: Side) -> Self {
        let (first, last) = game.board.ends(side);
        Self { distance: [first, last].map(|edge| Self::from_edge(game, stones, empty, edge)) }
    }

    fn from_edge(game: &Hex<u64>, stones: u64, empty: u64, edge: u64) -> [u8; 64] {
        let board = &game.board;
        let mut distance = [FAR; 64];
        let mut reached = board.flood(edge, stones);
        let mut wave = (edge | board.neighbours(reached)) & empty;
        let mut level = 1;
        while wave != 0 && level < FAR {
            for cell in wave.iter() {
                distance[usize::from(cell.0)] = level;
            }
            reached |= wave;
            let groups = board.flood(board.neighbours(reached), stones) & !reached;
            reached |= groups;
            wave = (board.beside_two(reached) | board.neighbours(groups)) & empty & !reached;
            level += 1;
        }
        distance
    }

    fn at(&self, cell: Cell) -> i32 {
        self.distance.iter().map(|d| i32::from(d[usize::from(cell.0)])).sum()
    }
}

/// Returns the stones with which the side to move must win, if the question has a length.
fn stones_to_win(threshold: Score) -> Option<u16> {
    let plies = threshold.distance().filter(|_| threshold > Score::DRAW)?;
    Some(plies.0.div_ceil(2))
}

/// Returns the score of the shortest win that takes more than this many stones.
fn later(stones: u16) -> Score {
    Score::win_in(Plies(2 * stones + 1))
}

/// Returns the lowest cell of a set, as a set.
const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::super::Variant;
    use super::*;
    use nexsolve_core::laws::{self, Positions};

    #[test]
    fn claims_are_true() {
        for variant in Variant::all() {
            for (rows, cols) in [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (4, 2), (2, 5), (3, 3)] {
                let game = Hex::<u64>::new(rows, cols, variant).expect("a small board");
                laws::search(&game);
                let proven = laws::proving(&game, &laws::positions(&game, Positions::All));
                assert!(proven > 0 || variant.swap == Swap::On);
            }
        }
    }

    #[test]
    fn claims_are_true_late_in_a_game() {
        const SEED: u64 = 5;
        for (rows, cols, longest) in [(3, 4, 9), (4, 3, 9), (4, 4, 8), (4, 5, 8), (5, 5, 8)] {
            let game = Hex::<u64>::new(rows, cols, Variant::default()).expect("a small board");
            let all = laws::endings(&game, 20, Plies(longest), SEED);
            eprintln!("{rows}x{cols}, seed {SEED}: {} positions", all.len());
            laws::search_among(&game, &all);
            assert_eq!(laws::proving(&game, &all), all.len());
        }
    }
}
