//! Domineering (G. Andersson, about 1973) on boards of up to 8 × 8 cells. The players in turn put dominoes on
//! two empty cells: Vertical one above the other, Horizontal side by side. Who cannot move loses.
//!
//! Vertical moves first and is [`Side::Black`]. A position is its set of filled cells, row by row from the
//! top: each domino fills two, so their number says who is to move. Whose dominoes fill them does not matter.
//!
//! ```
//! use nexsolve_catalogue::{AnyGame, GameSpec};
//! use nexsolve_core::{Game, Notation, Wdl};
//!
//! let game = AnyGame::on(GameSpec::new(&nexsolve_domineering::CARD, 0).sized(2, 3)?)?;
//! let position = game.read_position("a2-b2")?;
//! assert_eq!(position, game.read_position(".?./.?.")?);
//! assert_eq!(game.outcome(&position), Some(Wdl::Loss)); // Horizontal is to move, and cannot
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

use nexsolve_catalogue::picture::Piece;
use nexsolve_catalogue::{Board, Card, Extras, Fact, Measure, NameError, Quantity};
use nexsolve_core::{Game, Plies, Side, Wdl};
use nexsolve_listed::{CARD as USUAL, Simple, cells, mirrored, sides, variant};

/// The most cells of a board whose positions fit into memory.
const MOST_CELLS: u32 = 30;

/// The game on one board.
#[derive(Debug)]
pub struct Domineering {
    rows: u32,
    cols: u32,
    /// All cells.
    board: u64,
    /// The cells with another one to the right.
    left: u64,
}

impl Domineering {
    /// Creates the game on a board.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn new(board: Board) -> Result<Self, NameError> {
        let (rows, cols) = sides(board)?;
        let row = u64::MAX >> (64 - cols);
        let each = |set| (0..rows).map(|at| set << (at * cols)).sum();
        Ok(Self { rows, cols, board: each(row), left: each(row >> 1) })
    }

    /// The cells of a move: the upper or left one first.
    fn domino(&self, mv: u8) -> [u32; 2] {
        let cell = u32::from(mv / 2);
        [cell, cell + if mv.is_multiple_of(2) { self.cols } else { 1 }]
    }

    /// The upper or left cells of all legal moves.
    fn places(&self, filled: u64) -> u64 {
        let empty = self.board & !filled;
        match self.side_to_move(&filled) {
            Side::Black => empty & empty >> self.cols,
            Side::White => empty & empty >> 1 & self.left,
        }
    }
}

impl Game for Domineering {
    type Position = u64;
    /// Twice the number of the upper or left cell, and 1 more if the domino is Horizontal's.
    type Move = u8;

    fn start(&self) -> u64 {
        0
    }

    fn side_to_move(&self, filled: &u64) -> Side {
        if filled.count_ones() % 4 < 2 { Side::Black } else { Side::White }
    }

    fn outcome(&self, filled: &u64) -> Option<Wdl> {
        (self.places(*filled) == 0).then_some(Wdl::Loss)
    }

    fn moves(&self, filled: &u64, moves: &mut Vec<u8>) {
        moves.clear();
        let side = self.side_to_move(filled) as u8;
        moves.extend(cells(self.places(*filled)).map(|cell| 2 * cell as u8 + side));
    }

    fn play(&self, filled: &u64, mv: u8) -> u64 {
        let [cell, other] = self.domino(mv);
        filled | 1 << cell | 1 << other
    }

    fn longest(&self, filled: &u64) -> Plies {
        Plies(((self.board & !filled).count_ones() / 2) as u16)
    }
}

impl Simple for Domineering {
    fn grid(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }

    fn piece(&self, filled: &u64, cell: u32) -> Option<Piece> {
        (filled >> cell & 1 == 1).then_some(Piece::Neutral)
    }

    fn images(&self, filled: &u64, images: &mut Vec<u64>) {
        images.extend(mirrored(*filled, self.rows, self.cols));
    }

    fn cells(&self, mv: u8) -> Vec<u32> {
        self.domino(mv).into()
    }

    fn any_order(&self) -> bool {
        true
    }

    fn numbers(&self) -> u32 {
        2 * self.rows * self.cols
    }

    fn set_up(&self, pieces: &[Option<Piece>], side: Side) -> Result<u64, String> {
        let filled: u64 =
            (0..).zip(pieces).filter(|(_, piece)| piece.is_some()).map(|(cell, _)| 1 << cell).sum();
        let count = filled.count_ones();
        if !count.is_multiple_of(2) {
            return Err("the number of filled cells is odd".to_owned());
        }
        let other = self.side_to_move(&filled) != side;
        if other {
            Err(format!("with {count} filled cells, the other player is to move"))
        } else {
            Ok(filled)
        }
    }

    fn reason(&self, _: Wdl) -> &'static str {
        "no domino fits"
    }

    fn is_tabled(&self) -> bool {
        self.rows * self.cols <= MOST_CELLS
    }
}

nexsolve_listed::catalogued!(Domineering::new);

/// The fixed properties of Domineering.
pub static CARD: Card = Card {
    word: "domineering",
    title: "Domineering",
    variants: &[variant("", "Domineering", "Put the last domino: who cannot move loses.")],
    measure: Measure::Sides {
        most: 8,
        cells: MOST_CELLS,
        usual: (8, 8),
        first: (4, 4),
        quick: 25,
        proves: 30,
    },
    board_examples: &["domineering:4x4", "domineering:5x5"],
    played_examples: &["domineering:8x8"],
    sides: ["Vertical", "Horizontal"],
    pieces: &[("?", "filled cell")],
    game: any,
    ..USUAL
};

/// What not every program needs of Domineering.
pub static EXTRAS: Extras = Extras { claims: |_| false, rules: include_str!("rules.html"), facts: FACTS };

const FACTS: &[Fact] = &[
    Fact::new(
        "2×2 Domineering: value",
        "M. Lachmann, C. Moore, I. Rapaport, Who wins Domineering on rectangular boards?, 2000",
        &["domineering:2x2"],
        Quantity::Value,
        "win",
    ),
    Fact::new("5×5 Domineering: value", "J. Conway, 1976", &["domineering:5x5"], Quantity::Value, "loss"),
];
