//! The arguments of `plan`.

use super::generate::TablesArgs;
use crate::units;
use clap::Args;

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
