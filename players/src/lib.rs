//! All that can choose a move, and the means to let them meet.
//!
//! A [`Player`] is asked for a move with a [`Course`], the game as far as it has been played, and a [`Budget`]. A [`Spec`] is a
//! player in words, `uct(1000, c=0.7)`; a [`Cast`] makes the player of it. Players are deterministic for their seed wherever the
//! budget is a number and not a time.
//!
//! Players are compiled for each game. Whoever plays, judges or serves games has a [`Roster`], whose players play any game
//! ([`AnyGame`](nexsolve_games::AnyGame)).

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
