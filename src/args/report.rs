//! The arguments of `report`.

use clap::Args;
use nexsolve_reports::Part;
use std::path::PathBuf;

/// What `report` takes.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReportArgs {
    /// The folder to write into; files of an earlier report are replaced
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Databases to report on
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub(crate) db: Vec<PathBuf>,
    /// Folders whose folders are looked through for databases
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    pub(crate) databases: Vec<PathBuf>,
    /// Files of game records to report on
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) records: Vec<PathBuf>,
    /// Finished runs of `nexsolve solve BOARD --goal value --tree --json`, for the sizes of game trees
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) run: Vec<PathBuf>,
    /// Parts to make, with commas between them [default: all]
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = part)]
    pub(crate) only: Vec<Part>,
}

fn part(text: &str) -> Result<Part, String> {
    Part::parse(text).ok_or_else(|| {
        let words: Vec<&str> = Part::ALL.iter().map(|part| part.word()).collect();
        format!("the parts are {}", words.join(", "))
    })
}
