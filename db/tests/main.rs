//! Tests of building, storing and querying databases.

mod blocks;
mod building;
mod fixtures;
mod format;
mod numbers;
mod prober;
mod storage;
