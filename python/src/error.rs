//! Errors as Python exceptions, with the messages of the command.

use pyo3::exceptions::{PyException, PyValueError};
use pyo3::{PyErr, create_exception};
use std::fmt::Display;

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

/// A failure that is not the caller's fault: a damaged table, refused memory.
pub(crate) fn failed(error: impl Display) -> PyErr {
    NexsolveError::new_err(error.to_string())
}
