//! Players, and the protocols that they use.

mod boards;
mod gtp;
mod nexc;
mod proven;
mod strength;
