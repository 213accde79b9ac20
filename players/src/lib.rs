//! Everything that can choose a move, and the matches and protocols through which players meet.
//!
//! A [`Player`] chooses a move for a [`Course`], the game so far, within a [`Budget`]. A [`Spec`] describes a player in
//! words, such as `uct(1000, c=0.7)`; a [`Cast`] creates it. A player is deterministic for its seed if its budget
//! contains no time.
//!
//! Players are compiled for each game. Code that plays, judges or serves games uses a [`Roster`], whose players play
//! any game ([`AnyGame`](nexsolve_games::AnyGame)).
//!
//! ```
//! use nexsolve_core::Contest;
//! use nexsolve_games::nex::Nex;
//! use nexsolve_players::{Budget, Cast, Course};
//!
//! // Two players meet on 3×3 Nex.
//! let game = Nex::<u64>::new(3, 3).expect("a board");
//! let cast = Cast::new(game);
//! let mut black = cast.player(&"solver3".parse()?, 1)?;
//! let mut white = cast.player(&"random".parse()?, 2)?;
//! let mut course = Course::new(cast.game().as_ref());
//! while course.ending().is_none() {
//!     let player = if course.moves().len() % 2 == 0 { &mut black } else { &mut white };
//!     let thought = player.choose(&course, &Budget::default())?;
//!     course.play(thought.mv);
//! }
//! assert!(course.ending().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod audit;
mod budget;
mod cast;
pub mod gtp;
mod lookahead;
mod lots;
pub mod matches;
pub mod minimax;
pub mod nexc;
pub mod old;
mod player;
mod progress;
pub mod prover;
mod roster;
mod spec;
mod table;
mod tree;

pub use budget::Budget;
pub use cast::{Cast, PLAYERS, bare_name};
pub use lots::LotsPlayer;
pub use minimax::LookaheadPlayer;
pub use nexsolve_core::Course;
pub use old::OldSolver;
pub use player::{Estimate, Player, PlayerError, Thought};
pub use prover::Prover;
pub use roster::Roster;
pub use spec::{Spec, SpecError};
pub use table::{TABLE_SIMULATIONS, TablePlayer};
pub use tree::{DEFAULT_SIMULATIONS, Memory, Policy, Proofs, TreePlayer, TreeSettings};
