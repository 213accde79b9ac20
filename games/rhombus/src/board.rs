//! The board of Nex and Hex, a rhombus of hexagons: neighbours, edges, connections.
//!
//! The neighbours of (r, c) are (r±1, c), (r, c±1), (r−1, c+1), (r+1, c−1).

use super::cells::{Cell, CellSet};
use nexsolve_catalogue::NameError;
use nexsolve_core::{Side, SplitMix};

/// The maximum number of rows and of columns.
pub const MAX_SIDE: u8 = 19;

/// Which pair of edges each side joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edges {
    /// Black joins the top row with the bottom row, White the first column with the last.
    BlackTopBottom,
    /// Black joins the first column with the last, White the top row with the bottom row.
    BlackLeftRight,
}

/// A board of R×C cells, numbered row by row from the top. Sets of cells have type `S`.
///
/// ```
/// use nexsolve_core::Side;
/// use nexsolve_rhombus::{Cell, CellSet, Edges, Rhombus};
///
/// let board = Rhombus::<u64>::new(3, 3, Edges::BlackTopBottom).expect("a small board");
/// let centre = u64::one(Cell(4));
/// assert_eq!(board.neighbours(centre).count(), 6);
///
/// // The cells a2, b2 and c2 join top and bottom.
/// let column = centre | u64::one(Cell(1)) | u64::one(Cell(7));
/// assert!(board.connects(column, Side::Black));
/// assert!(!board.connects(column, Side::White));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rhombus<S> {
    rows: u8,
    cols: u8,
    /// All cells.
    pub full: S,
    not_first_col: S,
    not_last_col: S,
    /// For each side, the two edges that it joins.
    ends: [(S, S); 2],
    /// The neighbours of each cell.
    beside: Vec<S>,
}

impl<S: CellSet> Rhombus<S> {
    /// Creates a board with this many rows and columns.
    ///
    /// # Errors
    /// If a number is outside 1..=19, or the set type cannot hold all cells.
    pub fn new(rows: u32, cols: u32, edges: Edges) -> Result<Self, NameError> {
        let sides = 1..=u32::from(MAX_SIDE);
        if !sides.contains(&rows) || !sides.contains(&cols) {
            let message = format!("a board has 1 to {MAX_SIDE} rows and columns, not {rows}x{cols}");
            return Err(NameError::new(message));
        }
        if rows * cols > S::CAPACITY {
            let most = S::CAPACITY;
            let message = format!(
                "{rows}x{cols} has more than {most} cells: it can be played and recorded, but not searched"
            );
            return Err(NameError::new(message));
        }
        let pick = |wanted: &dyn Fn(u32, u32) -> bool| {
            (0..rows * cols)
                .filter(|i| wanted(i / cols, i % cols))
                .fold(S::EMPTY, |set, i| set | S::one(Cell(i as u16)))
        };
        let vertical = (pick(&|r, _| r == 0), pick(&|r, _| r == rows - 1));
        let (left, right) = (pick(&|_, c| c == 0), pick(&|_, c| c == cols - 1));
        let full = pick(&|_, _| true);
        let ends = match edges {
            Edges::BlackTopBottom => [vertical, (left, right)],
            Edges::BlackLeftRight => [(left, right), vertical],
        };
        let mut board = Self {
            rows: rows as u8,
            cols: cols as u8,
            full,
            not_first_col: full.without(left),
            not_last_col: full.without(right),
            ends,
            beside: Vec::new(),
        };
        board.beside = full.iter().map(|cell| board.neighbours(S::one(cell))).collect();
        Ok(board)
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        u32::from(self.rows)
    }

    /// The number of columns.
    pub fn cols(&self) -> u32 {
        u32::from(self.cols)
    }

    /// The number of cells.
    pub fn len(&self) -> u32 {
        self.rows() * self.cols()
    }

    /// Always returns `false`: every board has cells.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All cells.
    pub fn full(&self) -> S {
        self.full
    }

    /// The two edges that `side` joins.
    #[inline]
    pub fn ends(&self, side: Side) -> (S, S) {
        self.ends[side as usize]
    }

    /// Returns the neighbours of a cell.
    #[inline]
    pub fn beside(&self, cell: Cell) -> S {
        self.beside[usize::from(cell.0)]
    }

    /// Returns the cells that have two or more neighbours in `set`.
    #[inline]
    pub fn beside_two(&self, set: S) -> S {
        let cols = u32::from(self.cols);
        let (rightward, leftward) = (set & self.not_last_col, set & self.not_first_col);
        let shifted = [
            rightward.up(1),
            leftward.down(1),
            set.up(cols),
            leftward.up(cols - 1),
            set.down(cols),
            rightward.down(cols - 1),
        ];
        let (mut once, mut twice) = (S::EMPTY, S::EMPTY);
        for cells in shifted {
            twice |= once & cells;
            once |= cells;
        }
        twice & self.full
    }

    /// Returns the cells that have a neighbour in `set`, which may include cells of `set` itself.
    #[inline]
    pub fn neighbours(&self, set: S) -> S {
        let cols = u32::from(self.cols);
        let rightward = set & self.not_last_col;
        let leftward = set & self.not_first_col;
        let beside = rightward.up(1) | leftward.down(1);
        let below = set.up(cols) | leftward.up(cols - 1);
        let above = set.down(cols) | rightward.down(cols - 1);
        (beside | below | above) & self.full
    }

    /// Returns the cells of `through` that are connected, within `through`, to `seed & through`.
    #[inline]
    pub fn flood(&self, seed: S, through: S) -> S {
        let mut found = seed & through;
        loop {
            let more = found | (self.neighbours(found) & through);
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Returns whether `stones` join the two edges of `side`.
    #[inline]
    pub fn connects(&self, stones: S, side: Side) -> bool {
        let (from, to) = self.ends(side);
        (stones & from).any() && (stones & to).any() && (self.flood(from, stones) & to).any()
    }

    /// Returns `set` rotated by 180°, the symmetry of the board that keeps both sides' edges.
    #[inline]
    pub fn rotated(&self, set: S) -> S {
        set.reversed().down(S::CAPACITY - self.len())
    }
}

/// Returns a random half of the empty cells, rounded up: the stones of the side to move once the board is
/// full.
pub fn half_of<S: CellSet>(empty: S, random: &mut SplitMix) -> S {
    let mut cells = [0_u16; MAX_SIDE as usize * MAX_SIDE as usize];
    let mut count = 0;
    for cell in empty.iter() {
        cells[count] = cell.0;
        count += 1;
    }
    // The first cells of a shuffled list.
    (0..count.div_ceil(2)).fold(S::EMPTY, |half, i| {
        cells.swap(i, i + random.below(count - i));
        half | S::one(Cell(cells[i]))
    })
}

#[cfg(test)]
mod tests {
    use super::super::cells::Wide;
    use super::*;

    fn neighbours_by_definition(rows: i32, cols: i32, cell: i32) -> Vec<u16> {
        let (r, c) = (cell / cols, cell % cols);
        [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1), (1, -1)]
            .map(|(dr, dc)| (r + dr, c + dc))
            .into_iter()
            .filter(|&(r, c)| r >= 0 && r < rows && c >= 0 && c < cols)
            .map(|(r, c)| (r * cols + c) as u16)
            .collect()
    }

    fn check<S: CellSet>(rows: u32, cols: u32) {
        let board = Rhombus::<S>::new(rows, cols, Edges::BlackTopBottom).expect("fits");
        for i in 0..board.len() {
            let mut expected = neighbours_by_definition(rows as i32, cols as i32, i as i32);
            expected.sort_unstable();
            let set = S::one(Cell(i as u16));
            assert_eq!(board.neighbours(set).iter().map(|c| c.0).collect::<Vec<_>>(), expected);
            assert_eq!(board.beside(Cell(i as u16)), board.neighbours(set));
            assert_eq!(board.rotated(set), S::one(Cell((board.len() - 1 - i) as u16)));
        }
    }

    #[test]
    fn neighbours_match_the_definition() {
        for (rows, cols) in [(1, 1), (1, 5), (5, 1), (2, 2), (3, 4), (4, 3), (8, 8), (7, 9)] {
            check::<u64>(rows, cols);
            check::<Wide>(rows, cols);
        }
        check::<Wide>(19, 19);
        check::<Wide>(2, 19);
    }

    #[test]
    fn invalid_sizes_are_rejected() {
        fn fault<S: CellSet>(rows: u32, cols: u32) -> String {
            Rhombus::<S>::new(rows, cols, Edges::BlackTopBottom).expect_err("no board").to_string()
        }
        assert_eq!(fault::<u64>(0, 3), "a board has 1 to 19 rows and columns, not 0x3");
        assert_eq!(fault::<Wide>(20, 3), "a board has 1 to 19 rows and columns, not 20x3");
        assert!(fault::<u64>(8, 9).starts_with("8x9 has more than 64 cells"));
    }
}
