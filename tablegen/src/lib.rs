//! Databases of perfect play made by retrograde analysis.
mod nex;
