/**
 * A position that is being edited: anything may stand anywhere, whatever the rules say of it. Pure; every function gives a new
 * edit and leaves the old one as it was.
 *
 * An edit is `{ board, game, rows, cols, cells, to_move, may_swap }`, in the form of a state that the boards draw.
 */

import { textOf, turnByStones } from './positions.js';
import { gameOf } from './words.js';

/** All seeds of Awari. */
export const SEEDS = 48;

/** What can be put down in each game: the sign and its name. The last takes away. */
export const PIECES = {
  nex: [['B', 'Black'], ['W', 'White'], ['?', 'Neutral'], ['', 'Empty']],
  hex: [['B', 'Black'], ['W', 'White'], ['', 'Empty']],
  draughts: [['w', 'White man'], ['W', 'White king'], ['b', 'Black man'], ['B', 'Black king'], ['', 'Empty']],
  awari: [['+', 'Add a seed'], ['-', 'Take a seed']],
};

/** Where the stones do not tell whose turn it is, it is chosen. */
export const turnIsFree = (game) => game === 'draughts' || game === 'awari';

/** Begins with the position of a state. */
export function editOf(state) {
  const { board, rows, cols, to_move, position = '' } = state;
  const game = gameOf(board);
  const cells = structuredClone(state.cells);
  return { board, game, rows, cols, cells, to_move, may_swap: /swap\?$/.test(position) };
}

/** The name of a cell's place in the list: "b3" on three columns is 5. */
export function indexOf(edit, cell) {
  return (cell.charCodeAt(0) - 97) * edit.cols + Number(cell.slice(1)) - 1;
}

/** Puts a piece on a cell or square; in Awari "+" and "-" move a seed between a pit and its owner's store. */
export function paint(edit, cell, piece) {
  if (edit.game === 'awari') {
    const pit = 'abcdefABCDEF'.indexOf(cell);
    return pit < 0 ? edit : setPit(edit, pit, edit.cells.pits[pit] + (piece === '+' ? 1 : -1));
  }
  if (edit.game === 'draughts') {
    const cells = { ...edit.cells, [cell]: piece };
    if (!piece) delete cells[cell];
    return { ...edit, cells };
  }
  const cells = [...edit.cells];
  cells[indexOf(edit, cell)] = piece;
  const stones = cells.filter((sign) => sign !== '').length;
  return { ...edit, cells, to_move: turnByStones(cells), may_swap: edit.may_swap && stones === 1 };
}

/**
 * Gives a pit so many seeds (0 to 48). Seeds are taken from or go to the store of the pit's owner, then the other store: all
 * stay 48 while that can be.
 */
export function setPit(edit, pit, seeds) {
  const pits = [...edit.cells.pits];
  const stores = [...edit.cells.stores];
  const before = pits[pit];
  pits[pit] = clamp(seeds);
  let rest = pits[pit] - before;
  for (const store of pit < 6 ? [0, 1] : [1, 0]) {
    const moved = Math.min(rest, stores[store]);
    stores[store] -= moved;
    rest -= moved;
  }
  return { ...edit, cells: { pits, stores } };
}

/** Gives a store so many seeds (0 to 48); the other store is left alone. */
export function setStore(edit, store, seeds) {
  const stores = [...edit.cells.stores];
  stores[store] = clamp(seeds);
  return { ...edit, cells: { ...edit.cells, stores } };
}

const clamp = (seeds) => Math.max(0, Math.min(SEEDS, Math.trunc(Number(seeds)) || 0));

/** Says whose turn it is. Of Nex and Hex the stones say it, and nothing changes. */
export function setTurn(edit, colour) {
  return turnIsFree(edit.game) ? { ...edit, to_move: colour } : edit;
}

/** Whether a swap may follow, which one black stone alone leaves open. */
export function setSwap(edit, may_swap) {
  return { ...edit, may_swap };
}

/** Whether the question of the swap arises: in a game that has it, with one black stone and no other. */
export function swapIsOpen(edit) {
  return /^hex:[a-z+]*swap/.test(edit.board) && edit.cells.join('') === 'B';
}

/** The empty board. In Awari the seeds go to their owners' stores, by halves. */
export function clear(edit) {
  if (edit.game === 'awari') return { ...edit, cells: { pits: Array(12).fill(0), stores: [SEEDS / 2, SEEDS / 2] } };
  if (edit.game === 'draughts') return { ...edit, cells: {} };
  return { ...edit, cells: edit.cells.map(() => ''), to_move: 'black', may_swap: false };
}

/** The edit as the server reads it. */
export function textOfEdit(edit) {
  return textOf({ ...edit, may_swap: edit.may_swap && swapIsOpen(edit) });
}
