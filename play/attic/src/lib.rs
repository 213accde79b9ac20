//! What older programs need, and nothing here.

#![cfg_attr(not(test), deny(clippy::disallowed_macros))]

pub mod nexc;
