//! How hard a puzzle is for a player that searches.

use super::uct;
use nexsolve_games::{AnyMove, AnyPosition};
use nexsolve_oracle::Oracle;
use nexsolve_players::{Budget, Course, Roster};
use std::sync::atomic::AtomicBool;

/// The numbers of simulations with which the player tries a puzzle.
pub const GRADES: [u64; 8] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000];

/// The seed of the player.
const SEED: u64 = 0;

/// Returns the least of [`GRADES`] from which on the player `uct(unforced)` with this number of simulations
/// and the seed 0 plays one of the `solutions`; `None` if it does not with the greatest. The player knows the
/// rules, but no tables.
///
/// # Panics
/// If the game is over in this position.
pub fn grade(
    oracle: &Oracle,
    roster: &Roster,
    position: &AnyPosition,
    solutions: &[AnyMove],
    stop: &AtomicBool,
) -> Option<u64> {
    let finds = |&simulations: &u64| {
        let mut player = roster.player(&uct(simulations), SEED).expect("every game has this player");
        let course = Course::from(oracle.game(), *position);
        let budget = Budget { stop: Some(stop), ..Budget::default() };
        let thought = player.choose(&course, &budget).expect("a player without tables always has a move");
        solutions.contains(&thought.mv)
    };
    GRADES.iter().rev().copied().take_while(finds).last()
}
