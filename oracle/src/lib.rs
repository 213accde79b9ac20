//! Answers what a position is worth, and each of its moves.
//!
//! An [`Oracle`] answers for one game of any kind: by its rules, by any number of databases, the most
//! informative first, and, where these leave a value open, by a search within a budget. Every answer is
//! proven and names its source.
//!
//! - [`Oracle::worths`] and [`Oracle::moves`] answer for many positions at once, by rules and tables alone.
//! - [`Oracle::worths_of_many`] does so on all threads, for millions of positions; [`Oracle::places`] and
//!   [`Oracle::unranked`] convert between positions and ranks.
//! - [`Oracle::answer`] answers for a game in progress, including what earlier moves decide, and may search.
//! - A [`Line`] continues a game by best play.
//! - [`Opened`] is a database with its board; [`Small`] generates databases that take about a second.
//! - [`words`] describes a worth for people and in JSON documents.
//! - [`Answer`] is what is known about a position and its moves; programs format it.
//! - [`Entries`] reads whole tables in rank order, with the positions.
//! - [`computed`] computes a known fact again.
//! - [`JointProber`] combines databases into a prober of one typed game, for code compiled for each game.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod answer;
mod any;
mod ask;
mod entries;
mod error;
mod facts;
mod forced;
mod line;
mod many;
mod opened;
mod oracle;
mod search;
mod small;
mod successors;
mod tables;
mod way;
pub mod words;
mod worth;

pub use answer::{Answer, Effort, Reply, best, best_first, tally};
pub use entries::{Entries, EntriesError, EntrySlice};
pub use error::OracleError;
pub use facts::{FactError, computed};
pub use line::{Line, Patience, Stop};
pub use opened::{Opened, OpenedError, OracleDatabase, layers};
pub use oracle::Oracle;
pub use search::{Search, Searcher};
pub use small::{Maker, Making, Small, SmallError};
pub use successors::{FREE_RANK, Successors};
pub use tables::{JointProber, TableWorth};
pub use worth::{Source, Worth};
