//! Makes the pages, data and pictures of the studies:
//! `cargo run --release -p nexsolve-research -- --databases DIR --out DIR`.

use clap::Parser;
use nexsolve_console::{Exit, Fault, choice, files};
use nexsolve_oracle::Opened;
use nexsolve_reports::{BoardDatabases, folders};
use nexsolve_research::{Input, Study, report};
use std::path::PathBuf;

/// The program as its pages name it.
const PROGRAM: &str = concat!("nexsolve-research ", env!("CARGO_PKG_VERSION"));

/// Memory for the decompressed blocks of each database.
const CACHE_BYTES: u64 = 64 << 20;

/// Studies of Nex and draughts from finished databases
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The folder to write into; files of an earlier run are replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Folders to search for databases, one level deep
    #[arg(long, value_name = "DIR", num_args = 1.., required = true)]
    databases: Vec<PathBuf>,
    /// Files of game records
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,
    /// Finished runs of `nexsolve solve BOARD --goal value --tree --json`, for the sizes of game trees
    #[arg(long, value_name = "FILE", num_args = 1..)]
    run: Vec<PathBuf>,
    /// Studies to make, with commas between them [default: all]
    #[arg(long, value_name = "STUDY", value_delimiter = ',', value_parser = choice(Study::ALL.map(|study| (study.word(), study, ""))))]
    only: Vec<Study>,
}

fn main() {
    nexsolve_console::run(|| run(&Args::parse()))
}

fn run(args: &Args) -> Result<Exit, Fault> {
    let mut opened = Vec::new();
    for folder in &args.databases {
        for database in folders(folder).map_err(|error| files::unreadable(folder, &error))? {
            opened.push(Opened::open(&database, CACHE_BYTES).map_err(fault)?);
        }
    }
    if opened.is_empty() {
        return Err(Fault::usage("no database was found").hint("nexsolve generate BOARD --out DIR makes one"));
    }
    let sources = BoardDatabases::new(opened).map_err(fault)?;
    let input = Input::new(sources, texts(&args.records)?, texts(&args.run)?).map_err(fault)?;
    let studies = if args.only.is_empty() { &Study::ALL[..] } else { &args.only };
    let files = report(&input, studies, PROGRAM).map_err(fault)?;
    files.write(&args.out).map_err(|error| files::unwritable(&error.path, &error.source))?;
    println!("written; begin with {}", args.out.join("index.md").display());
    Ok(Exit::Done)
}

/// The fault of a database or a file that cannot be used.
fn fault(error: impl std::fmt::Display) -> Fault {
    Fault::new(Exit::Input, error.to_string())
}

/// Files with their names without folders.
fn texts(paths: &[PathBuf]) -> Result<Vec<(String, String)>, Fault> {
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok((name, String::from_utf8_lossy(&files::read(path)?).into_owned()))
    };
    paths.iter().map(read).collect()
}
