//! Where the numbers come from: version, commands, digests.

use crate::files::Files;
use crate::page::{Page, PageTable};
use crate::source::BoardDatabases;
use crate::words::size;
use nexsolve_core::words::grouped;
use nexsolve_db::TableRecord;
use serde_json::{Value, json};

/// The path of the list of all tables.
pub(crate) const PATH: &str = "provenance.md";
/// Its title.
pub(crate) const TITLE: &str = "Where the numbers come from";

/// The program and the inputs of a report.
#[derive(Clone)]
pub(crate) struct Origin<'a> {
    /// The name and version of the program that wrote the report.
    pub(crate) program: &'a str,
    /// The command line that made the report, without paths.
    pub(crate) command: String,
    /// The parts that were made.
    pub(crate) parts: Vec<&'a str>,
    /// The databases.
    pub(crate) sources: &'a BoardDatabases,
}

/// Adds the page and its data.
pub(crate) fn add(files: &mut Files, origin: &Origin<'_>) {
    let databases = origin.sources.iter().map(|source| {
        let manifest = source.manifest();
        let table =
            |table: &TableRecord| json!({ "file": table.file, "bytes": table.bytes, "digest": table.digest });
        json!({
            "board": manifest.subject.board,
            // The blake3 digest of `manifest.json`.
            "manifest": source.digest,
            // The programs and commands that made the tables.
            "runs": manifest.runs,
            // The tables, each with the blake3 digest of its file.
            "tables": manifest.tables.iter().map(table).collect::<Value>(),
        })
    });
    let Origin { program, command, parts, .. } = origin;
    let databases: Value = databases.collect();
    // The library that affects the bytes of tables.
    let zstd = nexsolve_db::zstd_version();
    let document = json!({
        "program": program,
        "built": { "zstd": zstd },
        "parts": parts,
        "databases": databases,
        "files": [],
    });
    files.json("provenance.json", &document);
    let mut page = Page::new(PATH, TITLE);
    page.text(&format!(
        "Written by {program} from these databases alone, by `{command}`. The command of a database makes the same bytes again; the digest is the BLAKE3 digest of the manifest \
         (`b3sum manifest.json`), which contains the digest of each table. {} lists all of them.",
        page.link("provenance.json", "provenance.json")
    ));
    page.list([format!("zstd: {zstd}")]);
    page.table(&databases_table(origin.sources));
    files.page(&page);
}

fn databases_table(sources: &BoardDatabases) -> PageTable {
    let mut table =
        PageTable::new(&["<database", ">tables", ">size", "<made by", "<command", "<digest of the manifest"]);
    for source in sources.iter() {
        let manifest = source.manifest();
        let bytes: u64 = manifest.tables.iter().map(|table| table.bytes).sum();
        let programs: Vec<&str> = manifest.runs.iter().map(|run| run.program.as_str()).collect();
        let commands: Vec<String> = manifest.runs.iter().map(|run| format!("`{}`", run.command)).collect();
        table.row([
            source.board().title(),
            grouped(manifest.tables.len() as u64),
            size(bytes),
            programs.join(", "),
            commands.join("<br>"),
            format!("`{}`", source.digest),
        ]);
    }
    table
}
