//! Games of which only the rules are written.
//!
//! A game implements [`Game`](nexsolve_core::Game) and [`Simple`]. [`Listed`] makes of it everything else:
//! its positions are numbered by the list of all that play can reach ([`List`]), so that it has tables; it is
//! written, drawn, searched and played like any other game of the catalogue.

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod bytes;
mod card;
mod edges;
mod files;
mod foreign;
mod graph;
mod graph_rules;
mod list;
mod listed;
pub mod lists;
pub mod own;
mod rules;
mod sets;
mod shown;
mod simple;
mod symmetry;
mod text;

pub use bytes::FileError;
pub use card::{CARD, looks_like, sides, variant};
pub use edges::Edges;
pub use files::{GAME, LIST, game_file, list_file, read_game, read_list};
pub use foreign::walk;
pub use graph::{About, Graph, GraphError, MOST_POINTS, Node};
pub use list::{List, ListError};
pub use listed::Listed;
pub use rules::{Key, Rules, Texts};
pub use sets::{cells, mirrored, piece_on, sets_of};
pub use simple::Simple;
pub use symmetry::{lines, turns};

#[doc(hidden)]
pub use nexsolve_catalogue::{AnyGame, Board, NameError, Visitor, records::RecordForm};

/// Returns a listed game behind the type for games of any kind.
pub fn any(game: Listed) -> AnyGame {
    AnyGame::of(game.board(), game)
}

/// Defines what the list of games uses of a simple game's crate: `visit` and `FORM`. `$new` makes the game of
/// a board.
#[macro_export]
macro_rules! catalogued {
    ($new:expr) => {
        /// The customary format of records: there is none.
        pub const FORM: Option<&dyn $crate::RecordForm> = None;

        /// Visits the game on a board.
        ///
        /// # Errors
        /// If the board does not exist.
        pub fn visit<V: $crate::Visitor>(
            board: $crate::Board,
            visitor: V,
        ) -> Result<V::Done, $crate::NameError> {
            listed(board).map(|game| visitor.on(game))
        }

        fn listed(board: $crate::Board) -> Result<$crate::Listed, $crate::NameError> {
            Ok($crate::Listed::new(board, $new(board)?))
        }

        fn any(board: $crate::Board) -> Result<$crate::AnyGame, $crate::NameError> {
            listed(board).map($crate::any)
        }
    };
}
