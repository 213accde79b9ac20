//! Python bindings: the games of the catalogue, databases, and searches, as the module `nexsolve._nexsolve`.
//!
//! Python sees the erased games and the oracle, and nothing that a Rust program could not call. [`game`] and
//! [`state`] are the rules, [`database`], [`layers`], [`arrays`] and [`solve`] the values, [`generate`] and
//! [`verify`] make and check databases.

mod arguments;
mod arrays;
mod database;
mod error;
mod game;
mod generate;
mod layers;
mod picture;
mod solve;
mod state;
mod value;
mod verify;
mod wait;

use pyo3::prelude::*;

/// Passes a sentence about a server to Python as a warning. Filters may make an error of it, which nobody
/// could catch here.
fn warn(text: &str) {
    Python::attach(|py| {
        let warned = py.import("warnings").and_then(|warnings| warnings.call_method1("warn", (text,)));
        if let Err(error) = warned {
            error.write_unraisable(py, None);
        }
    });
}

/// Rules and exact values of small board games.
#[pymodule]
fn _nexsolve(module: &Bound<'_, PyModule>) -> PyResult<()> {
    nexsolve_db::on_note(warn);
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
    module.add_class::<verify::WrongValue>()?;
    module.add_function(wrap_pyfunction!(game::load_game, module)?)?;
    module.add_function(wrap_pyfunction!(state::restore, module)?)?;
    module.add_function(wrap_pyfunction!(database::open, module)?)?;
    module.add_function(wrap_pyfunction!(generate::generate, module)?)?;
    module.add_function(wrap_pyfunction!(verify::verify, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)
}
