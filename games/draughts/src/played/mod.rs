//! Draughts in the catalogue.

mod facts;
mod form;

use super::{Draughts, MOST_ENDING_PIECES, Move, Position, Rules, Square, evaluation};
use facts::FACTS;
pub use form::FORM;
use nexsolve_catalogue::picture::{Outline, Picture, Piece};
use nexsolve_catalogue::{
    AnyMove, AnyPosition, Board, Card, Cells, Erase, Extent, Extras, GameSpec, HubNotation, Measure,
    NameError, Numbered, Observed, Packed, Played, Shown, Visitor,
};
use nexsolve_core::{Ending, Evaluation, Side};

const GOAL: &str = "Capture or block all of your opponent’s pieces.";

/// The effect of the draw rules in actual games on the values of tables.
const CAVEAT: Option<&str> = Some(
    "The tables ignore the draw rules that hold over the board (repetition, moves by kings only, and others): a \
     win in a table may be a draw over the board.",
);

/// The fixed properties of draughts.
pub static CARD: Card = Card {
    word: "draughts",
    title: "Draughts",
    variants: &[
        nexsolve_catalogue::Variant {
            word: Rules::Russian.word(),
            title: "Russian draughts",
            goal: GOAL,
            left_out: &[
                "a position for the third time",
                "15 moves by kings only, without a capture",
                "three or more kings against one: 15 moves",
                "a lone king on the main road against three pieces: 5 moves",
                "a lone king against two pieces: 5 moves",
                "kings on both sides and nothing captured or crowned: 30 moves with 4 or 5 pieces, 60 with 6 or 7",
            ],
            caveat: CAVEAT,
        },
        nexsolve_catalogue::Variant {
            word: Rules::Brazilian.word(),
            title: "Brazilian draughts",
            goal: GOAL,
            left_out: &[
                "a position for the third time",
                "limits on moves by kings only, without a capture",
                "limits on moves in endings with few kings",
            ],
            caveat: CAVEAT,
        },
    ],
    options: "the options of draughts are russian and brazilian",
    measure: Measure::Count {
        grid: (8, 8),
        what: "pieces",
        one: "piece",
        least: 2,
        most: MOST_ENDING_PIECES,
        example: "draughts:russian:4",
        quick: 3,
        ahead: 3,
        of_layer: |name| Some(name.bytes().filter(|sign| *sign != b'v').count() as u32),
    },
    board_examples: &["draughts:russian:4", "draughts:brazilian:4"],
    played_examples: &["draughts", "draughts:brazilian"],
    sides: ["Black", "White"],
    points: ["", ""],
    pieces: &[("w", "White man"), ("W", "White king"), ("b", "Black man"), ("B", "Black king")],
    looks_like: |text| {
        let mut signs = text.chars().filter(|c| !c.is_whitespace());
        let begins = matches!(signs.next(), Some('W' | 'B' | 'w' | 'b')) && signs.next() == Some(':');
        begins.then(|| board(Rules::Russian))
    },
    game: |board| visit(board, Erase(board)),
};

/// What not every program needs of draughts.
pub static EXTRAS: Extras =
    Extras { claims: form::claim::is_record, rules: include_str!("../rules.html"), facts: FACTS };

/// Returns the rules of a board.
pub(super) fn rules(spec: GameSpec) -> Rules {
    [Rules::Russian, Rules::Brazilian][spec.variant_index()]
}

/// Returns the board of the whole game by these rules.
pub(super) fn board(rules: Rules) -> Board {
    GameSpec::new(&CARD, rules as usize).on(Extent::Whole)
}

/// Visits the game, with ranks for its endings if the board names a number of pieces.
///
/// # Errors
/// If the board does not exist.
pub fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
    let rules = rules(board.spec);
    Ok(visitor.on(match board.extent {
        Extent::Count(pieces) => Draughts::endings(rules, pieces),
        _ => Draughts::new(rules),
    }))
}

impl Packed for Draughts {
    fn pack(position: &Position) -> AnyPosition {
        let sets = [position.white(), position.black(), position.kings()].map(u64::from);
        AnyPosition::of(&[sets[0], sets[1], sets[2], position.side() as u64])
    }

    fn unpack(position: &AnyPosition) -> Position {
        let [white, black, kings] = [0, 1, 2].map(|word| position.0[word] as u32);
        let side = if position.0[3] == Side::Black as u64 { Side::Black } else { Side::White };
        Position::of_parts(white, black, kings, side)
    }

    fn pack_move(mv: Move) -> AnyMove {
        AnyMove(mv.to_word())
    }

    fn unpack_move(mv: AnyMove) -> Move {
        Move::of_word(mv.0)
    }
}

impl Played for Draughts {
    type Searched = Self;
    type Tabled = Self;

    const EVALUATIONS: &'static [Evaluation<Self>] = evaluation::EVALUATIONS;

    fn searcher(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn tables(&self, extent: Extent) -> Option<Self> {
        let Extent::Count(pieces) = extent else { return None };
        Some(Self::endings(self.rules(), pieces))
    }
}

/// The squares before and after the move, and the index among the captures between them.
impl Numbered for Draughts {
    fn numbers(&self) -> u32 {
        CAPTURES * 32 * 32
    }

    fn number(&self, mv: Move) -> Option<u32> {
        let nth = u32::from(mv.nth());
        (nth < CAPTURES).then(|| (nth * 32 + mv.from().index()) * 32 + mv.to().index())
    }
}

/// The captures between two squares that have numbers; further ones have none.
const CAPTURES: u32 = 32;

/// All squares, of which only the dark ones hold pieces.
impl Observed for Draughts {
    fn grid(&self) -> (u32, u32) {
        (8, 8)
    }

    fn piece(&self, position: &Position, cell: u32) -> Option<Piece> {
        let bit = Square::at(cell % 8, 7 - cell / 8)?.bit();
        let side = [Side::White, Side::Black].into_iter().find(|&side| position.pieces(side) & bit != 0)?;
        Some(if position.kings() & bit != 0 { Piece::King(side) } else { Piece::Stone(side) })
    }
}

impl Shown for Draughts {
    fn count(&self, position: &Position) -> u32 {
        position.occupied().count_ones()
    }

    fn picture(&self, position: &Position) -> Picture {
        let dark = |row: u32, col: u32| if (row + col) % 2 == 1 { Outline::Dark } else { Outline::Light };
        let place = |row: u32, col: u32| {
            let name = Square::at(col, 7 - row).map(|square| square.to_string()).unwrap_or_default();
            (name, self.piece(position, row * 8 + col))
        };
        let letters = ('a'..='h').map(String::from);
        let numbers = (1..=8).rev().map(|number: u32| number.to_string());
        Picture::grid((8, 8), dark, place).with_columns(letters).with_rows(numbers)
    }

    fn cells(&self, position: &Position) -> Cells {
        let places = self.picture(position).places.into_iter();
        let sign = |piece| match piece {
            Piece::Stone(Side::White) => "w",
            Piece::Stone(Side::Black) => "b",
            king => king.sign(),
        };
        Cells::Named(places.filter_map(|place| Some((place.name, sign(place.piece?)))).collect())
    }

    fn why(&self, position: &Position, ending: &Ending) -> String {
        match ending.winner {
            None => ending.reason.clone(),
            Some(winner) if position.pieces(winner.other()) == 0 => "all pieces are captured".to_owned(),
            Some(winner) => format!("{} cannot move", winner.other()),
        }
    }

    fn what(&self, _: &Position, mv: Move, step: usize) -> &'static str {
        match (step, mv.captured() != 0) {
            (0, false) => "a piece to move",
            (0, true) => "a piece that can capture (captures are compulsory)",
            (1, false) => "the square to move to",
            (1, true) => "the square behind the piece to capture",
            _ => "the next square of the capture",
        }
    }

    /// Includes every square on which a capture lands.
    fn format_in_full(&self, position: &Position, mv: Move) -> String {
        Self::format_in_full(self, position, mv)
    }

    fn hub(&self) -> Option<&dyn HubNotation<Position, Move>> {
        Some(self)
    }

    fn other_ways(&self, position: &Position, mv: Move) -> Vec<String> {
        /// The maximum number of other ways that anybody wants to see.
        const MOST: usize = 60;
        Self::other_ways(self, position, mv, MOST)
    }
}
