//! The lines that the engine writes. Two threads write: the one that searches and the one that reads.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The output, which several threads share.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(output)))
    }

    /// Writes a line.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(format!("{line}\n").as_bytes())?;
        output.flush()
    }

    /// Writes an error message.
    pub(super) fn fail(&self, message: &str) -> io::Result<()> {
        self.say(&format!("error message={}", quoted(message)))
    }
}

/// Why a command failed.
pub(super) enum Failure {
    /// The interface has made a mistake.
    Told(String),
    /// The output cannot be written.
    Silent(io::Error),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Told(message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Self {
        Self::Told(message.to_owned())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Silent(error)
    }
}

/// Puts a value in quotation marks, which it cannot contain.
pub(super) fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('"', "'").replace(char::is_control, " "))
}
