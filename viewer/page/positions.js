/**
 * Positions on one line, to and from the form of the server's answers and of the boards. Only the shape is checked here; the server
 * checks whether a position is legal.
 */

import { moduleOf } from './games.js';
import { gameOf } from './words.js';

/** The state of a position: `board` is a name with its size, `text` the position on one line. Throws an Error if the shape is wrong. */
export function stateOf(board, text) {
  const game = gameOf(board);
  const empty = { board, game, rows: null, cols: null, changed_colours: false, over: null, legal: [], moves: [] };
  return { ...empty, position: text, ...moduleOf(game).position.read(board, text) };
}

/** The position on one line. `to_move` matters if the pieces leave it open, `may_swap` if a swap is possible next. */
export function textOf(state) {
  return moduleOf(gameOf(state.board)).position.write(state);
}
