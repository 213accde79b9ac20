//! Makes the pages, data and pictures of the studies:
//! `cargo run --release -p nexsolve-research -- --databases DIR --out DIR`.

use clap::builder::PossibleValuesParser;
use clap::{Parser, builder::TypedValueParser};
use nexsolve_oracle::Opened;
use nexsolve_reports::{Sources, folders};
use nexsolve_research::{Input, Study, report};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
    #[arg(long, value_name = "STUDY", value_delimiter = ',', value_parser = study())]
    only: Vec<Study>,
}

fn study() -> impl TypedValueParser<Value = Study> {
    PossibleValuesParser::new(Study::ALL.map(Study::word)).map(|word| {
        Study::ALL.into_iter().find(|study| study.word() == word).expect("one of the words of all studies")
    })
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let mut opened = Vec::new();
    for folder in &args.databases {
        for database in folders(folder).map_err(|error| unreadable(folder, &error))? {
            opened.push(Opened::open(&database, CACHE_BYTES)?);
        }
    }
    if opened.is_empty() {
        return Err("no database was found: nexsolve generate BOARD --out DIR makes one".into());
    }
    let input = Input::new(Sources::new(opened)?, texts(&args.records)?, texts(&args.run)?)?;
    let studies = if args.only.is_empty() { &Study::ALL[..] } else { &args.only };
    report(&input, studies, PROGRAM)?.write(&args.out)?;
    println!("written; begin with {}", args.out.join("index.md").display());
    Ok(())
}

/// Files with their names without folders.
fn texts(paths: &[PathBuf]) -> Result<Vec<(String, String)>, String> {
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok((name, String::from_utf8_lossy(&bytes).into_owned()))
    };
    paths.iter().map(read).collect()
}

fn unreadable(path: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be read: {error}", path.display())
}
