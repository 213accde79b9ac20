//! The places of the two cells of a generate move, relative to each other and on the board.

use crate::geometry::{Shape, is_bridge, steps};
use nexsolve_games::rhombus::{Cell, Rhombus};
use serde::Serialize;

/// The place of a neutral stone relative to the stone of the same move. The mover's own direction leads from
/// one of the mover's edges to the other: along columns for Black, along rows for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Relation {
    /// A neighbour in the mover's own direction, where a stone would continue the mover's chain.
    Ahead,
    /// A neighbour in the opponent's direction.
    Beside,
    /// A neighbour between both directions, which continues the chains of both sides.
    Between,
    /// The two cells form a bridge: two steps apart, with two common neighbours.
    Bridge,
    /// Two steps away in a straight line.
    Line,
    /// Three steps away.
    Three,
    /// Farther away.
    Far,
}

impl Relation {
    /// All relations, the nearest first.
    pub const ALL: [Self; 7] =
        [Self::Ahead, Self::Beside, Self::Between, Self::Bridge, Self::Line, Self::Three, Self::Far];

    /// Returns the name for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Ahead => "next to it, in one's own direction",
            Self::Beside => "next to it, in the opponent's direction",
            Self::Between => "next to it, between both directions",
            Self::Bridge => "a bridge away",
            Self::Line => "two steps in a line",
            Self::Three => "three steps",
            Self::Far => "four or more steps",
        }
    }

    /// Returns the relation of the neutral stone to the stone in a generate by Black.
    ///
    /// # Panics
    /// If both are the same cell.
    pub fn of_black(board: &Rhombus<u64>, stone: Cell, neutral: Cell) -> Self {
        let (rows, cols) = Shape::of(board).apart(stone, neutral);
        Self::of_step(rows, cols)
    }

    /// Like [`Relation::of_black`], for a generate by White.
    ///
    /// # Panics
    /// If both are the same cell.
    pub fn of_white(board: &Rhombus<u64>, stone: Cell, neutral: Cell) -> Self {
        let (rows, cols) = Shape::of(board).apart(stone, neutral);
        Self::of_step(cols, rows)
    }

    /// Returns the relation of a cell that is `ahead` cells away in the mover's direction and `beside` cells
    /// in the opponent's.
    fn of_step(ahead: i64, beside: i64) -> Self {
        match (steps(ahead, beside), ahead, beside) {
            (0, ..) => panic!("the two cells must differ"),
            (1, _, 0) => Self::Ahead,
            (1, 0, _) => Self::Beside,
            (1, ..) => Self::Between,
            (2, ..) if is_bridge(ahead, beside) => Self::Bridge,
            (2, ..) => Self::Line,
            (3, ..) => Self::Three,
            _ => Self::Far,
        }
    }
}

/// The place of a cell on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum BoardRegion {
    /// A corner with two neighbours (a1 and the opposite corner).
    Acute,
    /// A corner with three neighbours.
    Obtuse,
    /// In one of the mover's edge lines, where the mover's chain must end.
    OwnEdge,
    /// In one of the opponent's edge lines.
    OtherEdge,
    /// Elsewhere.
    Inside,
}

impl BoardRegion {
    /// All regions.
    pub const ALL: [Self; 5] = [Self::Inside, Self::OwnEdge, Self::OtherEdge, Self::Obtuse, Self::Acute];

    /// Returns the name for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Acute => "a sharp corner (two neighbours)",
            Self::Obtuse => "a blunt corner (three neighbours)",
            Self::OwnEdge => "the mover's edge",
            Self::OtherEdge => "the opponent's edge",
            Self::Inside => "inside",
        }
    }

    /// Returns the region of a cell for Black.
    pub fn of_black(board: &Rhombus<u64>, cell: Cell) -> Self {
        let shape = Shape::of(board);
        match (shape.at_blacks_edge(cell), shape.at_whites_edge(cell)) {
            (true, true) if shape.sharp_corner(cell) => Self::Acute,
            (true, true) => Self::Obtuse,
            (true, false) => Self::OwnEdge,
            (false, true) => Self::OtherEdge,
            (false, false) => Self::Inside,
        }
    }

    /// Returns the region of a cell for White.
    pub fn of_white(board: &Rhombus<u64>, cell: Cell) -> Self {
        match Self::of_black(board, cell) {
            Self::OwnEdge => Self::OtherEdge,
            Self::OtherEdge => Self::OwnEdge,
            same => same,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::rhombus::{CellSet, Edges};

    #[test]
    fn relations_agree_with_the_board() {
        let board = Rhombus::<u64>::new(7, 7, Edges::BlackTopBottom).expect("a board");
        let middle = Cell(24);
        let (near, mut count) = (board.neighbours(u64::one(middle)), [0; 7]);
        for cell in (0..49).map(Cell).filter(|cell| *cell != middle) {
            let relation = Relation::of_black(&board, middle, cell);
            count[relation as usize] += 1;
            let next = matches!(relation, Relation::Ahead | Relation::Beside | Relation::Between);
            assert_eq!(next, near.has(cell));
            let common = (near & board.neighbours(u64::one(cell))).count();
            assert_eq!(relation == Relation::Bridge, common == 2 && !near.has(cell));
            let by_white = Relation::of_white(&board, middle, cell);
            assert_eq!(relation == Relation::Ahead, by_white == Relation::Beside);
            assert_eq!(relation == Relation::Line, by_white == Relation::Line);
        }
        assert_eq!(count[..6], [2, 2, 2, 6, 6, 18]);
    }

    #[test]
    fn regions_have_the_expected_numbers_of_neighbours() {
        let board = Rhombus::<u64>::new(4, 4, Edges::BlackTopBottom).expect("a board");
        for cell in (0..16).map(Cell) {
            let neighbours = board.neighbours(u64::one(cell)).count();
            let expected = match BoardRegion::of_black(&board, cell) {
                BoardRegion::Acute => 2,
                BoardRegion::Obtuse => 3,
                BoardRegion::OwnEdge | BoardRegion::OtherEdge => 4,
                BoardRegion::Inside => 6,
            };
            assert_eq!(neighbours, expected, "{cell:?}");
        }
        assert_eq!(BoardRegion::of_black(&board, Cell(1)), BoardRegion::OwnEdge);
        assert_eq!(BoardRegion::of_white(&board, Cell(1)), BoardRegion::OtherEdge);
    }
}
