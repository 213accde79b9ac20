//! Nex: whole vectors of positions at a time.

mod encode;
mod job;
mod kernel;
mod large;
mod masks;
mod ply;
mod reached;
mod shape;
mod shared;
mod shared_reached;
mod small;
mod values;
mod vectors;

use crate::cluster::engine::SharedEngine;
use crate::engine::Engine;
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;

/// The engine for tables of this metric.
pub(crate) fn engine(game: &Nex<u64>, metric: Metric) -> Option<Box<dyn Engine + '_>> {
    match metric {
        Metric::Wdl | Metric::Dtw => Some(Box::new(values::Values::new(game, metric))),
        Metric::Reach => Some(Box::new(reached::Reachable::new(game))),
        Metric::Score => None,
    }
}

/// The same for `ranks` ranks, at least two.
pub(crate) fn shared_engine(
    game: &Nex<u64>,
    metric: Metric,
    ranks: usize,
) -> Option<Box<dyn SharedEngine + '_>> {
    match metric {
        Metric::Wdl | Metric::Dtw => Some(Box::new(shared::SharedValues::new(game, metric, ranks))),
        Metric::Reach => Some(Box::new(shared_reached::SharedReachable::new(game))),
        Metric::Score => None,
    }
}
