//! Forward search over the contracts of a game: proofs of values, distances and lines.
//!
//! The crate knows no game and no table of `db`: it reads a game through [`nexsolve_core::Searchable`] and known values
//! through an optional [`nexsolve_core::Prober`]. It prints nothing, reads no clock and starts no threads: it works in the
//! rayon pool that it is called in, and stops when the caller's flag says so.

mod history;
mod local;
mod report;
mod search;
mod solver;
mod table;

pub use solver::{Options, Solver};
pub use table::TableError;
pub use report::{Goal, MoveReport, Observer, PlyStats, Progress, Solution, Stats};
