//! The parts shared by Nex and Hex: board, coordinates, diagrams.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

pub mod board;
mod cells;
pub mod circuit;
pub mod paths;
pub mod shown;
mod stones;
pub mod text;
pub mod two_distance;

pub use board::{Edges, MAX_SIDE, Rhombus};
pub use cells::{Cell, CellSet, Cells, Wide, Words};
pub use stones::{Stones, stone_in_words};
