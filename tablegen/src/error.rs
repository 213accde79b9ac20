//! Errors of plans and of generation.

use crate::team::ExchangeError;
use nexsolve_db::scratch::ScratchError;
use nexsolve_db::{BuildError, Metric, TableError};
use std::path::PathBuf;

/// Such a database cannot exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The game has no ranking on this board.
    #[error("positions of this board need ranks of more than 64 bits: no table can store them")]
    NotRanked,
    /// The game has no tables of the metric.
    #[error("this game has tables of {}, not of {metric}", words(metrics))]
    Metric {
        /// The metric.
        metric: Metric,
        /// The metrics that the game has.
        metrics: &'static [Metric],
    },
    /// The start is not in the tables, or play can return to a layer ([`crate::Reach::of`]).
    #[error("this game has no tables of reachable positions")]
    Reach,
    /// Play can return to a layer, and the game has no engine of its own. The engine for all games cannot
    /// make such tables.
    #[error("play can return to layer {layer}: tables of such games cannot be made")]
    Cyclic {
        /// The layer.
        layer: String,
    },
    /// The game is played for points, and has no engine of its own. The engine for all games makes tables of
    /// wins, draws and losses.
    #[error("this game is played for points and has no engine of its own: its tables cannot be made")]
    Points,
    /// The settings allow less memory than the database needs, even in pieces.
    #[error("at least {needed} bytes of memory are needed, but only {given} are allowed")]
    NeedsMemory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        given: u64,
    },
}

/// The reason why a database was not finished. Finished tables stay, and the same call continues after them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// Such a database cannot exist.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A table cannot be written.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A finished table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Memory could not be allocated.
    #[error("{bytes} bytes of memory cannot be allocated: {source}")]
    Memory {
        /// Bytes asked for.
        bytes: u64,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The system refused a temporary folder, in which a board is measured.
    #[error(transparent)]
    Scratch(#[from] ScratchError),
    /// The system refused threads.
    #[error("no threads can be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The folder has tables of another engine. Engines store different codes for free ranks, and each needs
    /// its own.
    #[error("the tables in this folder were made by another engine")]
    Kernel,
    /// A distance is longer than tables can store.
    #[error("a game lasts longer than {most} plies: tables cannot store such distances")]
    Distance {
        /// The longest distance that tables can store.
        most: usize,
    },
    /// The caller has set the flag to stop.
    #[error("stopped")]
    Stopped,
    /// Another process of the run has failed.
    #[error("process {process}: {message}")]
    Elsewhere {
        /// The process.
        process: usize,
        /// Its message.
        message: String,
    },
    /// The processes can no longer communicate.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The processes have different settings, or are different versions.
    #[error("process {process} and process 0 have different settings: {}", differences.join("; "))]
    Differs {
        /// The process.
        process: usize,
        /// The settings that differ, with the values of process 0 and of this process.
        differences: Vec<String>,
    },
    /// A process does not see the files that process 0 writes to the folder.
    #[error("{} is not the same folder for all processes: process {process} does not see the files of process 0", folder.display())]
    NotShared {
        /// The folder.
        folder: PathBuf,
        /// The process that does not see it.
        process: usize,
    },
}

fn words(metrics: &[Metric]) -> String {
    metrics.iter().map(|metric| metric.word()).collect::<Vec<_>>().join(" or ")
}
