//! The contract of the catalogue: what a game offers beyond its rules.

use super::board::Extent;
use super::picture::{Picture, Piece};
use super::values::{AnyMove, AnyPosition};
use nexsolve_core::{
    Chance, Connected, Course, Ending, Evaluation, Joint, Notation, Points, Searchable, Side, Symmetric,
    Tabled, Wire,
};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A game of the catalogue.
///
/// Most games keep the defaults. A game must supply the conversions to small values, which interfaces work with, and
/// the types of its search and tables ([`Absent`](nexsolve_core::Absent) if it has none).
pub trait Played: Chance + Symmetric + Clone + 'static {
    /// Packs a position into a small value that is the same for all set widths of a board.
    fn pack(position: &Self::Position) -> AnyPosition;

    /// Reverses [`Played::pack`].
    fn unpack(position: &AnyPosition) -> Self::Position;

    /// Packs a move into a small value. Packed moves sort in the same order as the moves.
    fn pack_move(mv: Self::Move) -> AnyMove;

    /// Reverses [`Played::pack_move`].
    fn unpack_move(mv: AnyMove) -> Self::Move;

    /// The type of the game that is searched.
    type Searched: Searchable<Move = Self::Move>;

    /// Returns the game to search, or `None` if this game or board is not searched.
    fn searcher(&self) -> Option<Self::Searched>;

    /// Converts a position to the searched game.
    fn to_searched(&self, position: &Self::Position) -> <Self::Searched as nexsolve_core::Game>::Position;

    /// Reverses [`Played::to_searched`].
    fn to_played(&self, position: &<Self::Searched as nexsolve_core::Game>::Position) -> Self::Position;

    /// The type of the game whose positions tables number.
    type Tabled: Tabled<Move = Self::Move> + Notation;

    /// Returns the game whose positions tables of `extent` number, or `None` if there are no such tables.
    fn tables(&self, extent: Extent) -> Option<Self::Tabled>;

    /// Converts a position to the tabled game.
    fn to_tabled(&self, position: &Self::Position) -> <Self::Tabled as nexsolve_core::Game>::Position;

    /// The evaluations of positions, the default first.
    fn evaluations() -> &'static [Evaluation<Self>] {
        &[]
    }

    /// Returns whether `text` belongs to this game. Called on the tabled game when the same notation may also describe
    /// a position of the table's board alone.
    fn is_about(&self, _text: &str) -> bool {
        true
    }

    /// Whether a written position determines the side to move. On boards of tables it may not: Awari's tables hold seeds alone.
    const TELLS_SIDE: bool = true;

    /// Returns the points of a position, in a game that is played for points.
    fn points(&self, _position: &Self::Position) -> Option<Purse> {
        None
    }

    /// Returns the number of seeds or pieces that decides how large a table must be to contain the position; 0 if only
    /// the board size matters.
    fn count(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Returns where a small board can show the move.
    fn spot(&self, _mv: Self::Move) -> Spot {
        Spot::Nowhere
    }

    /// Returns the name of a row in moves.
    fn row_name(&self, row: usize) -> String {
        char::from(b'a' + row as u8).to_string()
    }

    /// Returns the name of a column in moves.
    fn col_name(&self, col: usize) -> String {
        (col + 1).to_string()
    }

    /// Returns whether the players can swap colours now or after the next move.
    fn may_swap(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns what stands on each cell, by default row by row in the order of the picture.
    fn cells(&self, position: &Self::Position) -> Cells {
        let places = self.picture(position).places;
        Cells::Rows(places.iter().map(|place| place.piece.map_or("", Piece::sign)).collect())
    }

    /// Draws the position; empty for a game without a picture.
    fn picture(&self, _position: &Self::Position) -> Picture {
        Picture::default()
    }

    /// Returns the cells of a shortest winning chain or line, from one end to the other; empty in games without one.
    fn chain(&self, _position: &Self::Position, _winner: Side) -> Vec<String> {
        Vec::new()
    }

    /// Whether [`Played::connected`] returns `Some` for some positions of the game.
    const WON_BY_CONNECTION: bool = false;

    /// Returns the connections of both sides. Returns `None` if the game is not won by a connection, the game is over, or a swap is possible.
    fn connected(&self, position: &Self::Position) -> Option<Connected> {
        self.connected_until(position, &AtomicBool::new(false))
    }

    /// Returns the connections of both sides that it finds before `stop` is set; `None` as for [`Played::connected`].
    fn connected_until(&self, _position: &Self::Position, _stop: &AtomicBool) -> Option<Connected> {
        None
    }

    /// Returns the connections of `side` that start at `from`: all that are kept, or only those to the joint `to`.
    /// Returns `None` if the game is not won by a connection, the game is over, or a joint is not an end of a
    /// connection of this side.
    fn wires(
        &self,
        _position: &Self::Position,
        _side: Side,
        _from: Joint,
        _to: Option<Joint>,
    ) -> Option<Vec<Wire>> {
        None
    }

    /// Returns the empty cells, by number, that may be filled with stones of Black and of White without changing the
    /// winner, whoever moves next: dead and captured cells. Returns `None` in games that compute none.
    fn filled_in(&self, _position: &Self::Position) -> Option<[Vec<usize>; 2]> {
        None
    }

    /// Returns why the game is over, worded to follow the winner's name or the word for a draw.
    fn why(&self, _position: &Self::Position, ending: &Ending) -> String {
        ending.reason.clone()
    }

    /// Formats a move with all details that a page needs, such as each square that a capture lands on.
    fn format_in_full(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_move(position, mv)
    }

    /// Returns the equivalent ways of the same move through other cells, each formatted as by
    /// [`Played::format_in_full`].
    fn other_ways(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// Returns advice for a text that is not a position, if there is any.
    fn hint(&self, _text: &str) -> Option<&'static str> {
        None
    }

    /// Formats a move as one word, without spaces.
    fn word(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_move(position, mv).replace(' ', "")
    }

    /// Returns `word`, a move in any letter case, in the game's own spelling.
    fn respelt(&self, _position: &Self::Position, word: &str) -> String {
        word.to_ascii_lowercase()
    }

    /// Returns the margin by which a finished game is won, where the rules count one.
    fn margin(_course: &Course<'_, Self>) -> Option<String> {
        None
    }

    /// Returns the mirrored position, in which the players have exchanged colours and edges; `None` if that is not the
    /// same game.
    fn mirrored(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Returns a move, given as one word, as it reads in the mirrored position of [`Played::mirrored`]; `None` if
    /// `word` is not a move.
    fn mirrored_word(&self, _word: &str) -> Option<String> {
        None
    }
}

/// Work with a game whose kind is known only at run time. It is compiled for each game.
pub trait Visitor: Sized {
    /// The result of the work.
    type Done;

    /// Does the work with `game`.
    fn on<G: Played>(self, game: G) -> Self::Done;
}

/// The points of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// The points won so far by the side to move minus those of the other side; `None` if the position does not contain
    /// them.
    pub lead: Option<Points>,
    /// The points still to be won.
    pub rest: Points,
    /// Whether the side to move has no move on this board, so that the opponent gets the rest.
    pub is_blocked: bool,
}

/// Where a small board can show a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A stone and a neutral stone: one picture per stone, with the value on the neutral stone's cell.
    Pair {
        /// The cell of the stone.
        stone: usize,
        /// The cell of the neutral stone.
        neutral: usize,
    },
    /// A single stone: the value is shown on its cell.
    One(usize),
    /// The move cannot be shown.
    Nowhere,
}

/// What stands on the board, in the form the page reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Row by row: `B`, `W`, `?`, or an empty string.
    Rows(Vec<&'static str>),
    /// Pits and stores of both players.
    Pits {
        /// The pits of the first player, then those of the second.
        pits: Vec<u8>,
        /// The stores of both players.
        stores: [u8; 2],
    },
    /// By square name: `w` and `b` for men, `W` and `B` for kings.
    Named(BTreeMap<String, &'static str>),
}

/// Defines the items of [`Played`] for a search that uses the game's own positions.
#[doc(hidden)]
#[macro_export]
macro_rules! search_of_own_positions {
    ($searched:ty, $searcher:expr) => {
        type Searched = $searched;

        fn searcher(&self) -> Option<Self::Searched> {
            let searcher: fn(&Self) -> Option<Self::Searched> = $searcher;
            searcher(self)
        }

        fn to_searched(&self, position: &Self::Position) -> Self::Position {
            *position
        }

        fn to_played(&self, position: &Self::Position) -> Self::Position {
            *position
        }
    };
}

/// Defines the search items of [`Played`] for a game that is searched directly.
#[macro_export]
macro_rules! searched_itself {
    () => {
        $crate::search_of_own_positions!(Self, |game| Some(game.clone()));
    };
}

/// Defines the search items of [`Played`] for a game without a search.
#[macro_export]
macro_rules! not_searched {
    () => {
        $crate::search_of_own_positions!(nexsolve_core::Absent<Self>, |_| None);
    };
}

/// Defines the table items of [`Played`] for a game without tables.
#[macro_export]
macro_rules! not_tabled {
    () => {
        type Tabled = nexsolve_core::Absent<Self>;

        fn tables(&self, _: $crate::Extent) -> Option<Self::Tabled> {
            None
        }

        fn to_tabled(&self, position: &Self::Position) -> Self::Position {
            *position
        }
    };
}
