//! Why there is no database, or not yet.

use crate::exchange::ExchangeError;
use nexsolve_db::{BuildError, Metric, TableError};
use std::path::PathBuf;

/// There can be no such database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The game has no ranking on this board.
    #[error("the positions of this board have no numbers of 64 bits, and no table can hold them")]
    NotRanked,
    /// The metric cannot be asked for.
    #[error("tables of this game say {}, not {metric}", words(metrics))]
    Metric {
        /// The metric.
        metric: Metric,
        /// What can be asked for.
        metrics: &'static [Metric],
    },
    /// The start is not in the tables, or play can return to a layer ([`crate::Reach::of`]).
    #[error("tables of this game cannot tell what the start can reach")]
    Reach,
    /// Moves lead back to a layer, and the engine for all games cannot have that.
    #[error("play can return to layer {layer}: tables of such games cannot be made")]
    Cyclic {
        /// The layer.
        layer: String,
    },
    /// Even in pieces it takes more memory than allowed.
    #[error("it takes {needed} bytes of memory at least, and {given} are allowed")]
    NeedsMemory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        given: u64,
    },
}

/// A database was not finished. What is finished stays, and the same call goes on from there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// There can be no such database.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A table cannot be written.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A finished table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system gave no memory.
    #[error("the system gives no {bytes} bytes of memory: {source}")]
    Memory {
        /// How much was asked for.
        bytes: u64,
        /// Why not.
        source: std::io::Error,
    },
    /// Tables of another engine are there. A game's own engine goes on from what its tables hold in free numbers.
    #[error("the tables there were made by another engine")]
    Kernel,
    /// A distance is longer than the engine can count.
    #[error("a game lasts longer than {most} plies: such distances cannot be counted")]
    Distance {
        /// The longest that it can count.
        most: usize,
    },
    /// The caller's flag said so.
    #[error("stopped")]
    Stopped,
    /// Another rank of the run has failed.
    #[error("rank {rank}: {message}")]
    Elsewhere {
        /// The rank.
        rank: usize,
        /// What it says.
        message: String,
    },
    /// The ranks cannot speak to each other any more.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The ranks were not asked for the same.
    #[error("rank {rank} and rank 0 were not started for the same: {}", differences.join("; "))]
    Differs {
        /// The rank.
        rank: usize,
        /// What differs: what rank 0 was asked for, and what this one.
        differences: Vec<String>,
    },
    /// What one rank writes into the folder, another does not see.
    #[error("{} is not the same folder for all ranks: rank {rank} does not see what rank 0 writes there", folder.display())]
    NotShared {
        /// The folder.
        folder: PathBuf,
        /// The rank that does not see it.
        rank: usize,
    },
}

fn words(metrics: &[Metric]) -> String {
    metrics.iter().map(|metric| metric.word()).collect::<Vec<_>>().join(" or ")
}
