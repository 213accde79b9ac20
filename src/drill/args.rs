//! The arguments of `drill`.

use clap::Args;
use nexsolve_console::units;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `drill`.
#[derive(Args, Clone, Debug)]
pub(crate) struct DrillArgs {
    /// Files of game records: Nex records, PDN (draughts), SGF (Hex), Awari as match writes it; - is standard
    /// input
    #[arg(value_name = "RECORDS", required = true)]
    pub(crate) records: Vec<PathBuf>,
    /// Player whose mistakes to collect: the name in the records, or a part of it that only one name has
    #[arg(long, value_name = "NAME")]
    pub(crate) player: String,
    /// Games on this board only; also the board of records that do not name it
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Database whose values prove the mistakes; can be repeated [default: on small boards, a table made for
    /// them; otherwise a search]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Vec<PathBuf>,
    /// Search at most this time for each position [default: 2s, unless --nodes is given]
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Search at most N nodes for each position
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) nodes: Option<u64>,
    /// Write the exercises as cards for Anki to this file (CSV)
    #[arg(long, value_name = "FILE")]
    pub(crate) anki: Option<PathBuf>,
}

impl DrillArgs {
    /// Returns the time limit of the search for one position.
    pub(super) fn seconds(&self) -> Option<Duration> {
        self.time.or(self.nodes.is_none().then_some(Duration::from_secs(2)))
    }
}
