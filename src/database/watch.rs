//! Shows the progress of a generation, and measures its phases.

use nexsolve_console::{Display, Global};
use nexsolve_tablegen::{Observer, Phase, PhaseClock, Progress};

/// Shows progress, and adds up the time of each phase.
pub(crate) struct Watch {
    display: Display,
    phases: PhaseClock,
}

impl Watch {
    /// Starts the clock.
    pub(crate) fn new(global: &Global) -> Self {
        Self { display: Display::new(global), phases: PhaseClock::default() }
    }

    /// Stops the clock. Returns the total time in seconds, and the time of each of [`Phase::NAMES`].
    pub(crate) fn finish(&self) -> (f64, [f64; 4]) {
        self.display.finish();
        (self.display.seconds(), self.phases.end())
    }
}

impl Observer for Watch {
    fn phase(&self, phase: Phase) {
        self.phases.begin(phase);
    }

    fn progress(&self, progress: Progress) {
        let Progress { metric, done, total } = progress;
        self.display.show(done, total, "entries", &|| format!("tables of {metric}"));
    }
}
