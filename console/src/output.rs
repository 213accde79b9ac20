//! Prints results to standard output, and notes to standard error.

use crate::args::Global;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::terminal;
use serde_json::Value;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Prints an answer: a document with `--json`, otherwise text.
///
/// # Errors
/// As [`result`].
pub fn answer(
    global: &Global,
    document: impl FnOnce() -> Value,
    text: impl FnOnce() -> String,
) -> Result<(), Fault> {
    if global.json { json(&document()) } else { result(&text()) }
}

/// Whether the reader of standard output has closed it (`| head`).
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns whether standard output still has a reader. Work that only prints stops when there is none.
pub fn is_read() -> bool {
    !CLOSED.load(Relaxed)
}

/// Prints a result. If standard output has no reader any more, drops this and later results without an error:
/// files are still written, and the exit code stays the same.
///
/// # Errors
/// If standard output cannot be written.
pub fn result(text: &str) -> Result<(), Fault> {
    if !is_read() {
        return Ok(());
    }
    match write(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            CLOSED.store(true, Relaxed);
            Ok(())
        }
        Err(error) => Err(Fault::new(Exit::System, format!("cannot write to standard output: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Writes a text to standard output, without escape sequences unless it is a terminal.
fn write(text: &str) -> io::Result<()> {
    fn all(mut out: impl Write, text: &str) -> io::Result<()> {
        out.write_all(text.as_bytes())?;
        out.flush()
    }
    if text.contains('\u{1b}') {
        all(anstream::stdout().lock(), text)
    } else {
        all(io::stdout().lock(), text)
    }
}

/// Prints one JSON document, on one line.
///
/// # Errors
/// As [`result`].
pub fn json(document: &Value) -> Result<(), Fault> {
    result(&format!("{document}\n"))
}

/// Returns the document without those of the named fields that are null.
pub fn without_null(mut document: Value, names: &[&str]) -> Value {
    if let Value::Object(fields) = &mut document {
        fields.retain(|name, value| !(value.is_null() && names.contains(&name.as_str())));
    }
    document
}

/// Says that the program waits for input if that comes from a terminal, where nothing else would show it.
pub fn awaits(what: &str) {
    if io::stdin().is_terminal() {
        note(&format!("reading {what} from the terminal; Ctrl-D (on Windows Ctrl-Z, Enter) ends the input"));
    }
}

/// Prints a note on standard error. If that is closed, the note is dropped.
pub fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", terminal::message(text));
}
