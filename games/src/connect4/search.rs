//! What a search may know of Connect Four: wins at once, forced replies, double threats, and follow-up.

use super::lines::{completing, has_four, up};
use super::{BOTTOM, Connect4, Connect4Move, Connect4Position, bits};
use nexsolve_core::{Answer, Candidate, Candidates, Game, Glance, Plies, Score, Searchable};

/// Rows 0, 2, 4 and 6.
const EVEN_ROWS: u64 = 0x5555_5555_5555_5555;

/// The cells that do not lose at once.
#[derive(Clone, Copy, Debug)]
pub struct Insight {
    safe: u64,
}

impl Connect4 {
    /// A bound by follow-up, if one holds.
    ///
    /// A player **follows up** who answers each move in its column. Where the empty cells of every column are even in
    /// number, the side not to move can do so to the end; where those of exactly one column are odd, the side to move can,
    /// after a move there. Then the other side, the leader, gets the lowest empty cell of each column and every second
    /// above it, and the follower the rest. If the leader has no four with all of these cells, the follower at least draws;
    /// if he himself has one with his, he wins. (V. Allis, "A knowledge-based approach of Connect-Four", 1988, chapter 4.)
    fn follow_up(&self, own: u64, others: u64, empty: u64, threshold: Score) -> Option<Answer> {
        let leaders_rows = if self.rows.is_multiple_of(2) { EVEN_ROWS } else { !EVEN_ROWS };
        let odd_columns = (self.landing(own | others) & !leaders_rows).count_ones();
        let plies = empty.count_ones();
        if odd_columns != plies % 2 {
            return None;
        }
        let (leader, follower) = if odd_columns == 0 { (own, others) } else { (others, own) };
        if has_four(leader | empty & leaders_rows) {
            return None;
        }
        let last = Plies(plies as u16);
        let wins = has_four(follower | empty & !leaders_rows);
        let (score, is_answer) = match (odd_columns, wins) {
            (0, false) => (Score::DRAW, threshold > Score::DRAW),
            (0, true) => (Score::loss_in(last), threshold > Score::loss_in(last)),
            (_, false) => (Score::DRAW, threshold <= Score::DRAW),
            (_, true) => (Score::win_in(last), threshold <= Score::win_in(last)),
        };
        is_answer.then(|| Answer::new(score))
    }
}

impl Searchable for Connect4 {
    type Insight = Insight;

    fn key_bits(&self) -> u32 {
        if self.rows < 8 { 8 * self.cols } else { 128 }
    }

    /// The first player's stones, and in each column a bit above the topmost stone; with 8 rows, which leave no room for it,
    /// both players' stones.
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

    fn glance(&self, position: &Connect4Position, threshold: Score) -> Glance<Insight> {
        if let Some(outcome) = self.outcome(position) {
            return Glance::Settled(Answer::new(Score::of_outcome(outcome)));
        }
        let settled = |score| Glance::Settled(Answer::new(score));
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let filled = position.filled();
        let (empty, landing) = (self.board & !filled, self.landing(filled));
        if completing(own) & landing != 0 {
            return settled(Score::win_in(Plies(1)));
        }
        let dangers = completing(others) & empty;
        let threats = dangers & landing;
        let replies = if threats == 0 { landing } else { threats };
        // Whoever plays below a cell that completes the opponent's four gives it to him.
        let safe = replies & !super::lines::down(dangers);
        if threats & threats.wrapping_sub(1) != 0 || safe == 0 {
            return settled(Score::loss_in(Plies(2)));
        }
        let plies = empty.count_ones();
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
        match self.follow_up(own, others, empty, threshold) {
            Some(answer) => Glance::Settled(answer),
            None => Glance::Open(Insight { safe }),
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
        let own = position.stones(position.side_to_move());
        let filled = position.filled();
        for stone in bits(insight.safe) {
            let filled = filled | stone;
            let wins = completing(own | stone) & self.board & !filled;
            let at_once = wins & self.landing(filled);
            // The opponent cannot win now. Two wins at once, or one above the other: he stops one of them.
            if at_once & at_once.wrapping_sub(1) != 0 || up(at_once) & wins != 0 {
                return Candidates::Settled(Answer::new(Score::win_in(Plies(3))));
            }
            let mv = Connect4Move(stone.trailing_zeros() as u8);
            let prior = 8 * wins.count_ones() as i32 + self.centrality(mv);
            moves.push(Candidate { mv, prior });
        }
        let left_out = self.landing(filled) & !insight.safe;
        let rest = if left_out == 0 { Score::MIN } else { Score::loss_in(Plies(2)) };
        Candidates::Search { rest: Answer::new(rest) }
    }
}

impl Connect4 {
    /// How near a cell lies to the middle column: 0 there, less at the edges.
    fn centrality(&self, mv: Connect4Move) -> i32 {
        -(2 * mv.column() as i32 + 1 - self.cols as i32).abs()
    }
}
