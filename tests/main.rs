//! The command end to end, and the whole workspace held to its plan. One binary: the parts share what they are compiled to.

mod architecture;
mod audit;
mod certificates;
mod closed;
mod command;
mod damage;
mod database;
mod endings;
mod engines;
mod generate;
mod kept;
mod matches;
mod memory;
mod nexc;
mod play;
mod progress;
mod proofs;
mod records;
mod refused;
mod report;
mod serve;
mod shrink;
mod solve;
mod support;
