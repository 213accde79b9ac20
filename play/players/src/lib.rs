//! Everything that can choose a move, and the matches in which players meet.
//!
//! A [`Player`] chooses a move for a [`Course`], the game so far, within a [`Budget`]. A [`Spec`] describes a
//! player in words, such as `uct(1000, c=0.7)`; a [`Roster`] creates it. A player is deterministic for its
//! seed if its budget contains no time.
//!
//! Players are compiled for each game, but play any game ([`AnyGame`](nexsolve_games::AnyGame)).
//!
//! ```
//! use nexsolve_games::Board;
//! use nexsolve_oracle::Oracle;
//! use nexsolve_players::{Budget, Course, Roster};
//!
//! // Two players meet on 3×3 Nex.
//! let oracle = Oracle::new(nexsolve_games::played("nex:3x3", None)?, &[])?;
//! let roster = Roster::new(&oracle);
//! let mut players = [roster.player(&"solver3".parse()?, 1)?, roster.player(&"random".parse()?, 2)?];
//! let mut course = Course::new(oracle.game());
//! while course.ending().is_none() {
//!     let thought = players[course.moves().len() % 2].choose(&course, &Budget::default())?;
//!     course.play(thought.mv);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros))]

mod budget;
mod cast;
mod fixed;
pub mod level;
mod lookahead;
mod lots;
pub mod matches;
mod minimax;
mod net;
mod old;
mod player;
mod progress;
pub mod prover;
mod roster;
mod spec;
mod table;
mod tree;
mod watched;

pub use budget::Budget;
pub use cast::{PLAYERS, bare_name};
pub use fixed::{Creator, FixedError, FixedPlayer, carried};
pub use net::{Networks, Shelf};
pub use nexsolve_core::Course;
pub use player::{Choice, Estimate, Player, PlayerError, Thought, Tried};
pub use roster::Roster;
pub use spec::{PlayerSpecError, Spec};
pub use tree::{Branch, Judgement, Planner, Question};
pub use watched::watched;
