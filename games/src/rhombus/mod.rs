//! What Nex and Hex share: the board, coordinates, diagrams.

mod board;
mod cells;
pub mod text;

pub use board::{BoardError, Edges, MAX_SIDE, Rhombus};
pub use cells::{Cell, CellSet, Cells, Wide};
