//! Tables made by several ranks together, with the bytes of one machine.

pub(crate) mod deal;
pub(crate) mod engine;
mod generate;
pub(crate) mod generic;
pub(crate) mod output;
pub(crate) mod team;
pub(crate) mod wire;

pub use generate::{Together, generate_together};
