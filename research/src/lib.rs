//! Studies of Nex and draughts: one-off questions, answered from finished databases.
//!
//! The command `nexsolve` needs nothing from this package, and the root package does not depend on it.
//! `research/results` has the answers; the binary of this package makes their pages, data and pictures again.
//!
//! - [`weak`]: the openings of Nex that do not win, and how they are refuted.
//! - [`questions`]: the old project's five questions on N×N Nex.
//! - [`play`]: zugzwang, transforms, broken chains, the pie rule.
//! - [`games`]: recorded games of Nex, judged.
//! - [`kings`]: Russian draughts compared with published counts, and kings against a king.
//! - [`heat`]: heat maps. [`geometry`]: the places of cells relative to each other.
//! - [`report`]: these as chapters of a report.

pub mod games;
pub mod geometry;
pub mod heat;
mod input;
pub mod kings;
pub mod picture;
pub mod play;
pub mod questions;
mod report;
pub mod source;
pub mod weak;

pub use input::{Input, RunError};
pub use report::{Study, report};
