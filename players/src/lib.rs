//! All that can choose a move, and the means to let them meet.
//!
//! A [`Player`] is asked for a move with a [`Course`], the game as far as it has been played, and a [`Budget`]. A [`Spec`] is a
//! player in words, `uct(1000, c=0.7)`; a [`Roster`] makes the player of it. Players are deterministic for their seed wherever the
//! budget is a number and not a time.

pub mod audit;
mod budget;
mod course;
pub mod evaluation;
pub mod gtp;
mod lookahead;
mod lots;
pub mod matches;
pub mod minimax;
pub mod nexc;
pub mod old;
mod playable;
mod player;
mod progress;
pub mod prover;
pub mod records;
mod roster;
mod spec;
mod table;
mod tree;

pub use budget::Budget;
pub use course::Course;
pub use lots::{BitsPlayer, LotsPlayer};
pub use minimax::LookaheadPlayer;
pub use old::OldSolver;
pub use playable::Playable;
pub use player::{Estimate, Player, PlayerError, Thought};
pub use prover::Prover;
pub use roster::{PLAYERS, Roster};
pub use spec::{Spec, SpecError};
pub use table::{TABLE_SIMULATIONS, TablePlayer};
pub use tree::{DEFAULT_SIMULATIONS, Memory, Policy, Proofs, TreePlayer, TreeSettings};
