//! The arguments of the commands that play.

use crate::args::BoardArgs;
use crate::units;
use clap::Args;
use nexsolve_players::matches::{LONGEST_GAME, TimeControl};
use std::path::PathBuf;

/// The arguments of `match`.
#[derive(Args, Clone, Debug)]
pub(crate) struct MatchArgs {
    #[arg(value_name = "BOARD", help = super::played())]
    pub(crate) board: String,
    /// Two players, or more for a round robin, such as random or 'mcts(1000)'
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    pub(crate) players: Vec<String>,
    /// Games per pair of players, with alternating colours
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = units::count)]
    pub(crate) games: u64,
    /// Time for each player: none, move:1s per move, game:5m+3s per game with an increment per move, blitz
    /// (game:3m+2s) or rapid (game:15m+10s)
    #[arg(long, value_name = "TIME", default_value_t, value_parser = time_control)]
    pub(crate) time_control: TimeControl,
    /// Start games from the openings in this file, one per line: moves from the start joined by `;`, or a position. Two
    /// consecutive games of a pair share an opening, with colours swapped
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Start games with N random plies. Two consecutive games of a pair share them, with colours swapped
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) random_plies: u32,
    /// Database of the board, for the table player and others that look up positions, and for an audit of the
    /// moves
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Write all games to this file, in the game's format: Nex records, PDN (draughts), SGF (Hex); in a folder,
    /// each game to its own file
    #[arg(long, value_name = "PATH")]
    pub(crate) records: Option<PathBuf>,
    /// Declare a game drawn after N plies
    #[arg(long, value_name = "N", default_value_t = LONGEST_GAME as u64, value_parser = units::count)]
    pub(crate) longest: u64,
}

/// The arguments of `play`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The player who starts as Black (in Awari: the first player)
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) black: String,
    /// The player who starts as White (in draughts White moves first) [default: table with --db, else uct(10000)]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<String>,
    /// Start from this position, or these moves joined by `;`
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Database of the board, for the table player and for hints
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Time for each player: none, move:1s, game:5m+3s, blitz or rapid. The clock is checked when a move arrives
    #[arg(long, value_name = "TIME", default_value_t, value_parser = time_control)]
    pub(crate) time_control: TimeControl,
    /// Save the record of the game in this file after every move
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// The arguments of `audit`.
#[derive(Args, Clone, Debug)]
pub(crate) struct AuditArgs {
    /// Game record files: Nex records, PDN (draughts), SGF (Hex), Awari as match writes it; - is standard input
    #[arg(value_name = "RECORDS", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Database to judge the moves by
    #[arg(long, value_name = "DIR")]
    pub(crate) db: PathBuf,
    /// Board of Nex records that do not name it [default: the database's, if the games are legal on it]
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// List every move
    #[arg(long)]
    pub(crate) moves: bool,
    /// List each move that gave value away, and a move that would have kept it
    #[arg(long, conflicts_with = "moves")]
    pub(crate) mistakes: bool,
}

fn time_control(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error: nexsolve_players::matches::NoTimeControl| error.to_string())
}
