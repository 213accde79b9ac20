//! Forward search over the contracts of a game: proofs of values, distances and lines.
//!
//! The crate knows no game and no database: it reads a game through [`nexsolve_core::Searchable`], and known values, where the
//! caller has some, through [`nexsolve_core::Prober`]. It prints nothing, reads no clock and starts no threads: it works in the rayon pool that it is called in, and stops when the caller's flag
//! says so.

pub mod counts;
mod deduction;
mod history;
mod local;
mod options;
mod plain;
mod proof_numbers;
mod report;
mod search;
mod solver;
mod strategy;
mod table;

pub use options::Options;
pub use plain::Knowledge;
pub use report::{Goal, MoveReport, Observer, PlyStats, Progress, Solution, Stats};
pub use search::DEEPEST;
pub use solver::Solver;
pub use strategy::Strategy;
pub use table::TableError;
