//! What rank 0 says while it works: a line every ten seconds or so, for the log of a scheduler.

use nexsolve_tablegen::{Observer, Progress};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Hears of a run's progress.
pub(crate) struct Watch {
    speaks: bool,
    begun: Instant,
    said: Mutex<Instant>,
}

impl Watch {
    /// Watches a run that begins now; says nothing unless it `speaks`.
    pub(crate) fn new(speaks: bool) -> Self {
        Self { speaks, begun: Instant::now(), said: Mutex::new(Instant::now()) }
    }

    /// Seconds since the run began.
    pub(crate) fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

impl Observer for Watch {
    fn progress(&self, Progress { metric, done, total }: Progress) {
        if !self.speaks {
            return;
        }
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.elapsed() >= PAUSE {
            *said = Instant::now();
            let percent = done.saturating_mul(100) / total.max(1);
            eprintln!("{percent} % after {:.0} s ({metric})", self.seconds());
        }
    }
}
