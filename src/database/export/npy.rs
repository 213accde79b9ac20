//! Arrays for `NumPy`: a file a table, element r for the number r.

use super::Export;
use crate::fault::Fault;
use crate::files;
use nexsolve_db::Metric;
use nexsolve_oracle::Part;
use npyz::{AutoSerialize, WriteOptions, WriterBuilder};
use std::fmt::Debug;
use std::path::Path;

/// What an element takes as it is read, and as it is written.
const ELEMENT_BYTES: u64 = 16;

/// Writes each table into a file of the folder. Returns the number of positions.
pub(super) fn write(export: &Export, folder: &Path) -> Result<u64, Fault> {
    files::check_no_file(folder)?;
    let mut rows = 0;
    files::write_all(folder, |beside| {
        rows = match export.metric {
            Metric::Dtw | Metric::Score => arrays(export, folder, beside, i16::MIN)?,
            _ => arrays(export, folder, beside, i8::MIN)?,
        };
        Ok(())
    })?;
    Ok(rows)
}

/// The same with elements of one type, of which `free` stands for a number without a position.
fn arrays<T>(export: &Export, folder: &Path, beside: &Path, free: T) -> Result<u64, Fault>
where
    T: AutoSerialize + Copy + Send + Sync + TryFrom<i16, Error: Debug>,
{
    let mut rows = 0;
    for (layer, table) in &export.tables {
        let file = format!("{}.{}.npy", export.name(*layer), export.metric);
        let path = folder.join(&file);
        files::write(&beside.join(file), |out| {
            let failed = |error| files::unwritable(&path, &error);
            let options = WriteOptions::<T>::new().default_dtype().shape(&[table.entries()]);
            let mut array = options.writer(out).begin_nd().map_err(failed)?;
            let make = |part: Part| {
                let (mut elements, mut count) = (vec![free; part.values.len()], 0);
                export.entries.positions(&part, |rank, value, _| {
                    elements[(rank - part.first) as usize] =
                        T::try_from(value).expect("a value of the table");
                    count += 1;
                });
                (elements, count)
            };
            export.read(*layer, table, ELEMENT_BYTES, make, |parts| {
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
