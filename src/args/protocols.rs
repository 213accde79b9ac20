//! The arguments of the commands that speak with other programs.

use crate::args::{BoardArgs, side_length};
use crate::units;
use clap::{Args, Subcommand, ValueEnum};
use nexsolve_players::nexc::{PORT, Prompt};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `serve`.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ServeArgs {
    /// What to serve instead of the page
    #[command(subcommand)]
    pub(crate) kind: Option<ServeKind>,
    #[command(flatten)]
    pub(crate) page: PageArgs,
}

/// The arguments of `serve` for the page.
#[derive(Args, Clone, Debug)]
pub(crate) struct PageArgs {
    /// Port to listen on; 0 chooses a free one and prints it
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Address to listen on; 0.0.0.0 admits browsers on other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Database, or folder of databases, to answer from; can be repeated
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Vec<PathBuf>,
    /// Time limit of a search or a player's move, in seconds
    #[arg(long, value_name = "N", default_value = "10", value_parser = seconds)]
    pub(crate) seconds: Duration,
    /// Limit of positions in a request
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = units::count)]
    pub(crate) positions: u64,
    /// Limit of the size of a request, such as 1MiB
    #[arg(long, value_name = "SIZE", default_value = "1MiB", value_parser = body)]
    pub(crate) body: u64,
    /// Limit of simultaneous connections
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = units::count)]
    pub(crate) connections: u64,
}

/// Reads the value of `--body`.
fn body(text: &str) -> Result<u64, String> {
    units::bytes_as(text, "64KiB or 1MiB")
}

/// Reads the value of `--seconds`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    number.map(Duration::from_secs_f64).ok_or_else(|| "give a number of seconds, such as 2 or 0.5".to_owned())
}

/// What can be served.
#[derive(Subcommand, Clone, Debug)]
pub(crate) enum ServeKind {
    /// Referee a match of Nex between two players over the network
    #[command(after_help = include_str!("help/nexc.txt").trim_ascii_end())]
    Nexc(NexcArgs),
}

/// The game and board of a whole game.
#[derive(Args, Clone, Debug)]
pub(crate) struct WholeArgs {
    #[arg(value_name = "BOARD", help = super::played())]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "GAME", help = crate::args::games())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
}

impl WholeArgs {
    /// The same as the arguments of a board.
    pub(crate) fn board(&self) -> BoardArgs {
        self.size.of(self.board.as_ref(), self.game.as_ref())
    }
}

/// The size of the board.
#[derive(Args, Clone, Debug)]
pub(crate) struct SizeArgs {
    /// Side length of a square board
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) size: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = crate::args::ROWS)]
    pub(crate) rows: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = crate::args::COLUMNS)]
    pub(crate) cols: Option<u32>,
}

impl SizeArgs {
    /// The arguments of a board of this size.
    fn of(&self, board: Option<&String>, game: Option<&String>) -> BoardArgs {
        let Self { size, rows, cols } = *self;
        BoardArgs { board: board.cloned(), game: game.cloned(), size, rows, cols }
    }
}

/// The arguments of `serve nexc`.
#[derive(Args, Clone, Debug)]
pub(crate) struct NexcArgs {
    /// Board, such as nex:3x3
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// Port to listen on; 0 chooses a free one and prints it
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub(crate) port: u16,
    /// Address to listen on; 0.0.0.0 admits players on other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Time limit for a move or any other reply
    #[arg(long, value_name = "T", default_value = "60s", value_parser = units::duration)]
    pub(crate) time: Duration,
    /// Time limit for both players to connect
    #[arg(long, value_name = "T", default_value = "10m", value_parser = units::duration)]
    pub(crate) wait: Duration,
    /// How the server asks for a move
    #[arg(long, value_enum, default_value_t = QuestionArg::Long)]
    pub(crate) question: QuestionArg,
    /// Start every game with these moves, such as 'Ba1?b2;Wa2?b1'
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) opening: String,
    /// Black's name in the records
    #[arg(long, value_name = "NAME")]
    pub(crate) black: Option<String>,
    /// White's name in the records
    #[arg(long, value_name = "NAME")]
    pub(crate) white: Option<String>,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
}

impl NexcArgs {
    /// The same as the arguments of a board, without a game.
    pub(crate) fn board(&self) -> BoardArgs {
        self.size.of(self.board.as_ref(), None)
    }
}

/// How the server asks for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum QuestionArg {
    /// `Move?`, as the old server asks
    Long,
    /// `?`, as the document of the protocol says
    Short,
}

impl From<QuestionArg> for Prompt {
    fn from(question: QuestionArg) -> Self {
        match question {
            QuestionArg::Long => Self::Long,
            QuestionArg::Short => Self::Short,
        }
    }
}

/// The arguments of `connect`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConnectArgs {
    /// Server; the default port is 21299
    #[arg(value_name = "HOST:PORT")]
    pub(crate) server: String,
    /// Player, such as random or 'uct(1000)'
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: String,
    /// Database of Nex, for players that look up positions; used if its board is the server's
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Time limit for a move [default: none]
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Time limit for the server's next message, while the other player thinks
    #[arg(long, value_name = "T", default_value = "1h", value_parser = units::duration)]
    pub(crate) wait: Duration,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
}

/// The arguments of `gtp`.
#[derive(Args, Clone, Debug)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub(crate) whole: WholeArgs,
    /// Player that chooses the moves, such as random or 'uct(10000)'
    #[arg(long, value_name = "PLAYER", default_value = "uct")]
    pub(crate) player: String,
    /// Database of the board, for values and for players that look up positions
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Time limit for a move, whatever the controller allows
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Limit of nodes in an analysis
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = units::count)]
    pub(crate) nodes: u64,
}
