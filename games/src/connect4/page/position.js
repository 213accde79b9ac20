/** Positions of Connect Four: on one line with X and O, as cells with "B", "W" and "", and what editing does to them. */
import { clear, indexOf, read as readCells, turnByStones, write as writeCells } from '../../rhombus/page/position.js';

export { clear };

export const pieces = [['B', 'X'], ['W', 'O'], ['', 'Empty']];

/** The board of a name, its cells, and whose turn it is. Throws where the shape is wrong. */
export function read(board, text) {
  return readCells(board, text.replaceAll('X', 'B').replaceAll('O', 'W'));
}

/** The position on one line. */
export function write(state) {
  return writeCells(state).replaceAll('B', 'X').replaceAll('W', 'O');
}

/** Puts a stone into a cell's column, where it falls; one on a stone takes its place, and nothing takes those above with it. */
export function paint(edit, cell, stone) {
  const cells = [...edit.cells];
  const at = indexOf(edit, cell);
  if (stone === '') {
    for (let i = at; i >= 0; i -= edit.cols) cells[i] = '';
  } else {
    let to = at;
    while (cells[at] === '' && to + edit.cols < cells.length && cells[to + edit.cols] === '') to += edit.cols;
    cells[to] = stone;
  }
  return { ...edit, cells, to_move: turnByStones(cells) };
}
