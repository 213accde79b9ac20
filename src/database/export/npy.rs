//! Arrays for `NumPy`: a file a table, element r for the number r.

use super::{Export, Part, make_folder};
use crate::database::asked::Asked;
use crate::fault::Fault;
use crate::files;
use nexsolve_db::{Metric, Table};
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
pub(super) fn write<G: Asked>(
    export: &Export<'_, G>,
    tables: &[(usize, Arc<Table>)],
    blocks: u64,
    folder: &Path,
) -> Result<u64, Fault> {
    make_folder(folder)?;
    if matches!(export.metric, Metric::Dtw | Metric::Score) {
        arrays::<G, i16>(export, tables, blocks, folder)
    } else {
        arrays::<G, i8>(export, tables, blocks, folder)
    }
}

fn arrays<G: Asked, T: Element>(
    export: &Export<'_, G>,
    tables: &[(usize, Arc<Table>)],
    blocks: u64,
    folder: &Path,
) -> Result<u64, Fault> {
    let (mut rows, mut done) = (0, 0);
    for (layer, table) in tables {
        let path = folder.join(format!("{}.{}.npy", export.game.layers()[*layer].name, export.metric));
        files::write(&path, |out| {
            let failed = |error| files::unwritable(&path, &error);
            let options = WriteOptions::<T>::new().default_dtype().shape(&[table.entries()]);
            let mut array = options.writer(out).begin_nd().map_err(failed)?;
            let make = |part: Part<'_, G>| elements::<G, T>(&part);
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
fn elements<G: Asked, T: Element>(part: &Part<'_, G>) -> (Vec<T>, u64) {
    let mut elements = vec![T::FREE; part.values.len()];
    let mut count = 0;
    let last = part.first + part.values.len() as u64;
    part.game.unrank_range(part.layer, part.first..last, |rank, _| {
        let at = (rank - part.first) as usize;
        elements[at] = T::of(part.values[at]);
        count += 1;
    });
    (elements, count)
}
