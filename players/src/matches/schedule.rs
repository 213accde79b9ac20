//! Who plays whom with which colours, and the games played, in parallel.

use super::game::{Cause, Effort, Finished, Outcome, Terms, play};
use super::openings::Opening;
use crate::{Course, Player};
use nexsolve_core::{Side, SplitMix};
use nexsolve_games::AnyGame;
use rayon::prelude::*;

/// One game of a match before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: u64,
    /// Who begins as Black, by the number of the player.
    pub black: usize,
    /// Who begins as White.
    pub white: usize,
    /// The number of its opening: two games of a pair of players in a row, one with either colour, have the same.
    pub opening: u64,
}

impl Fixture {
    /// The seeds of the player who begins as Black and of the one who begins as White, of a match with this seed.
    pub fn seeds(&self, seed: u64) -> [u64; 2] {
        let mut random = SplitMix::part(seed, self.number);
        [random.next_word(), random.next_word()]
    }

    /// The player with this seat.
    pub fn player(&self, seat: Side) -> usize {
        match seat {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }
}

/// Every player against every other, `games` games a pair, in which the colours alternate; of two players that is a match.
pub fn round_robin(players: usize, games: u64) -> Vec<Fixture> {
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    let all = pairs.flat_map(|(one, other)| (0..games).map(move |game| (one, other, game)));
    let fixture = |(number, (one, other, game)): (u64, (usize, usize, u64))| {
        let (black, white) = if game.is_multiple_of(2) { (one, other) } else { (other, one) };
        Fixture { number, black, white, opening: game / 2 }
    };
    (0..).zip(all).map(fixture).collect()
}

/// Makes the players of a match.
pub trait Players: Sync {
    /// The player with this number, for one game, with this seed.
    fn player(&self, number: usize, seed: u64) -> Box<dyn Player<AnyGame> + '_>;
}

/// A match: what the games have in common.
pub struct Match<'a> {
    /// The game that is played.
    pub game: &'a AnyGame,
    /// What holds beside its rules.
    pub terms: Terms<'a>,
    /// The openings; a game takes the one of its opening's number, and from the first on again after the last.
    pub openings: &'a [Opening],
    /// Where the players' lots come from. A game's depend on its number alone, so a match can be repeated.
    pub seed: u64,
}

impl<'a> Match<'a> {
    /// Plays one game, with players of its own.
    ///
    /// # Panics
    /// If there are no openings.
    pub fn play(&self, players: &dyn Players, fixture: Fixture) -> Finished<'a> {
        let number = (fixture.opening % self.openings.len() as u64) as usize;
        let course = Course::from(self.game, self.openings[number].position);
        if self.terms.is_stopped() {
            let outcome = Outcome { winner: None, cause: Cause::Stopped };
            return Finished { course, outcome, efforts: [Effort::default(); 2] };
        }
        let [black, white] = fixture.seeds(self.seed);
        let mut black = players.player(fixture.black, black);
        let mut white = players.player(fixture.white, white);
        play(course, [&mut *black, &mut *white], self.terms)
    }

    /// Plays all games in the threads of the caller. `told` hears of each game when it is over, in any order; what it makes of
    /// them is returned in the order of the fixtures, so that a long match need not keep its games.
    ///
    /// # Panics
    /// If there are no openings.
    pub fn play_all<R: Send>(
        &self,
        players: &dyn Players,
        fixtures: &[Fixture],
        told: &(dyn Fn(Fixture, Finished<'a>) -> R + Sync),
    ) -> Vec<R> {
        fixtures.par_iter().map(|&fixture| told(fixture, self.play(players, fixture))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let fixtures = round_robin(4, 6);
        assert_eq!(fixtures.len(), 36);
        for one in 0..4 {
            for other in (0..4).filter(|&other| other != one) {
                let games = fixtures.iter().filter(|game| (game.black, game.white) == (one, other));
                assert_eq!(games.count(), 3, "{one} {other}");
            }
        }
        for pair in fixtures.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!((pair[0].black, pair[0].white), (pair[1].white, pair[1].black));
        }
        let seeds: HashSet<u64> = fixtures.iter().flat_map(|game| game.seeds(7)).collect();
        assert_eq!(seeds.len(), 72);
        assert_eq!(round_robin(2, 1).len(), 1);
        assert!(round_robin(1, 5).is_empty() && round_robin(2, 0).is_empty());
    }
}
