//! The follow-up strategy: bounds for the score of a position, from answers in the same column.

use super::lines::{above, completing, down, every_second, has_four, up};
use super::{Connect4, Connect4Position};
use nexsolve_catalogue::bits;
use nexsolve_core::{Plies, Score};

/// The result of the strategy for the follower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FollowUp {
    /// The leader does not win.
    Draws,
    /// The follower wins within this many plies.
    Wins(u16),
    /// The strategy does not work to the end in the columns whose top cells are given; if there are none, the
    /// leader may win.
    Fails(u64),
}

impl Connect4 {
    /// Returns a bound that answers the question, if follow-up yields one: by the opponent, or by the side to
    /// move after one of the `safe` moves.
    pub(super) fn by_follow_up(
        &self,
        position: &Connect4Position,
        safe: u64,
        threshold: Score,
    ) -> Option<Score> {
        let side = position.side_to_move();
        let (own, others) = (position.stones(side), position.stones(side.other()));
        let upper = match self.best_follow_up(own, others) {
            FollowUp::Draws => Score::DRAW,
            FollowUp::Wins(plies) => Score::loss_in(Plies(plies)),
            FollowUp::Fails(_) => Score::MAX,
        };
        if threshold > upper {
            return Some(upper);
        }
        bits(safe).find_map(|stone| {
            let lower = match self.best_follow_up(others, own | stone) {
                FollowUp::Draws => Score::DRAW,
                FollowUp::Wins(plies) => Score::win_in(Plies(plies + 1)),
                FollowUp::Fails(_) => Score::MIN,
            };
            (threshold <= lower).then_some(lower)
        })
    }

    /// Evaluates the strategy without pairs of cells; if two or four columns are in its way, with pairs of
    /// their lowest empty cells.
    fn best_follow_up(&self, leader: u64, follower: u64) -> FollowUp {
        let result = self.follow_up(leader, follower, [0, 0]);
        let FollowUp::Fails(odd) = result else { return result };
        let lowest = self.landing(leader | follower) & ((odd >> (self.rows - 1)) * 0xff);
        match odd.count_ones() {
            2 => self.follow_up(leader, follower, [lowest, 0]),
            4 => {
                let first = lowest & lowest.wrapping_neg();
                let ways = bits(lowest ^ first).map(|second| [first | second, lowest ^ first ^ second]);
                let mut results = ways.map(|pairs| self.follow_up(leader, follower, pairs));
                results.find(|result| !matches!(result, FollowUp::Fails(_))).unwrap_or(result)
            }
            _ => result,
        }
    }

    /// Evaluates the strategy in which the follower answers each move of the leader, who is to move, in the
    /// same column. Of a pair of cells, the lowest empty cells of two columns, the follower gets the other
    /// one when the leader takes one. A pair may be empty.
    ///
    /// Above the pairs, the leader gets the lowest empty cell of each column and every second cell above it.
    /// The follower gets the rest, and wins if one of its cells completes a four, so that the cells above it
    /// are never reached. The strategy works to the end if all columns without such a cell have an even
    /// number of empty cells, not counting pairs. If the leader has no four with all of its cells, it does
    /// not win. If the follower has a four with its cells, or wins in a column, it wins in the end.
    ///
    /// V. Allis, "A knowledge-based approach of Connect-Four", 1988, chapters 3 and 4: claimeven, and
    /// baseinverse for the pairs.
    fn follow_up(&self, leader: u64, follower: u64, [first, second]: [u64; 2]) -> FollowUp {
        let paired = first | second;
        let empty = self.board & !(leader | follower);
        let leads = every_second((self.landing(leader | follower) ^ paired | up(paired)) & empty);
        let follows = empty & !(leads | paired);
        let wins = completing(follower) & follows;
        let reached = empty & !above(wins);
        let odd = leads & reached & !down(self.board);
        let led = leader | leads & reached;
        if odd != 0 || has_four(led) {
            return FollowUp::Fails(odd);
        }
        // The leader takes one cell of each pair.
        let [low, high] = [first, second].map(|pair| pair & pair.wrapping_neg());
        let choices = [low | high, paired ^ high ^ low, low | second ^ high, first ^ low | high];
        let choices = if paired == 0 { &choices[..1] } else { &choices };
        if choices.iter().any(|taken| has_four(led | taken)) {
            return FollowUp::Fails(0);
        }
        if wins != 0 {
            // The leader avoids the columns with wins until it has to move in one of them. In the others, the
            // win and the cell below it stay empty.
            let plies = reached.count_ones() - 2 * ((wins & reached).count_ones() - 1);
            FollowUp::Wins(plies as u16)
        } else if choices.iter().all(|taken| has_four(follower | follows | paired & !taken)) {
            FollowUp::Wins(reached.count_ones() as u16)
        } else {
            FollowUp::Draws
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Notation;

    /// Returns the results without and with pairs, for the opponent of the side to move.
    fn results(rows: u32, cols: u32, columns: &str) -> [FollowUp; 2] {
        let game = Connect4::new(rows, cols).expect("a board");
        let position = game.read_position(columns).expect("a position");
        let side = position.side_to_move();
        let (leader, follower) = (position.stones(side), position.stones(side.other()));
        [game.follow_up(leader, follower, [0, 0]), game.best_follow_up(leader, follower)]
    }

    #[test]
    fn pairs_by_hand() {
        use FollowUp::{Draws, Fails, Wins};
        // All columns have an even number of empty cells: no pairs.
        assert_eq!(results(4, 2, ""), [Draws, Draws]);
        // Each side has a stone at the bottom; the cells above them are a pair.
        assert_eq!(results(4, 2, "12"), [Fails(0x0808), Draws]);
        // O has row 1 of column 4 and row 3 of column 2. By follow-up it gets row 2 of column 3 and row 4 of
        // column 1, whoever gets which cell of the pair.
        assert_eq!(results(4, 4, "2422"), [Fails(0x0800_0800), Wins(12)]);
        // Two pairs. One of the three ways to pair the columns works.
        assert_eq!(results(4, 4, "341121"), [Fails(0x0808_0808), Draws]);
        // None of them works.
        assert_eq!(results(4, 4, "1234"), [Fails(0x0808_0808); 2]);
    }

    #[test]
    fn the_winner_does_not_wait_for_all_of_its_wins() {
        // O wins on row 4 of column 1 and on row 2 of column 5. X fills columns 3 and 4, and then has to move
        // below one of these cells.
        assert_eq!(results(4, 5, "2432121423"), [FollowUp::Wins(6); 2]);
    }
}
