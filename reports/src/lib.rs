//! Reports: what finished databases say, as Markdown, JSON and SVG.
//!
//! Nothing here starts a run, prints, or looks at a clock: the same databases give the same bytes.
//!
//! - [`svg`], [`ink`]: a drawing, and what things are drawn with so that they read in grey and in print.
//! - [`chart`]: lines, steps, points, bars, heat maps. [`picture`]: positions of the games.
//! - [`Page`], [`Table`], [`Files`]: a document, and the set of files.

pub mod chart;
mod files;
pub mod ink;
mod page;
pub mod picture;
pub mod svg;
pub mod words;

pub use files::Files;
pub use page::{Align, Page, Table, escape};
