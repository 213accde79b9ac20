//! Positions, and the small databases that answer for them.

mod entries;
mod forced;
mod points;
mod small;
