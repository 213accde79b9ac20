//! The commands that the start program leaves out.

use clap::{Args, Subcommand};
use std::ffi::OsString;

/// Where the rest is, for the help.
pub(crate) const WHOLE: &str = "More commands, which cargo builds when you first use one of them:
report, play, match, serve, connect, gtp, audit, players, completions, man";

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum LeftOut {
    #[command(hide = true, disable_help_flag = true)]
    Report(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Play(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Match(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Serve(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Connect(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Gtp(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Audit(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Players(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Completions(Rest),
    #[command(hide = true, disable_help_flag = true)]
    Man(Rest),
}

/// The command's arguments, which the whole program reads.
#[derive(Args, Debug)]
pub(crate) struct Rest {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<OsString>,
}
