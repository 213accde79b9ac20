//! Errors as Python exceptions, with the messages of the command.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::path::Path;

create_exception!(
    nexsolve,
    NexsolveError,
    PyException,
    "A database could not be opened or read, or a search could not begin."
);

/// A wrong argument.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Refuses a folder that does not exist, as Python itself does.
pub(crate) fn check_exists(py: Python<'_>, folder: &Path) -> PyResult<()> {
    if folder.exists() {
        return Ok(());
    }
    let errno = py.import("errno")?.getattr("ENOENT")?.unbind();
    Err(PyFileNotFoundError::new_err((errno, "No such folder", folder.as_os_str().to_owned())))
}

/// A failure that is not the caller's fault: a damaged table, refused memory.
pub(crate) fn failed(error: impl Display) -> PyErr {
    NexsolveError::new_err(error.to_string())
}

/// Passes a sentence to Python as a warning. Filters may make an error of it, which nobody could catch here.
pub(crate) fn warn(text: &str) {
    Python::attach(|py| {
        let warned = py.import("warnings").and_then(|warnings| warnings.call_method1("warn", (text,)));
        if let Err(error) = warned {
            error.write_unraisable(py, None);
        }
    });
}
