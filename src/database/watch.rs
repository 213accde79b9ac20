//! What a generation is seen to do: how far it has come, and where its time goes.

use crate::progress::{Display, Wanted};
use nexsolve_tablegen::{Observer, Phase, Progress};
use serde::Serialize;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Seconds of each phase.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Phases {
    /// Finding out what play can reach, its tables included.
    pub(super) reach: f64,
    /// Working values out.
    pub(super) sweep: f64,
    /// Compressing and writing them.
    pub(super) write: f64,
    /// Making finished tables part of the database.
    pub(super) commit: f64,
}

impl Phases {
    fn of(&mut self, phase: Phase) -> &mut f64 {
        match phase {
            Phase::Reach => &mut self.reach,
            Phase::Sweep => &mut self.sweep,
            Phase::Write => &mut self.write,
            Phase::Commit => &mut self.commit,
        }
    }
}

/// Shows progress, and adds the time of each phase up.
pub(super) struct Watch {
    display: Display,
    started: Instant,
    clock: Mutex<Clock>,
}

struct Clock {
    phases: Phases,
    /// The phase that is running, and since when.
    now: Option<(Phase, Instant)>,
}

impl Watch {
    /// Work begins now.
    pub(super) fn new(wanted: Wanted) -> Self {
        let clock = Mutex::new(Clock { phases: Phases::default(), now: None });
        Self { display: Display::new(wanted), started: Instant::now(), clock }
    }

    /// Work has ended: its time in seconds, all together and by phase.
    pub(super) fn finish(&self) -> (f64, Phases) {
        self.display.finish();
        (self.started.elapsed().as_secs_f64(), self.turn(None))
    }

    /// The running phase ends, and another begins.
    fn turn(&self, next: Option<Phase>) -> Phases {
        let now = Instant::now();
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((phase, since)) = clock.now {
            *clock.phases.of(phase) += (now - since).as_secs_f64();
        }
        clock.now = next.map(|phase| (phase, now));
        clock.phases
    }
}

impl Observer for Watch {
    fn phase(&self, phase: Phase) {
        self.turn(Some(phase));
    }

    fn progress(&self, progress: Progress) {
        let Progress { metric, done, total } = progress;
        self.display.show(done, total, "entries made", &|| format!("tables of {metric}"));
    }
}
