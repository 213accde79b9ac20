//! Shared code of the end-to-end tests: running the command.

pub(crate) mod build;
pub(crate) mod folder;
#[cfg(unix)]
pub(crate) mod server;
#[cfg(target_os = "linux")]
pub(crate) mod signals;
#[cfg(feature = "http")]
pub(crate) mod site;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The formats that `export` can write.
pub(crate) const FORMATS: &[&str] =
    if cfg!(feature = "parquet") { &["csv", "npy", "parquet"] } else { &["npy", "csv"] };

/// The words of a command line, separated by spaces or in single quotes.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        // Every second part is quoted, and is one word.
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The command, without colour, with nothing on its standard input and its output kept.
pub(crate) fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nexsolve"));
    command.args(words(line)).env("NO_COLOR", "1").env_remove("COLUMNS");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for the end of a command. Returns exit code, standard output and standard error.
pub(crate) fn ended(child: Child) -> (i32, String, String) {
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

/// Exit code, standard output, standard error.
pub(crate) fn run(line: &str) -> (i32, String, String) {
    ended(command(line).spawn().expect("the command starts"))
}

/// Like [`run`], with this standard input.
pub(crate) fn fed(line: &str, input: impl AsRef<[u8]> + Send) -> (i32, String, String) {
    let mut child = command(line).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("piped");
    std::thread::scope(|scope| {
        // A command that refuses its arguments does not read.
        scope.spawn(move || stdin.write_all(input.as_ref()));
        ended(child)
    })
}

/// The output of a run that succeeds.
pub(crate) fn said(line: &str) -> String {
    let (code, out, err) = run(line);
    assert_eq!(code, 0, "{line}: {out}{err}");
    out
}

/// The exit code of a run with `--json`, and the one document that it prints.
pub(crate) fn document(line: &str) -> (i32, Value) {
    let (code, out, err) = run(&format!("{line} --json"));
    assert!(out.ends_with("}\n") && out.lines().count() == 1, "{line}: {code}: {out}{err}");
    (code, serde_json::from_str(&out).expect("one JSON document"))
}

/// The document of a run that succeeds.
pub(crate) fn json(line: &str) -> Value {
    let (code, document) = document(line);
    assert_eq!(code, 0, "{line}: {document}");
    document
}

/// Runs a command that must end with this code, print nothing to standard output, and fail with a message
/// that contains these words.
pub(crate) fn refused(code: i32, line: &str, says: &str) -> String {
    let (found, out, err) = run(line);
    let line: String = line.chars().take(200).collect();
    assert_eq!((found, out.as_str()), (code, ""), "{line}: {err}");
    assert!(err.contains(says), "{line}: {err} does not say {says}");
    err
}

/// A folder for one test.
pub(crate) fn scratch() -> TempDir {
    tempfile::tempdir().expect("a scratch folder")
}

/// A file with these contents.
pub(crate) fn written(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let file = folder.path().join(name);
    fs::write(&file, contents).expect("written");
    path(&file).to_owned()
}

/// A path as an argument.
pub(crate) fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// A path in a folder, as an argument.
pub(crate) fn place(folder: &TempDir, name: &str) -> String {
    path(&folder.path().join(name)).to_owned()
}

/// The contents of a folder, in order.
pub(crate) fn entries(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// The files of a database with their contents, without the lock.
pub(crate) fn files(folder: impl AsRef<Path>) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).expect("text").to_owned();
    let files = entries(folder).into_iter().map(|file| (name(&file), fs::read(file).expect("readable")));
    files.filter(|(name, _)| name != "lock").collect()
}

/// The manifest in a folder.
pub(crate) fn manifest(folder: impl AsRef<Path>) -> Value {
    let text = fs::read(folder.as_ref().join("manifest.json")).expect("a manifest");
    serde_json::from_slice(&text).expect("JSON")
}

/// An integer field of a document.
pub(crate) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// A list field of a document.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}
