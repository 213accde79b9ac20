//! The games of nexsolve: a catalogue with one folder for each game.
//!
//! Three levels, each using only those below it:
//!
//! - `list/`: the list of games, and everything that concerns all of them together.
//! - A folder for each game, with everything specific to it: rules, notation, symmetry, ranking, search
//!   knowledge, random play, evaluations, records, and the words that people see.
//! - `contract/`: the interface between games and the rest of the program.
//!
//! One line here and one in `list/mod.rs` add a game to the whole program.
//!
//! - [`Board`] names a game on a board, [`Card`] holds the fixed properties of a game, and [`GAMES`] lists
//!   all cards.
//! - [`visit`] calls code with the game of a board, for code that is compiled for each game; [`Played`] and
//!   [`Shown`] are the traits that a game implements for it.
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

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

pub mod awari;
pub mod connect4;
mod contract;
pub mod draughts;
pub mod hex;
mod list;
pub mod nex;
pub mod rhombus;
pub mod tictactoe;

pub(crate) use contract::scan;
pub use contract::{
    AnyMemory, AnyMove, AnyPosition, Board, Card, Cells, Choice, Connections, Extent, Fact, GameSpec,
    HalfPoints, HubNotation, Measure, NameError, Numbered, Observed, PLANES, Packed, Played, Purse, Quantity,
    Shown, Spot, Step, Variant, Visitor, picture, record,
};
pub use list::{AnyGame, AnyPlayed, GAMES, examples, names, played_examples, records, visit};

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
