//! Tables of any board, ready to generate: each game with its own engine, if it has one, otherwise with the
//! engine for all games.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods))]

mod briefly;

pub use briefly::{generate_briefly, generate_for, generate_observed};

use nexsolve_core::Tabled;
use nexsolve_db::Metric;
use nexsolve_games::awari::Seeds;
use nexsolve_games::draughts::Draughts;
use nexsolve_games::hex::Hex;
use nexsolve_games::listed::Listed;
use nexsolve_games::nex::Nex;
use nexsolve_games::{Board, Extent, NameError, Played, Visitor, visit};
use nexsolve_tablegen::bits::Level;
use nexsolve_tablegen::engine::Engine;
use nexsolve_tablegen::{AnyTables, GameWithEngine, cyclic, layouts};
use std::any::Any;

/// Returns the tables that a board can have; `None` if the game has none for it.
///
/// # Errors
/// If there is no such board.
pub fn tables(board: Board) -> Result<Option<Box<dyn AnyTables>>, NameError> {
    visit(board, Erase(board.extent))
}

struct Erase(Extent);

impl Visitor for Erase {
    type Done = Option<Box<dyn AnyTables>>;

    fn on<G: Played>(self, game: G) -> Self::Done {
        Some(Box::new(GameWithEngine::new(game.tables(self.0)?, kernel::<G::Tabled>)))
    }
}

/// Joins a game with its own engine.
pub fn joined<G: Tabled + Clone>(game: &G) -> GameWithEngine<G> {
    GameWithEngine::new(game.clone(), kernel::<G>)
}

/// Returns the game's own engine for tables of this metric, for one of this number of processes, if it has
/// one for the board.
fn kernel<G: Tabled>(game: &G, metric: Metric, processes: usize) -> Option<Box<dyn Engine + '_>> {
    let game: &dyn Any = game;
    if let Some(game) = game.downcast_ref::<Nex<u64>>() {
        nexsolve_nex_kernel::engine(game, metric, processes)
    } else if let Some(game) = game.downcast_ref::<Hex<u64>>() {
        nexsolve_hex_kernel::engine(game, metric, processes)
    } else if let Some(game) = game.downcast_ref::<Listed>() {
        nexsolve_listed_kernel::engine(game, metric, processes)
    } else if let Some(game) = game.downcast_ref::<Draughts>() {
        let by_layouts = layouts::engine(game, metric, processes, Level::best());
        by_layouts.or_else(|| cyclic::engine(game, metric, processes))
    } else if let Some(game) = game.downcast_ref::<Seeds>() {
        cyclic::engine(game, metric, processes)
    } else {
        None
    }
}
