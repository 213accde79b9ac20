//! The contract of the catalogue: what a game offers beyond its rules.

use super::choice::{MoveChoice, PlaceChoice, named, push};
use super::extent::Extent;
use super::numbered::Numbered;
use super::observed::Observed;
use super::picture::{Drawn, Picture, Piece};
use super::values::{AnyMemory, AnyMove, AnyPosition};
use nexsolve_core::{
    Absent, Chance, Connected, Ending, Evaluation, Game, Joint, Notation, Points, ReadError, Searchable,
    Side, Symmetric, Tabled, Wire,
};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// How positions and moves become small values, which interfaces work with.
pub trait Packed: Game<Position: 'static> {
    /// Packs a position into a small value that is the same for all set widths of a board.
    fn pack(position: &Self::Position) -> AnyPosition;

    /// Reverses [`Packed::pack`]. A game that is searched or tabled in place of another also reads that
    /// game's values.
    fn unpack(position: &AnyPosition) -> Self::Position;

    /// Packs a move into a small value. Packed moves sort in the same order as the moves.
    fn pack_move(mv: Self::Move) -> AnyMove;

    /// Reverses [`Packed::pack_move`].
    fn unpack_move(mv: AnyMove) -> Self::Move;
}

impl<G: Packed> Packed for Absent<G> {
    fn pack(position: &Self::Position) -> AnyPosition {
        G::pack(position)
    }

    fn unpack(position: &AnyPosition) -> Self::Position {
        G::unpack(position)
    }

    fn pack_move(mv: Self::Move) -> AnyMove {
        G::pack_move(mv)
    }

    fn unpack_move(mv: AnyMove) -> Self::Move {
        G::unpack_move(mv)
    }
}

/// Converts a position of one game to another that reads its packed values: a copy if their types are the
/// same.
fn converted<A: Packed, B: Packed>(position: &A::Position) -> B::Position {
    let same = (position as &dyn Any).downcast_ref();
    same.copied().unwrap_or_else(|| B::unpack(&A::pack(position)))
}

/// A game of the catalogue, for code that is compiled for each game: how it is searched, tabled and
/// evaluated.
pub trait Played: Shown + Packed + Clone + 'static {
    /// The type of the game that is searched: usually `Self`, or [`Absent<Self>`](nexsolve_core::Absent).
    type Searched: Searchable<Move = Self::Move> + Packed;

    /// The type of the game whose positions tables number: usually `Self`, or
    /// [`Absent<Self>`](nexsolve_core::Absent).
    type Tabled: Tabled<Move = Self::Move> + Notation + Packed + Clone;

    /// The evaluations of positions, the default first.
    const EVALUATIONS: &'static [Evaluation<Self>] = &[];

    /// The books that come with the program.
    const BOOKS: &'static [&'static [u8]] = &[];

    /// Returns the game to search, or `None` if this game or board is not searched.
    fn searcher(&self) -> Option<Self::Searched> {
        None
    }

    /// Returns the game whose positions tables of `extent` number, or `None` if there are no such tables.
    fn tables(&self, _extent: Extent) -> Option<Self::Tabled> {
        None
    }

    /// Converts a position to the searched game.
    fn to_searched(&self, position: &Self::Position) -> <Self::Searched as Game>::Position {
        converted::<Self, Self::Searched>(position)
    }

    /// Reverses [`Played::to_searched`].
    fn to_played(&self, position: &<Self::Searched as Game>::Position) -> Self::Position {
        converted::<Self::Searched, Self>(position)
    }

    /// Converts a position to the tabled game.
    fn to_tabled(&self, position: &Self::Position) -> <Self::Tabled as Game>::Position {
        converted::<Self, Self::Tabled>(position)
    }

    /// Returns a position that [`Played::to_tabled`] converts to this one: in a game with points, the one
    /// with the most even points so far.
    fn of_tabled(&self, position: &<Self::Tabled as Game>::Position) -> Self::Position {
        converted::<Self::Tabled, Self>(position)
    }
}

/// What interfaces show of a game, and how they read it. Most games keep most of the defaults.
pub trait Shown: Chance + Symmetric + Numbered + Observed {
    /// Draws the position; empty for a game without a picture.
    fn picture(&self, _position: &Self::Position) -> Picture {
        Picture::default()
    }

    /// Returns what stands on each cell, by default row by row in the order of the picture.
    fn cells(&self, position: &Self::Position) -> Cells {
        let Picture { places, drawn, .. } = self.picture(position);
        let sign = |piece: Piece| match piece {
            Piece::Sign(sign) => format!("={sign}"),
            piece => piece.sign().to_owned(),
        };
        match drawn {
            Some(Drawn::Text(text) | Drawn::Svg(text)) => Cells::Drawn(text),
            None => {
                Cells::Rows(places.iter().map(|place| place.piece.map(sign).unwrap_or_default()).collect())
            }
        }
    }

    /// Returns the cells of a shortest winning chain or line, from one end to the other; empty in games
    /// without one.
    fn chain(&self, _position: &Self::Position, _winner: Side) -> Vec<String> {
        Vec::new()
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

    /// Returns why the game is over, worded to follow the winner's name or the word for a draw.
    fn why(&self, _position: &Self::Position, ending: &Ending) -> String {
        ending.reason.clone()
    }

    /// Formats a move with all details that a page needs, such as each square that a capture lands on.
    fn format_in_full(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_move(position, mv)
    }

    /// Formats a move as sentences for people name it.
    fn format_for_people(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_in_full(position, mv)
    }

    /// Returns the equivalent ways of the same move through other cells, each formatted as by
    /// [`Shown::format_in_full`].
    fn other_ways(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// Returns how the legal moves are chosen place by place, by default from the places that each names.
    fn choices(&self, position: &Self::Position) -> Vec<MoveChoice> {
        let places = self.picture(position).places;
        let names: Vec<String> = places.into_iter().map(|place| place.name).collect();
        let mut choices = Vec::new();
        for mv in self.legal_moves(position) {
            let text = self.format_in_full(position, mv);
            for way in std::iter::once(text.clone()).chain(self.other_ways(position, mv)) {
                let places = named(&names, &way).into_iter().enumerate();
                let step = |(number, place)| PlaceChoice {
                    what: self.what(position, mv, number),
                    sign: "",
                    places: vec![place],
                };
                push(&mut choices, places.map(step).collect(), &text);
            }
        }
        choices
    }

    /// Returns what is chosen in a step of [`Shown::choices`], to follow the word "choose".
    fn what(&self, _position: &Self::Position, _mv: Self::Move, _step: usize) -> &'static str {
        "an empty cell"
    }

    /// Formats a move as one word, without spaces.
    fn word(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.format_move(position, mv).replace(' ', "")
    }

    /// Draws a position as [`Notation::diagram`] does, with the labels that moves have in [`Shown::word`].
    fn diagram_in_words(&self, position: &Self::Position) -> String {
        self.diagram(position)
    }

    /// Returns `word`, a move in any letter case, in the game's own spelling.
    fn respelt(&self, _position: &Self::Position, word: &str) -> String {
        word.to_ascii_lowercase()
    }

    /// Returns what may stand between moves in a text; empty if every character is a move.
    fn separators(&self) -> &'static [char] {
        &[';', ' ', '\t', '\n', '\r']
    }

    /// Returns advice for a text that is not a position, if there is any.
    fn hint(&self, _text: &str) -> Option<&'static str> {
        None
    }

    /// Returns whether `text` belongs to this game. Called on the tabled game when the same notation may also
    /// describe a position of the table's board alone.
    fn is_about(&self, _text: &str) -> bool {
        true
    }

    /// Returns whether a written position determines the side to move. On boards of tables it may not:
    /// Awari's tables hold seeds alone.
    fn tells_side(&self) -> bool {
        true
    }

    /// Returns the number of seeds or pieces that decides how large a table must be to contain the position;
    /// 0 if only the board size matters.
    fn count(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Returns the points of a position, in a game that is played for points.
    fn points(&self, _position: &Self::Position) -> Option<Purse> {
        None
    }

    /// Returns what both sides have won in a finished game, Black's first, if the rules count points.
    fn totals(&self, _start: &Self::Position, _moves: &[Self::Move]) -> Option<[HalfPoints; 2]> {
        None
    }

    /// Returns whether the players can swap colours now or after the next move.
    fn may_swap(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns the mirrored position, in which the players have exchanged colours and edges; `None` if that
    /// is not the same game.
    fn mirrored(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Returns a move, given as one word, as it reads in the mirrored position of [`Shown::mirrored`]; `None`
    /// if `word` is not a move.
    fn mirrored_word(&self, _word: &str) -> Option<String> {
        None
    }

    /// Returns what the game knows about connections; `None` if it is not won by one.
    fn connections(&self) -> Option<&dyn Connections<Self::Position>> {
        None
    }

    /// Returns how the Hub protocol writes the game; `None` if the protocol has no such game.
    fn hub(&self) -> Option<&dyn HubNotation<Self::Position, Self::Move>> {
        None
    }
}

/// How the Hub protocol, version 2 (F. Letouzey, *Hub protocol for draughts*, 2019), writes a game's
/// positions and moves.
pub trait HubNotation<P, M> {
    /// Returns the protocol's name of the game: the value of the parameter `variant`.
    fn variant(&self) -> &'static str;

    /// Reads a position: a letter for the side to move, then one for each square.
    ///
    /// # Errors
    /// If the text is not a position, or the rules do not allow the position. The error marks the place.
    fn read_position(&self, text: &str) -> Result<P, ReadError>;

    /// Writes a position in the form that [`HubNotation::read_position`] reads.
    fn format_position(&self, position: &P) -> String;

    /// Reads a legal move: `22-18`, or a capture with its first and last square and then the captured pieces,
    /// in any order: `12x19x15`.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal. The error marks the place.
    fn read_move(&self, position: &P, text: &str) -> Result<M, ReadError>;

    /// Writes a move in the form that [`HubNotation::read_move`] reads.
    fn format_move(&self, mv: M) -> String;
}

/// The connections of a game that is won by joining two edges.
pub trait Connections<P> {
    /// Returns the connections of both sides that are found before `stop` is set; `None` if the game is over
    /// or a swap is possible.
    fn connected(&self, position: &P, stop: &AtomicBool) -> Option<Connected>;

    /// Returns the connections of `side` that start at `from`: all that are kept, or only those to the joint
    /// `to`. Returns `None` if the game is over, or a joint is not an end of a connection of this side.
    fn wires(&self, position: &P, side: Side, from: Joint, to: Option<Joint>) -> Option<Vec<Wire>>;

    /// Returns the empty cells, by number, that may be filled with stones of Black and of White without
    /// changing the winner, whoever moves next: dead and captured cells. Returns `None` if a swap is
    /// possible.
    fn filled_in(&self, position: &P) -> Option<[Vec<usize>; 2]>;
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
    /// The points won so far by the side to move minus those of the other side; `None` if the position does
    /// not contain them.
    pub lead: Option<Points>,
    /// The points still to be won.
    pub rest: Points,
    /// The points that the side to move wins, if it has no move on this board.
    pub at_the_end: Option<Points>,
}

/// Points in halves, as two sides can share an odd number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HalfPoints(pub u16);

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0 / 2, if self.0.is_multiple_of(2) { "" } else { "½" })
    }
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
    /// Row by row: `B`, `W`, `?`, `=` and another sign, or an empty string.
    Rows(Vec<String>),
    /// Pits and stores of both players.
    Pits {
        /// The pits of the first player, then those of the second.
        pits: Vec<u8>,
        /// The stores of both players.
        stores: [u8; 2],
    },
    /// By square name: `w` and `b` for men, `W` and `B` for kings.
    Named(BTreeMap<String, &'static str>),
    /// How people see a position of a game without cells: text, or an SVG picture.
    Drawn(String),
}

/// What a game of any kind offers beyond its contracts: facts for interfaces, and which typed code supports
/// the game.
pub trait AnyPlayed: Shown<Position = AnyPosition, Move = AnyMove, Memory = AnyMemory> {
    /// Returns whether a search supports the game's positions.
    fn is_searched(&self) -> bool;

    /// Returns whether the game is won by connections, which [`Shown::connections`] finds.
    fn connects(&self) -> bool;

    /// Returns whether forced wins can be looked for ([`Chance::forcing`]).
    fn forces(&self) -> bool;

    /// Returns the name and description of each evaluation that players can use; the default first.
    fn evaluations(&self) -> Vec<(&'static str, &'static str)>;

    /// Returns the books of the game that come with the program.
    fn books(&self) -> &'static [&'static [u8]];
}
