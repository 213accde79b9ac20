//! The old project's five questions on N×N Nex, answered from tables.

pub mod combine;
pub mod extended;
pub mod logistic;
pub mod neutral;
pub mod observe;
pub mod relation;
pub mod sample;
pub mod stats;
pub mod tabled;
pub mod tempo;
