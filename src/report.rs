//! `nexsolve report`: reports on databases as Markdown, JSON and SVG.

use crate::database::{self, summary};
use clap::Args;
use nexsolve_console::units::{counted, size};
use nexsolve_console::{Exit, Fault, Global, files, output};
use nexsolve_core::words::list;
use nexsolve_db::json::number;
use nexsolve_reports::{BoardDatabases, ReportError, Section, folders, report};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The program's name in reports.
const PROGRAM: &str = concat!("nexsolve ", env!("CARGO_PKG_VERSION"));

/// The file that marks a folder as a report.
const INDEX: &str = "index.md";

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
    pub(crate) only: Vec<Section>,
}

fn part(text: &str) -> Result<Section, String> {
    Section::parse(text).ok_or_else(|| format!("the parts are {}", list(&Section::ALL.map(Section::word))))
}

/// Runs the command.
pub(crate) fn run(args: &ReportArgs, global: &Global) -> Result<Exit, Fault> {
    files::check_no_file(&args.out)?;
    refuse_foreign(&args.out)?;
    let sources = sources(args, global)?;
    let parts = if args.only.is_empty() { &Section::ALL[..] } else { &args.only };
    let made = report(&sources, parts, PROGRAM).map_err(|error| fault(&error))?;
    made.write(&args.out).map_err(|error| files::unwritable(&error.path, &error.source))?;
    let index = files::name(&args.out.join(INDEX));
    let bytes = made.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    let document = || {
        json!({
            // The page to start with.
            "index": index,
            "parts": parts.iter().map(|part| part.word()).collect::<Value>(),
            // The boards whose databases were used.
            "boards": sources.iter().map(|source| source.board().to_string()).collect::<Value>(),
            // The files written, as paths in the folder.
            "files": made.iter().map(|(path, _)| path).collect::<Value>(),
            "bytes": number(bytes),
        })
    };
    let text = || {
        let files = counted(made.iter().count() as u64, "file", "files");
        format!("{files} written, {}; start with {index}\n", size(bytes))
    };
    output::answer(global, document, text)?;
    Ok(Exit::Done)
}

/// Refuses a folder that is not unused or that of an earlier report.
fn refuse_foreign(folder: &Path) -> Result<(), Fault> {
    if folder.join(INDEX).is_file() || files::is_unused(folder) {
        return Ok(());
    }
    let message = format!("{} has other files and no report", files::name(folder));
    Err(Fault::usage(message).hint("choose a new or empty folder"))
}

/// Opens the given databases, and those in the given folders.
fn sources(args: &ReportArgs, global: &Global) -> Result<BoardDatabases, Fault> {
    args.db.iter().try_for_each(|folder| database::folder::check_local(folder))?;
    let mut found = Vec::new();
    for folder in &args.databases {
        found.extend(databases_in(folder)?);
    }
    if found.is_empty() && args.db.is_empty() {
        let fault = Fault::usage("no database is given");
        return Err(fault.hint("give --db DIR, or --databases FOLDER for every database in a folder"));
    }
    let number = (args.db.len() + found.len()) as u64;
    let mut opened = Vec::new();
    for (folder, is_named) in args.db.iter().map(|db| (db, true)).chain(found.iter().map(|db| (db, false))) {
        let database = database::open_among(number, folder, global)?;
        match summary::unfinished(&database, folder) {
            None => opened.push(database),
            Some(fault) if is_named => return Err(fault),
            Some(fault) => output::note(&format!("skipped: {}", fault.message)),
        }
    }
    if opened.is_empty() {
        return Err(Fault::new(Exit::Table, "no database is complete").hint(summary::GO_ON));
    }
    BoardDatabases::new(opened).map_err(|error| fault(&error))
}

/// Returns the databases in a folder, at least one.
fn databases_in(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let found = folders(folder).map_err(|error| files::unreadable(folder, &error))?;
    if found.is_empty() {
        let message = format!("no database in {}", files::name(folder));
        return Err(Fault::new(Exit::Table, message).hint("nexsolve generate BOARD --out DIR makes one"));
    }
    Ok(found)
}

/// The fault of a report that could not be made, which is always caused by a table.
fn fault(error: &ReportError) -> Fault {
    let kind = match error {
        ReportError::Probe(error) => error.refused,
        ReportError::Table(error) => error.fault.refused(),
        _ => None,
    };
    Fault::table(&error.to_string(), kind)
}
