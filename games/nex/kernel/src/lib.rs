//! Nex: the engine works on whole vectors of positions.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]
#![expect(
    clippy::inline_always,
    reason = "a kernel is compiled for what the processor has by inlining all of it into a function with those features"
)]

#[cfg(target_endian = "big")]
compile_error!("the kernels read the bytes of their vectors as words, lowest byte first");

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

use nexsolve_core::Ranked;
use nexsolve_db::Metric;
use nexsolve_nex::Nex;
use nexsolve_nex::Swapped;
use nexsolve_tablegen::engine::Engine;

/// The engine for tables of this metric, for one of this number of processes.
pub fn engine(game: &Nex<u64>, metric: Metric, processes: usize) -> Option<Box<dyn Engine + '_>> {
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
pub fn engine_with_swap(
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
