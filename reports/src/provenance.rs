//! Where the numbers come from: version, commands, digests.

use crate::files::Files;
use crate::page::{Page, Table};
use crate::source::Sources;
use crate::words::{count, size};
use serde::Serialize;

/// Where the list of all tables stands.
pub(crate) const PATH: &str = "provenance.md";

#[derive(Serialize)]
struct Document<'a> {
    /// The program that wrote the report.
    program: &'a str,
    databases: Vec<DatabaseDocument<'a>>,
}

#[derive(Serialize)]
struct DatabaseDocument<'a> {
    board: &'a str,
    /// The blake3 digest of `manifest.json`.
    manifest: &'a str,
    /// Who made the tables.
    runs: &'a [nexsolve_db::Provenance],
    tables: Vec<TableDocument<'a>>,
}

#[derive(Serialize)]
struct TableDocument<'a> {
    file: &'a str,
    bytes: u64,
    /// The blake3 digest of the file.
    digest: &'a str,
}

/// Adds the page and its data. `program` is the name and version of what writes the report.
pub(crate) fn add(files: &mut Files, sources: &Sources, program: &str) {
    let databases = sources.iter().map(|source| {
        let manifest = source.manifest();
        DatabaseDocument {
            board: &manifest.subject.board,
            manifest: &source.digest,
            runs: &manifest.runs,
            tables: manifest
                .tables
                .iter()
                .map(|table| TableDocument { file: &table.file, bytes: table.bytes, digest: &table.digest })
                .collect(),
        }
    });
    files.json("provenance.json", &Document { program, databases: databases.collect() });
    let mut page = Page::new(PATH, "Where the numbers come from");
    page.text(&format!(
        "Written by {program} from these databases alone. Each command makes the same bytes again; the digest is blake3's \
         (`b3sum manifest.json`), and the manifest holds the digest of each table. {} has them all.",
        page.link("provenance.json", "provenance.json")
    ));
    let mut table =
        Table::new(&["<database", ">tables", ">size", "<made by", "<command", "<digest of the manifest"]);
    for source in sources.iter() {
        let manifest = source.manifest();
        let bytes: u64 = manifest.tables.iter().map(|table| table.bytes).sum();
        let programs: Vec<&str> = manifest.runs.iter().map(|run| run.program.as_str()).collect();
        let commands: Vec<String> = manifest.runs.iter().map(|run| format!("`{}`", run.command)).collect();
        table.row([
            source.board.title(),
            count(manifest.tables.len() as u64),
            size(bytes),
            programs.join(", "),
            commands.join("<br>"),
            format!("`{}`", source.digest),
        ]);
    }
    page.table(&table);
    files.page(&page);
}
