//! The arguments of `puzzles`.

use crate::board::BoardArgs;
use clap::Args;
use nexsolve_console::{choice, units};
use nexsolve_core::Wdl;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `puzzles`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PuzzleArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Database of the board, whose values prove the puzzles [default: on small boards, a table made for
    /// them; otherwise a search]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Vec<PathBuf>,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = units::count)]
    pub(crate) count: u64,
    /// What exactly one move does
    #[arg(long, default_value = "win", value_parser = choice([
        ("win", Wdl::Win, "One move wins"),
        ("draw", Wdl::Draw, "One move draws, and all others lose"),
    ]))]
    pub(crate) goal: Wdl,
    /// Least number of plies to the win: 1 also gives puzzles whose solution ends the game
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = plies)]
    pub(crate) least_plies: u16,
    /// Search at most N nodes for each position [default: 100000, unless --time is given]
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) nodes: Option<u64>,
    /// Search at most this time for each position: 500ms, 90s, 10m, 2h
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Write a page with pictures to this file; solutions and refutations are folded away
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write the puzzles, the easiest first, in the short form that ships with the page to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pack: Option<PathBuf>,
    /// Print the reply that refutes each other move
    #[arg(long)]
    pub(crate) lines: bool,
}

fn plies(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("give a whole number of plies, at least 1".to_owned()),
        Ok(plies) => Ok(plies),
    }
}
