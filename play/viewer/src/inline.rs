//! Work on the caller's thread, for programs without threads: each request is answered before the next one is
//! read.

use crate::limits::ServerLimits;
use crate::problem::Problem;
pub(crate) use crate::threads::Threads;
use nexsolve_solver::SearchObserver;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The one thread.
#[derive(Debug)]
pub(crate) struct Lane;

/// The resources of a piece of work.
pub(crate) struct Share {
    /// Set when the time is up.
    pub(crate) stop: AtomicBool,
    /// The number of threads that the work may use: one.
    pub(crate) threads: usize,
    until: Option<Instant>,
}

/// A search looks at the clock itself.
impl SearchObserver for Share {
    fn pause(&self) {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            self.stop.store(true, Relaxed);
        }
    }
}

impl Lane {
    /// Creates the lane.
    pub(crate) fn new(_threads: usize, _limits: &ServerLimits) -> Self {
        Self
    }

    /// Does the work at once.
    ///
    /// # Errors
    /// If the work fails.
    #[expect(clippy::unused_async, reason = "as on a server, where work waits")]
    pub(crate) async fn run<R>(
        &self,
        time: Duration,
        _threads: Threads,
        work: impl FnOnce(&Share) -> Result<R, Problem>,
    ) -> Result<R, Problem> {
        let stop = AtomicBool::new(time.is_zero());
        work(&Share { stop, threads: 1, until: Instant::now().checked_add(time) })
    }

    /// The same.
    ///
    /// # Errors
    /// As [`Lane::run`].
    pub(crate) async fn run_alone<R>(
        &self,
        time: Duration,
        threads: Threads,
        work: impl FnOnce(&Share) -> Result<R, Problem>,
    ) -> Result<R, Problem> {
        self.run(time, threads, work).await
    }
}
