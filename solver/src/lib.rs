//! Forward search over the contracts of a game: proofs of values, distances and lines.
//!
//! The crate knows no game and no table of `db`: it reads a game through [`nexsolve_core::Searchable`] and known values
//! through an optional [`nexsolve_core::Prober`]. It prints nothing, reads no clock and starts no threads: it works in the
//! rayon pool that it is called in, and stops when the caller's flag says so.

pub mod counts;
mod report;

pub use report::{Goal, MoveReport, Observer, PlyStats, Progress, Solution, Stats};
