//! A game over the board: its positions so far, and all its endings.

use super::stores::MAJORITY;
use super::{Awari, AwariPosition, Pit, SEEDS};
use nexsolve_catalogue::HalfPoints;
use nexsolve_core::{Game, Side};
use std::cmp::Ordering;
use std::fmt;

/// The number of occurrences of a position, with the same player to move, that ends the game.
pub const OCCURRENCES: usize = 3;

/// The part of a game's past that can still matter.
#[derive(Clone, Debug)]
pub struct History {
    /// The positions since the last capture, up to the current one. Earlier positions cannot occur again.
    since_capture: Vec<AwariPosition>,
}

/// The end of a game, with both players' seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The seeds of the first and the second player.
    pub seeds: [HalfPoints; 2],
    /// Why the game is over, in a few words.
    pub reason: &'static str,
}

/// Returns whole seeds in halves.
#[inline]
fn whole(seeds: u8) -> HalfPoints {
    HalfPoints(u16::from(seeds) * 2)
}

/// Formats the result as `25-18` or `24½-23½`, the first player's seeds first.
pub(super) fn result([first, second]: [HalfPoints; 2]) -> String {
    format!("{first}-{second}")
}

/// Formats the reason, then both players' seeds.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason, result(self.seeds))
    }
}

impl Ending {
    /// Returns the player with more seeds; `None` for a draw.
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        match self.seeds[0].cmp(&self.seeds[1]) {
            Ordering::Greater => Some(Side::Black),
            Ordering::Equal => None,
            Ordering::Less => Some(Side::White),
        }
    }
}

impl History {
    /// Begins a game with `position`.
    #[inline]
    pub fn new(position: AwariPosition) -> Self {
        Self { since_capture: vec![position] }
    }

    /// Returns the current position.
    ///
    /// # Panics
    /// Never: a game always has a position.
    #[inline]
    pub fn position(&self) -> &AwariPosition {
        self.since_capture.last().expect("a game has a position")
    }

    /// Returns how often the current position has occurred with the same player to move, this time included.
    #[inline]
    pub fn occurrences(&self) -> usize {
        self.since_capture.iter().filter(|&before| before == self.position()).count()
    }

    /// Returns the end of the game, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        let mut stores = position.stores_by_side();
        let rest = position.pits().seeds() as u8;
        let ending = |reason, stores: [u8; 2]| Some(Ending { seeds: stores.map(whole), reason });
        if stores.iter().any(|&store| store >= MAJORITY) {
            return ending("a store holds more than half of all seeds", stores);
        }
        if !position.pits().can_move() {
            stores[match position.side_to_move() {
                Side::Black => 1,
                Side::White => 0,
            }] += rest;
            return ending(
                "the player to move has no seeds to sow, and the opponent has taken the rest",
                stores,
            );
        }
        let halves = |store| HalfPoints(whole(store).0 + u16::from(rest));
        let reason = "the position has occurred three times, and the remaining seeds are split";
        (self.occurrences() >= OCCURRENCES).then(|| Ending { seeds: stores.map(halves), reason })
    }

    /// Plays an allowed move. Playing any other move leaves an unspecified position.
    pub fn play(&mut self, mv: Pit) {
        let before = self.position().pits().seeds();
        let position = Awari.play(self.position(), mv);
        if position.pits().seeds() < before {
            self.since_capture.clear();
        }
        self.since_capture.push(position);
    }
}

const _: () = assert!(MAJORITY as u32 * 2 > SEEDS);

#[cfg(test)]
mod tests {
    use super::super::Pits;
    use super::*;
    use nexsolve_core::laws::SplitMix;
    use std::collections::BTreeSet;

    fn at(pits: [u8; 12], stores: [u8; 2], side: Side) -> History {
        let pits = Pits::new(pits).expect("not too many");
        History::new(AwariPosition::new(pits, stores, side).expect("all seeds"))
    }

    #[test]
    fn the_rest_goes_to_the_player_who_could_still_move() {
        let ending = at([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5], [24, 19], Side::White).ending();
        let seeds = [24, 24].map(whole);
        let ending = ending.expect("over");
        assert_eq!((ending.seeds, ending.winner()), (seeds, None));
        assert!(ending.reason.ends_with("taken the rest"), "{ending}");
        let ending = at([0; 12], [23, 25], Side::White).ending().expect("over");
        assert_eq!((ending.seeds, ending.winner()), ([25, 23].map(whole), Some(Side::Black)));
        assert!(ending.reason.starts_with("a store holds more"), "{ending}");
    }

    #[test]
    fn games_end_when_their_positions_do() {
        let mut random = SplitMix(3);
        let (mut reasons, mut odd) = (BTreeSet::new(), false);
        for _ in 0..400 {
            let mut game = History::new(Awari.start());
            let mut all = vec![*game.position()];
            while game.ending().is_none() {
                let moves: Vec<Pit> = game.position().pits().allowed().collect();
                // Few captures, so that positions repeat.
                let quiet: Vec<Pit> = moves
                    .iter()
                    .copied()
                    .filter(|&pit| game.position().pits().sow(pit).captured == 0)
                    .collect();
                let moves = if quiet.is_empty() || random.below(4) == 0 { &moves } else { &quiet };
                game.play(moves[random.below(moves.len())]);
                all.push(*game.position());
                let times = all.iter().filter(|&before| before == game.position()).count();
                assert_eq!(game.occurrences(), times);
                assert!(times <= OCCURRENCES);
            }
            let ending = game.ending().expect("over");
            reasons.insert(ending.reason);
            let outcome = Awari.outcome(game.position());
            if ending.reason.contains("three times") {
                assert_eq!((outcome, game.occurrences()), (None, OCCURRENCES));
                let rest = game.position().pits().seeds() as u16;
                odd |= rest % 2 == 1;
                let halves =
                    game.position().stores_by_side().map(|store| HalfPoints(2 * u16::from(store) + rest));
                assert_eq!(ending.seeds, halves);
            } else {
                let winner = outcome.expect("over").winner(game.position().side_to_move());
                assert_eq!(ending.winner(), winner);
            }
        }
        assert!(reasons.len() == 3 && odd, "{reasons:?}");
    }
}
