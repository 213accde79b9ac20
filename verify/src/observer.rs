//! The progress that a verification reports.

use nexsolve_db::Metric;

/// The progress of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifyProgress {
    /// Entries checked; those that are checked twice count twice.
    pub done: u64,
    /// Entries of all tables, counted in the same way.
    pub total: u64,
}

/// Receives the progress of a verification.
pub trait VerifyObserver: Sync {
    /// Called when the verification of a table begins.
    fn table(&self, _layer: &str, _metric: Metric) {}

    /// Called with the progress so far, from any thread.
    fn progress(&self, _: VerifyProgress) {}
}

impl VerifyObserver for () {}
