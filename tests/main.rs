//! The command end to end, and the whole workspace held to its plan. One binary: the parts share what they are compiled to.

mod answers;
mod architecture;
mod audit;
mod closed;
mod command;
mod damage;
mod database;
mod endings;
mod engines;
mod generate;
mod gtp;
mod input;
mod kept;
mod matches;
mod memory;
mod nexc;
mod overwritten;
mod play;
mod progress;
mod records;
mod refused;
mod repetition;
mod report;
mod serve;
mod shrink;
mod support;
