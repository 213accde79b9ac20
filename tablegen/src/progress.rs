//! What a run reports: its plan, then its progress.

use nexsolve_db::Metric;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Tables that are made together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the tables store.
    pub metric: Metric,
    /// The layers, by name.
    pub layers: Vec<String>,
    /// The number of entries: the ranks of these layers.
    pub entries: u64,
    /// Bytes of their codes before compression.
    pub packed_bytes: u64,
    /// Bytes of memory that the step will take.
    pub memory_bytes: u64,
    /// The work of computing the values, in units that take about the same time on all boards of a game.
    pub effort: u64,
    /// Entries of finished tables that the step reads back from disk for lack of memory, if its engine can
    /// estimate them.
    pub read_entries: u64,
}

/// The memory, disk and work that a database takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The steps, in the order of work.
    pub steps: Vec<Step>,
    /// The number of entries of all steps.
    pub entries: u64,
    /// Bytes of all codes before compression: what the raw form takes on disk.
    pub packed_bytes: u64,
    /// Bytes of memory that the process will take at its peak. The system's cache of files that are read
    /// again does not count: the system gives it up when it needs memory.
    pub memory_bytes: u64,
    /// Bytes of memory with which nothing has to be read back from disk.
    pub best_bytes: u64,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateProgress {
    /// The metric of the tables being made.
    pub metric: Metric,
    /// Entries done, including those of tables that were already finished.
    pub done: u64,
    /// Entries of all tables.
    pub total: u64,
}

/// The kind of work that a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding the reachable positions, and writing their tables.
    Reach,
    /// Computing values.
    Sweep,
    /// Turning values into codes, compressing and writing them.
    Write,
    /// Adding finished tables to the database.
    Commit,
}

impl Phase {
    /// The names of all phases, in order.
    pub const NAMES: [&str; 4] = ["reach", "sweep", "write", "commit"];
}

/// Adds up the time of each phase.
#[derive(Debug, Default)]
pub struct PhaseClock(Mutex<Times>);

#[derive(Debug, Default)]
struct Times {
    /// Seconds of each phase.
    seconds: [f64; 4],
    /// The running phase and its beginning.
    now: Option<(Phase, Instant)>,
}

impl PhaseClock {
    /// Ends the running phase and begins another.
    pub fn begin(&self, phase: Phase) {
        self.turn(Some(phase));
    }

    /// Ends the running phase. Returns the seconds of each phase so far, in the order of [`Phase::NAMES`].
    pub fn end(&self) -> [f64; 4] {
        self.turn(None)
    }

    fn turn(&self, next: Option<Phase>) -> [f64; 4] {
        let now = Instant::now();
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((phase, since)) = times.now {
            times.seconds[phase as usize] += (now - since).as_secs_f64();
        }
        times.now = next.map(|phase| (phase, now));
        times.seconds
    }
}

/// Receives a run's progress.
pub trait GenerateObserver: Sync {
    /// Called with the plan before the work begins.
    fn planned(&self, _: &Plan) {}

    /// Called when a phase begins, always from the same thread.
    fn phase(&self, _: Phase) {}

    /// Called with the progress so far, from any thread.
    fn progress(&self, _: GenerateProgress) {}
}

impl GenerateObserver for () {}

impl GenerateObserver for PhaseClock {
    fn phase(&self, phase: Phase) {
        self.begin(phase);
    }
}
