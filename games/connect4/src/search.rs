//! Search knowledge for Connect Four: the opening book, immediate wins, forced replies, double threats, and
//! follow-up.

use super::lines::{above, completing, down, every_second, has_four, up};
use super::{BOTTOM, Connect4, Connect4Move, Connect4Position};
use nexsolve_catalogue::bits;
use nexsolve_core::{Bound, Candidate, Candidates, Game, Glance, Plies, Score, Searchable};

/// The cells that do not lose at once.
#[derive(Clone, Copy, Debug)]
pub struct Insight {
    safe: u64,
}

/// The result of the follow-up strategy.
#[derive(Clone, Copy)]
enum FollowUp {
    /// The leader does not win.
    FollowerDraws,
    /// The follower wins within this many plies.
    FollowerWins(u16),
    /// The strategy does not work to the end in the columns whose top cells are given; if there are none, the
    /// leader may win.
    Fails(u64),
}

impl Connect4 {
    /// Evaluates the strategy in which the follower answers each move of the leader, who is to move, in the
    /// same column.
    ///
    /// The leader gets the lowest empty cell of each column and every second cell above it. The follower gets
    /// the rest, and wins if one of its cells completes a four, so that the cells above it are never reached.
    /// The strategy works to the end if all columns without such a cell have an even number of empty cells.
    /// If the leader has no four with all of its cells, it does not win. If the follower has a four with its
    /// cells, or wins in a column, it wins in the end. (V. Allis, "A knowledge-based approach of
    /// Connect-Four", 1988, chapters 3 and 4.)
    fn follow_up(&self, leader: u64, follower: u64) -> FollowUp {
        let empty = self.board & !(leader | follower);
        let leads = every_second(self.landing(leader | follower));
        let follows = empty & !leads;
        let wins = completing(follower) & follows;
        let reached = empty & !above(wins);
        let odd = leads & reached & self.board & !down(self.board);
        if odd != 0 || has_four(leader | leads & reached) {
            FollowUp::Fails(odd)
        } else if wins != 0 || has_four(follower | follows) {
            FollowUp::FollowerWins(reached.count_ones() as u16)
        } else {
            FollowUp::FollowerDraws
        }
    }

    /// Returns a bound that answers the question, if follow-up yields one: by the opponent, or by the side to
    /// move after a move in the only column that prevents it.
    fn by_follow_up(&self, own: u64, others: u64, threshold: Score) -> Option<Score> {
        let upper = match self.follow_up(own, others) {
            FollowUp::FollowerDraws => Score::DRAW,
            FollowUp::FollowerWins(plies) => Score::loss_in(Plies(plies)),
            FollowUp::Fails(_) => Score::MAX,
        };
        if threshold > upper {
            return Some(upper);
        }
        let FollowUp::Fails(odd) = self.follow_up(others, own) else { return None };
        if odd.count_ones() != 1 {
            return None;
        }
        let column = 0xff << (odd.trailing_zeros() & !7);
        let stone = self.landing(own | others) & column;
        let lower = match self.follow_up(others, own | stone) {
            FollowUp::FollowerDraws => Score::DRAW,
            FollowUp::FollowerWins(plies) => Score::win_in(Plies(plies + 1)),
            FollowUp::Fails(_) => Score::MIN,
        };
        (threshold <= lower).then_some(lower)
    }
}

impl Searchable for Connect4 {
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
        self.booked(position).is_some()
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
        let dangers = completing(others) & empty;
        let threats = dangers & landing;
        let replies = if threats == 0 { landing } else { threats };
        // A stone directly below a cell that completes the opponent's four hands that cell to the opponent.
        let safe = replies & !down(dangers);
        if threats & threats.wrapping_sub(1) != 0 || safe == 0 {
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
        match self.by_follow_up(own, others, threshold) {
            Some(score) => settled(score),
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
            // The opponent cannot win now. With two immediate wins, or one above the other, the opponent
            // stops only one of them.
            if at_once & at_once.wrapping_sub(1) != 0 || up(at_once) & wins != 0 {
                return Candidates::Settled(Bound::new(Score::win_in(Plies(3))));
            }
            let mv = Connect4Move::to(stone);
            let prior = 8 * wins.count_ones() as i32 + self.centrality(mv);
            moves.push(Candidate { mv, prior });
        }
        let left_out = self.landing(filled) & !insight.safe;
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
