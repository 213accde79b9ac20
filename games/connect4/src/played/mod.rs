//! Connect Four in the catalogue.

mod facts;

use super::lines::all_fours;
use super::{BOOKS, Connect4, Connect4Move, Connect4Position, MAX_SIDE, evaluation};
use facts::FACTS;
use nexsolve_catalogue::bits;
use nexsolve_catalogue::picture::{Outline, Picture, Piece};
use nexsolve_catalogue::records::RecordForm;
use nexsolve_catalogue::scan::rows_of;
use nexsolve_catalogue::{
    AnyMove, AnyPosition, Board, Card, Erase, Extent, Extras, GameSpec, Measure, NameError, Numbered,
    Observed, Packed, Played, Shown, Spot, Variant, Visitor,
};
use nexsolve_core::{Ending, Evaluation, Notation, Side, Tabled};

/// The fixed properties of Connect Four.
pub static CARD: Card = Card {
    word: "connect4",
    title: "Connect Four",
    variants: &[Variant {
        word: "",
        title: "Connect Four",
        goal: "Get four in a row: across, down or diagonally.",
        left_out: &[],
        caveat: None,
    }],
    options: "Connect Four has no options",
    measure: Measure::Sides {
        most: MAX_SIDE,
        cells: MAX_SIDE * MAX_SIDE,
        usual: (6, 7),
        first: (6, 7),
        quick: 20,
        proves: 42,
    },
    board_examples: &["connect4:4x5"],
    played_examples: &["connect4:6x7"],
    sides: ["X", "O"],
    points: ["", ""],
    pieces: &[("B", "X"), ("W", "O")],
    looks_like: |text| {
        let (rows, cols) = rows_of(text, "XO.")?;
        Some(GameSpec::new(&CARD, 0).on(Extent::Sides { rows, cols }))
    },
    game: |board| visit(board, Erase(board)),
};

/// What not every program needs of Connect Four.
pub static EXTRAS: Extras = Extras {
    // What earlier versions wrote: the size, without the game.
    claims: |head| {
        head.strip_prefix("Board:")
            .is_some_and(|size| size.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    },
    rules: include_str!("../rules.html"),
    facts: FACTS,
};

/// The customary format of records: there is none.
pub const FORM: Option<&dyn RecordForm> = None;

/// Visits the game on a board.
///
/// # Errors
/// If the board does not exist.
pub fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
    let (rows, cols) = board.sides().unwrap_or_default();
    Ok(visitor.on(Connect4::new(rows, cols)?))
}

impl Tabled for Connect4 {}

impl Connect4 {
    /// Returns a cell by row and column, both from 0, the top row first.
    fn cell(&self, row: u32, col: u32) -> Connect4Move {
        Connect4Move((8 * col + self.rows - 1 - row) as u8)
    }
}

impl Packed for Connect4 {
    fn pack(position: &Connect4Position) -> AnyPosition {
        AnyPosition::of(&[position.black, position.white])
    }

    fn unpack(position: &AnyPosition) -> Connect4Position {
        Connect4Position { black: position.0[0], white: position.0[1] }
    }

    fn pack_move(mv: Connect4Move) -> AnyMove {
        AnyMove(mv.0.into())
    }

    fn unpack_move(mv: AnyMove) -> Connect4Move {
        Connect4Move(mv.0 as u8)
    }
}

impl Played for Connect4 {
    type Searched = Self;
    type Tabled = Self;

    const EVALUATIONS: &'static [Evaluation<Self>] = evaluation::EVALUATIONS;
    const BOOKS: &'static [&'static [u8]] = BOOKS;

    fn searcher(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn tables(&self, _: Extent) -> Option<Self> {
        Some(self.clone())
    }
}

/// The columns.
impl Numbered for Connect4 {
    fn numbers(&self) -> u32 {
        self.cols
    }

    fn number(&self, mv: Connect4Move) -> Option<u32> {
        Some(mv.column())
    }
}

impl Observed for Connect4 {
    fn grid(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }

    fn piece(&self, position: &Connect4Position, cell: u32) -> Option<Piece> {
        position.at(self.cell(cell / self.cols, cell % self.cols).stone()).map(Piece::Stone)
    }
}

impl Shown for Connect4 {
    fn spot(&self, mv: Connect4Move) -> Spot {
        Spot::One(((self.rows - 1 - mv.row()) * self.cols + mv.column()) as usize)
    }

    fn picture(&self, position: &Connect4Position) -> Picture {
        let place = |row, col| {
            let cell = self.cell(row, col);
            (self.cell_name(cell), self.piece(position, row * self.cols + col))
        };
        Picture::grid((self.rows, self.cols), |_, _| Outline::Hole, place)
            .with_columns((1..=self.cols).map(|column| column.to_string()))
    }

    /// Returns the first four in a line. Cells have names as on other boards: rows are letters from the top,
    /// columns are numbers.
    fn chain(&self, position: &Connect4Position, winner: Side) -> Vec<String> {
        let four = all_fours(position.stones(winner)).next().unwrap_or_default();
        bits(four).map(|stone| self.cell_name(Connect4Move::to(stone))).collect()
    }

    /// A move is one digit.
    fn separators(&self) -> &'static [char] {
        &[]
    }

    /// Returns the cell that the stone falls to.
    fn format_in_full(&self, _: &Connect4Position, mv: Connect4Move) -> String {
        self.cell_name(mv)
    }

    /// Returns the column, which is all that a player chooses.
    fn format_for_people(&self, position: &Connect4Position, mv: Connect4Move) -> String {
        self.format_move(position, mv)
    }

    fn what(&self, _: &Connect4Position, _: Connect4Move, _: usize) -> &'static str {
        "a column"
    }

    fn why(&self, _: &Connect4Position, ending: &Ending) -> String {
        if ending.winner.is_some() { "it has four in a line".to_owned() } else { ending.reason.clone() }
    }
}
