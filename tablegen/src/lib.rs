//! Databases of perfect play made by retrograde analysis, and verified.

mod nex;
pub mod verify;
