//! Databases of perfect play: table files, their manifest, and look-ups.
//!
//! A database is a folder with one file for each **layer** (positions numbered together) and each **metric**
//! (what the entries give, such as values or distances): `p05n3.wdl` contains the values of the layer
//! `p05n3`. `manifest.json` lists the finished tables. `FORMAT.md`, at the root of the repository, describes
//! each byte of these files.
//!
//! - [`Builder`] creates a database, [`TableWriter`] writes a table, and [`Builder::commit`] adds finished
//!   tables to the database. [`BlockMaker`] makes blocks for a table that another process writes.
//! - [`Database`] and [`Table`] read a database and its tables.
//! - [`DbProber`] looks positions up.
//! - [`digest::check`] checks that the files are unchanged.
//! - [`summary::Summary`] summarises the manifest without opening a table.
//!
//! A table has one **code** of 1, 2, 4 or 8 bits for each rank of its layer, and a code book with the value
//! of each code. Codes are packed, the first in the lowest bits of the first byte ([`packed`]), and divided
//! into blocks. Each block is stored separately, with a checksum that covers its contents, its number and its
//! table.
//!
//! A probe of a missing table returns [`nexsolve_core::Probe::Absent`]. A damaged table gives an error, never
//! a wrong value. Checksums detect accidental damage, not forgery: a table with wrong values and correct
//! checksums is read like any other.
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

mod address;
mod blocks;
mod builder;
mod cache;
mod database;
pub mod digest;
mod encode;
mod encode_strips;
mod error;
pub mod files;
pub mod frames;
mod index;
pub mod json;
mod kept;
mod layout;
pub mod locks;
mod manifest;
mod memory;
mod note;
mod omitted;
pub mod packed;
mod patterns;
mod prober;
pub mod scratch;
#[cfg(feature = "http")]
mod site;
mod source;
mod spec;
pub mod staged;
mod storage;
mod strips;
pub mod summary;
mod table;
mod writer;

pub use address::{is_address, is_unreached, shown};
pub use blocks::BlockMaker;
pub use builder::{Builder, MarkFile};
pub use database::Database;
pub use encode::{BATCH_BYTES, Blocks, index_bytes};
pub use encode_strips::{PATTERN_BYTES, REMEMBERED_BYTES};
pub use error::{BuildError, FilePart, OpenError, TableError, TableErrors, TableFault};
pub use files::Keep;
pub use manifest::{Manifest, TableRecord};
pub use memory::Memory;
pub use note::on_note;
pub use omitted::follow;
pub use prober::DbProber;
pub use spec::{Counts, Form, Metric, Provenance, SpecError, Subject, TableSpec};
pub use storage::{PositionedFile, Storage};
pub use table::Table;
pub use writer::{FinishedTable, TableWriter};

/// The version of zstd that compresses tables. Equal values give equal bytes only with equal versions.
pub fn zstd_version() -> &'static str {
    frames::version()
}

#[cfg(test)]
mod tests;

/// The name of the manifest's file.
pub const MANIFEST: &str = "manifest.json";
