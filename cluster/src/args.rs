//! The command's arguments: those of `nexsolve generate` that apply to several processes.

use clap::{Args, Parser, Subcommand, ValueEnum};
use nexsolve_db::{Form, Metric};
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
#[expect(clippy::struct_excessive_bools, reason = "flags of the command")]
pub(crate) struct Generate {
    /// The board, such as nex:4x4, hex:4x5, draughts:russian:5, awari:16 or connect4:5x5
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,
    /// The folder of the database, which all processes see: a new or an empty one, or one that an earlier run
    /// has begun
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// What the tables store for each position [default: score for Awari, else wdl]
    #[arg(long, value_enum)]
    pub(crate) metric: Option<MetricArg>,
    /// Do not compress: larger tables, faster look-ups
    #[arg(long)]
    pub(crate) raw: bool,
    /// Do not store which positions play from the start can reach
    #[arg(long)]
    pub(crate) no_reach: bool,
    /// Memory that each process stays within, such as 512MiB or 4GiB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory)]
    pub(crate) memory: u64,
    /// Threads of each process [default: the cores that the launcher gives it]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Print the result of the run as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but errors
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl Generate {
    pub(crate) fn form(&self) -> Form {
        if self.raw { Form::Raw } else { Form::Compressed }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricArg {
    /// Win, draw or loss
    Wdl,
    /// Win, draw or loss, with the number of plies to the end
    Dtw,
    /// Seeds won minus seeds lost from here on (Awari)
    Score,
}

impl MetricArg {
    pub(crate) fn metric(self) -> Metric {
        match self {
            Self::Wdl => Metric::Wdl,
            Self::Dtw => Metric::Dtw,
            Self::Score => Metric::Score,
        }
    }
}

const UNITS: [(&str, u64); 6] = [
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("TB", 1_000_000_000_000),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
];

/// Reads the value of `--memory`.
fn memory(text: &str) -> Result<u64, String> {
    let wrong = || "give a number and a unit, such as 512MiB or 4GiB".to_owned();
    let (number, unit) =
        UNITS.iter().find_map(|&(unit, bytes)| Some((text.strip_suffix(unit)?, bytes))).ok_or_else(wrong)?;
    let number: u64 = number.trim_end().parse().map_err(|_| wrong())?;
    number.checked_mul(unit).filter(|&bytes| bytes > 0).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        for (text, bytes) in [("4GiB", 4 << 30), ("512 MiB", 512 << 20), ("2TB", 2_000_000_000_000)] {
            assert_eq!(memory(text), Ok(bytes));
        }
        for bad in ["", "4", "GiB", "-4GiB", "0GiB", "1.5GiB", "99999999999999TiB", "4KiBs"] {
            assert!(memory(bad).is_err(), "{bad}");
        }
    }
}
