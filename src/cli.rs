//! The command line: all commands and their arguments.

use crate::audit::AuditArgs;
use crate::book::BookArgs;
use crate::check::CheckArgs;
use crate::database::{
    CompareArgs, ExportArgs, GenerateArgs, InfoArgs, PlanArgs, QueryArgs, ShrinkArgs, VerifyArgs,
};
use crate::drill::DrillArgs;
use crate::exam::ExamArgs;
use crate::exploit::ExploitArgs;
use crate::help;
use crate::manual::ManArgs;
use crate::matches::MatchArgs;
use crate::play::PlayArgs;
use crate::proofs::ProofsArgs;
use crate::protocols::{ConnectArgs, GtpArgs, HubArgs, ServeArgs};
use crate::publish::PublishArgs;
use crate::puzzles::PuzzleArgs;
use crate::replay::ReplayArgs;
use crate::report::ReportArgs;
use crate::solve::SolveArgs;
use crate::tasks::TasksArgs;
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use nexsolve_console::{Exit, Fault, Global, fault, output};
use nexsolve_games::typos;
use std::path::PathBuf;

/// Exact answers for small board games.
///
/// Proves the value of a board and of every opening, with exact distances and lines of best play, and writes
/// databases with the value of every position. Without a command, nexsolve solves; nexsolve solve --help
/// lists the options.
#[derive(Parser, Debug)]
#[command(name = "nexsolve", version, arg_required_else_help = true, subcommand_precedence_over_arg = true)]
pub(crate) struct Cli {
    /// The command; `solve` if none is given.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The short form of `solve`.
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
    /// Options of every command.
    #[command(flatten)]
    pub(crate) global: Global,
    /// Also take as proven what this file of nexsolve book says, instead of the book that comes with the
    /// program
    #[arg(long, global = true, value_name = "FILE", help_heading = "Global options")]
    pub(crate) book: Vec<PathBuf>,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Prove the value of a board or position and of each move
    #[command(after_help = include_str!("help/solve.txt").trim_ascii_end())]
    Solve(SolveArgs),
    /// Generate a database: the value of every position of a board
    #[command(after_help = include_str!("help/generate.txt").trim_ascii_end())]
    Generate(GenerateArgs),
    /// Predict a database's size, memory and time before generating it
    #[command(after_help = include_str!("help/plan.txt").trim_ascii_end())]
    Plan(PlanArgs),
    /// Rewrite a database in the small form, for publishing
    #[command(after_help = include_str!("help/shrink.txt").trim_ascii_end())]
    Shrink(ShrinkArgs),
    /// Look up positions and their moves in a database
    #[command(after_help = include_str!("help/query.txt").trim_ascii_end())]
    Query(QueryArgs),
    /// Describe a database: layers, counts, sizes, longest win
    #[command(after_help = "Example: nexsolve info nex44")]
    Info(InfoArgs),
    /// Verify a database: its checksums, then its values by other code
    #[command(after_help = include_str!("help/verify.txt").trim_ascii_end())]
    Verify(VerifyArgs),
    /// Compare a database with values from another source
    #[command(after_help = include_str!("help/compare.txt").trim_ascii_end())]
    Compare(CompareArgs),
    /// Export the tables of a database as csv, npy or parquet
    #[command(after_help = include_str!("help/export.txt").trim_ascii_end())]
    Export(ExportArgs),
    /// Write a site for any web host: the page, and databases with their values
    #[command(after_help = include_str!("help/publish.txt").trim_ascii_end())]
    Publish(PublishArgs),
    /// Compute known facts and compare them with published values
    #[command(after_help = "Exit code 6 if a fact differs.")]
    Facts,
    /// Replay recorded games and report errors in them
    #[command(after_help = include_str!("help/replay.txt").trim_ascii_end())]
    Replay(ReplayArgs),
    /// Check a certificate by the rules alone
    #[command(after_help = include_str!("help/check.txt").trim_ascii_end())]
    Check(CheckArgs),
    /// Write a report on databases: tables, charts and pictures
    #[command(after_help = include_str!("help/report.txt").trim_ascii_end())]
    Report(ReportArgs),
    /// Play or watch a game at the terminal
    #[command(after_help = include_str!("help/play.txt").trim_ascii_end())]
    Play(PlayArgs),
    /// Run a match between two players, or a round robin
    #[command(
        name = "match",
        after_help = include_str!("help/match.txt").trim_ascii_end()
    )]
    Match(MatchArgs),
    /// Serve the page for play and analysis, or matches of Nex
    #[command(after_help = include_str!("help/serve.txt").trim_ascii_end())]
    Serve(ServeArgs),
    /// Play on a Nex server such as nexsolve serve nexc
    #[command(after_help = include_str!("help/connect.txt").trim_ascii_end())]
    Connect(ConnectArgs),
    /// Run a Go Text Protocol engine for any game
    #[command(after_help = include_str!("help/gtp.txt").trim_ascii_end())]
    Gtp(GtpArgs),
    /// Run a draughts engine for programs that speak the Hub protocol
    #[command(after_help = include_str!("help/hub.txt").trim_ascii_end())]
    Hub(HubArgs),
    /// Find the moves of recorded games that gave value away
    #[command(after_help = include_str!("help/audit.txt").trim_ascii_end())]
    Audit(AuditArgs),
    /// Collect a player's mistakes in recorded games as exercises
    #[command(after_help = include_str!("help/drill.txt").trim_ascii_end())]
    Drill(DrillArgs),
    /// Measure the mistakes of a player in all positions of a board
    #[command(after_help = include_str!("help/exam.txt").trim_ascii_end())]
    Exam(ExamArgs),
    /// Find the worst result of a player against an opponent who plays anything
    #[command(after_help = include_str!("help/exploit.txt").trim_ascii_end())]
    Exploit(ExploitArgs),
    /// Find puzzles: positions with exactly one winning move, proven
    #[command(after_help = include_str!("help/puzzles.txt").trim_ascii_end())]
    Puzzles(PuzzleArgs),
    /// Prove the first positions of a board, ply by ply, and keep them in one small file
    #[command(after_help = include_str!("help/book.txt").trim_ascii_end())]
    Book(BookArgs),
    /// Join files of solve --proofs
    Proofs(ProofsArgs),
    /// Divide a long proof into tasks for many runs and machines
    Tasks(TasksArgs),
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
    /// Print the manual, or write a page for each command
    #[command(after_help = include_str!("help/man.txt").trim_ascii_end())]
    Man(ManArgs),
}

impl Cli {
    /// Parses the arguments of the process. If they ask for nothing else (`--help`) or are wrong, prints
    /// clap's answer, and returns how the process ends.
    pub(crate) fn read() -> Result<Self, Result<Exit, Fault>> {
        let matches = help::shown(Self::command()).try_get_matches().map_err(ending)?;
        let cli = Self::from_arg_matches(&matches).map_err(ending)?;
        if cli.command.is_some() {
            nothing_before_the_command(&matches).map_err(Err)?;
        }
        Ok(cli)
    }
}

/// Prints clap's answer: the help, or an error, which is a document with `--json`.
fn ending(error: clap::Error) -> Result<Exit, Fault> {
    let error = printable(error);
    if std::env::args_os().len() <= 1 {
        // Wrong use, so that a script whose arguments are missing does not go on.
        output::note(help::ALONE);
        return Ok(Exit::Usage);
    }
    let is_json = std::env::args_os().any(|arg| arg == "--json");
    fault::print_documents(is_json);
    let first = std::env::args_os().nth(1).and_then(|word| word.into_string().ok()).unwrap_or_default();
    if error.kind() == clap::error::ErrorKind::UnknownArgument
        && let Some(command) = meant(&first)
    {
        // The short form has taken the word for a board.
        return Err(Fault::usage(format!("`{}` is not a command", fault::safe(&first))).meant(Some(command)));
    }
    if let Some(fault) = misplaced(&error) {
        return Err(fault);
    }
    if !error.use_stderr() {
        // The help or the version.
        output::result(&error.render().ansi().to_string())?;
        return Ok(Exit::Done);
    }
    if !is_json {
        let _ = error.print();
        return Ok(Exit::Usage);
    }
    let text = error.render().to_string();
    let mut parts = text.trim_start_matches("error: ").split("\n\n");
    let message = parts.next().unwrap_or_default().lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let tips = parts.flat_map(str::lines).filter_map(|line| line.trim().strip_prefix("tip: "));
    Err(tips.fold(Fault::usage(message), Fault::hint))
}

/// Returns an error of clap without the control characters of what the user typed.
fn printable(mut error: clap::Error) -> clap::Error {
    let typed = |(kind, value): (ContextKind, &ContextValue)| match value {
        ContextValue::String(text) => Some((kind, fault::safe(text))),
        _ => None,
    };
    let typed: Vec<(ContextKind, String)> = error.context().filter_map(typed).collect();
    for (kind, text) in typed {
        error.insert(kind, ContextValue::String(text));
    }
    error
}

/// Returns the fault of the short form if it has an option of another command.
fn misplaced(error: &clap::Error) -> Option<Fault> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return None };
    let cli = Cli::command();
    let words: Vec<String> = std::env::args_os().skip(1).filter_map(|word| word.into_string().ok()).collect();
    let first = words.first()?;
    if error.kind() != clap::error::ErrorKind::UnknownArgument || cli.find_subcommand(first).is_some() {
        return None;
    }
    let long = option.strip_prefix("--")?.split('=').next()?;
    let has = |sub: &&clap::Command| sub.get_arguments().any(|arg| arg.get_long() == Some(long));
    let owners: Vec<&str> = cli.get_subcommands().filter(has).map(clap::Command::get_name).collect();
    let message = match owners.iter().find(|name| words.iter().any(|word| word == *name)) {
        Some(name) => format!("--{long} must come after the command `{name}`"),
        None if owners.is_empty() => return None,
        None => format!("--{long} is not an option of `solve`, which runs if no command is given"),
    };
    let names: Vec<String> = owners.iter().map(|name| format!("nexsolve {name}")).collect();
    Some(
        Fault::usage(message)
            .hint(format!("--{long} is an option of {}", nexsolve_core::words::list(&names))),
    )
}

/// Adds a suggestion to the fault of the short form if its board may be a misspelt command.
pub(crate) fn misspelt(args: &SolveArgs, fault: Fault) -> Fault {
    let Some(board) = args.board.board.as_deref().filter(|_| fault.exit == Exit::Usage) else {
        return fault;
    };
    match meant(board) {
        // The suggestion replaces the list of boards.
        Some(command) => Fault { hints: Vec::new(), ..fault }.meant(Some(command)),
        None => fault,
    }
}

/// Returns the command that a misspelt word may mean; `None` if the word is a command itself.
fn meant(word: &str) -> Option<String> {
    let cli = Cli::command();
    let command = typos::nearest(word, cli.get_subcommands().map(clap::Command::get_name))?;
    (command != word).then(|| format!("nexsolve {command}"))
}

/// Refuses options of the short form before a command, which would otherwise be ignored.
fn nothing_before_the_command(matches: &ArgMatches) -> Result<(), Fault> {
    let (name, _) = matches.subcommand().expect("called only with a command");
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

    /// Returns the commands in the documents and help texts: their places, the commands, and whether each is
    /// a complete example.
    fn documented() -> Vec<(String, String, bool)> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        for (folder, end) in [("", ".md"), ("docs", ".md"), ("docs/guide", ".md"), ("src/help", ".txt")] {
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

    /// Returns the words of a command. It ends before two spaces, which begin a description, and before `|`,
    /// `<`, `>` and `&&`.
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
    fn documented_commands_are_valid() {
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
        assert!(read > 100, "only {read} commands were found");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn examples_in_the_help_fit_a_terminal() {
        let help = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/help");
        for entry in std::fs::read_dir(help).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("text");
            // Paragraphs are wrapped when they are shown; wrapping would break the columns of examples and
            // lists.
            for line in text.lines().filter(|line| line.starts_with(' ')) {
                assert!(line.chars().count() <= 80, "{}: {line}", path.display());
            }
        }
    }
}
