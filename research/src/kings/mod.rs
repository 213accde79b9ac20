//! Endings of Russian draughts that every player knows.

mod pages;
pub mod published;
pub mod road;

pub(crate) use pages::add;
