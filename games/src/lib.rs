//! The games of nexsolve, one folder each: rules, notation, symmetry, ranking, and what a search may know.

pub mod awari;
pub mod draughts;
mod excerpt;
pub mod hex;
pub mod nex;
pub mod rhombus;
