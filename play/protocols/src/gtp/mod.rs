//! The Go Text Protocol, version 2 (G. Farnebäck, specification draft 2, 2002), as Hex programs use it: an
//! engine for all games.
//!
//! A controller sends one command per line. The engine answers each with `=` or `?`, ended by an empty line.
//! Only `quit` or the end of the input ends a session: a faulty command returns an error and changes nothing.
//!
//! - Moves are words of the game's own notation: `b3` and `swap-pieces` in Hex, `Ba1?b2` in Nex, `c3-d4` and
//!   `c3:e5` in draughts, `C4x2` or `C` in Awari. Letters may be upper or lower case. Every game accepts
//!   `resign`.
//! - The game determines the side to move: a move for the other side is illegal. In draughts White begins; in
//!   Awari the first player is Black.
//! - When the game is over, `genmove` answers `resign` for a side that has lost and `pass` for any other, and
//!   `play` accepts `pass`. This ends the game for controllers that know no other end.
//! - `boardsize N` selects N×N; `boardsize R C` selects R letters and C numbers.
//! - `swap-pieces` (Hex with swap, square boards) turns the first stone into one of the other colour,
//!   reflected in the main diagonal, and Black is to move. This is the mirror image of a swap of colours, so
//!   from there on the session translates every move through the mirror. `swap` and `swap-sides` only
//!   exchange the colours, so that White is to move again. Some programs, such as `MoHex`, say `swap-pieces`
//!   for a swap of sides: if White moves next, that is what was meant.
//! - `komi` is accepted and ignored.
//! - `loadsgf` reads a game stored as SGF, on any board; with a move number, up to the position before that
//!   move. The name of the file may contain spaces, and may be in quotation marks. A game with swapped pieces
//!   is mirrored from its beginning.
//! - `nexsolve-value` and `nexsolve-move_values` return the worth of the position and of its moves: `win in
//!   5`, `draw`, `loss`. The worth comes from tables, or from a search of a limited number of positions.
//!   Earlier moves are ignored, so draws by repetition and the like do not count. `nexsolve-statistics`
//!   returns the player's thoughts on its last move.
//! - `nexsolve-exam_move SEED` returns the move that the player chooses in this position in an exam with this
//!   seed ([`FixedPlayer`](nexsolve_players::FixedPlayer)), 0 by default. The game and the player of the
//!   session stay as they are.
//! - In Nex the colour can be left out: `play black b2?a1`.

mod analysis;
mod clock;
mod commands;
mod connections;
mod line;
mod session;

pub use clock::Clock;
pub use session::{Ended, GtpSession, GtpSetup, Loading};
