//! What is known of positions, and the small databases behind it.

mod entries;
mod points;
mod small;
