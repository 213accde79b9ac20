//! What one line in the list of games makes of it.

use crate::GAMES;
use crate::card::Card;
use crate::played::Played;

/// Work with a game whose kind is known when the program runs: compiled for each game.
pub trait Visitor: Sized {
    /// What comes of it.
    type Done;

    /// Does it.
    fn on<G: Played>(self, game: G) -> Self::Done;
}

/// From each line: the game's folder, its place in [`GAMES`], and its arm of the one match from a board to its game.
macro_rules! games {
    ($($game:ident,)*) => {
        $(pub mod $game;)*

        /// All games, the main one first.
        pub static GAMES: [&$crate::Card; [$(stringify!($game)),*].len()] = [$(&$game::played::CARD),*];

        /// Does the work with the game that is played on a board; of a board of tables, with the game whose positions they
        /// number.
        ///
        /// # Errors
        /// If there is no such board.
        ///
        /// # Panics
        /// Never: every board's game is in the list.
        pub fn visit<V: $crate::Visitor>(
            board: $crate::Board,
            visitor: V,
        ) -> Result<V::Done, $crate::NameError> {
            $(if board.game_word() == $game::played::CARD.word {
                return $game::played::visit(board, visitor);
            })*
            unreachable!("a game that is not in the list")
        }
    };
}

/// The games' names in a sentence.
pub fn names() -> String {
    let words: Vec<&str> = GAMES.iter().map(|card| card.word).collect();
    let (others, last) = words.split_at(words.len() - 1);
    format!("{} and {}", others.join(", "), last[0])
}

/// How boards are written that are searched or tabled, by example.
pub fn examples() -> String {
    written("boards are", |card| card.board_examples)
}

/// How boards are written that are played on, by example.
pub fn played_examples() -> String {
    written("what is played is", |card| card.played_examples)
}

fn written(what: &str, of: fn(&Card) -> &'static [&'static str]) -> String {
    let all: Vec<&str> = GAMES.iter().flat_map(|card| of(card)).copied().collect();
    let (last, others) = all.split_last().expect("each game has some");
    format!("{what} written as {} or {last}", others.join(", "))
}
