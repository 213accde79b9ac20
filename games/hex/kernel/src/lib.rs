//! Hex: the engine works on whole rows of positions.
//!
//! A row has all positions with one set of Black's stones, one bit each, by the number of White's set among
//! the other cells. If White is to move, the positions after his moves are all in the same row of the next
//! layer: their sets have one cell more. If Black is to move, they are in the rows of his set with one cell
//! more, and White's set is the same. In both cases, each cell that a move may take is one pass over a row:
//! some bits are extracted and deposited in other places, by masks that all rows share.
//!
//! This engine continues every game until the board is full. The player who has joined his edges wins
//! whatever follows, so values stay the same, and the sweep never has to look for connections. (A player who
//! has joined his edges and is to move counts as winning. The rules do not allow such positions; their ranks
//! are free.)
//!
//! Each process of a team makes the rows of some of Black's sets. White's moves stay in their row. So for a
//! layer in which White is to move, a process only needs its own rows. Black's moves lead to other rows. So
//! after a layer in which White is to move, every process receives the rows of all others.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]
#![expect(
    clippy::inline_always,
    reason = "a kernel is compiled for what the processor has by inlining all of it into a function with those features"
)]

#[cfg(target_endian = "big")]
compile_error!("the kernels read the bytes of their vectors as words, lowest byte first");

mod census;
mod reached;
mod rows;
mod values;

use nexsolve_db::Metric;
use nexsolve_hex::{End, Hex, Swap};
use nexsolve_tablegen::engine::Engine;

/// The engine for tables of this metric, for one of this number of processes, if an engine here serves the
/// game.
pub fn engine(game: &Hex<u64>, metric: Metric, processes: usize) -> Option<Box<dyn Engine + '_>> {
    match metric {
        Metric::Wdl if serves(game) => Some(Box::new(values::Values::new(game, processes))),
        Metric::Reach if serves(game) => Some(Box::new(reached::Reachable::new(game))),
        _ => None,
    }
}

/// Returns whether these engines serve the game: Hex without swap, ended by a connection.
fn serves(game: &Hex<u64>) -> bool {
    let variant = game.variant();
    variant.swap == Swap::Off && variant.end == End::AtConnection && game.board().len() <= 30
}
