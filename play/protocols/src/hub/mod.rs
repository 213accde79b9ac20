//! The Hub protocol, version 2 (F. Letouzey, *Hub protocol for draughts*, 2019), which draughts programs
//! speak: an engine for the games that have a [`HubNotation`](nexsolve_games::HubNotation).
//!
//! A line is a command with arguments: `level move-time=1.5`, `pos pos=W… moves="22-18 9-13"`. The interface
//! sends:
//!
//! | line | the engine |
//! |---|---|
//! | `hub` | answers `id …`, a `param …` for each parameter, and `wait` |
//! | `set-param name=N value=V` | stores a parameter, which takes effect with the next `init` |
//! | `init` | loads what the parameters ask for and answers `ready` |
//! | `pos pos=P moves="M …"` | stores the position after these moves |
//! | `level depth=D`, `nodes=N`, `move-time=S`, `time=S moves=M inc=S`, `infinite` | limits the next search; several lines add up |
//! | `go think`, `go analyze`, `go ponder` | searches: `info …`, then `done move=M ponder=M`; `done` alone if there is no move |
//! | `stop`, `ponder-hit` | ends the search; ends pondering, so that the limits count from now on |
//! | `ping` | answers `pong`, also during a search |
//! | `new-game` | forgets what the player has learned |
//! | `quit`, or the end of the input | ends the search and the session |
//!
//! - Only `ping`, `stop`, `ponder-hit` and `quit` are allowed during a search; other lines may follow `stop`
//!   at once.
//! - A search without limits ends as soon as the player has used its own; `infinite`, `analyze` without
//!   limits, and `ponder` end when the interface says so, or the value is proven. They give information after
//!   half a second, then at growing intervals.
//! - The protocol says to ignore unknown commands. The engine does so, and tells it: `error message="unknown
//!   command …"`. Every faulty line gets an error and changes nothing, but a faulty `pos` leaves no position,
//!   so that no search is of an earlier one. Unknown arguments are ignored.
//! - `score` is in men, for the side to move. A proven value is 0 for a draw, 100 − p/100 for a win in p
//!   plies, and minus that for a loss; 90 and −90 if the distance is unknown. Other scores are estimates: the
//!   points of an evaluation divided by 100, or the natural logarithm of the odds in playouts.
//! - Proven values ignore draws by repetition and the like, as tables do. The moves of `pos` serve the player
//!   to avoid them. If they have already ended the game, the engine searches the position by itself.

mod limits;
mod line;
mod output;
mod reader;
mod search;
mod session;

pub use session::{HubPlayer, HubSession, HubSetup, NewPlayer, Param, ParamKind};
