//! The arguments of the commands that make and read databases.

use super::BoardArgs;
use crate::units;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The arguments of `generate`.
#[derive(Args, Clone, Debug)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Folder for the database: new, empty, or begun by an earlier run
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

/// The arguments of `plan`.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Available disk space, such as 500GB: report whether the database fits
    #[arg(long, value_name = "SIZE", value_parser = disk)]
    pub(crate) disk: Option<u64>,
    /// Also predict for N machines like this one, each with --memory
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub(crate) hosts: Option<u16>,
    /// Bytes that each machine can send per second
    #[arg(long, value_name = "SIZE", default_value = "1.25GB", value_parser = network, requires = "hosts")]
    pub(crate) network: u64,
}

/// Reads the value of `--network`.
fn network(text: &str) -> Result<u64, String> {
    match units::bytes_as(text, "125MB (1 Gbit/s) or 1.25GB (10 Gbit/s)")? {
        0 => Err("the least is 1B".to_owned()),
        bytes => Ok(bytes),
    }
}

/// Reads the value of `--disk`.
fn disk(text: &str) -> Result<u64, String> {
    units::bytes_as(text, "500GB or 2TiB")
}

/// The board and the kind of tables.
#[derive(Args, Clone, Debug)]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// What to store for each position [default: score for Awari, else wdl]
    #[arg(long, value_enum)]
    pub(crate) metric: Option<MetricArg>,
    /// Do not compress: larger tables, faster look-ups
    #[arg(long)]
    pub(crate) raw: bool,
    /// Record and count the positions reachable from the start [default for Nex and Hex]
    #[arg(long, overrides_with = "no_reach")]
    pub(crate) reach: bool,
    /// Skip that, to save time
    #[arg(long)]
    pub(crate) no_reach: bool,
}

/// What a table stores for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricArg {
    /// Win, draw or loss
    Wdl,
    /// Win, draw or loss, and the distance: plies to the end
    Dtw,
    /// Seeds won minus seeds lost from here on (Awari)
    Score,
}

/// The arguments of `query`.
#[derive(Args, Clone, Debug)]
pub(crate) struct QueryArgs {
    /// Database folder
    #[arg(long, value_name = "DIR")]
    pub(crate) db: PathBuf,
    /// Positions: moves such as 'Ba1?a2;Wb2?b1', a diagram, a FEN, twelve pits, or start; - reads one per line from standard
    /// input
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) positions: Vec<String>,
}

/// The arguments of `info`.
#[derive(Args, Clone, Debug)]
pub(crate) struct InfoArgs {
    /// Database folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// The arguments of `verify`.
#[derive(Args, Clone, Debug)]
pub(crate) struct VerifyArgs {
    /// Database folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Verify only this layer, such as s12, and the layers that play can go back and forth to; can be repeated
    #[arg(long = "layer", value_name = "LAYER")]
    pub(crate) layers: Vec<String>,
    /// Derive only N values of each table again, chosen by --seed
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) sample: Option<u64>,
}

/// The arguments of `shrink`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ShrinkArgs {
    /// Database folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Folder for the small database: new, empty, or begun by an earlier run
    #[arg(long, value_name = "SMALL")]
    pub(crate) out: PathBuf,
}

/// The arguments of `compare`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompareArgs {
    /// Database folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// File with a position, `;` and its value for the side to move on each line; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// List all differences and all positions in no table, not only the first 20
    #[arg(long)]
    pub(crate) all: bool,
    /// Write all differences to this file: position;value of the file;value of the table, with each position as the
    /// file spells it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The arguments of `export`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExportArgs {
    /// Database folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Output format
    #[arg(long, value_enum)]
    pub(crate) format: FormatArg,
    /// Output file (npy: folder); csv defaults to standard output
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Export only this layer, such as p02n2; can be repeated
    #[arg(long = "layer", value_name = "LAYER")]
    pub(crate) layers: Vec<String>,
    /// Tables to export [default: dtw if present, else wdl or score]
    #[arg(long, value_enum)]
    pub(crate) metric: Option<ExportMetric>,
}

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// One line per position: layer, rank, position, value, distance
    Csv,
    /// One array per table, for numpy: element r is the value of the position with rank r
    Npy,
    /// One Parquet file with the columns of csv
    Parquet,
}

/// Tables that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportMetric {
    /// Win, draw or loss
    Wdl,
    /// Win, draw or loss, and the distance
    Dtw,
    /// Whether play from the start can reach the position
    Reach,
    /// Seeds won minus seeds lost from here on
    Score,
}
