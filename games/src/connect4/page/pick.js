/** Choosing a move of Connect Four: one click anywhere in a column. A pick is a value; no page is needed. */
import { cellNames, parseCell } from '../../rhombus/page/cells.js';

/** The pick before the click in a position as the server gives it: its legal moves are the cells that the next stone can fall to. */
export function begin(position) {
  const names = cellNames(position.rows, position.cols);
  const cells = Object.fromEntries(names.map((name, i) => [name, position.cells[i] || '']));
  const moves = new Map((position.legal ?? []).map((move) => [columnOf(move), move]));
  const mover = position.to_move === 'black' ? 'B' : 'W';
  return { cells, mover, moves, over: Boolean(position.over), chosen: [], move: null, note: null };
}

/** The cells that may be chosen: those that the stone can fall to. */
export function targets(pick) {
  return pick.over ? [] : [...pick.moves.values()];
}

/** The pick after a click on a cell, which makes the move in its column; or a note that says why not. */
export function choose(pick, cell) {
  const move = pick.over ? undefined : pick.moves.get(columnOf(cell));
  if (move !== undefined) return { ...pick, chosen: [move], move, note: null };
  return { ...pick, note: pick.over ? null : `Column ${columnOf(cell)} is full.` };
}

/** The pick before the last click. */
export function back(pick) {
  return { ...pick, chosen: [], move: null, note: null };
}

/** What is expected next. */
export function prompt(pick) {
  return pick.over ? '' : 'Choose a column.';
}

/** What the board should show in place of its cells' contents. */
export function shows(pick) {
  return pick.chosen.length > 0 ? { [pick.chosen[0]]: pick.mover } : {};
}

/** What a click on a target would put there. */
export function ghost(pick) {
  return pick.mover;
}

/** The cell that leads to this move. */
export function next(pick, move) {
  const cell = pick.moves.get(columnOf(move));
  return cell !== undefined && pick.chosen.length === 0 ? [cell] : [];
}

/** What a move does to the cells. The stone's colour is the mover's. */
export function parts(move, mover) {
  return parseCell(move) === null ? [] : [{ cell: move, role: 'put', stone: mover === 'black' ? 'B' : 'W' }];
}

/** The number of the column of a cell, `e4`, or of a move that is a column alone, `4`. */
function columnOf(text) {
  return Number(/\d+$/.exec(text)?.[0]);
}
