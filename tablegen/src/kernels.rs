//! The games with an engine of their own. All others use the engine for all games.

use crate::cluster::engine::SharedEngine;
use crate::engine::Engine;
use crate::{cyclic, hex, nex};
use nexsolve_core::Tabled;
use nexsolve_db::Metric;
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use std::any::Any;

/// The game's own engine for tables of this metric, if it has one for the board.
pub(crate) fn kernel<G: Tabled>(game: &G, metric: Metric) -> Option<Box<dyn Engine + '_>> {
    let game: &dyn Any = game;
    if let Some(game) = game.downcast_ref::<Nex<u64>>() {
        nex::engine(game, metric)
    } else if let Some(game) = game.downcast_ref::<Hex<u64>>() {
        hex::engine(game, metric)
    } else if let Some(game) = game.downcast_ref::<Draughts>() {
        cyclic::engine(game, metric)
    } else if let Some(game) = game.downcast_ref::<Seeds>() {
        cyclic::engine(game, metric)
    } else {
        None
    }
}

/// The same for `ranks` ranks, at least two, for the boards and metrics that [`kernel`] serves.
pub(crate) fn shared_kernel<G: Tabled>(
    game: &G,
    metric: Metric,
    ranks: usize,
) -> Option<Box<dyn SharedEngine + '_>> {
    let game: &dyn Any = game;
    if let Some(game) = game.downcast_ref::<Nex<u64>>() {
        nex::shared_engine(game, metric, ranks)
    } else if let Some(game) = game.downcast_ref::<Hex<u64>>() {
        hex::shared_engine(game, metric, ranks)
    } else if let Some(game) = game.downcast_ref::<Draughts>() {
        cyclic::shared_engine(game, metric, ranks)
    } else if let Some(game) = game.downcast_ref::<Seeds>() {
        cyclic::shared_engine(game, metric, ranks)
    } else {
        None
    }
}
