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

use joined::Joined;
use nexsolve_db::Metric;
use nexsolve_nex::Nex;
use nexsolve_tablegen::engine::Engine;
use reached::Reachable;
use values::Values;

/// The engine for tables of this metric, for one of this number of processes.
pub fn engine(game: &Nex<u64>, metric: Metric, processes: usize) -> Option<Box<dyn Engine + '_>> {
    // No swap follows if the first move joins Black's edges.
    if metric == Metric::Score || game.has_swap() && game.board().rows() == 1 {
        return None;
    }
    let kernel: Box<dyn Engine> = match metric {
        Metric::Reach => Box::new(Reachable::new(game, processes)),
        _ => Box::new(Values::new(game, metric, processes)),
    };
    let is_plain = !game.has_swap() && !game.has_final_moves();
    Some(if is_plain { kernel } else { Box::new(Joined::new(game, kernel, metric, processes)) })
}
