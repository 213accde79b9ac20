//! The progress of rank 0: a line about every ten seconds, for the log of a scheduler, and the time of each phase.

use nexsolve_tablegen::{Observer, Phase, Progress};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Names of the phases, in the order of [`Phase`].
pub(crate) const PHASES: [&str; 4] = ["reach", "sweep", "write", "commit"];

/// Prints a run's progress and adds up the time of each phase.
pub(crate) struct Watch {
    speaks: bool,
    begun: Instant,
    said: Mutex<Instant>,
    clock: Mutex<Clock>,
}

#[derive(Default)]
struct Clock {
    /// Seconds of each of [`PHASES`].
    seconds: [f64; 4],
    /// The running phase and its beginning.
    now: Option<(Phase, Instant)>,
}

impl Watch {
    /// Watches a run that begins now. It prints lines only if `speaks` is true.
    pub(crate) fn new(speaks: bool) -> Self {
        let now = Instant::now();
        Self { speaks, begun: now, said: Mutex::new(now), clock: Mutex::default() }
    }

    /// Seconds since the run began.
    pub(crate) fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// Ends the running phase; returns the seconds of each of [`PHASES`].
    pub(crate) fn phases(&self) -> [f64; 4] {
        self.turn(None)
    }

    /// Ends the running phase and begins another.
    fn turn(&self, next: Option<Phase>) -> [f64; 4] {
        let now = Instant::now();
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((phase, since)) = clock.now {
            clock.seconds[phase as usize] += (now - since).as_secs_f64();
        }
        clock.now = next.map(|phase| (phase, now));
        clock.seconds
    }
}

impl Observer for Watch {
    fn phase(&self, phase: Phase) {
        self.turn(Some(phase));
    }

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
