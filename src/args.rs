//! The arguments.

mod database;
mod play;
mod protocols;
mod report;

pub(crate) use database::{
    CompareArgs, ExportArgs, ExportMetric, FormatArg, GenerateArgs, InfoArgs, MetricArg, QueryArgs,
    VerifyArgs,
};
pub(crate) use play::{AuditArgs, MatchArgs, PlayArgs};
pub(crate) use protocols::{ConnectArgs, GtpArgs, NexcArgs, PageArgs, ServeArgs, ServeKind};
pub(crate) use report::ReportArgs;

use crate::board::Wanted;
use crate::exit;
use crate::fault::Fault;
use crate::units;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use nexsolve_core::Side;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  nexsolve --size 3                            the value of 3×3 Nex and of every opening
  nexsolve --game hex --rows 3 --cols 4        the same for Hex on 3 rows and 4 columns
  nexsolve solve nex:4x4 --goal value          who wins 4×4 Nex, and no more
  nexsolve solve nex:3x3 --position 'Ba1?b2'   a position, and each move in it
  nexsolve solve nex:3x3 --certificate w.txt   the winner's strategy, in a file
  nexsolve check w.txt                         the strategy, checked by the rules alone
  nexsolve generate nex:3x3 --out db           the value of every position, in a database
  nexsolve query --db db 'Ba1?b2'              a position looked up, and each move in it
  nexsolve generate draughts:4 --out d4        endings of Russian draughts, up to 4 pieces
  nexsolve generate awari:12 --out a12         Awari with up to 12 seeds
  nexsolve replay games/*.txt                  recorded games, played again";

/// Exact answers for small board games.
///
/// Proves who wins Nex and Hex on small boards, with every opening, exact distances and best lines, and writes databases
/// with the value of every position, of Awari and draughts too. Without a command it solves the board that --size, or --rows and --cols, name.
#[derive(Parser, Debug)]
#[command(
    name = "nexsolve",
    version,
    arg_required_else_help = true,
    subcommand_precedence_over_arg = true,
    after_help = EXAMPLES,
    after_long_help = format!("{EXAMPLES}\n\n{}", exit::HELP)
)]
pub(crate) struct Cli {
    /// What to do, if not to solve a board.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The short form of `solve`.
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
    /// What holds everywhere.
    #[command(flatten)]
    pub(crate) global: Global,
}

/// What holds everywhere.
#[derive(Args, Clone, Debug)]
pub(crate) struct Global {
    /// Threads to work with [default: one for each processor]
    #[arg(long, global = true, value_name = "N", value_parser = threads, help_heading = "Everywhere")]
    pub(crate) threads: Option<usize>,
    /// Memory to stay within, such as 512MiB or 4GiB
    #[arg(
        long,
        global = true,
        value_name = "SIZE",
        default_value = "1GiB",
        value_parser = units::memory,
        help_heading = "Everywhere"
    )]
    pub(crate) memory: u64,
    /// Print one JSON document instead of text
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long, global = true, help_heading = "Everywhere")]
    pub(crate) quiet: bool,
    /// Seed of what chance decides; the answers do not depend on it
    #[arg(long, global = true, value_name = "N", default_value_t = 0, help_heading = "Everywhere")]
    pub(crate) seed: u64,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Prove the value of a board or position, and of each move
    #[command(after_help = "Example: nexsolve solve nex:3x3 --position 'Ba1?b2' --lines")]
    Solve(SolveArgs),
    /// Write a database: the value of every position of a board
    #[command(after_help = "\
Examples:
  nexsolve generate nex:4x4 --out nex44 --memory 4GiB
  nexsolve generate hex:4x4 --out hex44 --metric dtw
  nexsolve generate draughts:4 --out draughts4     all endings of Russian draughts with up to 4 pieces
  nexsolve generate awari:12 --out awari12         all positions with up to 12 seeds, their scores

Interrupted in whatever way, the same command goes on where it was. Exit code 130 after Ctrl-C.")]
    Generate(GenerateArgs),
    /// Look positions up in a database, with each move
    #[command(after_help = "\
Examples:
  nexsolve query --db nex33 start
  nexsolve query --db nex33 'Ba1?b2;Wa2?b1' --json
  nexsolve query --db nex33 - < positions.txt
  nexsolve query --db draughts4 'W:WKg1,a3:Bb6,Kh8'
  nexsolve query --db awari16 '1 1 1 1 1 2 | 4 2 3 0 0 0'
  nexsolve query --db awari16 '1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12'

An Awari position is the six pits of the player to move and the six of the opponent, each in sowing order; with the \
stores behind, the mover's first, it is told who wins the game.

A line of the answer to lines of standard input: the position as it was given, a tab, and win, draw or loss for the side \
to move, with the plies to the end where the tables have distances: win in 7. Of Awari the score from here on: +3; with \
the stores how the game ends: win by 8. Exit code 3 if a position cannot be read, 4 if a table is missing; all lines are \
answered first. A table that is damaged ends the answers, with exit code 4.")]
    Query(QueryArgs),
    /// Tell what is in a database
    #[command(after_help = "Example: nexsolve info nex44")]
    Info(InfoArgs),
    /// Check a database: its checksums, then its values, derived again by other code
    #[command(after_help = "\
Examples:
  nexsolve verify nex33
  nexsolve verify nex44 --sample 100000 --seed 7

Exit code 6 if a value is wrong, 4 if a table is missing or damaged.")]
    Verify(VerifyArgs),
    /// Compare a database with values that somebody else has found
    #[command(after_help = "\
Examples:
  nexsolve compare draughts3 others.txt
  nexsolve compare draughts3 others.txt --out different.txt
  zcat others.gz | nexsolve compare awari12 - --json

A line is a position in any notation of the game, `;`, and its value for the side to move:
  W:WKg1,a3:Bb6,Kh8;win          win, draw, loss, or W, D, L, or 1, 0, -1
  1 1 1 1 1 2 | 4 2 3 0 0 0;0    Awari: a score such as 3 or -2; with the stores win, draw, loss
Empty lines and those that begin with # are passed over.

Exit code 3 if a line cannot be read or there is none, else 6 if a value differs, else 4 if a table is missing; all lines are read first.")]
    Compare(CompareArgs),
    /// Write the tables of a database for other programs
    #[command(after_help = "\
Examples:
  nexsolve export nex33 --format csv --layer p02n2
  nexsolve export nex33 --format parquet --out nex33.parquet
  nexsolve export nex44 --format npy --out arrays

Values are for the side to move. In arrays a win in d plies is 16384 - d, a loss d - 16384, a draw 0 (wdl: 1, -1, 0; reach: \
1, 0; score: the score); a number that stands for no position has the least value of the type, -32768 or -128.")]
    Export(ExportArgs),
    /// Write a report of databases: tables, charts and pictures
    #[command(after_help = "\
Examples:
  nexsolve report --out report --db nex33 --db nex44
  nexsolve report --out report --databases dbs --only atlas,openings

Nothing is computed that the tables do not tell: no search is run. Markdown with pictures in SVG, and the numbers as JSON; \
index.md leads to the rest. The same databases give the same bytes. Exit code 4 if a table is missing or damaged.")]
    Report(ReportArgs),
    /// Play a game at the terminal, or watch one
    #[command(after_help = "\
Examples:
  nexsolve play nex:4x4
  nexsolve play awari --black human --white 'uct(10000)' --time-control rapid
  nexsolve play hex:swap:5x5 --black random --white human --record game.sgf
  nexsolve play draughts --black random --white random         two players, watched

A turn is a move as the game writes it, its number in the list of `moves`, or one of: moves, undo, hint, board, save FILE, \
resign, help, quit. nexsolve players lists the players.")]
    Play(PlayArgs),
    /// Let players meet, two or all against all
    #[command(
        name = "match",
        after_help = "\
Examples:
  nexsolve match nex:3x3 random pseudorand
  nexsolve match nex:3x3 'mcts(100)' 'mcts(1000)' random --games 200 --seed 1
  nexsolve match hex:swap:5x5 random random-bits --time-control game:1m+1s --random-plies 2

nexsolve players lists the players. A match can be repeated from its --seed, whatever the --threads, but for players that count \
on time. `Black` is who began as Black, whatever a swap has made of that; in Awari who plays first, in draughts who plays \
second. The interval is that of Agresti and Coull for results that can be drawn: two games won and two lost are added. After \
Ctrl-C the games that are over are told, and the exit code is 130."
    )]
    Match(MatchArgs),
    /// Serve the page to play and analyse on, or other programs
    #[command(after_help = "\
Examples:
  nexsolve serve                              the page, at http://127.0.0.1:8080/
  nexsolve serve --db nex44 --db draughts4    with what databases know
  nexsolve serve --port 0 --seconds 30        a free port, which is told; longer searches
  nexsolve serve nexc --size 3                matches of Nex over the network

The page and its JSON interface are for this machine alone unless --bind says otherwise: whoever can reach the server can have \
it compute. Small boards have exact values without a database. Ctrl-C ends it, with exit code 130.")]
    Serve(ServeArgs),
    /// Play Nex on a server such as nexsolve serve nexc
    #[command(after_help = "\
Examples:
  nexsolve connect localhost --player random --seed 1
  nexsolve connect 192.0.2.1:4000 --player 'uct(1000)' --records games.txt

The server tells the board. Exit code 1 if it ends the games because something went wrong, and if it leaves.")]
    Connect(ConnectArgs),
    /// Speak the Go Text Protocol, as an engine of any game
    #[command(after_help = "\
Examples:
  nexsolve gtp --game hex --size 11 --player 'uct(10000)'
  nexsolve gtp nex:4x4 --player table --db nex44
  printf 'genmove b\\nshowboard\\n' | nexsolve gtp hex:5x5
  printf 'nexsolve-move_values\\n' | nexsolve gtp nex:3x3

Commands come on standard input, a line each, and list_commands lists them. Hex programs write cells with the column's \
letter first, and Black joins their top and bottom: --game hex:course is that game.")]
    Gtp(GtpArgs),
    /// Tell which moves of recorded games gave value away
    #[command(after_help = "\
Examples:
  nexsolve audit games.txt --db nex33
  nexsolve audit game.pdn --db draughts4 --mistakes
  nexsolve match nex:3x3 random pseudorand --records games.txt && nexsolve audit games.txt --db nex33

A move gives value away if the player has less after it than before: a draw or a loss instead of a win, a loss instead \
of a draw. The share is that of the moves that could: some legal move would have. Exit code 3 if any game cannot be \
replayed, 4 if a table is damaged; all files are read first.")]
    Audit(AuditArgs),
    /// List the players, each with what it does
    Players,
    /// Compute known facts on the spot and compare
    #[command(after_help = "Exit code 6 if a fact is not so.")]
    Facts,
    /// Play recorded games again and tell what is wrong with them
    #[command(after_help = "\
Examples:
  nexsolve replay games/*.txt
  nexsolve replay game.pdn game.sgf
  nexsolve replay --size 3 --write good.txt games.txt
  cat games.txt | nexsolve replay -

Nex records, PDN of draughts, SGF of Hex, and Awari as match writes it: a file's beginning tells which. \
Exit code 3 if any game cannot be replayed; all files are read first.")]
    Replay(ReplayArgs),
    /// Check a certificate with the rules alone
    #[command(after_help = "\
Example: nexsolve check win.txt

Exit code 6 if the certificate does not hold, 3 if the file is no certificate.")]
    Check(CheckArgs),
    /// Print the completions of a shell
    #[command(
        after_help = "Example: nexsolve completions bash > ~/.local/share/bash-completion/completions/nexsolve"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example: nexsolve man | man -l -")]
    Man,
}

/// Which game on which board.
#[derive(Args, Clone, Debug)]
pub(crate) struct BoardArgs {
    /// The board: nex:4x4, hex:5x5, hex:course:6x6, hex:swap:5x5, hex:course+swap:4x4, awari:12 (up to 12 seeds),
    /// draughts:russian:4 (up to 4 pieces), draughts:brazilian:4
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// The game: nex, hex, hex:swap, hex:course, awari, draughts, draughts:brazilian [default: nex]
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Rows and columns at once; the seeds of Awari, the pieces of draughts
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) size: Option<u32>,
    /// Rows
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) rows: Option<u32>,
    /// Columns
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) cols: Option<u32>,
}

/// What `solve` takes.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that the user gives or not")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Begin from this position: moves such as 'Ba1?a2;Wb2?b1', a diagram, for draughts a FEN such as 'W:WKg1,a3:Bb6,Kh8',
    /// for Awari the twelve pits and the two stores, the mover's first: '1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12'
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// What to prove
    #[arg(long, value_enum, default_value_t = GoalArg::Distances)]
    pub(crate) goal: GoalArg,
    /// Take what the database in this folder knows as proven, and search no further there
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Visit no more positions than this
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) nodes: Option<u64>,
    /// Work no longer than this: 500ms, 90s, 10m, 2h [default: 10s for games that can go on for ever, if --nodes is
    /// not given either]
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Print the line of every move
    #[arg(long)]
    pub(crate) lines: bool,
    /// Print the figures of the search by ply
    #[arg(long)]
    pub(crate) stats: bool,
    /// Count the game tree, exactly
    #[arg(long)]
    pub(crate) tree: bool,
    /// Write the strategy that proves the value
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Whose strategy to write for a draw [default: of the side to move]
    #[arg(long, value_name = "SIDE", value_parser = side, requires = "certificate")]
    pub(crate) side: Option<Side>,
    /// Search without symmetry
    #[arg(long, help_heading = "To measure what they are worth")]
    pub(crate) no_symmetry: bool,
    /// Search without the transposition table
    #[arg(long, help_heading = "To measure what they are worth")]
    pub(crate) no_table: bool,
    /// Search moves in the order in which the game lists them
    #[arg(long, help_heading = "To measure what they are worth")]
    pub(crate) no_ordering: bool,
    /// Search without the game's knowledge of wins at once and forced replies
    #[arg(long, help_heading = "To measure what they are worth")]
    pub(crate) no_tactics: bool,
}

/// What to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// Who wins, and no more
    Value,
    /// Who wins after each move
    Moves,
    /// The same with the number of plies to the end
    Distances,
}

/// What `replay` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReplayArgs {
    /// Files of game records; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Rows and columns of the board, where records of Nex do not tell
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) size: Option<u32>,
    /// Rows
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) rows: Option<u32>,
    /// Columns
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) cols: Option<u32>,
    /// Write the good games into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// What `check` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct CheckArgs {
    /// The certificate; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

impl BoardArgs {
    /// What the arguments say about the board.
    pub(crate) fn wanted(&self) -> Wanted {
        let Self { board, game, size, rows, cols, .. } = self;
        Wanted { board: board.clone(), game: game.clone(), size: *size, rows: *rows, cols: *cols }
    }
}

impl Cli {
    /// Reads the arguments of the process; ends it where clap has the answer (`--help`, an unknown option).
    pub(crate) fn read() -> Result<Self, Fault> {
        let matches = Self::command().get_matches();
        let cli = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        if cli.command.is_some() {
            nothing_before_the_command(&matches)?;
        }
        Ok(cli)
    }
}

/// The short form's options before a command would be ignored: say so instead.
fn nothing_before_the_command(matches: &ArgMatches) -> Result<(), Fault> {
    let (name, _) = matches.subcommand().expect("asked only with a command");
    let global = Cli::command();
    let lost = matches.ids().filter(|id| {
        let known = global.get_arguments().find(|arg| arg.get_id() == *id);
        known.is_some_and(|arg| !arg.is_global_set())
            && matches.value_source(id.as_str()) == Some(ValueSource::CommandLine)
    });
    let lost: Vec<String> = lost.map(|id| format!("--{}", id.as_str().replace('_', "-"))).collect();
    match lost.first() {
        None => Ok(()),
        Some(first) => {
            let first = if first == "--board" { "the board" } else { first };
            let message = format!("{first} stands before the command `{name}`, and belongs after it");
            Err(Fault::usage(message).hint(format!("nexsolve {name} --help shows what it takes")))
        }
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least one thread must work; leave the option out to use every processor".to_owned()),
        Ok(n) if n > 1_024 => Err("at most 1024".to_owned()),
        Ok(n) => Ok(n),
        Err(_) => Err("give a whole number from 1 to 1024".to_owned()),
    }
}

fn side_length(text: &str) -> Result<u32, String> {
    let number = if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
    number.ok_or_else(|| {
        "give one whole number, from 1; for a board that is not square give --rows 3 --cols 4".to_owned()
    })
}

fn side(text: &str) -> Result<Side, String> {
    let known = [Side::Black, Side::White].into_iter().find(|side| side.word() == text.to_ascii_lowercase());
    known.ok_or_else(|| "give black or white".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_short_form_is_solve() {
        let short = Cli::parse_from(["nexsolve", "--size", "3", "--goal", "value"]);
        assert!(short.command.is_none());
        assert_eq!(short.solve.board.wanted().resolve().expect("a board").to_string(), "nex:3x3");
        let long = Cli::parse_from(["nexsolve", "--json", "solve", "hex:3x3", "--threads", "2"]);
        assert!(long.global.json && long.global.threads == Some(2));
        let bare = Cli::parse_from(["nexsolve", "nex:3x3"]);
        assert_eq!(bare.solve.board.board.as_deref(), Some("nex:3x3"));
    }

    #[test]
    fn options_before_a_command_are_not_lost_in_silence() {
        let before = |args: &[&str]| {
            let matches = Cli::command().try_get_matches_from(args).expect("well formed");
            nothing_before_the_command(&matches)
        };
        assert!(before(&["nexsolve", "--size", "3", "facts"]).is_err());
        assert!(before(&["nexsolve", "--lines", "solve", "nex:3x3"]).is_err());
        assert!(before(&["nexsolve", "--quiet", "--memory", "2GiB", "solve", "nex:3x3"]).is_ok());
    }
}
