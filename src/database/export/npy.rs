//! Arrays for `NumPy`: one file per table, where element r belongs to rank r. The files have version 1.0 of
//! `numpy.lib.format`. Only a header of one line is needed. Libraries for the format also read headers, which
//! are Python expressions, and so take longer to build than all games together.

use super::reader::Export;
use nexsolve_console::{Fault, files};
use nexsolve_db::Metric;
use nexsolve_oracle::EntrySlice;
use std::path::Path;

/// The header's length is a multiple of this.
const ALIGNMENT: usize = 64;

/// The memory for an element while reading and writing.
const ELEMENT_BYTES: u64 = 16;

/// Writes each table to a file in the folder. Returns the number of positions.
pub(super) fn write(export: &Export, folder: &Path) -> Result<u64, Fault> {
    files::check_no_file(folder)?;
    let mut rows = 0;
    // The type of the elements, their size in bytes, and the element of a free rank.
    let (descr, width, free) = match export.metric {
        Metric::Dtw | Metric::Score => ("<i2", 2, i16::MIN),
        Metric::Wdl | Metric::Reach => ("|i1", 1, i8::MIN.into()),
    };
    files::write_all(folder, |beside| {
        for (layer, table) in &export.tables {
            let file = format!("{}.{}.npy", export.name(*layer), export.metric);
            let path = folder.join(&file);
            files::write(&beside.join(file), |out| {
                let failed = |error| files::unwritable(&path, &error);
                out.write_all(&header(descr, table.entries())).map_err(failed)?;
                let make = |part: EntrySlice| {
                    // The first byte of a small number, little endian, is the number itself.
                    let mut elements = free.to_le_bytes()[..width].repeat(part.values.len());
                    let mut count = 0;
                    export.entries.positions(&part, |rank, value, _| {
                        let at = (rank - part.first) as usize * width;
                        elements[at..at + width].copy_from_slice(&value.to_le_bytes()[..width]);
                        count += 1;
                    });
                    (elements, count)
                };
                export.read(*layer, table, ELEMENT_BYTES, make, |parts| {
                    for (elements, count) in parts {
                        out.write_all(&elements).map_err(failed)?;
                        rows += count;
                    }
                    Ok(())
                })
            })?;
        }
        Ok(())
    })?;
    Ok(rows)
}

/// Returns the header of an `npy` file: the type `descr` of the elements and their number.
fn header(descr: &str, entries: u64) -> Vec<u8> {
    let dictionary = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({entries},), }}");
    let prelude = b"\x93NUMPY\x01\x00";
    let before = prelude.len() + 2;
    let whole = (before + dictionary.len() + 1).next_multiple_of(ALIGNMENT);
    let length = u16::try_from(whole - before).expect("a short line").to_le_bytes();
    let line = format!("{dictionary:<width$}\n", width = whole - before - 1);
    [prelude.as_slice(), &length, line.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::header;

    /// The expected bytes are those of numpy 2.4, `numpy.lib.format.write_array_header_1_0`.
    #[test]
    fn headers_are_those_of_numpy() {
        let line = "{'descr': '<i2', 'fortran_order': False, 'shape': (13,), }";
        let mut wanted = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        wanted.extend(format!("{line:<117}\n").into_bytes());
        assert_eq!(header("<i2", 13), wanted);
        assert_eq!(header("|i1", u64::MAX).len(), 128);
    }
}
