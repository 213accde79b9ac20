//! Nex with the swap rule or with final moves. Most positions and values are those of Nex, so the engine for
//! Nex makes most tables. The engine for all games makes the others:
//!
//! - With the swap rule: the start, the first move before a swap, and the values after a swap.
//! - With final moves: the plies after the last one without them.

use super::ply;
use nexsolve_core::{Layer, LayerId, Ranked};
use nexsolve_db::Metric;
use nexsolve_nex::Nex;
use nexsolve_tablegen::GenerateError;
use nexsolve_tablegen::engine::{Engine, Work};
use nexsolve_tablegen::generic::{Generic, all_scores};
use nexsolve_tablegen::output::Output;
use nexsolve_tablegen::team::Team;

/// The engine for Nex together with the engine for all games.
pub(super) struct Joined<'g> {
    general: Generic<'g, Nex<u64>>,
    kernel: Box<dyn Engine + 'g>,
    steps: Vec<(EngineStep, Work)>,
}

/// A step of one of the two engines.
#[derive(Clone, Copy)]
enum EngineStep {
    General(usize),
    Kernel(usize),
}

impl<'g> Joined<'g> {
    /// Creates the engine; `kernel` is that for the game without swap and final moves.
    pub(super) fn new(
        game: &'g Nex<u64>,
        kernel: Box<dyn Engine + 'g>,
        metric: Metric,
        processes: usize,
    ) -> Self {
        // The kernel reads no table of what play can reach that another engine has made, except for the
        // start: it also fills ranks that are free. It does not read tables of earlier values.
        let first = match (game.has_swap(), metric) {
            (false, _) => 0,
            (true, Metric::Reach) => 2,
            (true, _) => 3,
        };
        let last = ply::last_ply(game.board().len());
        let is_general = |layer: LayerId| layer.index() < first || game.ply_of(layer) > last;
        let book = |layer| {
            if is_general(layer) {
                all_scores(Layer::longest(game.layers(), layer))
            } else {
                kernel.values(layer)
            }
        };
        let books = (metric == Metric::Dtw).then(|| LayerId::all(game.layers()).map(book).collect());
        let general = Generic::new(game, metric, processes, books);
        let of_general = general.steps().into_iter().enumerate();
        let of_general = of_general.filter(|(_, work)| is_general(work.layers[0]));
        let of_kernel = kernel.steps().into_iter().enumerate();
        let of_kernel = of_kernel.filter(|(_, work)| !is_general(work.layers[0]));
        let mut steps: Vec<_> = of_general
            .map(|(step, work)| (EngineStep::General(step), work))
            .chain(of_kernel.map(|(step, work)| (EngineStep::Kernel(step), work)))
            .collect();
        steps.sort_by_key(|(_, work)| work.layers[0].index());
        if metric != Metric::Reach {
            steps.reverse();
        }
        Self { general, kernel, steps }
    }
}

impl Engine for Joined<'_> {
    fn steps(&self) -> Vec<Work> {
        self.steps.iter().map(|(_, work)| work.clone()).collect()
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        self.general.values(layer)
    }

    fn reads(&self, memory_bytes: &[u64]) -> Vec<u64> {
        // The memory of steps that are not done does not matter.
        let mut kernel = vec![u64::MAX; self.kernel.steps().len()];
        for (&(step, _), &bytes) in self.steps.iter().zip(memory_bytes) {
            if let EngineStep::Kernel(step) = step {
                kernel[step] = bytes;
            }
        }
        let read = self.kernel.reads(&kernel);
        let of = |&(step, _): &(EngineStep, Work)| {
            if let EngineStep::Kernel(step) = step { read[step] } else { 0 }
        };
        self.steps.iter().map(of).collect()
    }

    fn reads_tables(&self, step: usize, memory_bytes: u64) -> bool {
        match self.steps[step].0 {
            EngineStep::General(step) => self.general.reads_tables(step, memory_bytes),
            EngineStep::Kernel(step) => self.kernel.reads_tables(step, memory_bytes),
        }
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        match self.steps[step].0 {
            EngineStep::General(step) => self.general.make(step, output, team),
            EngineStep::Kernel(step) => self.kernel.make(step, output, team),
        }
    }
}
