//! Tests of the studies and of their published documents.

mod old;
#[path = "../../reports/tests/support/pictures.rs"]
mod pictures;
mod play;
mod questions;
mod results;
mod support;
mod weak;
mod zugzwang;
