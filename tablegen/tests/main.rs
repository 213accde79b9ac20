//! Generation and verification of databases.

mod cluster;
mod common;
mod connect4;
mod cyclic;
mod engines;
mod interruption;
mod layouts;
mod limits;
mod points;
