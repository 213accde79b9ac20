//! What Nex and Hex share: the board, coordinates, diagrams.

mod board;
mod cells;
pub(crate) mod circuit;
pub(crate) mod paths;
pub(crate) mod shown;
pub mod text;

pub use board::{BoardError, Edges, MAX_SIDE, Rhombus};
pub use cells::{Cell, CellSet, Cells, Wide};
