//! The studies, and what they have published.

mod old;
#[path = "../../reports/tests/support/pictures.rs"]
mod pictures;
mod play;
mod questions;
mod results;
mod support;
mod weak;
mod zugzwang;
