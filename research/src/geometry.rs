//! Geometry of the cells of a rhombus.

use nexsolve_core::Side;
use nexsolve_games::rhombus::{Cell, CellSet, Rhombus};

/// A board's shape. Black joins the first row with the last, White the first column with the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub cols: u32,
}

/// Returns the number of steps from neighbour to neighbour between cells that are `rows` rows and `cols`
/// columns apart.
pub fn steps(rows: i64, cols: i64) -> i64 {
    rows.abs().max(cols.abs()).max((rows + cols).abs())
}

/// Returns whether cells that are `rows` rows and `cols` columns apart form a bridge: two steps apart, and
/// not on a line.
pub fn is_bridge(rows: i64, cols: i64) -> bool {
    steps(rows, cols) == 2 && (rows.abs() == 1 || cols.abs() == 1)
}

/// The cells of a shortest chain of these stones that joins the edges of a side, from its first edge on;
/// empty if the edges are not joined.
pub fn winning_way(board: &Rhombus<u64>, stones: u64, side: Side) -> Vec<Cell> {
    let (first, last) = board.ends(side);
    let mut waves = vec![first & stones];
    let mut seen = waves[0];
    while let Some(&wave) = waves.last()
        && wave != 0
        && wave & last == 0
    {
        let next = board.neighbours(wave) & stones & !seen;
        seen |= next;
        waves.push(next);
    }
    let mut at = waves[waves.len() - 1] & last;
    let mut way = Vec::new();
    for wave in waves.iter().rev() {
        let Some(cell) = (at & wave).iter().next() else { return Vec::new() };
        way.push(cell);
        at = board.neighbours(u64::one(cell));
    }
    way.reverse();
    way
}

impl Shape {
    /// The shape of a board.
    pub fn of(board: &Rhombus<u64>) -> Self {
        Self { rows: board.rows(), cols: board.cols() }
    }

    /// Returns the rows and columns from the first cell to the second.
    pub fn apart(self, a: Cell, b: Cell) -> (i64, i64) {
        let ((r1, c1), (r2, c2)) = (self.place(a), self.place(b));
        (r2 - r1, c2 - c1)
    }

    /// Row and column, from 0.
    pub fn place(self, cell: Cell) -> (i64, i64) {
        let cell = u32::from(cell.0);
        (i64::from(cell / self.cols), i64::from(cell % self.cols))
    }

    /// Steps from cell to neighbouring cell.
    pub fn distance(self, a: Cell, b: Cell) -> i64 {
        let (rows, cols) = self.apart(a, b);
        steps(rows, cols)
    }

    /// Returns whether the cells are neighbours.
    pub fn beside(self, a: Cell, b: Cell) -> bool {
        self.distance(a, b) == 1
    }

    /// Returns whether the cells are as in a bridge: two cells that are beside both lie between them.
    pub fn bridged(self, a: Cell, b: Cell) -> bool {
        let (rows, cols) = self.apart(a, b);
        is_bridge(rows, cols)
    }

    /// Returns whether no cell is nearer to the centre of the board; there are one, two or four such cells.
    pub fn central(self, cell: Cell) -> bool {
        let (row, col) = self.place(cell);
        let near = |at: i64, count: u32| (2 * at - (i64::from(count) - 1)).abs() <= 1;
        near(row, self.rows) && near(col, self.cols)
    }

    /// Returns whether the cell is in the first or the last row, which Black joins.
    pub fn at_blacks_edge(self, cell: Cell) -> bool {
        let (row, _) = self.place(cell);
        row == 0 || row == i64::from(self.rows) - 1
    }

    /// Returns whether the cell is in the first or the last column, which White joins.
    pub fn at_whites_edge(self, cell: Cell) -> bool {
        let (_, col) = self.place(cell);
        col == 0 || col == i64::from(self.cols) - 1
    }

    /// Returns whether the cell is one of the two corners that have two neighbours: the first cell and the
    /// last.
    pub fn sharp_corner(self, cell: Cell) -> bool {
        cell.0 == 0 || u32::from(cell.0) == self.rows * self.cols - 1
    }

    /// Returns whether the cell is one of the two corners that have three neighbours, where an edge of Black
    /// and one of White meet.
    pub fn blunt_corner(self, cell: Cell) -> bool {
        let (last_row, last_col) = (i64::from(self.rows) - 1, i64::from(self.cols) - 1);
        [(0, last_col), (last_row, 0)].contains(&self.place(cell))
    }

    /// The cell as it is written: `b3`.
    pub fn name(self, cell: Cell) -> String {
        let (row, col) = self.place(cell);
        format!("{}{}", char::from(b'a' + row as u8), col + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::rhombus::Edges;

    #[test]
    fn the_winning_way_is_a_shortest_chain_from_edge_to_edge() {
        let board = Rhombus::<u64>::new(3, 3, Edges::BlackTopBottom).expect("a board");
        let way = |stones: &[u16], side| {
            let set = stones.iter().fold(0, |set, &cell| set | u64::one(Cell(cell)));
            winning_way(&board, set, side).iter().map(|cell| cell.0).collect::<Vec<_>>()
        };
        // a2, b2, c2, and a detour over b3.
        assert_eq!(way(&[1, 2, 4, 5, 7], Side::Black), [1, 4, 7]);
        assert_eq!(way(&[3, 4, 5, 8], Side::White), [3, 4, 5]);
        assert_eq!(way(&[1, 4, 8], Side::Black), [0; 0]);
        assert_eq!(way(&[], Side::White), [0; 0]);
    }

    #[test]
    fn neighbours_and_bridges_are_those_of_the_board() {
        let shape = Shape { rows: 4, cols: 5 };
        let board = Rhombus::<u64>::new(4, 5, Edges::BlackTopBottom).expect("a board");
        for a in (0..20).map(Cell) {
            let near = board.neighbours(u64::one(a));
            for b in (0..20).map(Cell) {
                assert_eq!(shape.beside(a, b), near.has(b), "{a:?} {b:?}");
                let between = (near & board.neighbours(u64::one(b))).count();
                // On a rhombus both cells between are on the board.
                assert!(between < 2 || a == b || near.has(b) || shape.bridged(a, b), "{a:?} {b:?}");
                assert!(!shape.bridged(a, b) || between == 2, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn places_are_told() {
        let shape = Shape { rows: 3, cols: 4 };
        let of = |test: fn(Shape, Cell) -> bool| {
            (0..12)
                .map(Cell)
                .filter(|cell| test(shape, *cell))
                .map(|cell| shape.name(cell))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(Shape::central), ["b2", "b3"]);
        assert_eq!(of(Shape::sharp_corner), ["a1", "c4"]);
        assert_eq!(of(Shape::blunt_corner), ["a4", "c1"]);
        assert_eq!(of(Shape::at_whites_edge), ["a1", "a4", "b1", "b4", "c1", "c4"]);
        assert_eq!(of(Shape::at_blacks_edge).len(), 8);
        assert_eq!(shape.distance(Cell(0), Cell(11)), 5);
    }
}
