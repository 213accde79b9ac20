//! The studies, and what they have published.

mod old;
mod play;
mod questions;
mod results;
mod support;
mod weak;
mod zugzwang;
