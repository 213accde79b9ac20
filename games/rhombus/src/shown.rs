//! Conversions of rhombus positions for interfaces.

use crate::paths::shortest_chain;
use crate::text::cell_name;
use crate::{Cell, CellSet, Rhombus, Stones};
use nexsolve_catalogue::picture::{Outline, Picture, Place, Point};
use nexsolve_catalogue::{AnyPosition, WORDS};
use nexsolve_core::{Ending, Side};

/// How a player wins if Black joins the top with the bottom.
pub const GOAL: &str = "Black connects top and bottom; White connects left and right.";

/// Returns the side that joins the top row with the bottom row.
fn vertical<S: CellSet>(board: &Rhombus<S>) -> Side {
    let top = (0..board.cols()).fold(S::EMPTY, |set, col| set | S::one(Cell(col as u16)));
    if board.ends(Side::Black).0 == top { Side::Black } else { Side::White }
}

/// Describes what the winner has achieved; for a draw, returns the reason that the rules give.
pub fn why<S: CellSet>(board: &Rhombus<S>, ending: &Ending) -> String {
    match ending.winner {
        None => ending.reason.clone(),
        Some(winner) if winner == vertical(board) => "it has joined top and bottom".to_owned(),
        Some(_) => "it has joined left and right".to_owned(),
    }
}

/// Returns the cells of a shortest chain of `stones` that joins the edges of `side`; empty if they are not
/// joined.
pub fn chain<S: CellSet>(board: &Rhombus<S>, stones: S, side: Side) -> Vec<String> {
    let (from, to) = board.ends(side);
    let chain = shortest_chain(board, stones, from, to).unwrap_or_default();
    chain.into_iter().map(|cell| cell_name(board.cols(), cell)).collect()
}

/// Half the width of a hexagon of side 1.
const HALF: f64 = 0.866_025_403_784_438_6;

/// The centre of a hexagon.
fn middle(row: f64, col: f64) -> Point {
    (2.3 + 2.0 * HALF * (col + row / 2.0), 2.3 + 1.5 * row)
}

/// A corner of a hexagon; corners are numbered clockwise from the top one.
fn corner(row: u32, col: u32, number: usize) -> Point {
    let (x, y) = middle(f64::from(row), f64::from(col));
    let offsets = [(0.0, -1.0), (HALF, -0.5), (HALF, 0.5), (0.0, 1.0), (-HALF, 0.5), (-HALF, -0.5)];
    (x + offsets[number].0, y + offsets[number].1)
}

/// Draws the board with its stones.
pub fn picture<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>) -> Picture {
    let (rows, cols) = (board.rows(), board.cols());
    let (r, c) = (rows - 1, cols - 1);
    let half = |a: Point, b: Point| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
    // At the two obtuse corners, one side of the hexagon belongs to both edges, half to each.
    let upper = half(corner(0, c, 0), corner(0, c, 1));
    let lower = half(corner(r, 0, 3), corner(r, 0, 4));
    let mut top: Vec<Point> = (0..=c).flat_map(|col| [corner(0, col, 5), corner(0, col, 0)]).collect();
    top.push(upper);
    let mut bottom = vec![lower];
    bottom.extend((0..=c).flat_map(|col| [corner(r, col, 3), corner(r, col, 2)]));
    let mut left: Vec<Point> = (0..=r).flat_map(|row| [corner(row, 0, 5), corner(row, 0, 4)]).collect();
    left.push(lower);
    let mut right = vec![upper];
    right.extend((0..=r).flat_map(|row| [corner(row, c, 1), corner(row, c, 2)]));
    let vertical = vertical(board);
    let edges = [(top, vertical), (bottom, vertical), (left, vertical.other()), (right, vertical.other())];
    let place = |i: u32| {
        let cell = Cell(i as u16);
        Place {
            name: cell_name(cols, cell),
            middle: middle(f64::from(i / cols), f64::from(i % cols)),
            outline: Outline::Hexagon,
            piece: stones.at(cell),
        }
    };
    let (last_row, last_col) = (f64::from(r), f64::from(c));
    let row_label = |row: u32| char::from(b'a' + row as u8).to_string();
    let rows_left = (0..rows).map(|row| (middle(f64::from(row), -0.98), row_label(row)));
    let rows_right = (0..rows).map(|row| (middle(f64::from(row), last_col + 0.98), row_label(row)));
    let cols_above = (0..cols).map(|col| (middle(-1.03, f64::from(col)), (col + 1).to_string()));
    let cols_below = (0..cols).map(|col| (middle(last_row + 1.03, f64::from(col)), (col + 1).to_string()));
    let (x, y) = middle(last_row, last_col);
    Picture {
        size: (x + 2.3, y + 2.3),
        edges: edges.into_iter().map(|(line, side)| (line, Some(side))).collect(),
        places: (0..board.len()).map(place).collect(),
        labels: rows_left.chain(rows_right).chain(cols_above).chain(cols_below).collect(),
        drawn: None,
    }
}

/// The last word of a small value. It belongs to the set of neutral stones: without neutral stones it is
/// free, and with them its highest bit is free.
pub const LAST: usize = WORDS - 1;

/// The number of words per set of cells in a small value.
const SET: usize = WORDS / 3;

/// Packs stones into a small value, which does not depend on the set type. Whether a swap may follow is left
/// to the games.
pub fn pack<S: CellSet>(stones: &Stones<S>) -> AnyPosition {
    let mut words = [0; WORDS];
    let sets = [stones.black, stones.white, stones.neutral];
    for (set, words) in sets.into_iter().zip(words.chunks_mut(SET)) {
        for (place, word) in words.iter_mut().enumerate() {
            *word = set.word(place);
        }
    }
    AnyPosition(words)
}

/// Reverses [`pack`].
pub fn unpack<S: CellSet>(position: &AnyPosition) -> Stones<S> {
    let set = |place: usize| S::of_words(&position.0[place * SET..(place + 1) * SET]);
    Stones { black: set(0), white: set(1), neutral: set(2), may_swap: false }
}

/// Reflects the stones in the main diagonal of a square board, with the colours exchanged; `None` on other
/// boards.
pub fn mirrored<S: CellSet>(board: &Rhombus<S>, stones: &Stones<S>) -> Option<Stones<S>> {
    let side = board.cols() as u16;
    let reflect = |set: S| {
        set.iter().fold(S::EMPTY, |all, Cell(cell)| all | S::one(Cell(cell % side * side + cell / side)))
    };
    (board.rows() == board.cols()).then(|| Stones {
        black: reflect(stones.white),
        white: reflect(stones.black),
        neutral: reflect(stones.neutral),
        may_swap: stones.may_swap,
    })
}

/// Reflects a cell as it is written: `b3` becomes `c2`.
pub fn mirrored_cell(word: &str) -> Option<String> {
    let row = word.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase() - b'a';
    let col: u8 = word[1..].parse().ok().filter(|col| (1..=26).contains(col))?;
    Some(format!("{}{}", char::from(b'a' + col - 1), row + 1))
}

/// Defines the items of [`Shown`](nexsolve_catalogue::Shown) that all games on the rhombus share, by the
/// functions of this module.
#[macro_export]
macro_rules! shown_on_the_rhombus {
    () => {
        fn picture(&self, position: &Self::Position) -> nexsolve_catalogue::picture::Picture {
            $crate::shown::picture(&self.board, &position.both())
        }

        fn chain(&self, position: &Self::Position, winner: nexsolve_core::Side) -> Vec<String> {
            $crate::shown::chain(&self.board, position.stones(winner), winner)
        }

        fn why(&self, _: &Self::Position, ending: &nexsolve_core::Ending) -> String {
            $crate::shown::why(&self.board, ending)
        }
    };
}

/// Implements [`Observed`](nexsolve_catalogue::Observed) for a game on the rhombus.
#[macro_export]
macro_rules! observed_on_the_rhombus {
    ($game:ident) => {
        impl<S: CellSet> nexsolve_catalogue::Observed for $game<S> {
            fn grid(&self) -> (u32, u32) {
                (self.board.rows(), self.board.cols())
            }

            fn piece(
                &self,
                position: &Self::Position,
                cell: u32,
            ) -> Option<nexsolve_catalogue::picture::Piece> {
                position.both().at($crate::Cell(cell as u16))
            }
        }
    };
}

/// Returns the numbers of rows and columns if the text looks like a board's cells, row by row with `/`
/// between.
pub fn rows(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let is_cells = text.contains('/') && text.chars().all(|c| "BW?.-/".contains(c));
    is_cells.then(|| (text.split('/').count() as u32, text.find('/').unwrap_or_default() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Edges;

    fn set(cells: &[u16]) -> u64 {
        cells.iter().fold(0, |set, &cell| set | u64::one(Cell(cell)))
    }

    #[test]
    fn the_chain_is_shortest() {
        let board = Rhombus::<u64>::new(3, 3, Edges::BlackTopBottom).expect("a board");
        assert_eq!(chain(&board, set(&[1, 4, 3, 6]), Side::Black), ["a2", "b1", "c1"]);
        assert_eq!(chain(&board, set(&[0, 1, 4, 7, 8, 6, 3]), Side::Black), ["a1", "b1", "c1"]);
        assert_eq!(chain(&board, set(&[3, 4, 5]), Side::White), ["b1", "b2", "b3"]);
        assert_eq!(chain(&board, set(&[3, 4, 5]), Side::Black), [""; 0]);
        let row = Rhombus::<u64>::new(1, 3, Edges::BlackTopBottom).expect("a board");
        assert_eq!(chain(&row, set(&[1]), Side::Black), ["a2"]);
    }
}
