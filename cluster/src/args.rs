//! The command's arguments: those of `nexsolve generate` that apply to several processes.

use clap::{Args, Parser, Subcommand};
use nexsolve_console::{Global, KindArgs};
use std::path::PathBuf;

/// Makes databases of perfect play with several processes, over MPI.
///
/// Start it with your cluster's launcher: mpirun -n 4 nexsolve-cluster generate nex:4x4 --out SHARED. All
/// processes see the same folder. The files are those of nexsolve generate, byte by byte.
#[derive(Parser, Debug)]
#[command(version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Write a database: the value of every position of a board
    Generate(Generate),
}

#[derive(Args, Debug)]
#[command(
    mut_arg("threads", |arg| arg.help("Threads of each process [default: the cores that the launcher gives it]")),
    mut_arg("memory", |arg| arg.help("Memory that each process stays within, such as 512MiB or 4GiB")),
    mut_arg("quiet", |arg| arg.help("Print nothing but errors")),
    mut_arg("seed", |arg| arg.hide(true))
)]
pub(crate) struct Generate {
    /// The board, such as nex:4x4, hex:4x5, draughts:russian:5, awari:16 or connect4:5x5
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,
    /// The folder of the database, which all processes see: a new or an empty one, or one that an earlier run
    /// has begun
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) kind: KindArgs,
    #[command(flatten)]
    pub(crate) global: Global,
}
