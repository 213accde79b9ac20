//! Writes the databases that `tests/format.rs` reads into `tests/data`. They are written once for each
//! version of the format, and never changed: existing databases are left alone. Run this when a new version
//! needs its own databases.
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
            // The mixed table would be large in raw form.
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
