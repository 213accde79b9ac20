//! The arguments.

mod database;
#[cfg(not(feature = "whole"))]
mod left_out;
#[cfg(feature = "whole")]
pub(crate) mod whole;

pub(crate) use database::{
    CompareArgs, ExportArgs, ExportMetric, FormatArg, GenerateArgs, InfoArgs, MetricArg, PlanArgs, QueryArgs,
    ShrinkArgs, TablesArgs, VerifyArgs,
};

use crate::exit;
use crate::fault::Fault;
use crate::units;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use nexsolve_core::Side;
use nexsolve_games::{Card, GAMES, GameSpec, Measure};
use std::path::PathBuf;
use std::time::Duration;
#[cfg(feature = "whole")]
use whole::WholeCommand;

const EXAMPLES: &str = include_str!("args/help/nexsolve.txt").trim_ascii_end();

/// What a number of rows, and one of columns, is everywhere.
const ROWS: &str = "Rows of the board, lettered from the top";
const COLUMNS: &str = "Columns of the board, numbered from the left";

/// What stands under the help: examples, where the rest of the program is, and what more is to be said.
fn after(more: &[&str]) -> String {
    #[cfg(feature = "whole")]
    let first = [EXAMPLES];
    #[cfg(not(feature = "whole"))]
    let first = [EXAMPLES, left_out::WHOLE];
    [&first, more].concat().join("\n\n")
}

/// Exact answers for small board games.
///
/// Proves who wins on small boards, with every opening, exact distances and best lines, and writes databases with the value of
/// every position. Without a command it solves the board that --size, or --rows and --cols, name.
#[derive(Parser, Debug)]
#[command(
    name = "nexsolve",
    version,
    arg_required_else_help = true,
    subcommand_precedence_over_arg = true,
    after_help = after(&[]),
    after_long_help = after(&[exit::HELP])
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
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Global {
    /// Threads to work with [default: one for each processor]
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Memory that the program stays within, such as 512MiB or 4GiB: all that it allocates, its threads included; code and the
    /// pages of files do not count
    #[arg(long, global = true, value_name = "SIZE", default_value = "1GiB", value_parser = units::memory)]
    pub(crate) memory: u64,
    /// Print one JSON document instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
    /// Seed of what chance decides; the answers do not depend on it
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Prove the value of a board or position, and of each move
    #[command(after_help = include_str!("args/help/solve.txt").trim_ascii_end())]
    Solve(SolveArgs),
    /// Write a database: the value of every position of a board
    #[command(after_help = include_str!("args/help/generate.txt").trim_ascii_end())]
    Generate(GenerateArgs),
    /// Say what a database takes, before it is made: bytes, memory and time
    #[command(after_help = include_str!("args/help/plan.txt").trim_ascii_end())]
    Plan(PlanArgs),
    /// Write a database again in a form half as large, for publishing
    #[command(after_help = include_str!("args/help/shrink.txt").trim_ascii_end())]
    Shrink(ShrinkArgs),
    /// Look positions up in a database, with each move
    #[command(after_help = include_str!("args/help/query.txt").trim_ascii_end())]
    Query(QueryArgs),
    /// Tell what is in a database
    #[command(after_help = "Example: nexsolve info nex44")]
    Info(InfoArgs),
    /// Check a database: its checksums, then its values, derived again by other code
    #[command(after_help = include_str!("args/help/verify.txt").trim_ascii_end())]
    Verify(VerifyArgs),
    /// Compare a database with values that somebody else has found
    #[command(after_help = include_str!("args/help/compare.txt").trim_ascii_end())]
    Compare(CompareArgs),
    /// Write the tables of a database for other programs
    #[command(after_help = include_str!("args/help/export.txt").trim_ascii_end())]
    Export(ExportArgs),
    /// Compute known facts on the spot and compare
    #[command(after_help = "Exit code 6 if a fact is not so.")]
    Facts,
    /// Play recorded games again and tell what is wrong with them
    #[command(after_help = include_str!("args/help/replay.txt").trim_ascii_end())]
    Replay(ReplayArgs),
    /// Check a certificate with the rules alone
    #[command(after_help = include_str!("args/help/check.txt").trim_ascii_end())]
    Check(CheckArgs),
    /// What the program to start with leaves out
    #[cfg(feature = "whole")]
    #[command(flatten)]
    Whole(WholeCommand),
    /// The same, which say where they are
    #[cfg(not(feature = "whole"))]
    #[command(flatten)]
    LeftOut(left_out::LeftOut),
}

/// Which game on which board.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct BoardArgs {
    #[arg(value_name = "BOARD", help = boards())]
    pub(crate) board: Option<String>,
    #[arg(long, value_name = "GAME", help = games())]
    pub(crate) game: Option<String>,
    #[arg(long, value_name = "N", value_parser = side_length, help = sizes())]
    pub(crate) size: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = ROWS)]
    pub(crate) rows: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = COLUMNS)]
    pub(crate) cols: Option<u32>,
}

/// What the board can be.
fn boards() -> String {
    format!("The board: {}", GAMES.map(|card| card.board_examples.join(", ")).join(", "))
}

/// What the game can be.
fn games() -> String {
    let specs =
        |card: &'static Card| (0..card.variants.len()).map(move |variant| GameSpec::new(card, variant));
    let all: Vec<String> = GAMES.iter().flat_map(|card| specs(card)).map(|spec| spec.to_string()).collect();
    format!("The game: {} [default: {}]", all.join(", "), GameSpec::default())
}

/// What a size can say.
fn sizes() -> String {
    let counted = |card: &&'static Card| match card.measure {
        Measure::Count { what, .. } => Some(format!("; the {what} of {}", card.title)),
        Measure::Sides { .. } => None,
    };
    let counted: String = GAMES.iter().filter_map(counted).collect();
    format!("Rows and columns at once{counted}")
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
    /// Write a proof of the value: a strategy, or with --goal value lemmas, where the game has them
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
    #[arg(long, value_name = "N", value_parser = side_length, help = ROWS)]
    pub(crate) rows: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = COLUMNS)]
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
        assert_eq!(short.solve.board.resolve().expect("a board").to_string(), "nex:3x3");
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
