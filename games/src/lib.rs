//! The games of nexsolve: a catalogue with one folder for each game.
//!
//! A folder contains everything specific to its game: rules, notation, symmetry, ranking, search knowledge, random
//! play, evaluations, records, and the words that people see. One line in the list in this file makes a game known
//! everywhere.
//!
//! - [`Board`] names a game on a board, [`Card`] holds the fixed properties of a game, and [`GAMES`] lists all cards.
//! - [`visit`] goes from a board to its game, for code that is compiled for each game; [`Played`] is what a game offers
//!   there.
//! - [`AnyGame`] is a game of any kind behind one type, for everything else.
//!
//! ```
//! use nexsolve_core::{Game, Notation};
//! use nexsolve_games::nex::Nex;
//!
//! let game = Nex::<u64>::new(3, 3).expect("a board");
//! let start = game.start();
//! assert_eq!(game.legal_moves(&start).len(), 72);
//! let mv = game.read_move(&start, "Ba2?a3")?;
//! let after = game.play(&start, mv);
//! assert_eq!(game.diagram(&after).lines().next(), Some("  1 2 3"));
//! # Ok::<(), nexsolve_core::ReadError>(())
//! ```

mod annotated;
mod any;
#[macro_use]
mod catalogue;
mod fact;
mod fit;
mod name;
pub mod picture;
mod played;
pub mod record;
pub mod rhombus;
mod scan;

// One line per game: it declares the game's folder and makes the game known everywhere.
games! {
    nex,
    hex,
    awari,
    draughts,
    connect4,
}

pub use any::{AnyGame, AnyMemory, AnyMove, AnyPlayed, AnyPosition};
pub use catalogue::{
    Board, Card, Extent, GameSpec, Measure, Variant, Visitor, examples, names, played_examples, records,
};
pub use fact::{Fact, Quantity};
pub use name::NameError;
pub use played::{Cells, Played, Purse, Spot};

use nexsolve_core::Side;

/// Returns the elements of a set, each as a set of one, the lowest first.
#[inline]
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Limits points to the range of evaluations.
fn limited(points: i32) -> i32 {
    points.clamp(-nexsolve_core::LIMIT, nexsolve_core::LIMIT)
}

/// Returns the points of `side` minus those of the other side.
fn difference(side: Side, points: impl Fn(Side) -> i32) -> i32 {
    points(side) - points(side.other())
}
