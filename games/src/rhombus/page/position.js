/**
 * Positions of Nex and Hex: on one line and as cells, row by row "B", "W", "?" and "", and what editing does to them.
 */

/** The board of a name, its cells, and whose turn it is. Throws where the shape is wrong. */
export function read(board, text) {
  const size = board.match(/:(\d+)x(\d+)$/);
  if (!size) throw new Error(`no size in ${board}`);
  const [rows, cols] = size.slice(1).map(Number);
  const lines = text.trim().replace(/ *swap\?$/, '').split('/');
  if (lines.length !== rows || lines.some((line) => line.length !== cols)) {
    throw new Error(`not ${rows}×${cols} cells: ${text}`);
  }
  const cells = [...lines.join('')].map((sign) => (sign === '.' || sign === '-' ? '' : sign));
  return { rows, cols, cells, to_move: turnByStones(cells) };
}

/** The position on one line; `may_swap` where a swap may follow. */
export function write({ cols, cells, may_swap }) {
  const lines = [];
  for (let at = 0; at < cells.length; at += cols) {
    lines.push(cells.slice(at, at + cols).map((cell) => cell || '.').join(''));
  }
  return lines.join('/') + (may_swap ? ' swap?' : '');
}

/** The side to move by the numbers of stones, in Nex and Hex; null if no play leads to these numbers. */
export function turnByStones(cells) {
  const count = (colour) => cells.filter((cell) => cell === colour).length;
  const lead = count('B') - count('W');
  return lead === 0 ? 'black' : lead === 1 ? 'white' : null;
}

/** The place of a cell in the list: "b3" on three columns is 5. */
export function indexOf({ cols }, cell) {
  return (cell.charCodeAt(0) - 97) * cols + Number(cell.slice(1)) - 1;
}

/** Puts a stone on a cell. The stones say whose turn it is. */
export function paint(edit, cell, stone) {
  const cells = [...edit.cells];
  cells[indexOf(edit, cell)] = stone;
  const stones = cells.filter((sign) => sign !== '').length;
  return { ...edit, cells, to_move: turnByStones(cells), may_swap: edit.may_swap && stones === 1 };
}

/** The empty board. */
export function clear(edit) {
  return { ...edit, cells: edit.cells.map(() => ''), to_move: 'black', may_swap: false };
}
