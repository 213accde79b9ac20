//! Reports from finished databases, as Markdown, JSON and SVG.
//!
//! This crate computes nothing anew, prints nothing and reads no clock: the same databases give the same
//! bytes.
//!
//! - [`svg`], [`ink`]: drawings, with fills and strokes that can be read in grey and in print.
//! - [`chart`]: lines, points, bars. [`picture`]: positions of the games. [`strip`]: several pictures side by
//!   side.
//! - [`Page`], [`PageTable`], [`Files`]: a document, and the set of files.
//! - [`BoardDatabases`]: the databases, and positions and moves judged by them.
//! - [`report`]: makes the parts of the report. It binds them with the chapters of others.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod atlas;
pub mod chart;
mod error;
mod files;
pub mod ink;
mod openings;
mod page;
pub mod picture;
mod poster;
mod provenance;
mod report;
mod source;
pub mod strip;
pub mod svg;
pub mod words;

pub use error::ReportError;
pub use files::{Files, ReportWriteError};
pub use page::{Chapter, Page, PageTable, escape};
pub use report::{Section, report};
pub use source::{BoardDatabase, BoardDatabases, folders, is_database};
