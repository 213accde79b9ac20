//! Shows the progress of a generation, and measures its phases.

use crate::args::Global;
use crate::progress::Display;
use nexsolve_tablegen::{Observer, Phase, Progress};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The phases, in their order: finding out what play can reach, its tables included; working values out; compressing and writing
/// them; making finished tables part of the database.
pub(super) const PHASES: [&str; 4] = ["reach", "sweep", "write", "commit"];

/// Shows progress, and sums the time of each phase.
pub(super) struct Watch {
    display: Display,
    started: Instant,
    clock: Mutex<Clock>,
}

#[derive(Default)]
struct Clock {
    /// The seconds of each of [`PHASES`].
    seconds: [f64; 4],
    /// The phase that is running, and since when.
    now: Option<(Phase, Instant)>,
}

impl Watch {
    /// Work begins now.
    pub(super) fn new(global: &Global) -> Self {
        Self { display: Display::new(global), started: Instant::now(), clock: Mutex::default() }
    }

    /// Work has ended: its time in seconds, all together and of each of [`PHASES`].
    pub(super) fn finish(&self) -> (f64, [f64; 4]) {
        self.display.finish();
        (self.started.elapsed().as_secs_f64(), self.turn(None))
    }

    /// The running phase ends, and another begins.
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

    fn progress(&self, progress: Progress) {
        let Progress { metric, done, total } = progress;
        self.display.show(done, total, "entries", &|| format!("tables of {metric}"));
    }
}
