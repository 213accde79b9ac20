//! What is a position worth, and each of its moves?
//!
//! An [`Oracle`] answers for one game of any kind, by its rules, by any number of databases, of which it asks those that tell most
//! first, and where these leave something open by a search within a budget. Every answer is proven, and says what it rests on.
//!
//! - [`Oracle::worths`] and [`Oracle::moves`] answer for many positions at once, by rules and tables alone.
//! - [`Oracle::know`] answers for a game as far as it has been played, with what its past decides, and may search.
//! - A [`Line`] is best play from there on.
//! - [`Opened`] is a database with the board that it is of; [`Small`] makes those that take a second.
//! - [`Entries`] reads the tables of a database from the first number to the last, with the positions.
//! - [`computed`] is what comes of a known fact here.
//! - [`Tables`] are databases as a prober of one typed game, for code that is compiled for each game.

mod entries;
mod error;
mod facts;
mod known;
mod line;
mod opened;
mod oracle;
mod search;
mod seat;
mod small;
mod tables;
mod way;
mod worth;

pub use entries::{Entries, EntriesError, Part};
pub use error::OracleError;
pub use facts::{FactError, computed};
pub use known::{Known, KnownMove, best};
pub use line::{Line, Patience, Stop};
pub use nexsolve_solver::Knowledge;
pub use opened::{Held, Opened, OpenedError, layers};
pub use oracle::Oracle;
pub use search::{Search, Searched, Searcher};
pub use small::{Small, SmallError};
pub use tables::{TableAnswer, Tables};
pub use worth::{MoveWorth, Source, Worth};
