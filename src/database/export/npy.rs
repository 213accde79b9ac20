//! Arrays for `NumPy`, version 1.0 of its format (`numpy.lib.format`): a file a table, element r for the number r.

use super::{Export, Part, make_folder};
use crate::database::look::Listed;
use crate::fault::Fault;
use crate::files;
use nexsolve_db::{Metric, Table};
use std::path::Path;
use std::sync::Arc;

/// What stands for a number without a position: the least value of the type.
const FREE_BYTE: i8 = i8::MIN;
const FREE_WORD: i16 = i16::MIN;

/// Writes each table into a file of the folder. Returns the number of positions.
pub(super) fn write<G: Listed>(
    export: &Export<'_, G>,
    tables: &[(usize, Arc<Table>)],
    blocks: u64,
    folder: &Path,
) -> Result<u64, Fault> {
    make_folder(folder)?;
    let (mut rows, mut done) = (0, 0);
    for (layer, table) in tables {
        let path = folder.join(format!("{}.{}.npy", export.game.layers()[*layer].name, export.metric));
        files::write(&path, |out| {
            let mut put =
                |bytes: &[u8]| out.write_all(bytes).map_err(|error| files::unwritable(&path, &error));
            put(&header(export.metric, table.entries()))?;
            let make = |part: Part<'_, G>| elements(&part, export.metric);
            export.read(*layer, table, blocks, &mut done, make, |parts| {
                for (bytes, count) in parts {
                    put(&bytes)?;
                    rows += count;
                }
                Ok(())
            })
        })?;
    }
    Ok(rows)
}

/// Magic, version, and the array's type and length as a Python dictionary, filled up to a multiple of 64 bytes.
fn header(metric: Metric, entries: u64) -> Vec<u8> {
    let kind = if metric == Metric::Dtw { "<i2" } else { "|i1" };
    let dictionary = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({entries},), }}");
    let frame = b"\x93NUMPY\x01\x00".len() + 2;
    let length = (frame + dictionary.len() + 1).next_multiple_of(64) - frame;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(format!("{dictionary:<0$}\n", length - 1).bytes());
    bytes
}

/// The elements of a part, and how many of them stand for positions.
fn elements<G: Listed>(part: &Part<'_, G>, metric: Metric) -> (Vec<u8>, u64) {
    let mut bytes = Vec::with_capacity(part.values.len() * 2);
    let mut count = 0;
    for (rank, &value) in (part.first..).zip(&part.values) {
        let is_position = part.game.unrank(part.layer, rank).is_some();
        count += u64::from(is_position);
        if metric == Metric::Dtw {
            bytes.extend(if is_position { value } else { FREE_WORD }.to_le_bytes());
        } else {
            bytes.extend(if is_position { value as i8 } else { FREE_BYTE }.to_le_bytes());
        }
    }
    (bytes, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_as_numpy_writes_it() {
        for entries in [0, 1, 72, 123_456_789_012] {
            let bytes = header(Metric::Dtw, entries);
            assert!(bytes.len().is_multiple_of(64) && bytes.ends_with(b" \n"));
            assert_eq!(usize::from(u16::from_le_bytes([bytes[8], bytes[9]])), bytes.len() - 10);
            let text = String::from_utf8_lossy(&bytes[10..]).trim_end().to_owned();
            assert_eq!(text, format!("{{'descr': '<i2', 'fortran_order': False, 'shape': ({entries},), }}"));
        }
    }
}
