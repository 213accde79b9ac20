//! The arguments of `report`.

use clap::Args;
use nexsolve_core::words::list;
use nexsolve_reports::Part;
use std::path::PathBuf;

/// Parts of reports that are in a package of their own.
const STUDIES: [&str; 4] = ["weak", "questions", "games", "kings"];

/// The arguments of `report`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReportArgs {
    /// Output folder: new, empty, or that of an earlier report, whose files are replaced
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Databases to report on
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub(crate) db: Vec<PathBuf>,
    /// Folders to search for databases, one level deep
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    pub(crate) databases: Vec<PathBuf>,
    /// Parts to write, separated by commas [default: all]
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = part)]
    pub(crate) only: Vec<Part>,
}

fn part(text: &str) -> Result<Part, String> {
    Part::parse(text).ok_or_else(|| {
        let words = list(&Part::ALL.map(Part::word));
        if STUDIES.contains(&text) {
            format!("this study is in the package nexsolve-research (cargo run --release -p nexsolve-research); the parts here are {words}")
        } else {
            format!("the parts are {words}")
        }
    })
}
