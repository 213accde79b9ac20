//! The results of a match.

use super::game::{Cause, Effort, Outcome};
use super::schedule::Fixture;
use nexsolve_core::Side;
use std::time::Duration;

/// The games of two players with the same colours: one line of the old program's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pairing {
    /// The index of the player who began as Black.
    pub black: usize,
    /// The index of the player who began as White.
    pub white: usize,
    /// Games played.
    pub games: u64,
    /// Games won by the player who began as Black.
    pub black_won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games won by the player who began as White.
    pub white_won: u64,
}

/// The results of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Standing {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost, including those lost on time and those forfeited.
    pub lost: u64,
    /// Games lost on time.
    pub lost_on_time: u64,
    /// Games lost by an illegal or missing move.
    pub forfeited: u64,
    /// What the player has spent.
    pub effort: Effort,
}

/// A player's score with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Points per game: 1 for a win, ½ for a draw.
    pub score: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Standing {
    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the score with its 95 % interval after Agresti and Coull (1998), extended to draws: two wins
    /// and two losses are added, and the interval is the normal one of all these results by their variance,
    /// cut off at 0 and 1. It has a positive width even if every game was won. The games are assumed to be
    /// independent; deterministic players only repeat the same game.
    ///
    /// ```
    /// use nexsolve_players::matches::Standing;
    /// let share = Standing { won: 40, drawn: 20, lost: 40, ..Standing::default() }.share();
    /// assert_eq!(share.score, 0.5);
    /// assert!(0.4 < share.low && share.high < 0.6);
    /// ```
    pub fn share(&self) -> Share {
        let games = self.games() as f64;
        if games == 0.0 {
            return Share { score: 0.5, low: 0.0, high: 1.0 };
        }
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        let all = games + 4.0;
        let mean = (points + 2.0) / all;
        let squares = (self.won as f64 + 2.0 + self.drawn as f64 / 4.0) / all;
        let error = 1.959_964 * ((squares - mean * mean).max(0.0) / all).sqrt();
        Share { score: points / games, low: (mean - error).max(0.0), high: (mean + error).min(1.0) }
    }

    /// Returns the average time per move.
    pub fn time_per_move(&self) -> Duration {
        if self.effort.moves == 0 {
            return Duration::ZERO;
        }
        Duration::from_secs_f64(self.effort.time.as_secs_f64() / self.effort.moves as f64)
    }
}

/// The results of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// All pairings with colours that have played, ordered by the players' indices.
    pub pairings: Vec<Pairing>,
    /// The results by player index.
    pub players: Vec<Standing>,
    /// Games that were broken off. They count nowhere else.
    pub broken_off: u64,
}

impl Standings {
    /// Creates the standings of a match with this many players, before the first game.
    pub fn new(players: usize) -> Self {
        Self { pairings: Vec::new(), players: vec![Standing::default(); players], broken_off: 0 }
    }

    /// Adds a game.
    ///
    /// # Panics
    /// If a player's index is out of range.
    pub fn add(&mut self, fixture: Fixture, outcome: &Outcome, efforts: [Effort; 2]) {
        if outcome.cause == Cause::Stopped {
            self.broken_off += 1;
            return;
        }
        let [black, white] = fixture.players;
        let at = match self.pairings.binary_search_by_key(&(black, white), |pair| (pair.black, pair.white)) {
            Ok(at) => at,
            Err(at) => {
                self.pairings.insert(at, Pairing { black, white, ..Pairing::default() });
                at
            }
        };
        let pairing = &mut self.pairings[at];
        pairing.games += 1;
        *match outcome.winner {
            Some(Side::Black) => &mut pairing.black_won,
            None => &mut pairing.drawn,
            Some(Side::White) => &mut pairing.white_won,
        } += 1;
        for seat in [Side::Black, Side::White] {
            let player = &mut self.players[fixture.players[seat as usize]];
            player.effort = player.effort.and(efforts[seat as usize]);
            match outcome.winner {
                None => player.drawn += 1,
                Some(winner) if winner == seat => player.won += 1,
                Some(_) => {
                    player.lost += 1;
                    match outcome.cause {
                        Cause::Time => player.lost_on_time += 1,
                        Cause::Illegal { .. } | Cause::Gone(_) => player.forfeited += 1,
                        _ => {}
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(won: u64, drawn: u64, lost: u64) -> Standing {
        Standing { won, drawn, lost, ..Standing::default() }
    }

    #[test]
    fn intervals_hold_the_score_and_narrow() {
        for (won, drawn, lost) in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (50, 0, 50), (85, 5, 10), (100, 0, 0)] {
            let one = standing(won, drawn, lost).share();
            assert!(one.low <= one.score && one.score <= one.high && one.low < one.high, "{one:?}");
            let more = standing(won * 100, drawn * 100, lost * 100).share();
            assert!(more.high - more.low < (one.high - one.low) / 5.0, "{one:?} {more:?}");
            let other = standing(lost, drawn, won).share();
            assert!((one.low + other.high - 1.0).abs() < 1e-12 && (one.high + other.low - 1.0).abs() < 1e-12);
        }
        // All draws are less uncertain than half wins and half losses.
        let (drawn, decided) = (standing(0, 100, 0).share(), standing(50, 0, 50).share());
        assert!(drawn.high - drawn.low < decided.high - decided.low);
        // The textbook interval: 50 of 100 is 0.5 ± 0.096, with four games added.
        assert!((decided.high - 0.5 - 0.0961).abs() < 1e-4, "{decided:?}");
        assert_eq!(Standing::default().share(), Share { score: 0.5, low: 0.0, high: 1.0 });
    }

    #[test]
    fn games_are_counted_for_both() {
        let mut standings = Standings::new(2);
        let fixture = |black, white| Fixture { number: 0, players: [black, white], opening: 0 };
        let effort = Effort { moves: 2, time: Duration::from_secs(1), nodes: 5 };
        let mut add = |black, white, winner, cause| {
            standings.add(fixture(black, white), &Outcome { winner, cause }, [effort, Effort::default()]);
        };
        let rules = || Cause::Rules("the end".to_owned());
        add(1, 0, Some(Side::Black), rules());
        add(0, 1, None, rules());
        add(0, 1, Some(Side::White), Cause::Time);
        add(0, 1, Some(Side::Black), Cause::Illegal { mv: "x".to_owned() });
        add(0, 1, None, Cause::Stopped);
        assert_eq!(
            standings.pairings,
            [
                Pairing { black: 0, white: 1, games: 3, black_won: 1, drawn: 1, white_won: 1 },
                Pairing { black: 1, white: 0, games: 1, black_won: 1, drawn: 0, white_won: 0 },
            ]
        );
        let [first, second] = standings.players[..] else { panic!("two players") };
        assert_eq!((first.won, first.drawn, first.lost, first.lost_on_time), (1, 1, 2, 1));
        assert_eq!((second.won, second.drawn, second.lost, second.forfeited), (2, 1, 1, 1));
        assert_eq!((first.effort.nodes, second.effort.nodes, standings.broken_off), (15, 5, 1));
        assert_eq!(second.time_per_move(), Duration::from_millis(500));
    }
}
