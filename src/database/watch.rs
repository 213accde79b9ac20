//! Shows the progress of a generation, and measures its phases.

use nexsolve_console::units::{at_least, counted, size};
use nexsolve_console::{Display, Global, output};
use nexsolve_games::Board;
use nexsolve_tablegen::{GenerateObserver, GenerateProgress, Phase, PhaseClock, Plan};
use std::fmt::Write as _;

/// Shows progress, and adds up the time of each phase.
pub(crate) struct Watch {
    display: Display,
    phases: PhaseClock,
    /// The board whose plan to describe, if any.
    outlined: Option<Board>,
}

impl Watch {
    /// Starts the clock. If a board is given, describes the plan of its tables.
    pub(crate) fn new(global: &Global, outlined: Option<Board>) -> Self {
        Self { display: Display::new(global), phases: PhaseClock::default(), outlined }
    }

    /// Stops the clock. Returns the total time in seconds, and the time of each of [`Phase::NAMES`].
    pub(crate) fn finish(&self) -> (f64, [f64; 4]) {
        self.display.finish();
        (self.display.seconds(), self.phases.end())
    }
}

impl GenerateObserver for Watch {
    fn planned(&self, plan: &Plan) {
        if let Some(board) = self.outlined {
            output::note(&outline(board, plan));
        }
    }

    fn phase(&self, phase: Phase) {
        self.phases.begin(phase);
    }

    fn progress(&self, progress: GenerateProgress) {
        let GenerateProgress { metric, done, total } = progress;
        self.display.show(done, total, "entries", &|| format!("tables of {metric}"));
    }
}

/// Describes the run: entries, size and memory.
fn outline(board: Board, plan: &Plan) -> String {
    let mut text = format!(
        "{}: {}, {} before compression, {} of memory",
        board.title(),
        counted(plan.entries, "entry", "entries"),
        size(plan.packed_bytes),
        size(plan.memory_bytes)
    );
    if plan.best_bytes > plan.memory_bytes {
        let _ = write!(text, "; faster with --memory {}", at_least(plan.best_bytes));
    }
    text
}
