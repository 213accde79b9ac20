//! Pairings with colours, and matches played in parallel.

use super::game::{Cause, Effort, Finished, Outcome, Terms, play};
use super::openings::Opening;
use crate::{Course, Player};
use nexsolve_core::SplitMix;
use nexsolve_games::AnyGame;
use rayon::prelude::*;

/// One game of a match before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub number: u64,
    /// The indices of the players who begin as Black and as White.
    pub players: [usize; 2],
    /// The number of the opening. Two consecutive games of a pair, one with either colour, share an opening.
    pub opening: u64,
}

impl Fixture {
    /// Returns the random seeds of the player who begins as Black and of the player who begins as White, in a
    /// match with this seed.
    pub fn seeds(&self, seed: u64) -> [u64; 2] {
        let mut random = SplitMix::part(seed, self.number);
        [random.next_word(), random.next_word()]
    }
}

/// Returns the games of a round robin: `games` games for each pair of players, with alternating colours. With
/// two players it is a simple match.
///
/// ```
/// use nexsolve_players::matches::round_robin;
/// let fixtures = round_robin(3, 2);
/// assert_eq!(fixtures.len(), 6);
/// assert_eq!([fixtures[0].players, fixtures[1].players], [[0, 1], [1, 0]]);
/// assert_eq!(fixtures[0].opening, fixtures[1].opening);
/// ```
pub fn round_robin(players: usize, games: u64) -> Vec<Fixture> {
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    let all = pairs.flat_map(|(one, other)| (0..games).map(move |game| (one, other, game)));
    let fixture = |(number, (one, other, game)): (u64, (usize, usize, u64))| {
        let players = if game.is_multiple_of(2) { [one, other] } else { [other, one] };
        Fixture { number, players, opening: game / 2 }
    };
    (0..).zip(all).map(fixture).collect()
}

/// Creates the players of a match: the player with an index for one game, with a random seed.
pub type Players<'a> = dyn Fn(usize, u64) -> Box<dyn Player<AnyGame>> + Sync + 'a;

/// A match: what its games have in common.
pub struct Match<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// The terms besides the rules.
    pub terms: Terms<'a>,
    /// The openings. A game uses the one with its opening number, modulo their count.
    pub openings: &'a [Opening],
    /// The random seed. A game's random numbers depend only on the seed and the game's number, so a match can
    /// be repeated.
    pub seed: u64,
}

impl<'a> Match<'a> {
    /// Plays one game, with players of its own.
    ///
    /// # Panics
    /// If there are no openings.
    pub fn play(&self, players: &Players<'_>, fixture: Fixture) -> Finished<'a> {
        let number = (fixture.opening % self.openings.len() as u64) as usize;
        let course = Course::from(self.game, self.openings[number].position);
        if self.terms.is_stopped() {
            let outcome = Outcome { winner: None, cause: Cause::Stopped };
            return Finished { course, outcome, efforts: [Effort::default(); 2] };
        }
        let ([black, white], seeds) = (fixture.players, fixture.seeds(self.seed));
        let (mut black, mut white) = (players(black, seeds[0]), players(white, seeds[1]));
        play(course, [&mut *black, &mut *white], self.terms)
    }

    /// Plays all games in the caller's rayon pool. It calls `finished` with each finished game, in any order,
    /// and returns the results of `finished` in the order of `fixtures`, so that a long match need not keep
    /// its games.
    ///
    /// # Panics
    /// If there are no openings.
    pub fn play_all<R: Send>(
        &self,
        players: &Players<'_>,
        fixtures: &[Fixture],
        finished: &(dyn Fn(Fixture, Finished<'a>) -> R + Sync),
    ) -> Vec<R> {
        fixtures.par_iter().map(|&fixture| finished(fixture, self.play(players, fixture))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_pair_meets_with_both_colours() {
        let fixtures = round_robin(4, 6);
        assert_eq!(fixtures.len(), 36);
        for one in 0..4 {
            for other in (0..4).filter(|&other| other != one) {
                let games = fixtures.iter().filter(|game| game.players == [one, other]);
                assert_eq!(games.count(), 3, "{one} {other}");
            }
        }
        for pair in fixtures.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            let [one, other] = pair[1].players;
            assert_eq!(pair[0].players, [other, one]);
        }
        let seeds: HashSet<u64> = fixtures.iter().flat_map(|game| game.seeds(7)).collect();
        assert_eq!(seeds.len(), 72);
        assert_eq!(round_robin(2, 1).len(), 1);
        assert!(round_robin(1, 5).is_empty() && round_robin(2, 0).is_empty());
    }
}
