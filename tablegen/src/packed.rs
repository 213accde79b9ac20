//! A table's packed codes: their size, and reads of ranges.

use nexsolve_db::{Table, TableError, TableSpec};

/// Bytes of the packed codes of a table whose code book has `values` values; `u64::MAX` if the number is
/// larger.
pub fn packed_bytes(entries: u64, values: usize) -> u64 {
    let bits = u128::from(entries) * u128::from(TableSpec::bits_for(values));
    u64::try_from(bits.div_ceil(8)).unwrap_or(u64::MAX)
}

/// Replaces `packed` with the bytes that hold `count` entries from `first` on. Returns the place of the first
/// entry in them.
///
/// # Errors
/// If a table is damaged.
pub fn read_entries(table: &Table, first: u64, count: u64, packed: &mut Vec<u8>) -> Result<u64, TableError> {
    packed.clear();
    let block_entries = table.block_entries();
    if count == 0 {
        return Ok(0);
    }
    let blocks = first / block_entries..=(first + count - 1) / block_entries;
    let begin = blocks.start() * block_entries;
    for block in blocks {
        let at = packed.len();
        packed.resize(at + table.block_bytes(block), 0);
        table.load_into(block, &mut packed[at..])?;
    }
    Ok(first - begin)
}
