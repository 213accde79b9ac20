//! Tic-tac-toe on boards of up to 4 × 4 cells, with lines of two, three or four stones: an m,n,k-game. The
//! first player with a line across, down or diagonally wins. A full board is a draw.
//!
//! The first player is [`Side::Black`], drawn as `X`; the second is [`Side::White`], drawn as `O`. A set of
//! cells is 16 bits, row by row from the top. A move is the number of its cell, written as `b3`: row b from
//! the top, column 3.
//!
//! ```
//! use nexsolve_core::{Game, Notation, Wdl};
//! use nexsolve_tictactoe::TicTacToe;
//!
//! let game = TicTacToe::new(3, 3, 3).expect("a board");
//! let position = game.read_position("a1;b1;a2;b2;a3")?;
//! assert_eq!(position, game.read_position("XXX/OO./...")?);
//! assert_eq!(game.outcome(&position), Some(Wdl::Loss)); // the second player is to move, and has lost
//! # Ok::<(), nexsolve_core::ReadError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod notation;
mod played;
mod sets;
mod tables;

pub use played::{CARD, FORM, visit};

use nexsolve_catalogue::NameError;
use nexsolve_core::{
    Bound, Candidate, Candidates, Chance, Contest, Game, Glance, Layer, Plies, Score, Searchable, Side,
    Symmetric, Wdl,
};

/// The maximum number of rows, and of columns.
pub const MAX_SIDE: u32 = 4;

/// The game on one board.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    rows: u32,
    cols: u32,
    /// The number of stones in a line.
    length: u32,
    /// All cells.
    board: u16,
    /// The lines, each as its set of cells.
    lines: Vec<u16>,
    /// The images of every set of cells under the eight symmetries of a square. On a board that is not
    /// square, four of them occur twice.
    images: Vec<[u16; 8]>,
    /// The number of each set of filled cells in its layer, up to symmetry; valid for sets not greater than
    /// their images.
    numbers: Vec<u32>,
    /// The reverse: sets by layer and number.
    filled: Vec<Vec<u16>>,
    layers: Vec<Layer>,
}

/// A position: the stones, which determine the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones {
    filled: u16,
    black: u16,
}

impl Stones {
    fn stones(self, side: Side) -> u16 {
        if side == Side::Black { self.black } else { self.filled & !self.black }
    }

    /// Returns the side to move: the first player if both have equally many stones.
    fn side(self) -> Side {
        if self.filled.count_ones().is_multiple_of(2) { Side::Black } else { Side::White }
    }

    /// Returns the owner of the stone on a cell.
    fn at(self, cell: u8) -> Option<Side> {
        [Side::Black, Side::White].into_iter().find(|&side| self.stones(side) >> cell & 1 == 1)
    }
}

/// Returns the cells of a set, by number.
fn cells(set: u16) -> impl Iterator<Item = u8> {
    nexsolve_catalogue::bits(set.into()).map(|cell| cell.trailing_zeros() as u8)
}

impl TicTacToe {
    /// Creates the game on a board of this size, with lines of `length` stones. If no line fits, every game
    /// is a draw.
    ///
    /// # Errors
    /// If the size is out of range.
    pub fn new(rows: u32, cols: u32, length: u32) -> Result<Self, NameError> {
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            let limits = format!("a board of Tic-tac-toe has 1 to {MAX_SIDE} rows and columns");
            return Err(NameError::new(format!("{limits}, not {rows}x{cols}")));
        }
        let cell = |row: u32, col: u32| (row < rows && col < cols).then(|| 1_u16 << (row * cols + col));
        let starts = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let line = |((row, col), (down, right)): ((u32, u32), (u32, u32))| {
            let at = |i: u32| cell(row + i * down, col.wrapping_add(i.wrapping_mul(right)));
            (0..length).try_fold(0, |line, i| Some(line | at(i)?))
        };
        let ways = [(0, 1), (1, 0), (1, 1), (1, u32::MAX)];
        let lines = starts.flat_map(|start| ways.map(|way| (start, way))).filter_map(line).collect();
        let (images, numbers, filled, layers) = sets::of(rows, cols);
        let board = u16::MAX >> (16 - rows * cols);
        Ok(Self { rows, cols, length, board, lines, images, numbers, filled, layers })
    }

    fn has_line(&self, stones: u16) -> bool {
        self.lines.iter().any(|line| stones & line == *line)
    }

    /// Returns the positions before every possible last move.
    fn before(&self, position: Stones) -> impl Iterator<Item = Stones> {
        let Stones { filled, black } = position;
        let before = move |cell: u8| Stones { filled: filled & !(1 << cell), black: black & !(1 << cell) };
        let moved = position.stones(position.side().other());
        cells(moved).map(before).filter(|before| self.outcome(before).is_none())
    }

    /// Returns whether play can lead to this position: it is the start, or some last move leads to it.
    fn is_possible(&self, position: Stones) -> bool {
        position.filled == 0 || self.before(position).next().is_some()
    }

    fn images(&self, position: Stones) -> impl Iterator<Item = Stones> {
        let of = |set: u16| self.images[usize::from(set)];
        of(position.filled)
            .into_iter()
            .zip(of(position.black))
            .map(|(filled, black)| Stones { filled, black })
    }
}

impl Game for TicTacToe {
    type Position = Stones;
    type Move = u8;

    fn start(&self) -> Stones {
        Stones { filled: 0, black: 0 }
    }

    fn side_to_move(&self, position: &Stones) -> Side {
        position.side()
    }

    fn outcome(&self, position: &Stones) -> Option<Wdl> {
        if [Side::Black, Side::White].iter().any(|&side| self.has_line(position.stones(side))) {
            return Some(Wdl::Loss);
        }
        (position.filled == self.board).then_some(Wdl::Draw)
    }

    fn moves(&self, position: &Stones, moves: &mut Vec<u8>) {
        moves.clear();
        if self.outcome(position).is_none() {
            moves.extend(cells(self.board & !position.filled));
        }
    }

    fn play(&self, position: &Stones, cell: u8) -> Stones {
        let black = if position.side() == Side::Black { 1 << cell } else { 0 };
        Stones { filled: position.filled | 1 << cell, black: position.black | black }
    }

    fn longest(&self, position: &Stones) -> Plies {
        Plies((self.board & !position.filled).count_ones() as u16)
    }
}

impl Symmetric for TicTacToe {
    fn canonical(&self, position: &Stones) -> Stones {
        self.images(*position).min().expect("eight images")
    }

    fn copies(&self, position: &Stones) -> u64 {
        8 / self.images(*position).filter(|image| image == position).count() as u64
    }
}

impl Searchable for TicTacToe {
    type Insight = ();

    fn key_bits(&self) -> u32 {
        32
    }

    fn key(&self, position: &Stones) -> u128 {
        u128::from(position.filled) << 16 | u128::from(position.black)
    }

    fn pack_move(&self, cell: u8) -> u32 {
        u32::from(cell) + 1
    }

    fn history_slot(&self, cell: u8) -> usize {
        cell.into()
    }

    fn history_len(&self) -> usize {
        16
    }

    /// Settles finished games, and questions about a win for which the opponent has blocked every line.
    fn glance(&self, position: &Stones, threshold: Score) -> Glance<()> {
        let side = position.side();
        let is_blocked = |side| self.lines.iter().all(|line| line & position.stones(side) != 0);
        if let Some(outcome) = self.outcome(position) {
            Glance::Settled(Bound::new(Score::of_outcome(outcome)))
        } else if is_blocked(if threshold > Score::DRAW { side.other() } else { side }) {
            Glance::Settled(Bound::new(Score::DRAW))
        } else {
            Glance::Open(())
        }
    }

    fn candidates(&self, position: &Stones, _: Score, (): (), moves: &mut Vec<Candidate<u8>>) -> Candidates {
        moves.clear();
        let lines_through = |cell: u8| self.lines.iter().filter(|line| *line >> cell & 1 == 1).count() as i32;
        let empty = cells(self.board & !position.filled);
        moves.extend(empty.map(|mv| Candidate { mv, prior: lines_through(mv) }));
        Candidates::Search { rest: Bound::new(Score::MIN) }
    }
}

impl Contest for TicTacToe {
    type Memory = ();

    fn begin(&self, _: &Stones) {}

    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Draw { "the board is full" } else { "a line is complete" }
    }
}

impl Chance for TicTacToe {}
