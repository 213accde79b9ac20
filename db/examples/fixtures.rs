//! Writes the databases that `tests/format.rs` reads, into `tests/data`. They were written once for a version of the format, and are
//! kept as they were: databases that are there already are left alone. Run it when a new version needs databases of its own.
//!
//!     cargo run -p nexsolve-db --example fixtures

use fixtures::{KEPT, database, derived, make, strip, tables};
use nexsolve_db::{Form, TableSpec};

#[path = "../tests/fixtures/mod.rs"]
mod fixtures;

fn main() {
    for (version, form) in KEPT {
        let folder = database(version, form);
        if folder.exists() {
            println!("{} is kept as it is", folder.display());
            continue;
        }
        for (spec, codes) in tables() {
            // The mixed table is large when it is raw.
            let codes = if form == Form::Raw { &codes[..codes.len().min(500)] } else { &codes[..] };
            let spec = TableSpec { entries: codes.len() as u64, ..spec };
            make(&folder, form, strip(form, spec.metric), spec, codes);
        }
        if version >= 3 {
            derived(&folder);
        }
        println!("{} is written", folder.display());
    }
}
