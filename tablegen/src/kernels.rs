//! The games that have their own engine. All others use the engine for all games.

use crate::engine::Engine;
use crate::{cyclic, hex, nex};
use nexsolve_core::Tabled;
use nexsolve_db::Metric;
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::Swapped;
use std::any::Any;

/// The game's own engine for tables of this metric, for one of this number of processes, if it has one for
/// the board.
pub(crate) fn kernel<G: Tabled>(game: &G, metric: Metric, processes: usize) -> Option<Box<dyn Engine + '_>> {
    let game: &dyn Any = game;
    if let Some(game) = game.downcast_ref::<Nex<u64>>() {
        nex::engine(game, metric, processes)
    } else if let Some(game) = game.downcast_ref::<Swapped<Nex<u64>>>() {
        nex::engine_with_swap(game, metric, processes)
    } else if let Some(game) = game.downcast_ref::<Hex<u64>>() {
        hex::engine(game, metric, processes)
    } else if let Some(game) = game.downcast_ref::<Draughts>() {
        cyclic::engine(game, metric, processes)
    } else if let Some(game) = game.downcast_ref::<Seeds>() {
        cyclic::engine(game, metric, processes)
    } else {
        None
    }
}
