//! Search knowledge for Connect Four: the book, immediate wins, forced replies, double threats, and
//! [follow-up](super::follow_up).

use super::lines::{completing, down, has_four};
use super::{BOTTOM, Connect4, Connect4Move, Connect4Position, MAX_SIDE};
use nexsolve_catalogue::bits;
use nexsolve_core::{Asking, Bound, Candidate, Candidates, Game, Glance, Plies, Score, Searchable};

/// What the search knows about the moves of an open position.
#[derive(Clone, Copy, Debug)]
pub struct Insight {
    /// The cells of the moves that do not lose at once.
    safe: u64,
    /// For a move in each column, the number of cells that then complete a four.
    wins: [u8; MAX_SIDE as usize],
}

/// Returns the moves that do not lose at once, among those to the cells `landing`, of which none wins.
/// `dangers` are the empty cells that complete a four of the opponent.
#[inline]
fn safe_moves(landing: u64, dangers: u64) -> u64 {
    let threats = landing & dangers;
    if threats & threats.wrapping_sub(1) != 0 {
        return 0;
    }
    // A stone directly below a danger hands that cell to the opponent.
    (if threats == 0 { landing } else { threats }) & !down(dangers)
}

impl Searchable for Connect4 {
    const ASKING: Asking = Asking::WinnersFirst;

    type Insight = Insight;

    fn key_bits(&self) -> u32 {
        if self.rows < 8 { 8 * self.cols } else { 128 }
    }

    /// The key holds the first player's stones, and in each column a bit above the topmost stone. With 8
    /// rows, which leave no room for that bit, it holds both players' stones.
    #[inline]
    fn key(&self, position: &Connect4Position) -> u128 {
        if self.rows == 8 {
            return u128::from(position.black) | u128::from(position.white) << 64;
        }
        let filled = position.filled();
        let columns = BOTTOM >> (8 * (8 - self.cols));
        u128::from(position.black | (filled << 1 | columns) & !filled)
    }

    #[inline]
    fn pack_move(&self, mv: Connect4Move) -> u32 {
        u32::from(mv.0) + 1
    }

    #[inline]
    fn history_slot(&self, mv: Connect4Move) -> usize {
        usize::from(mv.0)
    }

    fn history_len(&self) -> usize {
        64
    }

    fn is_booked(&self, position: &Connect4Position) -> bool {
        self.book_and_stones().is_some_and(|&(_, stones)| position.filled().count_ones() <= stones)
    }

    fn glance(&self, position: &Connect4Position, threshold: Score) -> Glance<Insight> {
        if let Some(outcome) = self.outcome(position) {
            return Glance::Settled(Bound::new(Score::of_outcome(outcome)));
        }
        let settled = |score| Glance::Settled(Bound::new(score));
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let filled = position.filled();
        let (empty, landing) = (self.board & !filled, self.landing(filled));
        if completing(own) & landing != 0 {
            return settled(Score::win_in(Plies(1)));
        }
        let safe = safe_moves(landing, completing(others) & empty);
        if safe == 0 {
            return settled(Score::loss_in(Plies(2)));
        }
        let plies = empty.count_ones();
        if let Some(score) = self.booked(position) {
            return settled(score);
        }
        // Nobody wins with the next two moves.
        let best =
            if plies < 3 || !has_four(self.board & !others) { Score::DRAW } else { Score::win_in(Plies(3)) };
        if threshold > best {
            return settled(best);
        }
        let worst =
            if plies < 4 || !has_four(self.board & !own) { Score::DRAW } else { Score::loss_in(Plies(4)) };
        if threshold <= worst {
            return settled(worst);
        }
        let mut wins = [0; MAX_SIDE as usize];
        for stone in bits(safe) {
            let filled = filled | stone;
            let dangers = completing(own | stone) & self.board & !filled;
            // The opponent cannot win now. If every reply loses at once, the move wins.
            if filled != self.board && safe_moves(self.landing(filled), dangers) == 0 {
                return settled(Score::win_in(Plies(3)));
            }
            wins[Connect4Move::to(stone).column() as usize] = dangers.count_ones() as u8;
        }
        // The side to move does not win with its next two moves.
        let best = if plies < 5 { Score::DRAW } else { best.min(Score::win_in(Plies(5))) };
        if threshold > best {
            return settled(best);
        }
        match self.by_follow_up(position, safe, threshold) {
            Some(score) => settled(score),
            None => Glance::Open(Insight { safe, wins }),
        }
    }

    fn candidates(
        &self,
        position: &Connect4Position,
        _threshold: Score,
        insight: Insight,
        moves: &mut Vec<Candidate<Connect4Move>>,
    ) -> Candidates {
        moves.clear();
        moves.extend(bits(insight.safe).map(|stone| {
            let mv = Connect4Move::to(stone);
            let wins = i32::from(insight.wins[mv.column() as usize]);
            Candidate { mv, prior: 128 * wins + 16 * self.centrality(mv) }
        }));
        let left_out = self.landing(position.filled()) & !insight.safe;
        let rest = if left_out == 0 { Score::MIN } else { Score::loss_in(Plies(2)) };
        Candidates::Search { rest: Bound::new(rest) }
    }
}

impl Connect4 {
    /// Returns how close a cell is to the middle column: 0 there, less towards the edges.
    fn centrality(&self, mv: Connect4Move) -> i32 {
        -(2 * mv.column() as i32 + 1 - self.cols as i32).abs()
    }
}
