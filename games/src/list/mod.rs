//! The list of games, and everything that concerns all games together: which games exist, which board a name
//! or a record means, and one type for games of any kind.

mod any;
mod names;
mod native;
pub mod records;

pub use any::{AnyGame, AnyPlayed};
pub use names::{examples, names, played_examples};

use crate::contract::records::RecordForm;
use crate::contract::{Board, Card, NameError, Visitor};

/// Generates from each line a game's entries in the list, and its branch of the one match from a board to its
/// game.
macro_rules! games {
    ($($game:ident,)*) => {
        /// All games, the main one first.
        pub static GAMES: [&Card; [$(stringify!($game)),*].len()] = [$(&crate::$game::played::CARD),*];

        /// The customary formats of their records, in the same order.
        static FORMS: [Option<&dyn RecordForm>; GAMES.len()] = [$(crate::$game::played::FORM),*];

        /// Calls `visitor` with the game that is played on `board`; for a board of tables, with the game
        /// whose positions they number.
        ///
        /// # Errors
        /// If the board does not exist.
        ///
        /// # Panics
        /// Never: the list contains every board's game.
        pub fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
            $(if board.game_word() == crate::$game::played::CARD.word {
                return crate::$game::played::visit(board, visitor);
            })*
            unreachable!("a game that is not in the list")
        }
    };
}

// One line per game adds it to the whole program; `lib.rs` declares its folder.
games! {
    nex,
    hex,
    awari,
    draughts,
    connect4,
    tictactoe,
}

/// Returns the place of a game in the list, by its word.
fn place(word: &str) -> Option<usize> {
    GAMES.iter().position(|card| card.word == word)
}

/// Finds a game by name, ignoring case.
fn find(name: &str) -> Option<&'static Card> {
    GAMES.into_iter().find(|card| name.eq_ignore_ascii_case(card.word))
}
