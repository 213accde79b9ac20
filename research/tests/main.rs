//! Tests of the studies and of their published documents.

// The databases of the tests are made by these kernels.
use nexsolve_kernels as _;

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
