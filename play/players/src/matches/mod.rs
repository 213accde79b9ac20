//! Matches: games between players, and their results.
//!
//! [`Match`] plays the games of a [`round_robin`] between players that it creates for each game. [`Round`] is
//! a single game, played move by move, for callers that obtain moves in another way.

mod clock;
mod game;
mod openings;
mod schedule;
mod standings;
#[cfg(test)]
mod tests;

pub use clock::{NoTimeControl, TimeControl};
pub use game::{Cause, Effort, Finished, LONGEST_GAME, Outcome, Round, Terms, play, turn};
pub use openings::{Opening, OpeningError};
pub use schedule::{Fixture, Match, Players, round_robin};
pub use standings::{Pairing, Share, Standing, Standings};
