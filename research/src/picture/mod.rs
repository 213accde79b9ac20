//! Pictures of positions with marks: the boards that the studies draw.

mod draughts;
mod rhombus;

pub(crate) use draughts::{Draught, diagram};
pub(crate) use rhombus::{Note, Rhombus};
