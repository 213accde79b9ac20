//! The parts shared by Nex and Hex: board, coordinates, diagrams.

pub(crate) mod board;
mod cells;
pub(crate) mod circuit;
pub(crate) mod paths;
pub(crate) mod shown;
mod stones;
mod swap;
pub mod text;
pub(crate) mod two_distance;

pub use board::{Edges, MAX_SIDE, Rhombus};
pub use cells::{Cell, CellSet, Cells, Wide, Words};
pub use stones::Stones;
pub(crate) use stones::stone_in_words;
pub(crate) use swap::unmarked;
pub use swap::{SWAPPED, SwapMove, SwapPosition, Swappable, Swapped};
