//! Well-known endings of Russian draughts.

mod pages;
pub mod published;
pub mod road;

pub(crate) use pages::add;
