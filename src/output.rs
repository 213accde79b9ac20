//! Results to standard output, notes to standard error.

use crate::exit::Exit;
use crate::fault::Fault;
use std::io::{self, Write};

/// Prints a result. When the reader has gone away (`| head`) the rest of the work is for nobody: the process ends, and
/// quietly.
pub(crate) fn result(text: &str) -> Result<(), Fault> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done.now(),
        Err(error) => Err(Fault::new(Exit::Fault, format!("standard output cannot be written: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Prints one JSON document, on one line.
pub(crate) fn json(document: &impl serde::Serialize) -> Result<(), Fault> {
    let text = serde_json::to_string(document)
        .map_err(|error| Fault::new(Exit::Fault, format!("the JSON document cannot be made: {error}")))?;
    result(&(text + "\n"))
}

/// Says something that is no result. Where standard error is closed, nobody wants to know.
pub(crate) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
