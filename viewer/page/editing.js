/**
 * A position that is being edited: anything may stand anywhere, whatever the rules say of it. Pure; every function gives a new
 * edit and leaves the old one as it was.
 *
 * An edit is `{ board, game, rows, cols, cells, to_move, may_swap }`, in the form of a state that the boards draw.
 */

import { moduleOf } from './games.js';
import { textOf } from './positions.js';
import { gameOf } from './words.js';

const position = ({ game }) => moduleOf(game).position;

/** The pieces of a game: sign and name. The last one empties a cell. */
export const piecesOf = (game) => moduleOf(game).position.pieces;

/** Whether the side to move must be chosen, because the pieces leave it open. */
export const turnIsFree = (game) => Boolean(moduleOf(game).turnIsFree);

/** Begins with the position of a state. */
export function editOf(state) {
  const { board, rows, cols, to_move, position: text = '' } = state;
  const cells = structuredClone(state.cells);
  return { board, game: gameOf(board), rows, cols, cells, to_move, may_swap: /swap\?$/.test(text) };
}

/** Puts a piece on a cell. */
export function paint(edit, cell, piece) {
  return position(edit).paint(edit, cell, piece);
}

/** Says whose turn it is. Where the pieces say it, nothing changes. */
export function setTurn(edit, colour) {
  return turnIsFree(edit.game) ? { ...edit, to_move: colour } : edit;
}

/** Whether a swap may follow. */
export function setSwap(edit, may_swap) {
  return { ...edit, may_swap };
}

/** Whether the question of the swap arises. */
export function swapIsOpen(edit) {
  return position(edit).swapIsOpen?.(edit) ?? false;
}

/** The empty board. */
export function clear(edit) {
  return position(edit).clear(edit);
}

/** The edit as the server reads it. */
export function textOfEdit(edit) {
  return textOf({ ...edit, may_swap: edit.may_swap && swapIsOpen(edit) });
}
