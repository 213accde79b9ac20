//! Tests of the studies and of their published documents.

#[path = "../../reports/tests/support/databases.rs"]
mod databases;
mod old;
#[path = "../../reports/tests/support/pictures.rs"]
mod pictures;
mod play;
mod questions;
mod results;
mod support;
mod weak;
mod zugzwang;
