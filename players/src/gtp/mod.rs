//! The Go Text Protocol, version 2 (G. Farnebäck, specification draft 2, 2002), as Hex programs speak it: an engine for all
//! games.
//!
//! A controller sends a command a line; the engine answers each with `=` or `?` and an empty line. No line ends the session but
//! `quit`: what is wrong is told, and changes nothing.
//!
//! - Moves are words in the game's own notation: `b3` and `swap-pieces` of Hex, `Ba1?b2` of Nex, `c3-d4` and `c3:e5` of draughts, `C4x2` or `C` of Awari.
//!   Letters may be large or small. `resign` is understood in all games.
//! - The side to move is the game's to say: a move for the other side is illegal. In draughts White begins; in Awari Black is the first
//!   player.
//! - Where the game is over, `genmove` answers `resign` to a side that has lost and `pass` to another, and `play` takes
//!   `pass`: that ends a game for controllers which know of no other end.
//! - `boardsize N` is N×N, `boardsize R C` has R letters and C numbers.
//! - `swap-pieces` (Hex with swap, square boards) turns the first stone into one of the other colour, reflected in the main diagonal, and Black is to move. That is the
//!   same game as the swap of colours in the mirror, and the session speaks of it in the mirror from there on. `swap` and
//!   `swap-sides` exchange the colours alone, so that White is to move again.
//! - `komi` is taken, and means nothing.
//! - `loadsgf` reads a game that is kept in SGF, of whatever board; with the number of a move, up to the position
//!   before it. A game with swapped pieces is seen in the mirror from its beginning.
//! - `nexsolve-value` and `nexsolve-move_values` tell what the position and its moves are worth for the side to move: `win in 5`, `draw`,
//!   `loss`; from tables, or as far as a search of so many positions proves it. What was played before does not count: draws by
//!   repetition and the like are left out. `nexsolve-statistics` tells what the player thought about its last move.

mod analysis;
mod clock;
mod commands;
mod connections;
mod line;
mod session;

pub use clock::Clock;
pub use session::{Ended, Loading, Session, Setup};
