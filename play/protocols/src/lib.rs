//! Protocols by which players meet other programs, over any reader and writer.

#![cfg_attr(not(test), deny(clippy::disallowed_macros))]

pub mod gtp;
pub mod hub;
mod lines;
