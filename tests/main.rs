//! End-to-end tests of the command, and tests of the rules in ARCHITECTURE.md. They form one binary, so that
//! shared code is compiled once.

mod architecture;
mod audit;
mod book;
mod certificates;
mod closed;
mod command;
mod damage;
mod database;
mod drills;
mod endings;
mod engines;
mod exams;
mod generate;
mod hub;
mod kept;
mod matches;
mod memory;
mod nexc;
mod notation;
mod own;
mod play;
mod progress;
mod proofs;
mod publish_site;
mod puzzles;
mod records;
mod refused;
mod report;
mod serve;
mod shrink;
#[cfg(feature = "http")]
mod sites;
mod solve;
mod support;
mod tasks;
