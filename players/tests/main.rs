//! Players, and the protocols they play through.

mod boards;
mod gtp;
mod nexc;
mod proven;
mod strength;
