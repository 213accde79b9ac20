//! Nex: the engine works on whole vectors of positions.

mod encode;
mod job;
mod joined;
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
use nexsolve_core::Ranked;
use nexsolve_db::Metric;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Swapped;

/// The engine for tables of this metric, for one of this number of processes.
pub(crate) fn engine(game: &Nex<u64>, metric: Metric, processes: usize) -> Option<Box<dyn Engine + '_>> {
    match metric {
        Metric::Score => None,
        _ if game.has_final_moves() => {
            Some(Box::new(joined::Joined::<Nex<u64>>::with_final_moves(game, metric, processes)))
        }
        Metric::Wdl | Metric::Dtw => Some(Box::new(values::Values::new(game, metric, processes))),
        Metric::Reach => Some(Box::new(reached::Reachable::new(game, processes))),
    }
}

/// The same for Nex with the swap rule, if a swap can follow: on boards where the first move fills the board
/// or joins Black's edges, it ends the game.
pub(crate) fn engine_with_swap(
    game: &Swapped<Nex<u64>>,
    metric: Metric,
    processes: usize,
) -> Option<Box<dyn Engine + '_>> {
    let plain = game.plain();
    if plain.board().rows() == 1 || game.layers().len() == plain.layers().len() {
        return None;
    }
    let plain = engine(plain, metric, processes)?;
    Some(Box::new(joined::Joined::with_swap(game, plain, metric, processes)))
}
