/** Names of cells: `b3` is row b from the top, column 3 from the left. Hex in the course's convention writes `1, 2`, from 0. */

/** The name of a cell by row and column, both from 0. */
export function cellName(row, col) {
  return String.fromCharCode(97 + row) + (col + 1);
}

/** Row and column of a cell's text, in either convention; null where it is none. */
export function parseCell(text) {
  const lettered = /^\s*([a-z])(\d{1,2})\s*$/.exec(text);
  if (lettered) return { row: lettered[1].charCodeAt(0) - 97, col: Number(lettered[2]) - 1 };
  const numbered = /^\s*\(?(\d{1,2})\s*,\s*(\d{1,2})\)?\s*$/.exec(text);
  return numbered ? { row: Number(numbered[1]), col: Number(numbered[2]) } : null;
}

/** The page's own name, `b3`, of a cell in either convention; null where the text is none. */
export function plainName(text) {
  const cell = parseCell(text);
  return cell && cellName(cell.row, cell.col);
}

/** The names of a board's cells, row by row. */
export function cellNames(rows, cols) {
  return Array.from({ length: rows * cols }, (_, i) => cellName(Math.floor(i / cols), i % cols));
}
