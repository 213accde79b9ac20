//! The arguments of `match`.

use clap::Args;
use nexsolve_console::units;
use nexsolve_players::matches::{LONGEST_GAME, NoTimeControl, TimeControl};
use std::path::PathBuf;

/// The arguments of `match`.
#[derive(Args, Clone, Debug)]
pub(crate) struct MatchArgs {
    #[arg(value_name = "BOARD", help = crate::board::played_boards())]
    pub(crate) board: String,
    /// Two players, or more for a round robin, such as random or 'mcts(1000)'
    #[arg(value_name = "PLAYER", required = true, num_args = 2.., value_hint = clap::ValueHint::Other)]
    pub(crate) players: Vec<String>,
    /// Games per pair of players, with alternating colours
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = units::count)]
    pub(crate) games: u64,
    /// Time for each player: none, move:1s per move, game:5m+3s per game with an increment per move, blitz
    /// (game:3m+2s) or rapid (game:15m+10s)
    #[arg(long, value_name = "TIME", default_value_t, value_parser = time_control)]
    pub(crate) time_control: TimeControl,
    /// Start games from the openings in this file, one per line: moves from the start joined by `;`, or a
    /// position. Two consecutive games of a pair share an opening, with colours swapped
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Start games with N random plies. Two consecutive games of a pair share them, with colours swapped
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) random_plies: u32,
    /// Database of the board, for the table player and others that look up positions, and for an audit of the
    /// moves [default: for the table player, on small boards, a table made for the match]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Write all games to this file, in the format that its name asks for: .txt (Nex), .pdn (draughts), .sgf
    /// (Hex), otherwise the format of all games; in a folder, each game to its own file
    #[arg(long, value_name = "PATH")]
    pub(crate) records: Option<PathBuf>,
    /// Declare a game drawn after N plies
    #[arg(long, value_name = "N", default_value_t = LONGEST_GAME as u64, value_parser = units::count)]
    pub(crate) longest: u64,
}

/// Reads the value of `--time-control`.
pub(crate) fn time_control(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error: NoTimeControl| error.to_string())
}
