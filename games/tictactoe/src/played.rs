//! Tic-tac-toe in the catalogue.

use super::{MAX_SIDE, Stones, TicTacToe, cells};
use nexsolve_catalogue::picture::{Outline, Picture, Piece};
use nexsolve_catalogue::records::RecordForm;
use nexsolve_catalogue::scan::rows_of;
use nexsolve_catalogue::{
    AnyMove, AnyPosition, Board, Card, Erase, Extent, Fact, GameSpec, Measure, NameError, Numbered, Observed,
    Packed, Played, Quantity, Shown, Spot, Variant, Visitor,
};
use nexsolve_core::{Ending, Game, Side, Symmetric};
use std::collections::HashSet;

/// The fixed properties of Tic-tac-toe.
pub static CARD: Card = Card {
    word: "tictactoe",
    title: "Tic-tac-toe",
    variants: &[
        variant("", "Tic-tac-toe", "Get three in a line: across, down or diagonally."),
        variant("two", "Tic-tac-toe with lines of two", "Get two in a line: across, down or diagonally."),
        variant("four", "Tic-tac-toe with lines of four", "Get four in a line: across, down or diagonally."),
    ],
    options: "lines of Tic-tac-toe have three stones; the options `two` and `four` change that",
    measure: Measure::Sides {
        most: MAX_SIDE,
        cells: MAX_SIDE * MAX_SIDE,
        usual: (3, 3),
        first: (3, 3),
        quick: 16,
        proves: 16,
    },
    board_examples: &["tictactoe:3x3", "tictactoe:four:4x4"],
    played_examples: &["tictactoe:3x3"],
    sides: ["X", "O"],
    points: ["", ""],
    claims: |_| false,
    pieces: &[("B", "X"), ("W", "O")],
    looks_like: |text| {
        let (rows, cols) = rows_of(text, "XO.")?;
        let board = GameSpec::new(&CARD, 0).on(Extent::Sides { rows, cols });
        (rows.max(cols) <= MAX_SIDE).then_some(board)
    },
    rules: include_str!("rules.html"),
    facts: FACTS,
    game: |board| visit(board, Erase(board)),
};

const fn variant(word: &'static str, title: &'static str, goal: &'static str) -> Variant {
    Variant { word, title, goal, left_out: &[], caveat: None }
}

/// The stones in a line, by variant.
const LENGTHS: [u32; CARD.variants.len()] = [3, 2, 4];

const COUNTS: &str = "H. Bottomley, How many Tic-Tac-Toe games are possible?, 2001";
const VALUES: &str = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 22";

const FACTS: &[Fact] = &[
    Fact::new("3×3 Tic-tac-toe: positions", COUNTS, &["tictactoe:3x3"], Quantity::Positions, "5478"),
    Fact::new(
        "3×3 Tic-tac-toe: positions up to symmetry",
        COUNTS,
        &["tictactoe:3x3"],
        Quantity::Own(|| {
            let mut found = HashSet::new();
            games_from(&usual(), usual().start(), &mut found);
            found.len().to_string()
        }),
        "765",
    ),
    Fact::new(
        "3×3 Tic-tac-toe: games",
        COUNTS,
        &["tictactoe:3x3"],
        Quantity::Own(|| games_from(&usual(), usual().start(), &mut HashSet::new()).to_string()),
        "255168",
    ),
    Fact::new(
        "3×3 and 4×4 Tic-tac-toe, and with lines of four: values",
        VALUES,
        &["tictactoe:3x3", "tictactoe:4x4", "tictactoe:four:4x4"],
        Quantity::Value,
        "draw win draw",
    ),
];

fn usual() -> TicTacToe {
    TicTacToe::new(3, 3, 3).expect("a board")
}

/// Returns the number of games that continue a position, and adds the canonical forms that they visit to
/// `found`.
fn games_from(game: &TicTacToe, position: Stones, found: &mut HashSet<Stones>) -> u64 {
    found.insert(game.canonical(&position));
    if game.outcome(&position).is_some() {
        return 1;
    }
    game.continuations(&position).map(|(_, after)| games_from(game, after, found)).sum()
}

/// The customary format of records: there is none.
pub const FORM: Option<&dyn RecordForm> = None;

/// Visits the game on a board.
///
/// # Errors
/// If the board does not exist.
pub fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
    let (rows, cols) = board.sides().unwrap_or_default();
    Ok(visitor.on(TicTacToe::new(rows, cols, LENGTHS[board.spec.variant_index()])?))
}

impl Packed for TicTacToe {
    fn pack(position: &Stones) -> AnyPosition {
        AnyPosition::of(&[position.filled.into(), position.black.into()])
    }

    fn unpack(position: &AnyPosition) -> Stones {
        Stones { filled: position.0[0] as u16, black: position.0[1] as u16 }
    }

    fn pack_move(cell: u8) -> AnyMove {
        AnyMove(cell.into())
    }

    fn unpack_move(mv: AnyMove) -> u8 {
        mv.0 as u8
    }
}

impl Played for TicTacToe {
    type Searched = Self;
    type Tabled = Self;

    fn searcher(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn tables(&self, _: Extent) -> Option<Self> {
        Some(self.clone())
    }
}

/// The cells.
impl Numbered for TicTacToe {
    fn numbers(&self) -> u32 {
        self.rows * self.cols
    }

    fn number(&self, cell: u8) -> Option<u32> {
        Some(cell.into())
    }
}

impl Observed for TicTacToe {
    fn grid(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }

    fn piece(&self, position: &Stones, cell: u32) -> Option<Piece> {
        position.at(cell as u8).map(Piece::Stone)
    }
}

impl Shown for TicTacToe {
    fn spot(&self, cell: u8) -> Spot {
        Spot::One(cell.into())
    }

    fn picture(&self, position: &Stones) -> Picture {
        let place = |row, col| {
            let cell = row * self.cols + col;
            (self.cell_name(cell as u8), self.piece(position, cell))
        };
        Picture::grid((self.rows, self.cols), |_, _| Outline::Cell, place)
            .with_columns((0..self.cols as usize).map(|col| self.col_name(col)))
            .with_rows((0..self.rows as usize).map(|row| self.row_name(row)))
    }

    fn chain(&self, position: &Stones, winner: Side) -> Vec<String> {
        let line = self.lines.iter().find(|line| position.stones(winner) & **line == **line);
        line.into_iter().flat_map(|line| cells(*line)).map(|cell| self.cell_name(cell)).collect()
    }

    fn why(&self, _: &Stones, ending: &Ending) -> String {
        let line = || format!("it has {} in a line", self.length);
        if ending.winner.is_some() { line() } else { ending.reason.clone() }
    }
}
