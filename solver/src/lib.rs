//! Forward search over the contracts of a game: proofs of values, distances and lines.
//!
//! The crate knows no game and no database. It reads a game through [`nexsolve_core::Searchable`], and known
//! values, if the caller has some, through [`nexsolve_core::Prober`]. It prints nothing, reads no clock and
//! starts no threads: it runs in the caller's rayon pool, and stops when the caller's flag is set.
//!
//! [`Solver`] proves values, distances and lines; [`Solver::strategy`] turns a proof into a strategy that
//! others can check; [`counts`] counts positions and the nodes of the game tree.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

pub mod counts;
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

pub use nexsolve_core::ProofEntry;
pub use options::{Knowledge, Options};
pub use report::{
    Entries, Goal, MoveReport, PlyStats, Proved, SearchObserver, SearchProgress, Solution, Stats,
};
pub use search::DEEPEST;
pub use solver::Solver;
pub use strategy::Strategy;
pub use table::TableError;
