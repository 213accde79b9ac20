//! The house is as its plan says: which crate uses which, where games are named, which file needs which, and what documents claim.

mod absent;
mod circles;
mod crates;
mod documents;
mod examples;
mod house;
mod names;
mod rust;
