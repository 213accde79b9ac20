//! What a plan predicts.

use nexsolve_games::Board;
use nexsolve_tablegen::{Expected, Plan};

/// The result of the plan for a board.
pub(super) struct Forecast {
    pub(super) board: Board,
    pub(super) threads: usize,
    pub(super) plan: Plan,
    /// The least sufficient memory, if the memory given is not enough.
    pub(super) needs_bytes: Option<u64>,
    /// The forecast for each step of the plan; `None` if no smaller board can be generated.
    pub(super) expected: Option<Vec<Expected>>,
    /// The boards measured, the smallest first, and the total time.
    pub(super) probed: Vec<String>,
    pub(super) probe_seconds: f64,
    /// The share of the time in which threads that were ready to run had a processor; `None` if it is not
    /// known.
    pub(super) processor_share: Option<f64>,
    /// Whether nothing was measured, as requested.
    pub(super) is_quick: bool,
    pub(super) disk_bytes: Option<u64>,
    /// The plan for several machines, if requested.
    pub(super) hosts: Option<Hosts>,
}

/// The forecast for several machines, each with one process that uses all its threads (the package
/// `cluster`).
pub(super) struct Hosts {
    pub(super) number: usize,
    /// Bytes per second that each machine can send, and receive at the same time.
    pub(super) network: u64,
    /// The plan of each machine, with the given memory or, if that is not enough, with the least that is.
    pub(super) plan: Plan,
    /// The least memory for each machine; `None` if the given memory is enough.
    pub(super) needs_bytes: Option<u64>,
    /// The number of bytes that the machines send each other; `None` if the game has no smaller board to
    /// measure.
    pub(super) traffic: Option<f64>,
    /// The seconds of work, and the seconds of sending.
    pub(super) seconds: Option<(f64, f64)>,
}

/// Adds up the steps.
pub(super) fn all(steps: &[Expected]) -> Expected {
    let sum = |of: fn(&Expected) -> f64| steps.iter().map(of).sum();
    Expected {
        bytes: sum(|step| step.bytes),
        seconds: sum(|step| step.seconds),
        range: [sum(|step| step.range[0]), sum(|step| step.range[1])],
    }
}

impl Forecast {
    /// Adds up the steps; `None` without a forecast.
    pub(super) fn total(&self) -> Option<Expected> {
        self.expected.as_deref().map(all)
    }
}
