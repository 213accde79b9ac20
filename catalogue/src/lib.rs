//! The interface between games and the rest of the program: a game's card and boards, positions and moves as
//! small values, how the game is played and shown, and its records. The games' folders use these modules, and
//! the list of games uses the folders.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

pub mod annotated;
mod any;
mod board;
pub mod book;
pub mod choice;
pub mod encoding;
mod extent;
mod fact;
pub mod fit;
mod name;
mod numbered;
mod observed;
pub mod picture;
pub mod played;
pub mod player_names;
pub mod record;
pub mod records;
pub mod scan;
mod tree;
mod values;

pub use any::Erase;
pub use board::{AnyGame, Board, Card, Extras, GameSpec, Measure, Variant};
pub use choice::{MoveChoice, PlaceChoice};
pub use extent::Extent;
pub use fact::{Fact, Quantity};
pub use name::NameError;
pub use numbered::Numbered;
pub use observed::{Observed, PLANES};
pub use played::{
    AnyPlayed, Cells, Connections, HalfPoints, HubNotation, Packed, Played, Purse, Shown, Spot, Visitor,
};
pub use values::{AnyMemory, AnyMove, AnyPosition, WORDS};

use nexsolve_core::Side;

/// Returns the elements of a set, each as a set of one, the lowest first.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Limits points to the range of evaluations.
pub fn limited(points: i32) -> i32 {
    points.clamp(-nexsolve_core::LIMIT, nexsolve_core::LIMIT)
}

/// Returns the points of `side` minus those of the other side.
pub fn difference(side: Side, points: impl Fn(Side) -> i32) -> i32 {
    points(side) - points(side.other())
}
