//! Results to standard output, notes to standard error.

use crate::args::Global;
use crate::exit::Exit;
use crate::fault::Fault;
use serde_json::Value;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Prints an answer in the form that `--json` asks for: a document or text.
pub(crate) fn answer(
    global: &Global,
    document: impl FnOnce() -> Value,
    text: impl FnOnce() -> String,
) -> Result<(), Fault> {
    if global.json { json(&document()) } else { result(&text()) }
}

/// Whether the reader of standard output has gone away (`| head`).
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether somebody still reads standard output. Work whose whole result is printed ends when nobody does.
pub(crate) fn is_read() -> bool {
    !CLOSED.load(Relaxed)
}

/// Prints a result. When the reader has gone away this and all that follows is for nobody, and no fault: files are written
/// and the exit code says what it would have said.
pub(crate) fn result(text: &str) -> Result<(), Fault> {
    if !is_read() {
        return Ok(());
    }
    match write(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            CLOSED.store(true, Relaxed);
            Ok(())
        }
        Err(error) => Err(Fault::new(Exit::System, format!("standard output cannot be written: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Writes a text to standard output. Only one with escape sequences is looked through for those that must go.
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
pub(crate) fn json(document: &Value) -> Result<(), Fault> {
    result(&format!("{document}\n"))
}

/// A document without those of its fields with these names that are null.
pub(crate) fn without_null(mut document: Value, names: &[&str]) -> Value {
    if let Value::Object(fields) = &mut document {
        fields.retain(|name, value| !(value.is_null() && names.contains(&name.as_str())));
    }
    document
}

/// Says something that is no result. Where standard error is closed, nobody wants to know.
pub(crate) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
