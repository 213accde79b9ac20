//! Databases of perfect play: table files, the manifest that lists them, and look-ups.
//!
//! A database is a folder. It has one file for each **layer** (positions numbered together) and each **metric** (what the entries
//! give, such as values or distances): `p05n3.wdl` holds the values of the layer `p05n3`. `manifest.json` lists the finished
//! tables. `FORMAT.md`, at the root of the repository, describes each byte of these files.
//!
//! - [`Builder`] makes a database, [`TableWriter`] writes a table, [`Builder::commit`] makes finished tables part of the database.
//!   [`BlockMaker`] makes blocks of a table that another process writes.
//! - [`Database`] and [`Table`] read one.
//! - [`DbProber`] looks positions up.
//! - [`digest::check`] checks a copy.
//! - [`summary::Summary`] summarises the manifest without opening a table.
//!
//! A table has one **code** of 1, 2, 4 or 8 bits for each number of its layer, and a code book that gives the codes'
//! values. Codes are packed, the first in the lowest bits of the first byte ([`packed`]), and cut into blocks. Each block
//! is stored by itself, with a checksum that covers its contents, its number and its table.
//!
//! A missing table is an answer ([`nexsolve_core::Probe::Absent`]). A damaged table is an error, not a wrong value. Checksums detect accidents, not
//! forgery: a table with wrong values and correct checksums is read like any other.
//!
//! ```
//! use nexsolve_db::{Builder, Counts, Database, Form, Metric, Provenance, Subject, TableSpec, packed};
//!
//! # let scratch = tempfile::tempdir()?;
//! # let folder = scratch.path();
//! let subject = Subject { game: "nex".into(), board: "nex:2x2".into() };
//! let provenance = Provenance { program: "an example".into(), command: "make it".into() };
//! let mut builder = Builder::open(folder, subject, Form::Compressed, provenance)?;
//! let spec = TableSpec { layer: "p01n1".into(), metric: Metric::Wdl, entries: 3, values: vec![-1, 0, 1] };
//! let mut writer = builder.begin(spec)?;
//! writer.append(&packed::pack(&[2, 0, 1], 2))?;
//! let table = writer.finish()?;
//! builder.commit(vec![(table, Counts { positions: vec![1, 1, 1], reachable: None })])?;
//!
//! let database = Database::open(folder)?;
//! let table = database.table("p01n1", Metric::Wdl)?.expect("just made");
//! assert_eq!(table.value(0)?, 1);
//! assert!(database.table("p02n2", Metric::Wdl)?.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod blocks;
mod builder;
mod cache;
mod database;
pub mod digest;
mod encode;
mod encode_strips;
mod error;
pub mod files;
mod index;
pub mod json;
mod kept;
mod layout;
mod manifest;
mod omitted;
pub mod packed;
mod patterns;
mod prober;
mod spec;
mod storage;
mod strips;
pub mod summary;
mod table;
mod writer;

pub use blocks::BlockMaker;
pub use builder::{Builder, Mark};
pub use database::Database;
pub use encode::{BATCH_BYTES, Blocks, index_bytes};
pub use encode_strips::{PATTERN_BYTES, REMEMBERED_BYTES};
pub use error::{BuildError, OpenError, Part, TableError, TableErrors, TableFault};
pub use files::Keep;
pub use manifest::{Manifest, TableRecord};
pub use omitted::follow;
pub use prober::DbProber;
pub use spec::{Counts, Form, Metric, Provenance, SpecError, Subject, TableSpec};
pub use storage::{PositionedFile, Storage};
pub use table::Table;
pub use writer::{FinishedTable, TableWriter};

/// The version of zstd that compresses tables. The same values have the same bytes as long as it is the same.
pub fn zstd_version() -> &'static str {
    zstd::zstd_safe::version_string()
}

#[cfg(test)]
mod tests;

/// The name of the manifest's file.
pub const MANIFEST: &str = "manifest.json";
