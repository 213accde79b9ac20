//! What a search proves of all moves of a position, within its time.

use crate::problem::Problem;
use crate::work::Share;
use nexsolve_core::{Bounds, Plies, Prober, Searchable};
use nexsolve_solver::{Goal, MoveReport, Options, Solver};
use rayon::ThreadPoolBuilder;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Under what a search runs.
pub(crate) struct Search<'a> {
    /// Its time and threads.
    pub(crate) share: &'a Share,
    /// The time that was granted, for what is said of it.
    pub(crate) time: Duration,
    /// Memory for its table.
    pub(crate) memory_bytes: u64,
}

/// What it found.
pub(crate) struct Searched<M> {
    /// What is proven of each move, in the game's order.
    pub(crate) moves: Vec<MoveReport<M>>,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// Whether it has asked all that it asks, and has not proven everything: play can go on for ever.
    pub(crate) exhausted: bool,
}

impl Search<'_> {
    /// Searches; what the tables know is taken as proven.
    ///
    /// Who wins is asked of all moves first, and then after how many plies: where the time ends between the two, values are told
    /// without distances.
    pub(crate) fn run<G: Searchable>(
        &self,
        game: &G,
        position: &G::Position,
        tables: &dyn Prober<G>,
    ) -> Result<Searched<G::Move>, Problem> {
        let options =
            Options { memory_bytes: self.memory_bytes, nodes: None, symmetry: true, ordering: true };
        let work = || -> Result<_, Problem> {
            let solver = Solver::new(game, options, &self.share.stop, &());
            let mut solver = solver.map_err(|error| Problem::server(error.to_string()))?.with_prober(tables);
            // In a game without end values are found by their distances anyway.
            let endless = game.longest(position) == Plies::ENDLESS;
            let values = if endless { None } else { Some(solver.solve(position, Goal::Moves)?) };
            if let Some(values) = &values
                && (!values.complete || self.share.stop.load(Relaxed))
            {
                let (moves, nodes) = (values.moves.clone(), values.stats.total().nodes);
                return Ok(Searched { moves, nodes, exhausted: values.exhausted });
            }
            let mut found = solver.solve(position, Goal::Distances)?;
            for (report, value) in found.moves.iter_mut().zip(values.iter().flat_map(|values| &values.moves))
            {
                let Bounds { lo, hi } = report.bounds;
                report.bounds = Bounds { lo: lo.max(value.bounds.lo), hi: hi.min(value.bounds.hi) };
                if report.line.is_empty() {
                    report.line.clone_from(&value.line);
                }
            }
            let nodes = found.stats.total().nodes;
            Ok(Searched { moves: found.moves, nodes, exhausted: found.exhausted })
        };
        // The search works in the threads of the pool that it is called in: one of its own, so that it waits for nobody else's.
        let pool = ThreadPoolBuilder::new().num_threads(self.share.threads).build();
        pool.map_err(|error| Problem::server(format!("no threads for a search: {error}")))?.install(work)
    }
}
