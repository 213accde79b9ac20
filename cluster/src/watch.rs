//! The progress of process 0: a line about every ten seconds, for the log of a scheduler, and the time of
//! each phase.

use nexsolve_tablegen::{GenerateObserver, GenerateProgress, Phase, PhaseClock};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Prints a run's progress and adds up the time of each phase.
pub(crate) struct Watch {
    speaks: bool,
    begun: Instant,
    said: Mutex<Instant>,
    phases: PhaseClock,
}

impl Watch {
    /// Watches a run that begins now. It only prints lines if `speaks` is true.
    pub(crate) fn new(speaks: bool) -> Self {
        let now = Instant::now();
        Self { speaks, begun: now, said: Mutex::new(now), phases: PhaseClock::default() }
    }

    /// Seconds since the run began.
    pub(crate) fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// Ends the running phase; returns the seconds of each of [`Phase::NAMES`].
    pub(crate) fn phases(&self) -> [f64; 4] {
        self.phases.end()
    }
}

impl GenerateObserver for Watch {
    fn phase(&self, phase: Phase) {
        self.phases.begin(phase);
    }

    fn progress(&self, GenerateProgress { metric, done, total }: GenerateProgress) {
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
