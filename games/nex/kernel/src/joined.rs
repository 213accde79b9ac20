//! Nex with the swap rule or with final moves. Most positions and values are those of Nex, so the engine for
//! Nex makes most tables. The engine for all games makes the others:
//!
//! - With the swap rule: the start, the first move before a swap, and the values after a swap.
//! - With final moves: the plies after the last one without them.

use super::ply;
use super::reached::Reachable;
use super::values::Values;
use nexsolve_core::{Layer, LayerId, Ranked, Tabled};
use nexsolve_db::Metric;
use nexsolve_nex::Nex;
use nexsolve_nex::{SWAPPED, Swapped};
use nexsolve_tablegen::GenerateError;
use nexsolve_tablegen::engine::{Engine, Work};
use nexsolve_tablegen::generic::{Generic, all_scores};
use nexsolve_tablegen::output::Output;
use nexsolve_tablegen::team::Team;

/// The engine for Nex together with the engine for all games.
pub(super) struct Joined<'g, G> {
    own: Generic<'g, G>,
    plain: Box<dyn Engine + 'g>,
    steps: Vec<(Step, Work)>,
    /// Whether layers after a swap have numbers greater by one here than for the engine for Nex.
    has_swap: bool,
}

/// A step of one of the two engines.
#[derive(Clone, Copy)]
enum Step {
    Own(usize),
    Plain(usize),
}

impl<'g> Joined<'g, Swapped<Nex<u64>>> {
    /// Creates the engine for a game with the swap rule; `plain` makes the same tables of the game without
    /// it.
    pub(super) fn with_swap(
        game: &'g Swapped<Nex<u64>>,
        plain: Box<dyn Engine + 'g>,
        metric: Metric,
        processes: usize,
    ) -> Self {
        let book = |layer: LayerId| match layer.index().checked_sub(1) {
            Some(before) if layer.index() > SWAPPED => plain.values(LayerId::new(before)),
            _ => all_scores(Layer::longest(game.layers(), layer)),
        };
        let books = (metric == Metric::Dtw).then(|| LayerId::all(game.layers()).map(book).collect());
        let own = Generic::new(game, metric, processes, books);
        // The engine for Nex reads no table of what play can reach that another engine has made, except for
        // the start: it also fills ranks that are free. It does not read tables of earlier values.
        let least = if metric == Metric::Reach { SWAPPED } else { SWAPPED + 1 };
        let first = own.steps().into_iter().enumerate().filter(|(_, work)| work.layers[0].index() < least);
        let first = first.map(|(step, work)| (Step::Own(step), work));
        let later =
            plain.steps().into_iter().enumerate().filter(|(_, work)| work.layers[0].index() + 1 >= least);
        let later = later.map(|(step, work)| {
            let layers = work.layers.iter().map(|layer| LayerId::new(layer.index() + 1)).collect();
            (Step::Plain(step), Work { layers, ..work })
        });
        let steps =
            if metric == Metric::Reach { first.chain(later).collect() } else { later.chain(first).collect() };
        Self { own, plain, steps, has_swap: true }
    }
}

impl<'g> Joined<'g, Nex<u64>> {
    /// Creates the engine for a game with final moves.
    pub(super) fn with_final_moves(game: &'g Nex<u64>, metric: Metric, processes: usize) -> Self {
        let last = ply::last_ply(game.board().len());
        let plain: Box<dyn Engine> = match metric {
            Metric::Reach => Box::new(Reachable::new(game, processes)),
            _ => Box::new(Values::new(game, metric, processes)),
        };
        let book = |layer: LayerId| {
            if game.ply_of(layer) > last {
                return all_scores(Layer::longest(game.layers(), layer));
            }
            plain.values(layer)
        };
        let books = (metric == Metric::Dtw).then(|| LayerId::all(game.layers()).map(book).collect());
        let own = Generic::new(game, metric, processes, books);
        let is_own = |work: &Work| game.ply_of(work.layers[0]) > last;
        let own_steps = own.steps().into_iter().enumerate().filter(|(_, work)| is_own(work));
        let own_steps = own_steps.map(|(step, work)| (Step::Own(step), work));
        let others = plain.steps().into_iter().enumerate().map(|(step, work)| (Step::Plain(step), work));
        let steps = if metric == Metric::Reach {
            others.chain(own_steps).collect()
        } else {
            own_steps.chain(others).collect()
        };
        Self { own, plain, steps, has_swap: false }
    }
}

impl<G: Tabled> Engine for Joined<'_, G> {
    fn steps(&self) -> Vec<Work> {
        self.steps.iter().map(|(_, work)| work.clone()).collect()
    }

    fn values(&self, layer: LayerId) -> Vec<i16> {
        self.own.values(layer)
    }

    fn reads(&self, memory_bytes: &[u64]) -> Vec<u64> {
        // The memory of steps that are not done does not matter.
        let mut plain = vec![u64::MAX; self.plain.steps().len()];
        for (&(step, _), &bytes) in self.steps.iter().zip(memory_bytes) {
            if let Step::Plain(step) = step {
                plain[step] = bytes;
            }
        }
        let read = self.plain.reads(&plain);
        let of = |&(step, _): &(Step, Work)| if let Step::Plain(step) = step { read[step] } else { 0 };
        self.steps.iter().map(of).collect()
    }

    fn reads_tables(&self, step: usize, memory_bytes: u64) -> bool {
        match self.steps[step].0 {
            Step::Own(step) => self.own.reads_tables(step, memory_bytes),
            Step::Plain(step) => self.plain.reads_tables(step, memory_bytes),
        }
    }

    fn make(
        &mut self,
        step: usize,
        output: &mut Output<'_>,
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        let (step, Work { layers, .. }) = &self.steps[step];
        let layer = layers[0];
        match *step {
            Step::Own(step) => self.own.make(step, output, team),
            Step::Plain(step) => {
                // After a swap, the table before is that of the start.
                let shift = output.context.shift;
                output.context.shift += usize::from(self.has_swap && layer.index() > SWAPPED);
                let made = self.plain.make(step, output, team);
                output.context.shift = shift;
                made
            }
        }
    }
}
