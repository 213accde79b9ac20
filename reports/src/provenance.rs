//! Where the numbers come from: version, commands, digests.

use crate::files::Files;
use crate::page::{Page, Table};
use crate::report::{Input, Part};
use crate::words::{count, size};
use serde::Serialize;

/// Where the list of all tables stands.
pub(crate) const PATH: &str = "provenance.md";

#[derive(Serialize)]
struct Document<'a> {
    /// The program that wrote the report.
    program: &'a str,
    /// The parts that were made.
    parts: &'a [&'static str],
    databases: Vec<DatabaseDocument<'a>>,
    /// Records of games and runs.
    files: &'a [FileDocument<'a>],
}

#[derive(Serialize)]
struct FileDocument<'a> {
    name: &'a str,
    kind: &'static str,
    /// The blake3 digest of the text.
    digest: String,
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
pub(crate) fn add(files: &mut Files, input: &Input, parts: &[Part], program: &str) {
    let sources = &input.sources;
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
    let others = others(input);
    let parts: Vec<&str> = parts.iter().map(|part| part.word()).collect();
    let table_of_others = {
        let mut table = Table::new(&["<file", "<what", "<digest"]);
        for other in &others {
            table.row([format!("`{}`", other.name), other.kind.to_owned(), format!("`{}`", other.digest)]);
        }
        table
    };
    files.json(
        "provenance.json",
        &Document { program, parts: &parts, databases: databases.collect(), files: &others },
    );
    let mut page = Page::new(PATH, "Where the numbers come from");
    page.text(&format!(
        "Written by {program} from these databases{} alone, by {}. Each command of a database makes the same bytes again; the digest is blake3's \
         (`b3sum manifest.json`), and the manifest holds the digest of each table. {} has them all.",
        if others.is_empty() { "" } else { ", and the records and runs below," },
        command(input, &parts),
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
    if !table_of_others.is_empty() {
        page.heading(2, "Records and runs");
        page.text("A run is what `nexsolve solve BOARD --goal value --tree --json` has printed.");
        page.table(&table_of_others);
    }
    files.page(&page);
}

/// The report's own command line, without the places of files.
fn command(input: &Input, parts: &[&str]) -> String {
    let mut command = "nexsolve report --out DIR --db DATABASE…".to_owned();
    if !input.records.is_empty() {
        command.push_str(" --records FILE…");
    }
    if !input.runs.is_empty() {
        command.push_str(" --run FILE…");
    }
    if parts.len() < Part::ALL.len() {
        command.push_str(" --only ");
        command.push_str(&parts.join(","));
    }
    format!("`{command}`")
}

/// The files beside the databases.
fn others(input: &Input) -> Vec<FileDocument<'_>> {
    let records = input.records.iter().map(|file| document("records of games", file));
    records.chain(input.runs.iter().map(|file| document("run", file))).collect()
}

fn document<'f>(kind: &'static str, (name, text): &'f (String, String)) -> FileDocument<'f> {
    FileDocument { name, kind, digest: blake3::hash(text.as_bytes()).to_hex().to_string() }
}
