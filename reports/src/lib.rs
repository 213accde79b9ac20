//! Reports: what finished databases say, as Markdown, JSON and SVG.
//!
//! Nothing here starts a run, prints, or looks at a clock: the same databases give the same bytes.
//!
//! - [`svg`], [`ink`]: a drawing, and what things are drawn with so that they read in grey and in print.
//! - [`chart`]: lines, points, bars. [`picture`]: positions of the games, [`strip`]: several beside each other.
//! - [`Page`], [`Table`], [`Files`]: a document, and the set of files.
//! - [`Sources`]: the databases, positions and moves judged by them.
//! - [`report`]: the report, part by part. [`bind`] makes a report of other chapters.

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
pub use files::{Files, WriteError};
pub use page::{Chapter, Page, Table, escape};
pub use provenance::{InputFile, Origin};
pub use report::{Part, bind, built, report};
pub use source::{Judged, Source, Sources, folders, is_database, mark};
