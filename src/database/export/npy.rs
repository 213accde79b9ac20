//! Arrays for `NumPy`: a file a table, element r for the number r.

use super::{Export, make_folder};
use crate::fault::Fault;
use crate::files;
use nexsolve_db::{Metric, Table};
use nexsolve_oracle::Part;
use npyz::{AutoSerialize, WriteOptions, WriterBuilder};
use std::path::Path;
use std::sync::Arc;

/// An element of an array.
trait Element: AutoSerialize + Copy + Send {
    /// What stands for a number without a position: the least value of the type.
    const FREE: Self;

    /// A table's value.
    fn of(value: i16) -> Self;
}

impl Element for i8 {
    const FREE: Self = Self::MIN;

    fn of(value: i16) -> Self {
        Self::try_from(value).expect("win, draw and loss are 1, 0 and -1")
    }
}

impl Element for i16 {
    const FREE: Self = Self::MIN;

    fn of(value: i16) -> Self {
        value
    }
}

/// Writes each table into a file of the folder. Returns the number of positions.
pub(super) fn write(
    export: &Export<'_>,
    tables: &[(usize, Arc<Table>)],
    blocks: u64,
    folder: &Path,
) -> Result<u64, Fault> {
    make_folder(folder)?;
    if matches!(export.metric, Metric::Dtw | Metric::Score) {
        arrays::<i16>(export, tables, blocks, folder)
    } else {
        arrays::<i8>(export, tables, blocks, folder)
    }
}

fn arrays<T: Element>(
    export: &Export<'_>,
    tables: &[(usize, Arc<Table>)],
    blocks: u64,
    folder: &Path,
) -> Result<u64, Fault> {
    let (mut rows, mut done) = (0, 0);
    for (layer, table) in tables {
        let path = folder.join(format!("{}.{}.npy", export.name(*layer), export.metric));
        files::write(&path, |out| {
            let failed = |error| files::unwritable(&path, &error);
            let options = WriteOptions::<T>::new().default_dtype().shape(&[table.entries()]);
            let mut array = options.writer(out).begin_nd().map_err(failed)?;
            let make = |part: Part| elements::<T>(export, &part);
            export.read(*layer, table, blocks, &mut done, make, |parts| {
                for (elements, count) in parts {
                    array.extend(elements).map_err(failed)?;
                    rows += count;
                }
                Ok(())
            })?;
            array.finish().map_err(failed)
        })?;
    }
    Ok(rows)
}

/// The elements of a part, and how many of them stand for positions.
fn elements<T: Element>(export: &Export<'_>, part: &Part) -> (Vec<T>, u64) {
    let mut elements = vec![T::FREE; part.values.len()];
    let mut count = 0;
    export.entries.positions(part, |rank, value, _| {
        elements[(rank - part.first) as usize] = T::of(value);
        count += 1;
    });
    (elements, count)
}
