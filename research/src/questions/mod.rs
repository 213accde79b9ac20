//! The old project's five questions on N×N Nex, answered from tables.
//!
//! 1. Describe the game tree: [`tree`].
//! 2. Where should the neutral stones be placed? [`neutral`], [`relation`], [`ratio`], [`near_best`].
//! 3. Find strong and weak openings: [`patterns`].
//! 4. How should the game's positions be evaluated? [`sample`], [`observe`], [`stats`].
//! 5. Is Nex a first-player win? [`tempo`], [`extended`]; [`dense`] keeps a board in memory.

pub mod dense;
pub mod extended;
pub mod near_best;
pub mod neutral;
pub mod observe;
mod pages;
pub mod patterns;
pub mod ratio;
pub mod relation;
pub mod sample;
pub mod stats;
pub mod tabled;
pub mod tempo;
pub mod tree;

pub(crate) use pages::add;
