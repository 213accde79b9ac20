//! Nex: whole vectors of positions at a time.

mod encode;
mod kernel;
mod large;
mod ply;
mod reached;
mod shape;
mod small;
mod values;
mod vectors;

pub(crate) use reached::Reachable;
pub(crate) use values::Values;
