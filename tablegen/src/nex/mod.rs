//! Nex: the engine works on whole vectors of positions.

mod encode;
mod job;
mod kernel;
mod large;
mod masks;
mod ply;
mod reached;
mod rows;
mod shape;
mod small;
mod sweep;
mod values;
mod vectors;

use crate::engine::Engine;
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;

/// The engine for tables of this metric, as one of this number of processes.
pub(crate) fn engine(game: &Nex<u64>, metric: Metric, processes: usize) -> Option<Box<dyn Engine + '_>> {
    match metric {
        Metric::Wdl | Metric::Dtw => Some(Box::new(values::Values::new(game, metric, processes))),
        Metric::Reach => Some(Box::new(reached::Reachable::new(game, processes))),
        Metric::Score => None,
    }
}
