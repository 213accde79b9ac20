//! The progress of verification.

use nexsolve_db::Metric;

/// The progress of verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Numbers worked through so far, free ones among them.
    pub done: u64,
    /// Numbers to work through.
    pub total: u64,
}

/// Follows verification.
pub trait Observer: Sync {
    /// Work on a table begins.
    fn table(&self, _layer: &str, _metric: Metric) {}

    /// Called with the progress so far, from any thread, dozens of times a second.
    fn progress(&self, _progress: Progress) {}
}

/// Ignores the progress.
impl Observer for () {}
