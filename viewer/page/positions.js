/**
 * Positions on one line, to and from the form in which the server tells them and the boards draw them. Shapes alone are
 * checked here; whether a position can be is for the server to say.
 */

import { moduleOf } from './games.js';
import { gameOf } from './words.js';

/** What is on the board: `board` a name with its size, `text` a position on one line. Throws an Error where the shape is wrong. */
export function stateOf(board, text) {
  const game = gameOf(board);
  const empty = { board, game, rows: null, cols: null, changed_colours: false, over: null, legal: [], moves: [] };
  return { ...empty, position: text, ...moduleOf(game).position.read(board, text) };
}

/** The position on one line. `to_move` matters where the pieces do not tell it, `may_swap` where a swap may follow. */
export function textOf(state) {
  return moduleOf(gameOf(state.board)).position.write(state);
}
