//! The house is as its plan says: which crate uses which, where games are named, which file needs which, and what documents claim.
//! That libraries neither print nor read clocks nor start threads is for clippy: see `clippy.toml` and the top of each library.

mod circles;
mod crates;
mod documents;
mod examples;
mod house;
mod names;
