//! Connect Four in the catalogue.

use super::form::Connect4Records;
use super::lines::all_fours;
use super::{Connect4, Connect4Move, Connect4Position, MAX_SIDE, SizeError, bits, evaluation};
use crate::any::{AnyMove, AnyPosition};
use crate::catalogue::Visitor;
use crate::played::{Cells, Played, Spot};
use crate::{Board, Card, Extent, Measure, NameError, Variant, searched_itself};
use nexsolve_core::{Ending, Evaluation, Side, Tabled};

/// What is fixed of Connect Four.
pub(crate) const CARD: Card = Card {
    word: "connect4",
    title: "Connect Four",
    variants: &[Variant { word: "", title: "Connect Four", left_out: &[], caveat: None }],
    options: "Connect Four has no options",
    measure: Measure::Sides { most: MAX_SIDE, cells: MAX_SIDE * MAX_SIDE, usual: (6, 7), quick: 16 },
    board_examples: &["connect4:4x5"],
    played_examples: &["connect4:6x7"],
    sides: ["X", "O"],
    points: ["", ""],
    records: &Connect4Records,
};

/// The game on a board.
pub(crate) fn visit<V: Visitor>(board: Board, visitor: V) -> Result<V::Done, NameError> {
    let (rows, cols) = board.sides().unwrap_or_default();
    Ok(visitor.on(Connect4::new(rows, cols)?))
}

impl From<SizeError> for NameError {
    fn from(error: SizeError) -> Self {
        Self::new(error.to_string())
    }
}

impl Tabled for Connect4 {}

impl Connect4 {
    /// The place of a cell, row by row from the top.
    fn place(&self, mv: Connect4Move) -> u32 {
        (self.rows - 1 - mv.row()) * self.cols + mv.column()
    }
}

impl Played for Connect4 {
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

    searched_itself!();

    type Tabled = Self;

    fn tables(&self, _: Extent) -> Option<Self> {
        Some(self.clone())
    }

    fn to_tabled(&self, position: &Connect4Position) -> Connect4Position {
        *position
    }

    fn evaluations() -> &'static [&'static dyn Evaluation<Self>] {
        evaluation::EVALUATIONS
    }

    fn spot(&self, mv: Connect4Move) -> Spot {
        Spot::One(self.place(mv) as usize)
    }

    fn cells(&self, position: &Connect4Position) -> Cells {
        let mut cells = vec![""; (self.rows * self.cols) as usize];
        for (stones, sign) in [(position.black, "B"), (position.white, "W")] {
            for stone in bits(stones) {
                cells[self.place(Connect4Move::to(stone)) as usize] = sign;
            }
        }
        Cells::Rows(cells)
    }

    /// The first four in a line. Cells have names as on other boards: rows are letters from the top, columns numbers.
    fn chain(&self, position: &Connect4Position, winner: Side) -> Vec<String> {
        let four = all_fours(position.stones(winner)).next().unwrap_or_default();
        bits(four).map(|stone| self.cell_name(Connect4Move::to(stone))).collect()
    }

    /// The cell that the stone falls to.
    fn format_in_full(&self, _: &Connect4Position, mv: Connect4Move) -> String {
        self.cell_name(mv)
    }

    fn why(&self, _: &Connect4Position, ending: &Ending) -> String {
        if ending.winner.is_some() { "it has four in a line".to_owned() } else { ending.reason.clone() }
    }
}
