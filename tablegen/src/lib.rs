//! Databases of perfect play made by retrograde analysis, and verified.

pub mod verify;
