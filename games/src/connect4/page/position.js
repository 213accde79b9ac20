/** Positions of Connect Four: on one line, as cells row by row "B" (X), "W" (O) and "", and editing them. */
import { cellName } from '../../rhombus/page/cells.js';
import { clear, indexOf, paint as paintCell, turnByStones } from '../../rhombus/page/position.js';

const SIGNS = { X: 'B', O: 'W', '.': '' };

/** The board of a name, its cells, and whose turn it is. Throws where the shape is wrong. */
export function read(board, text) {
  const size = board.match(/:(\d+)x(\d+)$/);
  if (!size) throw new Error(`no size in ${board}`);
  const [rows, cols] = size.slice(1).map(Number);
  const lines = text.trim().split('/');
  if (lines.length !== rows || lines.some((line) => line.length !== cols || /[^XO.]/.test(line))) {
    throw new Error(`not ${rows}×${cols} cells: ${text}`);
  }
  const cells = [...lines.join('')].map((sign) => SIGNS[sign]);
  return { rows, cols, cells, to_move: turnByStones(cells) };
}

/** The position on one line. */
export function write({ cols, cells }) {
  const lines = [];
  for (let at = 0; at < cells.length; at += cols) {
    lines.push(cells.slice(at, at + cols).map((cell) => ({ B: 'X', W: 'O' })[cell] ?? '.').join(''));
  }
  return lines.join('/');
}

/** What can be put down: the sign and its name. The last takes away. */
export const pieces = [['B', 'X'], ['W', 'O'], ['', 'Empty']];

/** Puts a stone on a cell: it falls down its column; an empty cell takes what stands above it away too. */
export function paint(edit, cell, stone) {
  const { rows, cols, cells } = edit;
  const at = indexOf(edit, cell);
  const column = Array.from({ length: rows }, (_, row) => row * cols + (at % cols));
  if (stone === '') return column.filter((i) => i <= at).reduce((now, i) => paintCell(now, nameOf(i, cols), ''), edit);
  if (cells[at] !== '') return paintCell(edit, cell, stone);
  return paintCell(edit, nameOf(column.filter((i) => cells[i] === '').at(-1), cols), stone);
}

function nameOf(i, cols) {
  return cellName(Math.floor(i / cols), i % cols);
}

export { clear };
