//! Positions, and the small databases that answer for them.

mod entries;
mod points;
mod small;
