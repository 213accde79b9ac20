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

/// The number of a player, 0 or 1.
#[derive(Clone, Copy)]
pub(crate) struct Player(pub(crate) usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Player {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<Number<i64>>()? {
            Number(player @ 0..=1) => Ok(Self(player as usize)),
            Number(other) => Err(PyValueError::new_err(format!("player {other} does not exist: 0 or 1"))),
        }
    }
}

/// An amount of memory: a number of bytes, or a text such as `4GiB`.
#[derive(Clone, Copy)]
pub(crate) struct Memory(pub(crate) u64);

impl<'a, 'py> FromPyObject<'a, 'py> for Memory {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let Ok(text) = object.extract::<String>() else {
            return object.extract::<Number<u64>>().map(|Number(bytes)| Self(bytes));
        };
        let units = [("kib", 10), ("mib", 20), ("gib", 30), ("tib", 40)];
        let units = units.map(|(unit, bits)| (unit, 2.0_f64.powi(bits)));
        let bytes = nexsolve_core::words::measured(&text.to_ascii_lowercase(), &units);
        let bytes = bytes.ok_or_else(|| {
            PyValueError::new_err(format!(
                "{text:?} is not an amount of memory, such as \"512MiB\" or \"4GiB\""
            ))
        });
        Ok(Self(bytes? as u64))
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
