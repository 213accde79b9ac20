//! What is known for certain: databases that were given, and small ones that the server makes.

mod shelf;
mod small;
mod stack;

pub(crate) use shelf::Held;
pub use shelf::ShelfError;
pub(crate) use small::Small;
pub(crate) use stack::{Found, Stack};
