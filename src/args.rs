//! The arguments.

mod database;
mod play;
mod protocols;
mod report;

pub(crate) use database::{
    CompareArgs, ExportArgs, ExportMetric, FormatArg, GenerateArgs, InfoArgs, MetricArg, PlanArgs, QueryArgs,
    ShrinkArgs, TablesArgs, VerifyArgs,
};
pub(crate) use play::{AuditArgs, MatchArgs, PlayArgs};
pub(crate) use protocols::{ConnectArgs, GtpArgs, NexcArgs, PageArgs, ServeArgs, ServeKind};
pub(crate) use report::ReportArgs;

use crate::exit;
use crate::fault::Fault;
use crate::units;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use nexsolve_core::Side;
use nexsolve_games::{Card, GAMES, GameSpec, Measure};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = include_str!("args/help/nexsolve.txt").trim_ascii_end();

/// The help of `--rows` and `--cols` in every command.
const ROWS: &str = "Number of rows, lettered from the top";
const COLUMNS: &str = "Number of columns, numbered from the left";

/// Exact answers for small board games.
///
/// Proves the value of a board and of every opening, with exact distances and lines of best play, and writes databases with the
/// value of every position. Without a command, nexsolve solves the board given by --size, or by --rows and --cols.
#[derive(Parser, Debug)]
#[command(
    name = "nexsolve",
    version,
    arg_required_else_help = true,
    subcommand_precedence_over_arg = true,
    after_help = EXAMPLES,
    after_long_help = [EXAMPLES, exit::HELP].join("\n\n")
)]
pub(crate) struct Cli {
    /// The command; `solve` if there is none.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The short form of `solve`.
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
    /// Options of every command.
    #[command(flatten)]
    pub(crate) global: Global,
}

/// Options of every command.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Number of threads [default: one per processor]
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Memory limit, such as 512MiB or 4GiB, for everything the program allocates, thread stacks included; code and cached file
    /// pages do not count
    #[arg(long, global = true, value_name = "SIZE", default_value = "1GiB", value_parser = units::memory)]
    pub(crate) memory: u64,
    /// Print one JSON document instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Do not show progress
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
    /// Seed of random choices; exact values do not depend on it
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Prove the value of a board or position and of each move
    #[command(after_help = include_str!("args/help/solve.txt").trim_ascii_end())]
    Solve(SolveArgs),
    /// Generate a database: the value of every position of a board
    #[command(after_help = include_str!("args/help/generate.txt").trim_ascii_end())]
    Generate(GenerateArgs),
    /// Predict a database's size, memory and time before generating it
    #[command(after_help = include_str!("args/help/plan.txt").trim_ascii_end())]
    Plan(PlanArgs),
    /// Rewrite a database in the small form, for publishing
    #[command(after_help = include_str!("args/help/shrink.txt").trim_ascii_end())]
    Shrink(ShrinkArgs),
    /// Look up positions and their moves in a database
    #[command(after_help = include_str!("args/help/query.txt").trim_ascii_end())]
    Query(QueryArgs),
    /// Describe a database: layers, counts, sizes, longest win
    #[command(after_help = "Example: nexsolve info nex44")]
    Info(InfoArgs),
    /// Verify a database: its checksums, then its values by other code
    #[command(after_help = include_str!("args/help/verify.txt").trim_ascii_end())]
    Verify(VerifyArgs),
    /// Compare a database with values from another source
    #[command(after_help = include_str!("args/help/compare.txt").trim_ascii_end())]
    Compare(CompareArgs),
    /// Export the tables of a database as csv, npy or parquet
    #[command(after_help = include_str!("args/help/export.txt").trim_ascii_end())]
    Export(ExportArgs),
    /// Compute known facts and compare them with published values
    #[command(after_help = "Exit code 6 if a fact differs.")]
    Facts,
    /// Replay recorded games and report errors in them
    #[command(after_help = include_str!("args/help/replay.txt").trim_ascii_end())]
    Replay(ReplayArgs),
    /// Check a certificate by the rules alone
    #[command(after_help = include_str!("args/help/check.txt").trim_ascii_end())]
    Check(CheckArgs),
    /// Write a report on databases: tables, charts and pictures
    #[command(after_help = include_str!("args/help/report.txt").trim_ascii_end())]
    Report(ReportArgs),
    /// Play or watch a game at the terminal
    #[command(after_help = include_str!("args/help/play.txt").trim_ascii_end())]
    Play(PlayArgs),
    /// Run a match between two players, or a round robin
    #[command(
        name = "match",
        after_help = include_str!("args/help/match.txt").trim_ascii_end()
    )]
    Match(MatchArgs),
    /// Serve the page for play and analysis, or matches of Nex
    #[command(after_help = include_str!("args/help/serve.txt").trim_ascii_end())]
    Serve(ServeArgs),
    /// Play on a Nex server such as nexsolve serve nexc
    #[command(after_help = include_str!("args/help/connect.txt").trim_ascii_end())]
    Connect(ConnectArgs),
    /// Run a Go Text Protocol engine for any game
    #[command(after_help = include_str!("args/help/gtp.txt").trim_ascii_end())]
    Gtp(GtpArgs),
    /// Find the moves of recorded games that gave value away
    #[command(after_help = include_str!("args/help/audit.txt").trim_ascii_end())]
    Audit(AuditArgs),
    /// List the players and their evaluations
    Players,
    /// Print a shell completion script
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

/// The game and its board.
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

/// The help of BOARD.
fn boards() -> String {
    format!("Board, such as {}", GAMES.map(|card| card.board_examples.join(", ")).join(", "))
}

/// The help of `--game`.
fn games() -> String {
    let specs =
        |card: &'static Card| (0..card.variants.len()).map(move |variant| GameSpec::new(card, variant));
    let all: Vec<String> = GAMES.iter().flat_map(|card| specs(card)).map(|spec| spec.to_string()).collect();
    format!("Game: {} [default: {}]", all.join(", "), GameSpec::default())
}

/// The help of BOARD in the commands that play.
fn played() -> String {
    format!("Game and board: {}", GAMES.map(|card| card.played_examples.join(", ")).join(", "))
}

/// The help of `--size`.
fn sizes() -> String {
    let counted = |card: &&'static Card| match card.measure {
        Measure::Count { what, .. } => Some(format!("; number of {what} ({})", card.title)),
        Measure::Sides { .. } => None,
    };
    let counted: String = GAMES.iter().filter_map(counted).collect();
    format!("Side length of a square board{counted}")
}

/// The arguments of `solve`.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that the user gives or not")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Start from this position: moves such as 'Ba1?a2;Wb2?b1', a diagram, in draughts a FEN such as 'W:WKg1,a3:Bb6,Kh8', in
    /// Awari the twelve pits and the two stores, the mover's first: '1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 12'
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// What to prove
    #[arg(long, value_enum, default_value_t = GoalArg::Distances)]
    pub(crate) goal: GoalArg,
    /// Use the values in this database as proven, instead of searching those positions
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Stop after N nodes
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) nodes: Option<u64>,
    /// Stop after this time: 500ms, 90s, 10m, 2h [default: 10s for games that can go on for ever, unless --nodes is
    /// given]
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Print a line of play for every move
    #[arg(long)]
    pub(crate) lines: bool,
    /// Print search statistics by ply
    #[arg(long)]
    pub(crate) stats: bool,
    /// Count the nodes of the game tree exactly
    #[arg(long)]
    pub(crate) tree: bool,
    /// Write a proof of the value: a strategy, or with --goal value lemmas, where the game has them
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// For a draw, the side whose strategy to write [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = side, requires = "certificate")]
    pub(crate) side: Option<Side>,
    /// Keep what is proven of who wins in this file, and go on from it next time: with --goal value or moves, in games that
    /// are searched by proof numbers (Hex). Written every 5 minutes and at the end, also after Ctrl-C, --time or --nodes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["db", "no_symmetry", "no_table", "no_ordering", "no_tactics"])]
    pub(crate) proofs: Option<PathBuf>,
    /// Do not merge symmetric positions
    #[arg(long, help_heading = "Switch off a part of the search, to measure its effect")]
    pub(crate) no_symmetry: bool,
    /// Do not use the transposition table
    #[arg(long, help_heading = "Switch off a part of the search, to measure its effect")]
    pub(crate) no_table: bool,
    /// Try moves in the order in which the game lists them
    #[arg(long, help_heading = "Switch off a part of the search, to measure its effect")]
    pub(crate) no_ordering: bool,
    /// Do not use the game's knowledge: immediate wins, forced replies
    #[arg(long, help_heading = "Switch off a part of the search, to measure its effect")]
    pub(crate) no_tactics: bool,
}

/// What to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// The value of the position only
    Value,
    /// The value of each move
    Moves,
    /// The value and the distance (plies to the end) of each move
    Distances,
}

/// The arguments of `replay`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReplayArgs {
    /// Files of game records; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Side length of the board, for Nex records that do not name it
    #[arg(long, value_name = "N", value_parser = side_length)]
    pub(crate) size: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = ROWS)]
    pub(crate) rows: Option<u32>,
    #[arg(long, value_name = "N", value_parser = side_length, help = COLUMNS)]
    pub(crate) cols: Option<u32>,
    /// Write the valid games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// The arguments of `check`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CheckArgs {
    /// Certificate file; - is standard input
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

/// Refuses options of the short form before a command, which would otherwise be ignored.
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
            let message = format!("{first} must come after the command `{name}`");
            Err(Fault::usage(message).hint(format!("nexsolve {name} --help lists its options")))
        }
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1; omit the option to use every processor".to_owned()),
        Ok(n) if n > 1_024 => Err("at most 1024".to_owned()),
        Ok(n) => Ok(n),
        Err(_) => Err("give a whole number from 1 to 1024".to_owned()),
    }
}

fn side_length(text: &str) -> Result<u32, String> {
    let number = if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
    number.ok_or_else(|| {
        "give a whole number, at least 1; for a board that is not square: --rows 3 --cols 4".to_owned()
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
    fn options_before_a_command_are_refused() {
        let before = |args: &[&str]| {
            let matches = Cli::command().try_get_matches_from(args).expect("well formed");
            nothing_before_the_command(&matches)
        };
        assert!(before(&["nexsolve", "--size", "3", "facts"]).is_err());
        assert!(before(&["nexsolve", "--lines", "solve", "nex:3x3"]).is_err());
        assert!(before(&["nexsolve", "--quiet", "--memory", "2GiB", "solve", "nex:3x3"]).is_ok());
    }

    /// The commands of the documents and of the help: where they stand, and whether each is a whole example.
    fn documented() -> Vec<(String, String, bool)> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        for (folder, end) in [("", ".md"), ("docs", ".md"), ("docs/guide", ".md"), ("src/args/help", ".txt")]
        {
            for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8").to_owned();
                if !name.ends_with(end) || name == "CHANGELOG.md" {
                    continue;
                }
                let text = std::fs::read_to_string(&path).expect("text");
                for (number, line) in (1..).zip(text.lines()) {
                    let place = format!("{folder}/{name}:{number}");
                    let whole = line.trim_start().trim_start_matches("Example: ");
                    if (line.starts_with("  ") || whole.len() < line.len()) && whole.starts_with("nexsolve ")
                    {
                        found.push((place, whole.to_owned(), true));
                    } else {
                        let spans = line.split('`').skip(1).step_by(2);
                        let commands = spans.filter(|span| span.starts_with("nexsolve "));
                        found.extend(commands.map(|span| (place.clone(), span.to_owned(), false)));
                    }
                }
            }
        }
        found
    }

    /// The words of a command line: two spaces begin a description, and `|`, `<`, `>` and `&&` something else.
    fn words(command: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (number, part) in command.split('\'').enumerate() {
            if number % 2 == 1 {
                words.push(part.to_owned());
                continue;
            }
            let (part, ends) = part.split_once("  ").map_or((part, false), |(part, _)| (part, true));
            let plain = part.split_whitespace();
            let own: Vec<_> = plain.take_while(|word| !["|", "<", ">", "&&"].contains(word)).collect();
            let cut = own.len() < part.split_whitespace().count();
            words.extend(own.into_iter().map(str::to_owned));
            if ends || cut {
                break;
            }
        }
        words
    }

    #[test]
    fn the_documents_commands_are_understood() {
        use clap::error::ErrorKind::{
            DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion, InvalidValue,
            MissingRequiredArgument, ValueValidation,
        };
        let (mut wrong, mut read) = (Vec::new(), 0);
        for (place, command, is_whole) in documented() {
            let words = words(&command);
            let placeholder =
                words.iter().any(|word| word.chars().all(|c| c.is_ascii_uppercase() || c == '…'));
            if command.contains(['…', '[']) || command.starts_with("nexsolve certificate") {
                continue;
            }
            read += 1;
            let Err(error) = Cli::command().try_get_matches_from(&words) else { continue };
            let allowed = match error.kind() {
                DisplayHelp | DisplayVersion => true,
                InvalidValue | ValueValidation => placeholder,
                MissingRequiredArgument | DisplayHelpOnMissingArgumentOrSubcommand => !is_whole,
                _ => false,
            };
            if !allowed {
                wrong.push(format!("{place}: {command}\n{error}"));
            }
        }
        assert!(read > 100, "the commands are not found");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn examples_in_the_help_fit_a_terminal() {
        let help = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/args/help");
        for entry in std::fs::read_dir(help).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("text");
            // Paragraphs are wrapped where they are shown; examples and lists would lose their columns.
            for line in text.lines().filter(|line| line.starts_with(' ')) {
                assert!(line.chars().count() <= 80, "{}: {line}", path.display());
            }
        }
    }
}
