//! Recorded games, judged by the tables.

pub mod audited;
mod claims;
mod named;
mod pages;
mod patterns;

pub(crate) use pages::add;
