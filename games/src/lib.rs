//! The games of nexsolve, one folder each: rules, notation, symmetry, ranking, and what a search may know.

pub mod awari;
pub mod connect4;
pub mod draughts;
pub mod hex;
pub mod nex;
pub mod record;
pub mod rhombus;
