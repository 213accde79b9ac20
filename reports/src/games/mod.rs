//! Recorded games, judged by the tables.

pub mod audited;
mod claims;
mod pages;
mod patterns;

pub(crate) use pages::add;
