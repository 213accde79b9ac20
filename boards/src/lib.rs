//! Boards by name, the games that are played on them, and the databases of them.
//!
//! A [`Board`] is what can be searched and tabled: `nex:4x4`, `awari:12`, `draughts:russian:4`. An [`Arena`] is what is played,
//! from the start: `nex:13x13`, `hex:swap:11x11`, `awari`, `draughts`. [`with`] goes from an arena to its game, and to what a
//! database knows of it; a database is [`Opened`] with the board that it is of.

mod arena;
mod board;
mod error;
mod meeting;
mod opened;
mod stores;

pub use arena::Arena;
pub use board::{Board, EXAMPLES, Kind, MAX_CELLS, Played, Rhombus, read_played, rules_title};
pub use error::NameError;
pub use meeting::{Meeting, Tables, with};
pub use opened::{Opened, OpenedError};
pub use stores::WithStores;
