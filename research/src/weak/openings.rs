//! The openings of a board, with their values.

use crate::geometry::Shape;
use crate::source::TypedDatabase;
use nexsolve_core::{Game, Plies, Wdl};
use nexsolve_games::nex::{Nex, NexMove};
use nexsolve_games::rhombus::Cell;
use nexsolve_reports::ReportError;

/// A first move: a stone and a neutral stone, and its value for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) stone: Cell,
    pub(super) neutral: Cell,
    pub(super) value: Wdl,
    /// The number of plies, this move included; `None` for a draw, or if the tables have only values.
    pub(super) distance: Option<Plies>,
}

impl Opening {
    pub(super) fn mv(&self) -> NexMove {
        NexMove::Generate { stone: self.stone, neutral: self.neutral }
    }
}

/// All openings of a board, in the order of stone and neutral stone.
pub(super) struct Openings {
    rows: u32,
    cols: u32,
    pub(super) all: Vec<Opening>,
}

impl Openings {
    /// Looks up all first moves.
    pub(super) fn of(known: &TypedDatabase<'_, Nex<u64>>) -> Result<Self, ReportError> {
        let board = known.game.board();
        let mut all = Vec::new();
        for (mv, bounds) in known.moves(&known.game.start())? {
            if let (NexMove::Generate { stone, neutral }, Some(value)) = (mv, bounds.wdl()) {
                all.push(Opening { stone, neutral, value, distance: bounds.distance() });
            }
        }
        Ok(Self { rows: board.rows(), cols: board.cols(), all })
    }

    pub(super) fn shape(&self) -> Shape {
        Shape { rows: self.rows, cols: self.cols }
    }

    /// Returns the cell rotated by 180°.
    fn turned(&self, cell: Cell) -> Cell {
        Cell((self.rows * self.cols) as u16 - 1 - cell.0)
    }

    /// Returns the first opening of each pair of rotations of each other. No opening is its own rotation,
    /// because at most one cell keeps its place.
    pub(super) fn up_to_symmetry(&self) -> impl Iterator<Item = &Opening> {
        self.all.iter().filter(|opening| {
            let turned = (self.turned(opening.stone), self.turned(opening.neutral));
            (opening.stone, opening.neutral) <= turned
        })
    }

    /// Returns how many openings win, draw and lose.
    pub(super) fn tally(&self) -> [u64; 3] {
        let mut tally = [0; 3];
        for opening in &self.all {
            tally[2 - opening.value as usize] += 1;
        }
        tally
    }
}
