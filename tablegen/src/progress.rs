//! What a run tells of itself while it works.

use nexsolve_db::Metric;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being made.
    pub metric: Metric,
    /// Entries done, those found finished included.
    pub done: u64,
    /// Entries of all tables.
    pub total: u64,
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding out what play can reach, its tables included.
    Reach,
    /// Working values out.
    Sweep,
    /// Turning values into codes, compressing and writing them.
    Write,
    /// Making finished tables part of the database.
    Commit,
}

/// Hears of a run's progress.
pub trait Observer: Sync {
    /// Another phase begins. Called from one thread.
    fn phase(&self, _: Phase) {}

    /// It has come this far. Called from any thread.
    fn progress(&self, progress: Progress);
}

impl Observer for () {
    fn progress(&self, _: Progress) {}
}
