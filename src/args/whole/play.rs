//! The arguments of the commands that play.

use crate::args::BoardArgs;
use crate::units;
use clap::Args;
use nexsolve_players::matches::{LONGEST_GAME, TimeControl};
use std::path::PathBuf;

/// What `match` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct MatchArgs {
    #[arg(value_name = "BOARD", help = super::played())]
    pub(crate) board: String,
    /// Two players, or more for a round robin, such as random or 'mcts(1000)'
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    pub(crate) players: Vec<String>,
    /// Games of each pair of players; the colours alternate
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = units::count)]
    pub(crate) games: u64,
    /// The players' time: none, move:1s for each move, game:5m+3s for all moves of a game and an increment after each, blitz
    /// (game:3m+2s) or rapid (game:15m+10s)
    #[arg(long, value_name = "TIME", default_value_t, value_parser = time_control)]
    pub(crate) time_control: TimeControl,
    /// Begin with the openings in this file, each on a line: moves from the start joined by `;`, or a position. Two games
    /// of a pair, one with either colour, begin with the same
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Begin with so many plies by lot; two games of a pair, one with either colour, with the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) random_plies: u32,
    /// A database of the board: for the table player and others that look positions up, and to tell which moves gave value
    /// away
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Write all games into this file, in the game's own format: Nex records, PDN for draughts, SGF for Hex; if it is a folder,
    /// each game into a file of its own there
    #[arg(long, value_name = "PATH")]
    pub(crate) records: Option<PathBuf>,
    /// A game that has gone on for so many plies is drawn
    #[arg(long, value_name = "N", default_value_t = LONGEST_GAME as u64, value_parser = units::count)]
    pub(crate) longest: u64,
}

/// What `play` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Who begins as Black (in Awari: who plays first)
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) black: String,
    /// Who begins as White (in draughts White moves first) [default: table with --db, else uct(10000)]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<String>,
    /// Begin with this position, or these moves joined by `;`
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// A database of the board: for the table player, and for hints
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// The players' time: none, move:1s, game:5m+3s, blitz or rapid. The clock is looked at when a move comes
    #[arg(long, value_name = "TIME", default_value_t, value_parser = time_control)]
    pub(crate) time_control: TimeControl,
    /// Keep the record of the game in this file, from the first move on
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// What `audit` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct AuditArgs {
    /// Files of game records: Nex records, PDN for draughts, SGF for Hex, Awari as match writes it; - is standard input
    #[arg(value_name = "RECORDS", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The database that judges
    #[arg(long, value_name = "DIR")]
    pub(crate) db: PathBuf,
    /// What is played, where records of Nex do not tell [default: the smallest board on which a game is right]
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Tell every move
    #[arg(long)]
    pub(crate) moves: bool,
    /// Tell each move that gave value away, and one that would have kept it
    #[arg(long, conflicts_with = "moves")]
    pub(crate) mistakes: bool,
}

fn time_control(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error: nexsolve_players::matches::NoTimeControl| error.to_string())
}
