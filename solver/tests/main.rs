//! Searches and counts against independent ones.

mod connect4;
mod counts;
mod endless;
mod prober;
mod search;
