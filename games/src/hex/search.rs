//! What a search may know of Hex: wins at once, forced replies, and how many stones a chain still needs.

use super::{End, Hex, HexMove, HexPosition};
use crate::rhombus::CellSet;
use nexsolve_core::{Answer, Candidate, Candidates, EVERYWHERE, Game, Glance, Plies, Region, Score, Searchable, Side, Symmetric};

/// The opponent's wins at once, and how the cells lie between the edges.
#[derive(Clone, Copy, Debug)]
pub struct Insight {
    /// Empty cells that complete the opponent's chain.
    threats: u64,
}

impl Hex<u64> {
    /// Empty cells that complete a chain.
    fn completing(&self, stones: u64, empty: u64, side: Side) -> u64 {
        let (first, last) = self.board.ends(side);
        let from = first | self.board.neighbours(self.board.flood(first, stones));
        let to = last | self.board.neighbours(self.board.flood(last, stones));
        from & to & empty
    }

    /// The least number of stones that complete a chain if the opponent never moves; `None` if he has cut it off.
    fn missing(&self, stones: u64, empty: u64, side: Side) -> Option<u16> {
        let (first, last) = self.board.ends(side);
        let mut group = self.board.flood(first, stones);
        let mut missing = 0_u16;
        while group & last == 0 {
            let wave = group | ((first | self.board.neighbours(group)) & empty);
            let next = self.board.flood(wave, stones | wave);
            if next == group {
                return None;
            }
            group = next;
            missing += 1;
        }
        Some(missing)
    }
}

impl Searchable for Hex<u64> {
    const REGIONS: bool = true;

    type Insight = Insight;

    fn key_bits(&self) -> u32 {
        2 * self.board.len()
    }

    /// Two planes, Black's and White's stones. While a swap is possible there is one stone, of both colours at once.
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
            return Glance::Settled(Answer { score: Score::of_outcome(outcome), region: 0 });
        }
        if self.variant.end == End::AtFullBoard || position.may_swap {
            return Glance::Open(Insight { threats: 0 });
        }
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let empty = self.empty(position);
        let wins = self.completing(own, empty, side);
        if wins != 0 {
            return Glance::Settled(Answer { score: Score::win_in(Plies(1)), region: lowest(wins) });
        }
        let threats = self.completing(others, empty, side.other());
        let more = threats & !lowest(threats);
        if more != 0 {
            let region = lowest(threats) | lowest(more);
            return Glance::Settled(Answer { score: Score::loss_in(Plies(2)), region });
        }
        if threshold > Score::DRAW {
            let at_best = match self.missing(own, empty, side) {
                Some(stones) => Score::win_in(Plies(2 * stones - 1)),
                None => Score::LOSS,
            };
            if threshold > at_best {
                return Glance::Settled(Answer::new(at_best));
            }
        } else {
            let at_worst = match self.missing(others, empty, side.other()) {
                Some(1) => Score::loss_in(Plies(4)),
                Some(stones) => Score::loss_in(Plies(2 * stones)),
                None => Score::WIN,
            };
            if threshold <= at_worst {
                return Glance::Settled(Answer::new(at_worst));
            }
        }
        Glance::Open(Insight { threats })
    }

    fn candidates(
        &self,
        position: &HexPosition<u64>,
        _threshold: Score,
        insight: Insight,
        moves: &mut Vec<Candidate<HexMove>>,
    ) -> Candidates {
        moves.clear();
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let empty = self.empty(position);
        let (places, rest) = if insight.threats == 0 {
            (empty, Answer { score: Score::MIN, region: 0 })
        } else {
            (insight.threats, Answer { score: Score::loss_in(Plies(2)), region: insight.threats })
        };
        let (near_own, near_others) = (self.board.neighbours(own), self.board.neighbours(others));
        for cell in places.iter() {
            let has = |set: u64| i32::from(set.has(cell));
            moves.push(Candidate { mv: HexMove::Place(cell), prior: has(near_own) + has(near_others) });
        }
        if position.may_swap {
            moves.push(Candidate { mv: HexMove::Swap, prior: 0 });
        }
        Candidates::Search { rest }
    }

    fn touched(&self, mv: HexMove) -> Region {
        match mv {
            HexMove::Place(cell) => u64::one(cell),
            HexMove::Swap => EVERYWHERE,
        }
    }

    fn region_from_canonical(&self, position: &HexPosition<u64>, region: Region) -> Region {
        if self.canonical(position) == *position { region } else { self.board.rotated(region) }
    }
}

/// The lowest cell of a set, as a set.
const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::super::{Swap, Variant};
    use super::*;
    use nexsolve_core::laws;

    #[test]
    fn what_is_claimed_is_so() {
        for swap in [Swap::Off, Swap::On] {
            for end in [End::AtConnection, End::AtFullBoard] {
                for (rows, cols) in [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3)] {
                    let variant = Variant { swap, end, ..Variant::default() };
                    laws::search(&Hex::<u64>::new(rows, cols, variant).expect("a small board"));
                }
            }
        }
    }
}
