//! The list of games, the fixed properties of each, the names of boards, and recorded games.

mod board;
pub mod records;
pub(crate) mod tree;

pub use board::{Board, Extent, GameSpec};

use crate::GAMES;
use crate::fact::Fact;
use crate::played::Played;
use records::RecordForm;

/// The fixed properties of a game: its entry in the catalogue.
#[derive(Debug)]
pub struct Card {
    /// The first word of the names of its boards: `hex`.
    pub word: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules that it can be played by, the usual ones first.
    pub variants: &'static [Variant],
    /// The error message for an option that no variant has.
    pub options: &'static str,
    /// How its boards differ.
    pub measure: Measure,
    /// Example boards that can be searched or tabled.
    pub board_examples: &'static [&'static str],
    /// Example boards that can be played on.
    pub played_examples: &'static [&'static str],
    /// The names of the players, Black first.
    pub sides: [&'static str; 2],
    /// The singular and plural of a point, in a game with points.
    pub points: [&'static str; 2],
    /// Recognises a text on one line that certainly is a position of this game, and returns its board.
    pub looks_like: fn(text: &str) -> Option<Board>,
    /// The format of its recorded games.
    pub records: &'static dyn RecordForm,
    /// Published facts about the game.
    pub facts: &'static [Fact],
}

/// A set of rules for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The part of a board's name between the game's word and the size: options joined by `+`, or empty.
    pub word: &'static str,
    /// The name for people; a size may precede it.
    pub title: &'static str,
    /// Rules by which a game may end but which tables ignore, each in a few words.
    pub left_out: &'static [&'static str],
    /// The consequence for values over the board, in a sentence; `None` if tables ignore nothing.
    pub caveat: Option<&'static str>,
}

/// How the boards of a game differ.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    /// By rows and columns.
    Sides {
        /// The maximum number of rows or columns of a board that can be played on.
        most: u32,
        /// The maximum number of cells of a board that can be searched.
        cells: u32,
        /// The default rows and columns.
        usual: (u32, u32),
        /// The number of cells up to which a database takes a few seconds to generate.
        quick: u32,
    },
    /// By number: there is one board, and tables hold the positions with up to a number of seeds or pieces.
    Count {
        /// The rows and columns of the board.
        grid: (u32, u32),
        /// What is counted, in the plural: `seeds`.
        what: &'static str,
        /// The singular.
        one: &'static str,
        /// The least number that tables can hold.
        least: u32,
        /// The greatest number that tables can hold.
        most: u32,
        /// An example board with its number: `awari:12`.
        example: &'static str,
        /// The number up to which a database takes about a second to generate.
        quick: u32,
        /// A game that has at most this many more soon reaches that number.
        ahead: u32,
        /// Returns the number for a layer's name.
        of_layer: fn(&str) -> Option<u32>,
    },
}

impl Card {
    /// Returns the name of a side, capitalised for the beginning of a sentence.
    pub const fn side(&self, side: nexsolve_core::Side) -> &'static str {
        self.sides[side as usize]
    }
}

/// Work with a game whose kind is known only at run time. It is compiled for each game.
pub trait Visitor: Sized {
    /// The result of the work.
    type Done;

    /// Does the work with `game`.
    fn on<G: Played>(self, game: G) -> Self::Done;
}

/// Generates from each line the game's module, its entry in [`GAMES`], and its branch of the one match from a board to
/// its game.
macro_rules! games {
    ($($game:ident,)*) => {
        $(pub mod $game;)*

        /// All games, the main one first.
        pub static GAMES: [&$crate::Card; [$(stringify!($game)),*].len()] = [$(&$game::played::CARD),*];

        /// Calls `visitor` with the game that is played on `board`; for a board of tables, with the game whose
        /// positions they number.
        ///
        /// # Errors
        /// If the board does not exist.
        ///
        /// # Panics
        /// Never: the list contains every board's game.
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

/// Returns the games' names, for a sentence.
pub fn names() -> String {
    nexsolve_core::words::list(&GAMES.map(|card| card.word))
}

/// Describes by examples how to write boards that can be searched or tabled.
pub fn examples() -> String {
    written("boards are", |card| card.board_examples)
}

/// Describes by examples how to write boards that can be played on.
pub fn played_examples() -> String {
    written("games to play are", |card| card.played_examples)
}

fn written(what: &str, of: fn(&Card) -> &'static [&'static str]) -> String {
    let all: Vec<&str> = GAMES.iter().flat_map(|card| of(card)).copied().collect();
    let (last, others) = all.split_last().expect("each game has some");
    format!("{what} written as {} or {last}", others.join(", "))
}
