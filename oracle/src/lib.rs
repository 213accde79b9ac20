//! What is a position worth, and each of its moves?
//!
//! An [`Oracle`] answers for one game of any kind, by its rules, by any number of databases, of which it asks those that tell most
//! first, and where these leave something open by a search within a budget. Every answer is proven, and says what it rests on.
//!
//! - [`Oracle::worths`] and [`Oracle::moves`] answer for many positions at once, by rules and tables alone.
//! - [`Oracle::know`] answers for a game as far as it has been played, with what its past decides, and may search.
//! - [`Opened`] is a database with the board that it is of; [`Small`] makes those that take a second.
//! - [`Tables`] are databases as a prober of one typed game, for code that is compiled for each game.

mod error;
mod known;
mod opened;
mod oracle;
mod search;
mod seat;
mod small;
mod tables;
mod worth;

pub use error::OracleError;
pub use known::{Known, KnownMove, best};
pub use opened::layers;
pub use opened::{Held, Opened, OpenedError};
pub use oracle::{Knowledge, Oracle};
pub use search::{Search, Searched, Searcher};
pub use small::{Small, SmallError};
pub use tables::{Found, Tables};
pub use worth::{MoveWorth, Source, Worth};
