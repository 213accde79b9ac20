//! The progress that a run reports while it works.

use nexsolve_db::Metric;

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The metric of the tables in work.
    pub metric: Metric,
    /// Entries done, including those that were found finished.
    pub done: u64,
    /// Entries of all tables.
    pub total: u64,
}

/// The kind of work that a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding the positions that play can reach, and writing their tables.
    Reach,
    /// Computing values.
    Sweep,
    /// Turning values into codes, compressing and writing them.
    Write,
    /// Adding finished tables to the database.
    Commit,
}

/// Receives a run's progress.
pub trait Observer: Sync {
    /// Called when a phase begins, always from the same thread.
    fn phase(&self, _: Phase) {}

    /// Called with the progress so far, from any thread.
    fn progress(&self, progress: Progress);
}

impl Observer for () {
    fn progress(&self, _: Progress) {}
}
