//! The games of nexsolve: a catalogue with one folder each.
//!
//! A folder holds all that is particular to its game: rules, notation, symmetry, ranking, what a search may know, play by chance,
//! evaluations, records, and the words that people see. One line in `catalogue.rs` makes a game known everywhere.
//!
//! - [`Board`] names a game on a board, [`Card`] is what is fixed of it, [`GAMES`] lists them.
//! - [`visit`] goes from a board to its game, for code that is compiled for each game; [`Played`] is what a game offers there.
//! - [`AnyGame`] is a game of any kind behind one type, for everything else.

mod any;
pub mod awari;
mod board;
mod card;
mod catalogue;
pub mod connect4;
pub mod draughts;
mod fact;
pub mod hex;
mod name;
pub mod nex;
pub mod picture;
mod played;
pub mod record;
pub mod records;
pub mod rhombus;

pub use any::{AnyGame, AnyMemory, AnyMove, AnyPosition};
pub use board::{Board, Extent, GameSpec};
pub use card::{Card, Measure, Variant};
pub use catalogue::{GAMES, Visitor, examples, names, played_examples, visit};
pub use fact::{Fact, Quantity};
pub use name::NameError;
pub use played::{Cells, Played, Purse, Spot};

/// Points within the limit of evaluations.
fn limited(points: i32) -> i32 {
    points.clamp(-nexsolve_core::LIMIT, nexsolve_core::LIMIT)
}
