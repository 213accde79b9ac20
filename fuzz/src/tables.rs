//! Table files: whatever their bytes, each entry has a value or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nexsolve_db::Table;
use std::path::Path;

/// The greatest number of entries that are read from each end of a table.
const ENTRIES: u64 = 2_000;

fuzz_target!(|bytes: &[u8]| {
    for cache_bytes in [0, 1 << 20] {
        let Ok(table) = Table::from_storage(Path::new("table"), Box::new(bytes.to_vec()), cache_bytes) else {
            return;
        };
        let entries = table.entries();
        let last = entries.saturating_sub(ENTRIES).max(ENTRIES)..entries;
        for index in (0..entries.min(ENTRIES)).chain(last) {
            let _ = (table.code(index), table.value(index));
        }
        let mut packed = Vec::new();
        for block in 0..table.blocks().min(ENTRIES) {
            let _ = table.load(block, &mut packed);
        }
    }
});
