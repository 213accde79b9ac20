//! The arguments of the commands that the start program leaves out.

mod play;
mod protocols;
mod report;

pub(crate) use play::{AuditArgs, MatchArgs, PlayArgs};
pub(crate) use protocols::{ConnectArgs, GtpArgs, NexcArgs, PageArgs, ServeArgs, ServeKind};
pub(crate) use report::ReportArgs;

use clap::Subcommand;
use clap_complete::Shell;
use nexsolve_games::GAMES;

/// The commands: players, matches, audits, protocols, reports, completions and the manual.
#[derive(Subcommand, Debug)]
pub(crate) enum WholeCommand {
    /// Write a report on databases: tables, charts and pictures
    #[command(after_help = include_str!("../help/report.txt").trim_ascii_end())]
    Report(ReportArgs),
    /// Play or watch a game at the terminal
    #[command(after_help = include_str!("../help/play.txt").trim_ascii_end())]
    Play(PlayArgs),
    /// Run a match between two players, or a round robin
    #[command(
        name = "match",
        after_help = include_str!("../help/match.txt").trim_ascii_end()
    )]
    Match(MatchArgs),
    /// Serve the page for play and analysis, or matches of Nex
    #[command(after_help = include_str!("../help/serve.txt").trim_ascii_end())]
    Serve(ServeArgs),
    /// Play on a Nex server such as nexsolve serve nexc
    #[command(after_help = include_str!("../help/connect.txt").trim_ascii_end())]
    Connect(ConnectArgs),
    /// Run a Go Text Protocol engine for any game
    #[command(after_help = include_str!("../help/gtp.txt").trim_ascii_end())]
    Gtp(GtpArgs),
    /// Find the moves of recorded games that gave value away
    #[command(after_help = include_str!("../help/audit.txt").trim_ascii_end())]
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

/// The help of BOARD, by example.
fn played() -> String {
    format!("Game and board: {}", GAMES.map(|card| card.played_examples.join(", ")).join(", "))
}
