//! Databases as they are built, stored and asked.

mod blocks;
mod building;
mod fixtures;
mod format;
mod numbers;
mod prober;
mod storage;
