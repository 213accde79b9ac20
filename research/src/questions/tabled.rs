//! A board of Nex with its database.

use nexsolve_core::{Bounds, Game, Score, Side, Wdl, known_bounds};
use nexsolve_db::DbProber;
use nexsolve_games::nex::{Nex, NexMove, NexPosition};
use nexsolve_games::rhombus::{Cell, CellSet, Rhombus};
use nexsolve_reports::ReportError;

/// A position of Nex on a board with a database.
pub type Position = NexPosition<u64>;

/// A board of Nex with its database.
#[derive(Clone, Copy)]
pub struct Tabled<'a> {
    /// The game.
    pub game: &'a Nex<u64>,
    /// The database.
    pub prober: &'a DbProber<Nex<u64>>,
}

impl Tabled<'_> {
    /// Returns the name of the board: `nex:3x3`.
    pub fn name(&self) -> String {
        format!("nex:{}x{}", self.board().rows(), self.board().cols())
    }

    /// The board.
    pub fn board(&self) -> &Rhombus<u64> {
        self.game.board()
    }

    /// Returns the scores of positions for the side to move, including finished games.
    ///
    /// # Errors
    /// If a table is missing or damaged, or has no distances.
    pub fn scores(&self, positions: &[Position]) -> Result<Vec<Score>, ReportError> {
        self.known(positions, Bounds::score)
    }

    /// Returns the values of positions for the side to move, including finished games. Tables without
    /// distances are enough.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn values(&self, positions: &[Position]) -> Result<Vec<Wdl>, ReportError> {
        self.known(positions, Bounds::wdl)
    }

    /// Converts the bounds of positions, by the rules and the tables.
    fn known<T>(
        &self,
        positions: &[Position],
        convert: fn(Bounds) -> Option<T>,
    ) -> Result<Vec<T>, ReportError> {
        let known = known_bounds(self.prober, self.game, positions)?.into_iter();
        known.map(|bounds| bounds.and_then(convert).ok_or_else(|| missing(&self.name()))).collect()
    }

    /// Returns the values of positions for Black, whichever side is to move.
    ///
    /// # Errors
    /// As [`Tabled::values`].
    pub fn for_black(&self, positions: &[Position]) -> Result<Vec<Wdl>, ReportError> {
        let value = |(position, value): (&Position, Wdl)| match position.side_to_move() {
            Side::Black => value,
            Side::White => -value,
        };
        Ok(positions.iter().zip(self.values(positions)?).map(value).collect())
    }
}

/// The error of a missing value.
fn missing(board: &str) -> ReportError {
    let what = "a requested position has no value, or no distance, in the tables".to_owned();
    ReportError::Missing { board: board.to_owned(), what }
}

/// An opening and its score for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The cell of the stone.
    pub stone: Cell,
    /// The cell of the neutral stone.
    pub neutral: Cell,
    /// The score for Black; the distance includes the opening's own ply.
    pub score: Score,
}

/// Returns all openings of a board.
///
/// # Errors
/// As [`Tabled::scores`].
pub fn openings(tabled: Tabled<'_>) -> Result<Vec<Opening>, ReportError> {
    let mut moves = Vec::new();
    let start = tabled.game.start();
    tabled.game.moves(&start, &mut moves);
    let after: Vec<Position> = moves.iter().map(|&mv| tabled.game.play(&start, mv)).collect();
    let scores = tabled.scores(&after)?;
    let opening = |(mv, score): (&NexMove, Score)| match *mv {
        NexMove::Generate { stone, neutral } => Some(Opening { stone, neutral, score: score.lift() }),
        _ => None,
    };
    Ok(moves.iter().zip(scores).filter_map(opening).collect())
}

/// Returns the position mirrored in the diagonal through a1, with the colours swapped. It belongs to the
/// board with rows and columns exchanged: Black's connection from top to bottom becomes White's from left to
/// right.
pub fn twin(board: &Rhombus<u64>, position: &Position) -> Position {
    let (rows, cols) = (board.rows() as u16, board.cols() as u16);
    let turned = |set: u64| {
        let image = |cell: Cell| Cell(cell.0 % cols * rows + cell.0 / cols);
        set.iter().fold(0, |turned, cell| turned | u64::one(image(cell)))
    };
    Position {
        black: turned(position.white),
        white: turned(position.black),
        neutral: turned(position.neutral),
        may_swap: position.may_swap,
    }
}
