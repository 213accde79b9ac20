//! The symmetries of a rectangle, and its lines.

/// Returns, for each symmetry of a board other than the identity, the cell to which each cell goes: three for
/// a rectangle, seven for a square.
pub fn turns(rows: u32, cols: u32) -> Vec<Vec<u32>> {
    let image = |cell: u32, turn: u32| {
        let (mut row, mut col) = (cell / cols, cell % cols);
        if turn & 1 != 0 {
            row = rows - 1 - row;
        }
        if turn & 2 != 0 {
            col = cols - 1 - col;
        }
        if turn & 4 != 0 { col * cols + row } else { row * cols + col }
    };
    let turns = if rows == cols { 8 } else { 4 };
    (1..turns).map(|turn| (0..rows * cols).map(|cell| image(cell, turn)).collect()).collect()
}

/// Returns all lines of `length` cells on a rectangle: across, down, and both diagonals.
pub fn lines(rows: u32, cols: u32, length: u32) -> Vec<Vec<u32>> {
    let cell = |row: u32, col: u32| (row < rows && col < cols).then(|| row * cols + col);
    let line = |first: u32, down: u32, right: u32| {
        let at = |i: u32| cell(first / cols + i * down, (first % cols).wrapping_add(i.wrapping_mul(right)));
        (0..length).map(at).collect::<Option<Vec<u32>>>()
    };
    let ways = [(0, 1), (1, 0), (1, 1), (1, u32::MAX)];
    (0..rows * cols).flat_map(|first| ways.map(|(down, right)| line(first, down, right))).flatten().collect()
}
