//! Pictures of positions with marks: the boards that the studies draw.

mod draughts;
mod rhombus;

pub use draughts::{Draught, diagram};
pub use rhombus::{Cell, Note, Rhombus, Stone, legend};
