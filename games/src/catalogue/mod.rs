//! The list of games: what is fixed of each, the names of boards, recorded games, and what one line in the list makes of a game.

mod board;
pub mod records;
pub(crate) mod tree;

pub use board::{Board, Extent, GameSpec};

use crate::GAMES;
use crate::fact::Fact;
use crate::played::Played;
use records::RecordForm;

/// A game as a catalogue lists it.
#[derive(Debug)]
pub struct Card {
    /// The first word of its boards' names: `hex`.
    pub word: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules that it is played by, the usual ones first.
    pub variants: &'static [Variant],
    /// What is wrong with an option that none of the variants has.
    pub options: &'static str,
    /// What its boards differ by.
    pub measure: Measure,
    /// Boards that can be searched or tabled, for examples.
    pub board_examples: &'static [&'static str],
    /// Boards that can be played on, for examples.
    pub played_examples: &'static [&'static str],
    /// What the players are called, Black first.
    pub sides: [&'static str; 2],
    /// What a point is called, one and many, of a game that is played for points.
    pub points: [&'static str; 2],
    /// The board that a text is a position of, if it certainly looks like a position of this game on one line.
    pub looks_like: fn(text: &str) -> Option<Board>,
    /// How its recorded games are written.
    pub records: &'static dyn RecordForm,
    /// What is known of it from elsewhere.
    pub facts: &'static [Fact],
}

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// What stands between the game's word and the size in a board's name, options joined by `+`; may be empty.
    pub word: &'static str,
    /// The name for people, which the size may stand before.
    pub title: &'static str,
    /// Rules by which a game may end and which tables leave out, each in a few words.
    pub left_out: &'static [&'static str],
    /// What that means for values over the board, in a sentence; `None` if tables leave nothing out.
    pub caveat: Option<&'static str>,
}

/// What the boards of a game differ by.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    /// Rows and columns.
    Sides {
        /// The most rows or columns of a board that is played on.
        most: u32,
        /// The most cells of a board that is searched.
        cells: u32,
        /// The usual rows and columns, where nobody says them.
        usual: (u32, u32),
        /// A database of so many cells is made in a few seconds.
        quick: u32,
    },
    /// There is one board; tables hold the positions with up to so many seeds or pieces.
    Count {
        /// Its rows and columns.
        grid: (u32, u32),
        /// What is counted: `seeds`.
        what: &'static str,
        /// One of them.
        one: &'static str,
        /// The least that tables can hold.
        least: u32,
        /// The most.
        most: u32,
        /// A board with its number: `awari:12`.
        example: &'static str,
        /// A database of so many is made in about a second.
        quick: u32,
        /// A game with so many more leads there soon.
        ahead: u32,
        /// How many the positions of a layer have, by the layer's name.
        of_layer: fn(&str) -> Option<u32>,
    },
}

impl Card {
    /// What a side is called at the beginning of a sentence.
    pub const fn side(&self, side: nexsolve_core::Side) -> &'static str {
        self.sides[side as usize]
    }
}

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
    nexsolve_core::words::list(&GAMES.map(|card| card.word))
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
