//! The games of nexsolve: a catalogue with one folder each.
//!
//! A folder holds all that is particular to its game: rules, notation, symmetry, ranking, what a search may know, play by chance,
//! evaluations, records, and the words that people see. One line of the list in this file makes a game known everywhere.
//!
//! - [`Board`] names a game on a board, [`Card`] is what is fixed of it, [`GAMES`] lists them.
//! - [`visit`] goes from a board to its game, for code that is compiled for each game; [`Played`] is what a game offers there.
//! - [`AnyGame`] is a game of any kind behind one type, for everything else.

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

// One line a game: its folder is found, and it is known everywhere.
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

/// The elements of a set, each as a set of one, the lowest first.
#[inline]
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Points within the limit of evaluations.
fn limited(points: i32) -> i32 {
    points.clamp(-nexsolve_core::LIMIT, nexsolve_core::LIMIT)
}

/// Points of this side less those of the other.
fn difference(side: Side, points: impl Fn(Side) -> i32) -> i32 {
    points(side) - points(side.other())
}
