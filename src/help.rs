//! The help: what `nexsolve` alone, `nexsolve --help` and the manual show.

use clap::{Arg, Command};
use nexsolve_console::terminal;
use std::fmt::Write as _;

/// What `nexsolve` prints without arguments.
pub(crate) const ALONE: &str = include_str!("help/alone.txt").trim_ascii_end();

/// The exit codes, for `--help` and the manual page.
pub(crate) const EXITS: &str = include_str!("help/exit.txt").trim_ascii_end();

/// The examples of `nexsolve --help` and of the manual.
pub(crate) const EXAMPLES: &str = include_str!("help/nexsolve.txt").trim_ascii_end();

/// The commands, by what people want to do.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Solve", &["solve", "check", "proofs", "tasks"]),
    ("Databases", &["generate", "plan", "query", "info", "verify", "compare", "shrink", "export"]),
    ("Play", &["play", "match", "players"]),
    ("Study", &["audit", "drill", "exam", "exploit", "puzzles", "book", "replay", "report", "facts"]),
    ("Sites, servers and engines", &["serve", "publish", "connect", "gtp", "hub"]),
    ("The program", &["completions", "man", "help"]),
];

const USAGE: &str = "nexsolve COMMAND [OPTIONS]\n       nexsolve BOARD [OPTIONS]    short for nexsolve solve";

/// Returns the whole command as it parses arguments and shows its help: examples first, then the commands in
/// groups. The options of the short form are those of `solve`, whose help lists them.
pub(crate) fn shown(command: Command) -> Command {
    let examples = format!("{EXAMPLES}\n\n{}", groups(&command));
    paged(command)
        .mut_subcommands(|sub| sub.hide(true))
        .term_width(terminal::columns())
        .before_help(examples)
        .after_long_help(EXITS)
        .help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}")
}

/// Returns the command without the options of the short form, as the manual shows it.
pub(crate) fn paged(command: Command) -> Command {
    let is_own = |arg: &Arg| !arg.is_global_set() && !["help", "version"].contains(&arg.get_id().as_str());
    command.mut_args(|arg| if is_own(&arg) { arg.hide(true) } else { arg }).override_usage(USAGE)
}

/// Returns the commands in groups, each with its description.
fn groups(command: &Command) -> String {
    let mut text = String::new();
    let heading = *command.get_styles().get_header();
    let width = command.get_subcommands().map(|sub| sub.get_name().len()).max().unwrap_or(0);
    for (title, names) in GROUPS {
        let row = |name: &&str| (format!("{name:width$}"), about(command, name));
        let rows: Vec<(String, String)> = names.iter().map(row).collect();
        let rows = rows.iter().map(|(name, about)| (name.as_str(), about.as_str()));
        let _ = writeln!(text, "{heading}{title}:{heading:#}\n{}", terminal::described(rows));
    }
    text.trim_end().to_owned()
}

/// Returns the description of a command.
fn about(command: &Command, name: &str) -> String {
    let about = command.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
    // The command `help` is clap's.
    about.unwrap_or_else(|| "Explain a command: nexsolve help solve".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let command = Cli::command();
        let mut names: Vec<&str> = command.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    #[test]
    fn five_lines_are_enough_to_begin() {
        assert_eq!(ALONE.lines().count(), 5);
        assert!(ALONE.lines().all(|line| line.chars().count() <= 80));
    }
}
