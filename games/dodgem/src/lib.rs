//! Dodgem (C. Vout) on square boards of up to 5 × 5 cells. Black's cars start at the left edge and leave the
//! board at the right; White's start at the bottom and leave at the top. Cars move one cell forwards or
//! sideways. A player whose cars have all left wins, and so does one who is to move but cannot.
//!
//! Black moves first. A position has a bit for each car of Black, from bit 0 on, row by row from the top; one
//! for each car of White, from bit 25 on; and bit 50 if White is to move.
//!
//! ```
//! use nexsolve_catalogue::AnyGame;
//! use nexsolve_core::{Game, Notation};
//!
//! let game = AnyGame::on(nexsolve_dodgem::CARD.usual_board())?;
//! let position = game.read_position("a1-a2;c2-b2;a2-a3")?;
//! assert_eq!(position, game.read_position("..B/BW./..W W")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

use nexsolve_catalogue::picture::Piece;
use nexsolve_catalogue::{Board, Card, Extras, Fact, Measure, NameError, Quantity};
use nexsolve_core::{Game, Plies, Side, Wdl};
use nexsolve_listed::{CARD as USUAL, Simple, cells, piece_on, sets_of, sides, variant};

/// The maximum number of rows, and of columns.
const MAX_SIDE: u32 = 5;

/// The bit of White's first cell.
const WHITE: u32 = MAX_SIDE * MAX_SIDE;

/// Set if White is to move.
const TURN: u64 = 1 << (2 * WHITE);

/// The game on one board.
#[derive(Debug)]
pub struct Dodgem {
    /// The number of rows, and of columns.
    size: u32,
    /// For each number of plies, the bits of the cars that need more to leave the board.
    far: Vec<u64>,
}

impl Dodgem {
    /// Creates the game on a board.
    ///
    /// # Errors
    /// If the board is not square, or too small or large.
    pub fn new(board: Board) -> Result<Self, NameError> {
        let (size, cols) = sides(board)?;
        if size != cols || size < 2 {
            let limits = format!("a board of Dodgem is a square of 2 to {MAX_SIDE} rows");
            return Err(NameError::new(format!("{limits}, not {size}x{cols}")));
        }
        let black = |plies| (0..size * size).filter(move |cell| size - cell % size > plies);
        let white = |plies| (0..size * size).filter(move |cell| cell / size + 1 > plies);
        let far = |plies| black(plies).chain(white(plies).map(|cell| cell + WHITE)).map(|bit| 1 << bit).sum();
        Ok(Self { size, far: (0..size).map(far).collect() })
    }

    /// The cell that a car reaches by a move: up, right, down or left; `None` off the board.
    fn next(&self, cell: u32, way: u8) -> Option<u32> {
        match way {
            0 => cell.checked_sub(self.size),
            1 => (cell % self.size < self.size - 1).then_some(cell + 1),
            2 => Some(cell + self.size),
            _ => cell.checked_sub(1),
        }
    }

    /// Whether the player who has moved has no car left.
    fn has_won(&self, position: u64) -> bool {
        cars(position)[self.side_to_move(&position).other() as usize] == 0
    }

    /// The cells from which the cars of the side to move can go up, right, down and left.
    fn steps(&self, position: u64) -> [u64; 4] {
        let (side, [black, white]) = (self.side_to_move(&position), cars(position));
        let empty = !(black | white) & ((1 << (self.size * self.size)) - 1);
        let column: u64 = (0..self.size).map(|row| 1 << (row * self.size)).sum();
        let last = column << (self.size - 1);
        let [up, down] = [empty << self.size, empty >> self.size];
        let [right, left] = [empty >> 1 & !last, empty << 1 & !column];
        match side {
            Side::Black => [up, right | last, down, 0],
            Side::White => [up | ((1 << self.size) - 1), right, 0, left],
        }
        .map(|free| [black, white][side as usize] & free)
    }
}

/// The cells of each side's cars.
fn cars(position: u64) -> [u64; 2] {
    [position & ((1 << WHITE) - 1), position >> WHITE & ((1 << WHITE) - 1)]
}

impl Game for Dodgem {
    type Position = u64;
    /// Four times the number of the cell, plus the direction.
    type Move = u8;

    fn start(&self) -> u64 {
        let black: u64 = (0..self.size - 1).map(|row| 1 << (row * self.size)).sum();
        let white: u64 = (1..self.size).map(|col| 1 << ((self.size - 1) * self.size + col)).sum();
        black | white << WHITE
    }

    fn side_to_move(&self, position: &u64) -> Side {
        if position & TURN == 0 { Side::Black } else { Side::White }
    }

    fn outcome(&self, position: &u64) -> Option<Wdl> {
        match (self.has_won(*position), self.steps(*position)) {
            (true, _) => Some(Wdl::Loss),
            (false, steps) => (steps == [0; 4]).then_some(Wdl::Win),
        }
    }

    fn moves(&self, position: &u64, moves: &mut Vec<u8>) {
        moves.clear();
        if !self.has_won(*position) {
            let all = self.steps(*position).into_iter().zip(0..);
            moves.extend(all.flat_map(|(from, way)| cells(from).map(move |cell| 4 * cell as u8 + way)));
        }
    }

    fn play(&self, position: &u64, mv: u8) -> u64 {
        let (cell, way) = (u32::from(mv / 4), mv % 4);
        let from = self.side_to_move(position) as u32 * WHITE;
        let to = self.next(cell, way).map_or(0, |to| 1 << (from + to));
        (position & !(1 << (from + cell)) | to) ^ TURN
    }

    fn longest(&self, _: &u64) -> Plies {
        Plies::ENDLESS
    }
}

impl Simple for Dodgem {
    fn grid(&self) -> (u32, u32) {
        (self.size, self.size)
    }

    fn piece(&self, position: &u64, cell: u32) -> Option<Piece> {
        piece_on(cars(*position), cell)
    }

    /// A car that leaves is named twice.
    fn cells(&self, mv: u8) -> Vec<u32> {
        let cell = u32::from(mv / 4);
        vec![cell, self.next(cell, mv % 4).unwrap_or(cell)]
    }

    fn numbers(&self) -> u32 {
        4 * self.size * self.size
    }

    fn set_up(&self, pieces: &[Option<Piece>], side: Side) -> Result<u64, String> {
        let sets = sets_of(pieces);
        if sets.iter().any(|cars| cars.count_ones() >= self.size) || sets[side as usize] == 0 {
            return Err(format!("each side has up to {} cars, and the side to move has some", self.size - 1));
        }
        Ok(sets[0] | sets[1] << WHITE | [0, TURN][side as usize])
    }

    /// How far the cars have come.
    fn stage(&self, position: &u64) -> u32 {
        let to_go: u32 = self.far.iter().map(|far| (position & far).count_ones()).sum();
        2 * self.size * (self.size - 1) - to_go
    }

    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Win { "no car can move" } else { "all cars have left" }
    }
}

nexsolve_listed::catalogued!(Dodgem::new);

/// The fixed properties of Dodgem.
pub static CARD: Card = Card {
    word: "dodgem",
    title: "Dodgem",
    variants: &[variant("", "Dodgem", "Get all your cars across the board, or be unable to move.")],
    measure: Measure::Sides { most: MAX_SIDE, cells: 25, usual: (3, 3), first: (3, 3), quick: 16, proves: 0 },
    board_examples: &["dodgem:3x3", "dodgem:4x4"],
    played_examples: &["dodgem:3x3"],
    sides: ["Black", "White"],
    pieces: &[("B", "black car"), ("W", "white car")],
    game: any,
    ..USUAL
};

/// What not every program needs of Dodgem.
pub static EXTRAS: Extras = Extras { claims: |_| false, rules: include_str!("rules.html"), facts: FACTS };

const FACTS: &[Fact] = &[
    Fact::new(
        "3×3 Dodgem: value",
        "E. Berlekamp, J. Conway, R. Guy, Winning Ways, page 686",
        &["dodgem:3x3"],
        Quantity::Value,
        "win",
    ),
    Fact::new(
        "4×4 Dodgem: value",
        "D. desJardins, 1996 (Wikipedia, Dodgem)",
        &["dodgem:4x4"],
        Quantity::Value,
        "draw",
    ),
];
