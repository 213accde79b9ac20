//! The commands that the program to start with leaves out.

use clap::{Args, Subcommand};
use std::ffi::OsString;

/// Where the rest is, for the help.
pub(crate) const WHOLE: &str = "Further commands are built when one of them is first asked for:
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

/// Whatever the command takes: the whole program reads it.
#[derive(Args, Debug)]
pub(crate) struct Rest {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<OsString>,
}
