//! What a game offers beyond its rules: the contract of the catalogue.

use crate::Extent;
use crate::any::{AnyMove, AnyPosition};
use crate::picture::{Picture, Piece};
use nexsolve_core::{
    Chance, Connected, Course, Ending, Evaluation, Joint, Notation, Points, Searchable, Side, Symmetric,
    Tabled, Wire,
};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A game of the catalogue. Everything has a default that most games keep, but for the small values that surfaces see, and the
/// types of its search and tables ([`Absent`](nexsolve_core::Absent) for a game that has none).
pub trait Played: Chance + Symmetric + Clone + 'static {
    /// The position as a small value, the same for all widths of a board.
    fn pack(position: &Self::Position) -> AnyPosition;

    /// The inverse of [`Played::pack`].
    fn unpack(position: &AnyPosition) -> Self::Position;

    /// The move as a small value, in the same order.
    fn pack_move(mv: Self::Move) -> AnyMove;

    /// The inverse of [`Played::pack_move`].
    fn unpack_move(mv: AnyMove) -> Self::Move;

    /// The game as it is searched.
    type Searched: Searchable<Move = Self::Move>;

    /// The game as it is searched, if it is.
    fn searcher(&self) -> Option<Self::Searched>;

    /// A position as the search has it.
    fn to_searched(&self, position: &Self::Position) -> <Self::Searched as nexsolve_core::Game>::Position;

    /// The inverse of [`Played::to_searched`].
    fn to_played(&self, position: &<Self::Searched as nexsolve_core::Game>::Position) -> Self::Position;

    /// The game whose positions tables number.
    type Tabled: Tabled<Move = Self::Move> + Notation;

    /// The game whose positions tables of this extent number, if there are such tables.
    fn tables(&self, extent: Extent) -> Option<Self::Tabled>;

    /// A position as tables have it.
    fn to_tabled(&self, position: &Self::Position) -> <Self::Tabled as nexsolve_core::Game>::Position;

    /// The evaluations of its positions, the default first.
    fn evaluations() -> &'static [Evaluation<Self>] {
        &[]
    }

    /// Whether a text is about this game, where the same notation may be about the board of tables alone: asked of the game that
    /// tables number.
    fn is_about(&self, _text: &str) -> bool {
        true
    }

    /// Whether positions tell who is to move. Tables' boards may not.
    const TELLS_SIDE: bool = true;

    /// Points of a position, in a game that is played for them.
    fn points(&self, _position: &Self::Position) -> Option<Purse> {
        None
    }

    /// The seeds or pieces that decide how large a table has to be to know the position; 0 where the board does.
    fn count(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Where a move shows on a small board.
    fn spot(&self, _mv: Self::Move) -> Spot {
        Spot::Nowhere
    }

    /// How the moves of a game with rows and columns name a row.
    fn row_name(&self, row: usize) -> String {
        char::from(b'a' + row as u8).to_string()
    }

    /// How they name a column.
    fn col_name(&self, col: usize) -> String {
        (col + 1).to_string()
    }

    /// Whether the players can change colours now or after the next move.
    fn may_swap(&self, _position: &Self::Position) -> bool {
        false
    }

    /// What stands where, row by row as the picture has it where nothing else is said.
    fn cells(&self, position: &Self::Position) -> Cells {
        let places = self.picture(position).places;
        Cells::Rows(places.iter().map(|place| place.piece.map_or("", Piece::sign)).collect())
    }

    /// The position as simple shapes; nothing for a game that is not drawn.
    fn picture(&self, _position: &Self::Position) -> Picture {
        Picture::default()
    }

    /// The cells of a shortest winning chain or line, from one end to the other; none in other games.
    fn chain(&self, _position: &Self::Position, _winner: Side) -> Vec<String> {
        Vec::new()
    }

    /// Whether [`Played::connected`] answers for some positions of the game.
    const WON_BY_CONNECTION: bool = false;

    /// The connections of both sides; `None` in games that are not won by a connection, where the game is over, and where a swap is
    /// possible.
    fn connected(&self, position: &Self::Position) -> Option<Connected> {
        self.connected_until(position, &AtomicBool::new(false))
    }

    /// The connections of both sides that are found before `stop` is set; `None` as in [`Played::connected`].
    fn connected_until(&self, _position: &Self::Position, _stop: &AtomicBool) -> Option<Connected> {
        None
    }

    /// The connections of a side that begin at a joint: all that are kept, or those to another joint alone. `None` in games that are
    /// not won by a connection, where the game is over, and where a joint is no end of a connection of this side.
    fn wires(
        &self,
        _position: &Self::Position,
        _side: Side,
        _from: Joint,
        _to: Option<Joint>,
    ) -> Option<Vec<Wire>> {
        None
    }

    /// The empty cells, by number, that may be filled with stones of Black and of White without a change of who wins, whoever is to
    /// move: dead and captured cells. `None` in games that know of none.
    fn filled_in(&self, _position: &Self::Position) -> Option<[Vec<usize>; 2]> {
        None
    }

    /// Why the game is over, in words that go on from who has won, or from a draw.
    fn why(&self, _position: &Self::Position, ending: &Ending) -> String {
        ending.reason.clone()
    }

    /// A move with everything that a page asks for, such as each square that a capture lands on.
    fn format_in_full(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_move(position, mv)
    }

    /// The same move through other cells, each written as in [`Played::format_in_full`], where that makes no difference.
    fn other_ways(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// What may help with a text that is no position.
    fn hint(&self, _text: &str) -> Option<&'static str> {
        None
    }

    /// A move as one word.
    fn word(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_move(position, mv).replace(' ', "")
    }

    /// A move whose letters were written large or small, in the game's own spelling.
    fn respelt(&self, _position: &Self::Position, word: &str) -> String {
        word.to_ascii_lowercase()
    }

    /// By how much a game that is over is won, where the rules count.
    fn margin(_course: &Course<'_, Self>) -> Option<String> {
        None
    }

    /// A position in the mirror, in which the players have each other's colours and edges, where that is the same game.
    fn mirrored(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// A move in words as it is in the mirror of [`Played::mirrored`]; `None` for what is no move.
    fn mirrored_word(&self, _word: &str) -> Option<String> {
        None
    }
}

/// Points of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// Points that the side to move has had so far less those of the other; `None` where the position doesn't tell.
    pub lead: Option<Points>,
    /// Points that are still to be won.
    pub rest: Points,
    /// Whether the side to move has no move on this board, so that the rest is the other's.
    pub is_blocked: bool,
}

/// Where a move shows on a small board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A stone and a neutral stone: one picture for each stone, the neutral stone's cell carries the value.
    Pair {
        /// The cell of the stone.
        stone: usize,
        /// The cell of the neutral stone.
        neutral: usize,
    },
    /// A stone alone: its cell carries the value.
    One(usize),
    /// Nothing that a picture could show.
    Nowhere,
}

/// What stands where, as the page reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Row by row: `B`, `W`, `?`, or nothing.
    Rows(Vec<&'static str>),
    /// The pits of the first and of the second player, and their stores.
    Pits {
        /// The pits.
        pits: Vec<u8>,
        /// The stores.
        stores: [u8; 2],
    },
    /// By name: `w`, `b`, and kings `W`, `B`.
    Named(BTreeMap<String, &'static str>),
}

/// The search of a game, if it is searched, with the game's own positions.
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

/// A game that is searched itself.
#[macro_export]
macro_rules! searched_itself {
    () => {
        $crate::search_of_own_positions!(Self, |game| Some(game.clone()));
    };
}

/// A game that is not searched.
#[macro_export]
macro_rules! not_searched {
    () => {
        $crate::search_of_own_positions!(nexsolve_core::Absent<Self>, |_| None);
    };
}

/// A game without tables.
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
