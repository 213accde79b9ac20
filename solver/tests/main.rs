//! Searches and counts, compared with independent ones.

mod connect4;
mod counts;
mod endless;
mod prober;
mod search;
