//! The arguments of the commands that make and read databases.

use super::BoardArgs;
use crate::units;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What `generate` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// The folder of the database: a new or an empty one, or one that an earlier run has begun
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

/// What `plan` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// The disk that there is, such as 500GB: say whether the database fits
    #[arg(long, value_name = "SIZE", value_parser = disk)]
    pub(crate) disk: Option<u64>,
    /// As many machines like this one, each with its memory of --memory: say what they take together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub(crate) hosts: Option<u16>,
    /// What each of them can send a second
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

/// Which tables of which board.
#[derive(Args, Clone, Debug)]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// What the tables say of each position [default: score for Awari, else wdl]
    #[arg(long, value_enum)]
    pub(crate) metric: Option<MetricArg>,
    /// Do not compress: larger tables, faster look-ups
    #[arg(long)]
    pub(crate) raw: bool,
    /// Note which positions play from the start can reach, and count them [the default for Nex and Hex]
    #[arg(long, overrides_with = "no_reach")]
    pub(crate) reach: bool,
    /// Leave that out, which saves time
    #[arg(long)]
    pub(crate) no_reach: bool,
}

/// What a table says of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricArg {
    /// Win, draw or loss
    Wdl,
    /// The same with the number of plies to the end
    Dtw,
    /// Seeds won less those lost from here on (Awari)
    Score,
}

/// What `query` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct QueryArgs {
    /// The folder of the database
    #[arg(long, value_name = "DIR")]
    pub(crate) db: PathBuf,
    /// Positions: moves such as 'Ba1?a2;Wb2?b1', a diagram, a FEN, twelve pits, or start; - reads one a line from standard
    /// input
    #[arg(value_name = "POSITION", required = true)]
    pub(crate) positions: Vec<String>,
}

/// What `info` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct InfoArgs {
    /// The folder of the database
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

/// What `verify` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct VerifyArgs {
    /// The folder of the database
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Only the tables of this layer, such as s12, and of those between which play goes to and fro; may be given more than once
    #[arg(long = "layer", value_name = "LAYER")]
    pub(crate) layers: Vec<String>,
    /// Derive only so many values of each table again, chosen by --seed
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) sample: Option<u64>,
}

/// What `shrink` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct ShrinkArgs {
    /// The folder of the database
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The folder of the small one: a new or an empty one, or one that an earlier run has begun
    #[arg(long, value_name = "SMALL")]
    pub(crate) out: PathBuf,
}

/// What `compare` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompareArgs {
    /// The folder of the database
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Lines of a position, `;` and its value for the side to move; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Tell all differences, and all positions in no table, not only the first 20
    #[arg(long)]
    pub(crate) all: bool,
    /// Write all differences into this file: position;value of the file;value of the table, each position spelled as the
    /// file has it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// What `export` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExportArgs {
    /// The folder of the database
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The form to write
    #[arg(long, value_enum)]
    pub(crate) format: FormatArg,
    /// The file to write, for npy a folder; csv goes to standard output without it
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Only this layer, such as p02n2; may be given more than once
    #[arg(long = "layer", value_name = "LAYER")]
    pub(crate) layers: Vec<String>,
    /// Which tables [default: dtw where there are any, else wdl or score]
    #[arg(long, value_enum)]
    pub(crate) metric: Option<ExportMetric>,
}

/// The form of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// A line a position: layer, rank, position, value, distance
    Csv,
    /// An array a table, for `NumPy`: element r is the value of the position with rank r
    Npy,
    /// The columns of csv in one Parquet file
    Parquet,
}

/// Tables that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportMetric {
    /// Win, draw or loss
    Wdl,
    /// The same with distances
    Dtw,
    /// Whether play from the start can reach the position
    Reach,
    /// Seeds won less those lost from here on
    Score,
}
