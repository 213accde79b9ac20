//! Arguments from Python: integers of any size, and sequences of any length.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The number of items of a sequence between two looks at signals.
const LOOK: usize = 1 << 16;

/// A number. One that is out of range is a wrong value: it raises ValueError, not OverflowError.
#[derive(Clone, Copy)]
pub(crate) struct Number<T>(pub(crate) T);

impl<'a, 'py, T> FromPyObject<'a, 'py> for Number<T>
where
    T: FromPyObject<'a, 'py>,
    T::Error: Into<PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        object.extract::<T>().map(Self).map_err(|error| {
            let error: PyErr = error.into();
            if !error.is_instance_of::<PyOverflowError>(py) {
                return error;
            }
            match object.str() {
                Ok(text) => PyValueError::new_err(format!("{text} is out of range")),
                // A number with too many digits to print.
                Err(_) => PyValueError::new_err("a number is out of range"),
            }
        })
    }
}

/// The items of a sequence or another iterable that is not a string. Its `__len__` is not trusted: memory is
/// taken for the items that exist.
///
/// Raises TypeError if it cannot be iterated or an item has another type, and MemoryError if there are too
/// many.
pub(crate) fn items<'py, T>(sequence: &Bound<'py, PyAny>) -> PyResult<Vec<T>>
where
    T: FromPyObjectOwned<'py>,
{
    let mut items = Vec::new();
    each(sequence, |item| {
        reserve(&mut items, 1)?;
        items.push(item.extract().map_err(Into::into)?);
        Ok(())
    })?;
    Ok(items)
}

/// Calls `take` with each item of a sequence, as [`items`] does.
pub(crate) fn each<'py>(
    sequence: &Bound<'py, PyAny>,
    mut take: impl FnMut(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    if sequence.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("a sequence is expected, not a string"));
    }
    for (number, item) in sequence.try_iter()?.enumerate() {
        take(&item?)?;
        if number % LOOK == LOOK - 1 {
            sequence.py().check_signals()?;
        }
    }
    Ok(())
}

/// Takes memory for more items.
pub(crate) fn reserve<T>(items: &mut Vec<T>, more: usize) -> PyResult<()> {
    items.try_reserve(more).map_err(|_| PyMemoryError::new_err("there is no memory for so many items"))
}
