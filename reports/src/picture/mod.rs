//! Pictures of positions.

mod awari;
mod draughts;
mod rhombus;
mod strip;

pub use awari::pits;
pub use draughts::{Draught, diagram};
pub use rhombus::{Cell, Note, Rhombus, Stone};
pub use strip::{legend_of_values, strip};
