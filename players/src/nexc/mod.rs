//! The protocol of `NexC` over TCP, both sides: the referee ([`Referee`]) and a player ([`attend`]).
//!
//! The old server listens on port 21299; the first to connect is Black, the second White, for all games. There is no
//! framing: each side sends one short message at a time, and what comes next is told by what has been before.
//!
//! | when | the server sends | the player answers |
//! |---|---|---|
//! | a game begins | `r3-c3-B#`: rows, columns, the player's colour | `ok` |
//! | then | the moves so far, each ended by `;`, or `;` alone | `ok` |
//! | it is the player's turn | `Move?`, or `?` | a move: `Ba1?b2`, `Ba1Bb2?c1` |
//! | a move was made, by either | `>` and the move | `ok` |
//! | the game is over | `+` won, `-` lost, `#` drawn | |
//! | all games are over | `$` | |
//! | something went wrong | `!` | |
//!
//! TCP may split a message and run several together. So both sides read what has come byte by byte against what may come next
//! (`scan`), and take a message as soon as it cannot go on; spaces, line ends and zero bytes between messages are passed
//! over. Where one could go on (`b1` as `b12`), it is taken once nothing more has come for a twentieth of a second.
//!
//! A player who is silent, leaves, or sends anything else ends the match: the game in progress is broken off, both players are told `!`, and
//! the games left are not played.

mod client;
mod fault;
mod referee;
mod said;
mod scan;
mod wire;

pub use client::{Attended, ClientFault, Guest, Patience, attend};
pub use fault::{Cause, Fault};
pub use referee::{Event, Match, Prompt, Referee, Terms};

use nexsolve_games::{AnyGame, Board, NameError};

/// The port of the old server.
pub const PORT: u16 = 21_299;

/// What is played.
pub const GAME: &str = "nex";

/// The game on a board of this size.
fn game(rows: u32, cols: u32) -> Result<AnyGame, NameError> {
    AnyGame::on(Board::played(GAME, Some((rows, cols)))?)
}
