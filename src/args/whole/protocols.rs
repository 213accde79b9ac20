//! The arguments of the commands that speak with other programs.

use crate::args::{BoardArgs, side_length};
use crate::units;
use clap::{Args, Subcommand, ValueEnum};
use nexsolve_players::nexc::{PORT, Prompt};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What `serve` takes.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ServeArgs {
    /// What is served, if not the page
    #[command(subcommand)]
    pub(crate) kind: Option<ServeKind>,
    #[command(flatten)]
    pub(crate) page: PageArgs,
}

/// What `serve` takes without a word behind it.
#[derive(Args, Clone, Debug)]
pub(crate) struct PageArgs {
    /// The port to listen on; 0 for a free one, which is told
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 for browsers on other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// A database to answer from, or a folder of databases; may be given many times
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Vec<PathBuf>,
    /// The most seconds for a search or a player's move
    #[arg(long, value_name = "N", default_value = "10", value_parser = seconds)]
    pub(crate) seconds: Duration,
    /// The most positions of a request
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = units::count)]
    pub(crate) positions: u64,
    /// The most bytes of a request, such as 1MiB
    #[arg(long, value_name = "SIZE", default_value = "1MiB", value_parser = body)]
    pub(crate) body: u64,
    /// The most connections at once
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
    /// Nex between two players over the network, as the old program does
    #[command(after_help = include_str!("../help/nexc.txt").trim_ascii_end())]
    Nexc(NexcArgs),
}

/// What is played, where it is the whole game.
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

/// How large the board is.
#[derive(Args, Clone, Debug)]
pub(crate) struct SizeArgs {
    /// Rows and columns at once
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) size: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = crate::args::ROWS)]
    pub(crate) rows: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = crate::args::COLUMNS)]
    pub(crate) cols: Option<u32>,
}

impl SizeArgs {
    /// The arguments of a board that is so large.
    fn of(&self, board: Option<&String>, game: Option<&String>) -> BoardArgs {
        let Self { size, rows, cols } = *self;
        BoardArgs { board: board.cloned(), game: game.cloned(), size, rows, cols }
    }
}

/// What `serve nexc` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct NexcArgs {
    /// The board: nex:3x3
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// The port to listen on; 0 for a free one, which is told
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 for players on other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// The time for a move, and for any other answer
    #[arg(long, value_name = "T", default_value = "60s", value_parser = units::duration)]
    pub(crate) time: Duration,
    /// The time for both players to connect
    #[arg(long, value_name = "T", default_value = "10m", value_parser = units::duration)]
    pub(crate) wait: Duration,
    /// How a move is asked for
    #[arg(long, value_enum, default_value_t = QuestionArg::Long)]
    pub(crate) question: QuestionArg,
    /// Begin every game with these moves, such as 'Ba1?b2;Wa2?b1'
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub(crate) opening: String,
    /// What the records call Black
    #[arg(long, value_name = "NAME")]
    pub(crate) black: Option<String>,
    /// What the records call White
    #[arg(long, value_name = "NAME")]
    pub(crate) white: Option<String>,
    /// Write the games into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
}

impl NexcArgs {
    /// The same as the arguments of a board, without a game.
    pub(crate) fn board(&self) -> BoardArgs {
        self.size.of(self.board.as_ref(), None)
    }
}

/// How a move is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum QuestionArg {
    /// `Move?`, as the old server does
    Long,
    /// `?`, as its document says
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

/// What `connect` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConnectArgs {
    /// The server; without a port, 21299
    #[arg(value_name = "HOST:PORT")]
    pub(crate) server: String,
    /// Who plays, such as random or 'uct(1000)'
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: String,
    /// A database of Nex, for players that look positions up, where the server's board is that of the database
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// The most time for a move [default: as long as the player takes]
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// How long to wait for the server's next message, while the other player thinks
    #[arg(long, value_name = "T", default_value = "1h", value_parser = units::duration)]
    pub(crate) wait: Duration,
    /// Write the games into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
}

/// What `gtp` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub(crate) whole: WholeArgs,
    /// Who chooses the moves, such as random or 'uct(10000)'
    #[arg(long, value_name = "PLAYER", default_value = "uct")]
    pub(crate) player: String,
    /// A database of the board, for the values of positions and for players that look them up
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// The most time for a move, whatever the controller grants
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Positions that an analysis visits
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = units::count)]
    pub(crate) nodes: u64,
}
