/** Choosing a move of Hex: one click. The swap has a button of its own. A pick is a value; no page is needed. */
import { cellNames, plainName } from '../../rhombus/page/cells.js';

/** The move that changes the colours. */
export const SWAP = 'swap';

/** The pick before the click in a position as the server gives it. */
export function begin(position) {
  const names = cellNames(position.rows, position.cols);
  const cells = Object.fromEntries(names.map((name, i) => [name, position.cells[i] || '']));
  const moves = new Map();
  for (const move of position.legal ?? []) moves.set(move === SWAP ? SWAP : plainName(move), move);
  const mover = position.to_move === 'black' ? 'B' : 'W';
  return { cells, mover, moves, over: Boolean(position.over), chosen: [], move: null, note: null };
}

/** Whether the colours may be changed now. */
export function maySwap(pick) {
  return pick.moves.has(SWAP);
}

/** The cells that may be chosen. */
export function targets(pick) {
  return pick.over ? [] : [...pick.moves.keys()].filter((name) => name !== SWAP);
}

/** The pick after a click, which makes the move; or a note that says why not. */
export function choose(pick, cell) {
  const move = pick.over ? undefined : pick.moves.get(cell);
  if (move !== undefined) return { ...pick, chosen: [cell], move, note: null };
  const note = pick.over ? null : `${cell} holds ${pick.cells[cell] === 'B' ? 'a black stone' : 'a white stone'}.`;
  return { ...pick, note };
}

/** The pick before the last click. */
export function back(pick) {
  return { ...pick, chosen: [], move: null, note: null };
}

/** What is expected next. */
export function prompt(pick) {
  if (pick.over) return '';
  return maySwap(pick) ? 'Choose an empty cell, or swap colours.' : 'Choose an empty cell.';
}

/** What the board should show in place of its cells' contents. */
export function shows(pick) {
  return pick.chosen.length > 0 && pick.chosen[0] !== SWAP ? { [pick.chosen[0]]: pick.mover } : {};
}

/** What a click on a target would put there. */
export function ghost(pick) {
  return pick.mover;
}

/** The cell that leads to this move. */
export function next(pick, move) {
  const name = move === SWAP ? SWAP : plainName(move);
  return name !== null && pick.moves.has(name) && pick.chosen.length === 0 ? [name] : [];
}

/** What a move does to the cells. The stone's colour is the mover's. */
export function parts(move, mover) {
  const cell = move === SWAP ? null : plainName(move);
  return cell === null ? [] : [{ cell, role: 'put', stone: mover === 'black' ? 'B' : 'W' }];
}
