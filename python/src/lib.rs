//! Python bindings: the games of the catalogue, databases, and searches, as the module `nexsolve._nexsolve`.
//!
//! Python sees the erased games and the oracle, and nothing that a Rust program could not call. [`game`] and
//! [`state`] are the rules, [`database`], [`layers`], [`arrays`] and [`solve`] the values, [`generate`] and
//! [`verify`] make and check databases, [`players`] and [`records`] play games.

mod arguments;
mod arrays;
mod connections;
mod database;
mod error;
mod game;
mod generate;
mod layers;
mod own;
mod picture;
mod players;
mod records;
mod solve;
mod spiel;
mod state;
mod value;
mod verify;
mod wait;

use pyo3::prelude::*;

/// Rules and exact values of small board games.
#[pymodule]
fn _nexsolve(module: &Bound<'_, PyModule>) -> PyResult<()> {
    nexsolve_db::on_note(error::warn);
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("UNKNOWN", layers::UNKNOWN)?;
    module.add("NO_PIECE", arrays::NO_PIECE)?;
    module.add("NO_SCORE", layers::NO_SCORE)?;
    module.add("NexsolveError", module.py().get_type::<error::NexsolveError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<value::Value>()?;
    module.add_class::<database::Database>()?;
    module.add_class::<solve::Solution>()?;
    module.add_class::<verify::Verified>()?;
    module.add_class::<players::Player>()?;
    module.add_class::<records::Record>()?;
    module.add("PLAYERS", players::described(module.py())?)?;
    module.add_class::<verify::WrongValue>()?;
    module.add_function(wrap_pyfunction!(game::load_game, module)?)?;
    module.add_function(wrap_pyfunction!(state::restore, module)?)?;
    module.add_function(wrap_pyfunction!(value::rebuild, module)?)?;
    module.add_function(wrap_pyfunction!(database::open, module)?)?;
    module.add_function(wrap_pyfunction!(own::own_game, module)?)?;
    module.add_function(wrap_pyfunction!(own::svg_size, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate, module)?)?;
    module.add_function(wrap_pyfunction!(verify::verify, module)?)?;
    module.add_function(wrap_pyfunction!(players::player, module)?)?;
    module.add_function(wrap_pyfunction!(players::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(players::exam, module)?)?;
    module.add_function(wrap_pyfunction!(players::exploited, module)?)?;
    module.add_function(wrap_pyfunction!(players::audit, module)?)?;
    module.add_function(wrap_pyfunction!(players::find_puzzles, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(records::write_records, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)
}
