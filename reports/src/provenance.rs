//! Where the numbers come from: version, commands, digests.

use crate::files::Files;
use crate::page::{Page, PageTable};
use crate::source::BoardDatabases;
use crate::words::size;
use nexsolve_core::words::grouped;
use nexsolve_db::TableRecord;
use serde::Serialize;
use serde_json::{Value, json};

/// The path of the list of all tables.
pub(crate) const PATH: &str = "provenance.md";
/// Its title.
pub(crate) const TITLE: &str = "Where the numbers come from";

/// The program and the inputs of a report.
#[derive(Clone)]
pub struct Origin<'a> {
    /// The name and version of the program that wrote the report.
    pub program: &'a str,
    /// The command line that made the report, without paths.
    pub command: String,
    /// The parts that were made.
    pub parts: Vec<&'a str>,
    /// The databases.
    pub sources: &'a BoardDatabases,
    /// Input files other than databases.
    pub inputs: Vec<InputFile<'a>>,
    /// The origin of the program: names and values of the commit, the compiler, and the library that
    /// compresses tables.
    pub built: Vec<(&'static str, String)>,
}

/// An input file other than a database.
#[derive(Clone, Debug, Serialize)]
pub struct InputFile<'a> {
    name: &'a str,
    kind: &'static str,
    /// The blake3 digest of the text.
    digest: String,
}

impl<'a> InputFile<'a> {
    /// Creates the entry of a file: its name for people, and what it contains (`records of games`).
    pub fn new(kind: &'static str, name: &'a str, text: &str) -> Self {
        Self { name, kind, digest: blake3::hash(text.as_bytes()).to_hex().to_string() }
    }
}

impl Origin<'_> {
    /// The other inputs, as words that follow the databases in a sentence.
    pub(crate) fn beside(&self) -> &'static str {
        if self.inputs.is_empty() { "" } else { " and the files that are given" }
    }
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
    let Origin { program, command, parts, inputs, built, .. } = origin;
    let databases: Value = databases.collect();
    let words = built.iter().map(|(what, version)| ((*what).to_owned(), Value::from(version.as_str())));
    let document = json!({
        "program": program,
        "built": words.collect::<serde_json::Map<_, _>>(),
        "parts": parts,
        "databases": databases,
        "files": inputs,
    });
    files.json("provenance.json", &document);
    let mut page = Page::new(PATH, TITLE);
    page.text(&format!(
        "Written by {program} from these databases{} alone, by `{command}`. The command of a database makes the same bytes again; the digest is the BLAKE3 digest of the manifest \
         (`b3sum manifest.json`), which contains the digest of each table. {} lists all of them.",
        origin.beside(),
        page.link("provenance.json", "provenance.json")
    ));
    if !built.is_empty() {
        page.list(built.iter().map(|(what, version)| format!("{what}: {version}")));
    }
    page.table(&databases_table(origin.sources));
    if !inputs.is_empty() {
        page.heading(2, "Other files");
        let mut table = PageTable::new(&["<file", "<what", "<digest"]);
        for input in inputs {
            table.row([format!("`{}`", input.name), input.kind.to_owned(), format!("`{}`", input.digest)]);
        }
        page.table(&table);
    }
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
