//! What a game is to the rest of the program: its card and boards, its positions and moves as small values, how it is
//! played and shown, and its records. Games stand on this floor, and the list of games above them.

pub(crate) mod annotated;
mod board;
pub(crate) mod choice;
mod fact;
pub(crate) mod fit;
mod name;
pub mod picture;
pub(crate) mod played;
pub mod record;
pub(crate) mod records;
pub(crate) mod scan;
mod tree;
mod values;

pub use board::{Board, Card, Extent, GameSpec, Measure, Variant};
pub use choice::{Choice, Step};
pub use fact::{Fact, Quantity};
pub use name::NameError;
pub use played::{Cells, Connections, HalfPoints, Packed, Played, Purse, Shown, Spot, Visitor};
pub(crate) use values::WORDS;
pub use values::{AnyMemory, AnyMove, AnyPosition};
