//! How the two cells of a generate move lie to each other, and on the board.

use crate::geometry::{Shape, is_bridge, steps};
use nexsolve_games::rhombus::{Cell, Rhombus};
use serde::Serialize;

/// Where a neutral stone lies, seen from the stone that was put with it. Directions are the mover's: his own way leads from one of his
/// edges to the other, along columns for Black and along rows for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Relation {
    /// A neighbour along the mover's own way: the stone itself could have gone on there.
    Ahead,
    /// A neighbour along the opponent's way.
    Beside,
    /// The neighbour between both ways: it leads on for both sides at once.
    Between,
    /// The two cells are a bridge: two steps apart, with two common neighbours.
    Bridge,
    /// Two steps apart on a line.
    Line,
    /// Three steps apart.
    Three,
    /// Further.
    Far,
}

impl Relation {
    /// All, the nearest first.
    pub const ALL: [Self; 7] =
        [Self::Ahead, Self::Beside, Self::Between, Self::Bridge, Self::Line, Self::Three, Self::Far];

    /// A name for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Ahead => "next, along the own way",
            Self::Beside => "next, along the opponent's way",
            Self::Between => "next, between both ways",
            Self::Bridge => "a bridge away",
            Self::Line => "two steps on a line",
            Self::Three => "three steps",
            Self::Far => "four steps and more",
        }
    }

    /// How the neutral stone of a generate by Black lies to his stone.
    ///
    /// # Panics
    /// If both are the same cell.
    pub fn of_black(board: &Rhombus<u64>, stone: Cell, neutral: Cell) -> Self {
        let (rows, cols) = Shape::of(board).apart(stone, neutral);
        Self::of_step(rows, cols)
    }

    /// The same for White.
    ///
    /// # Panics
    /// If both are the same cell.
    pub fn of_white(board: &Rhombus<u64>, stone: Cell, neutral: Cell) -> Self {
        let (rows, cols) = Shape::of(board).apart(stone, neutral);
        Self::of_step(cols, rows)
    }

    /// Returns the relation of a cell that is `ahead` cells away along the mover's way and `beside` cells along the opponent's.
    fn of_step(ahead: i64, beside: i64) -> Self {
        match (steps(ahead, beside), ahead, beside) {
            (0, ..) => panic!("two cells are meant"),
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

/// Where a cell lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Region {
    /// One of the two corners with two neighbours (a1 and the opposite one).
    Acute,
    /// One of the two corners with three neighbours.
    Obtuse,
    /// In the mover's first or last line, where his chain has to end.
    OwnEdge,
    /// In the opponent's.
    OtherEdge,
    /// Elsewhere.
    Inside,
}

impl Region {
    /// All.
    pub const ALL: [Self; 5] = [Self::Inside, Self::OwnEdge, Self::OtherEdge, Self::Obtuse, Self::Acute];

    /// A name for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Acute => "a sharp corner (two neighbours)",
            Self::Obtuse => "a blunt corner (three neighbours)",
            Self::OwnEdge => "the mover's edge",
            Self::OtherEdge => "the opponent's edge",
            Self::Inside => "inside",
        }
    }

    /// Where a cell lies for Black.
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

    /// The same for White.
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
    fn relations_are_those_of_the_board() {
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
    fn corners_have_the_neighbours_that_they_are_called_by() {
        let board = Rhombus::<u64>::new(4, 4, Edges::BlackTopBottom).expect("a board");
        for cell in (0..16).map(Cell) {
            let neighbours = board.neighbours(u64::one(cell)).count();
            let expected = match Region::of_black(&board, cell) {
                Region::Acute => 2,
                Region::Obtuse => 3,
                Region::OwnEdge | Region::OtherEdge => 4,
                Region::Inside => 6,
            };
            assert_eq!(neighbours, expected, "{cell:?}");
        }
        assert_eq!(Region::of_black(&board, Cell(1)), Region::OwnEdge);
        assert_eq!(Region::of_white(&board, Cell(1)), Region::OtherEdge);
    }
}
