//! The protocol of `NexC` over TCP, both sides: the referee ([`Referee`]) and a player ([`attend`]).
//!
//! The old server listens on port 21299. The first player to connect is Black, the second White, for all
//! games. There is no framing: each side sends one short message at a time, and earlier messages determine
//! which message comes next.
//!
//! | when | the server sends | the player answers |
//! |---|---|---|
//! | a game begins | `r3-c3-B#`: rows, columns, the player's colour | `ok` |
//! | then | the moves so far, each ended by `;`, or `;` alone | `ok` |
//! | it is the player's turn | `Move?`, or `?` | a move: `Ba1?b2`, `Ba1Bb2?c1` |
//! | either side has moved | `>` and the move | `ok` |
//! | the game is over | `+` won, `-` lost, `#` drawn | |
//! | all games are over | `$` | |
//! | an error occurred | `!` | |
//!
//! TCP may split a message or join several. So both sides match the received bytes one by one against the
//! messages that may come next (`scan`), and accept a message once it cannot be longer. They skip spaces,
//! line ends and zero bytes between messages. A message that could be longer (`b1` as part of `b12`) is
//! accepted after a twentieth of a second of silence.
//!
//! A player who is silent, disconnects, or sends anything else ends the match: the current game is broken
//! off, both players receive `!`, and the remaining games are not played.

mod client;
mod fault;
mod referee;
mod said;
mod scan;
mod wire;

pub use client::{Attended, ClientFault, Guest, Patience, attend};
pub use fault::{Cause, MatchFault};
pub use referee::{Event, Match, Referee, Terms};

use nexsolve_games::{AnyGame, NameError};

/// The port of the old server.
pub const PORT: u16 = 21_299;

/// The game that the protocol plays.
pub const GAME: &str = "nex";

/// Returns the game on a board of this size.
fn game(rows: u32, cols: u32) -> Result<AnyGame, NameError> {
    AnyGame::on(nexsolve_games::played(GAME, Some((rows, cols)))?)
}
