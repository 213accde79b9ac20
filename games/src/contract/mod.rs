//! The interface between games and the rest of the program: a game's card and boards, positions and moves as
//! small values, how the game is played and shown, and its records. The games' folders use these modules, and
//! the list of games uses the folders.

pub(crate) mod annotated;
mod board;
pub(crate) mod choice;
pub(crate) mod encoding;
mod fact;
pub(crate) mod fit;
mod name;
pub(crate) mod notice;
mod numbered;
mod observed;
pub mod picture;
pub(crate) mod played;
pub(crate) mod player_names;
pub mod record;
pub(crate) mod records;
pub(crate) mod scan;
mod tree;
mod values;

pub use board::{Board, Card, Extent, GameSpec, Measure, Variant};
pub use choice::{Choice, Step};
pub use fact::{Fact, Quantity};
pub use name::NameError;
pub use numbered::Numbered;
pub use observed::{Observed, PLANES};
pub use played::{Cells, Connections, HalfPoints, HubNotation, Packed, Played, Purse, Shown, Spot, Visitor};
pub(crate) use values::WORDS;
pub use values::{AnyMemory, AnyMove, AnyPosition};
