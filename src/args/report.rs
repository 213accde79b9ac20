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
    /// A database to report on; may be given again
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Vec<PathBuf>,
    /// A folder whose folders are looked through for databases; may be given again
    #[arg(long, value_name = "FOLDER")]
    pub(crate) databases: Vec<PathBuf>,
    /// A file of game records to report on; may be given again
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Vec<PathBuf>,
    /// A finished run of `nexsolve solve BOARD --goal value --tree --json`, for the sizes of game trees; may be given again
    #[arg(long, value_name = "FILE")]
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
