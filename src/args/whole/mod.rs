//! The arguments of the commands that the program to start with leaves out.

mod play;
mod protocols;
mod report;

pub(crate) use play::{AuditArgs, MatchArgs, PlayArgs};
pub(crate) use protocols::{ConnectArgs, GtpArgs, NexcArgs, PageArgs, ServeArgs, ServeKind};
pub(crate) use report::ReportArgs;

use clap::Subcommand;
use clap_complete::Shell;
use nexsolve_games::GAMES;

/// The commands: players, what they speak and are judged by, reports, and what describes the whole program.
#[derive(Subcommand, Debug)]
pub(crate) enum WholeCommand {
    /// Write a report of databases: tables, charts and pictures
    #[command(after_help = include_str!("../help/report.txt").trim_ascii_end())]
    Report(ReportArgs),
    /// Play a game at the terminal, or watch one
    #[command(after_help = include_str!("../help/play.txt").trim_ascii_end())]
    Play(PlayArgs),
    /// Let players meet, two or all against all
    #[command(
        name = "match",
        after_help = include_str!("../help/match.txt").trim_ascii_end()
    )]
    Match(MatchArgs),
    /// Serve the page to play and analyse on, or other programs
    #[command(after_help = include_str!("../help/serve.txt").trim_ascii_end())]
    Serve(ServeArgs),
    /// Play Nex on a server such as nexsolve serve nexc
    #[command(after_help = include_str!("../help/connect.txt").trim_ascii_end())]
    Connect(ConnectArgs),
    /// Speak the Go Text Protocol, as an engine of any game
    #[command(after_help = include_str!("../help/gtp.txt").trim_ascii_end())]
    Gtp(GtpArgs),
    /// Tell which moves of recorded games gave value away
    #[command(after_help = include_str!("../help/audit.txt").trim_ascii_end())]
    Audit(AuditArgs),
    /// List the players, each with what it does
    Players,
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

/// What is played, by example.
fn played() -> String {
    format!("What is played: {}", GAMES.map(|card| card.played_examples.join(", ")).join(", "))
}
