/**
 * Boards as pictures. `draw(container, state)` draws a position, or draws it anew; it needs no server, so figures use it too.
 *
 * The state, plain data: `board` (its name), `rows`, `cols`, `cells` as the server gives them, and what is to be seen besides:
 * - `title`     the name of the picture for screen readers
 * - `last`      parts of the last move, as `parts` of a game's `pick` gives them
 * - `chain`     cells of a winning chain
 * - `targets`   cells that may be chosen next; `ghost` what a click would put there
 * - `shows`     contents to draw in place of the position's, by cell, while a move is being chosen
 * - `values`    `{ cell: { mark, tint, words, note } }`, with a `note` `{ text, tint }` about the moves that the mark leaves out, or null
 * - `points`    cells to point at with a ring
 * - `labels`    words to write into cells, by cell
 * - `connections` what `connections.js` draws: `{ carrier, side, must, key, parts }`, or null
 * - `turned`    the board turned round, for the player at the top (a rhombus: stood on its point, which is narrower)
 * - `onCell`, `onHover`, `onBack`  make it more than a picture
 */
import { moduleOf } from '../games.js';
import { gameOf } from '../words.js';
import { drawn, focusBoard, mount, overlay } from './common.js';

/** Draws a position in a container. */
export function draw(container, state) {
  mount(container, state, drawingOf(state).scene(state));
}

/** Shows a move on the board that is drawn, given its parts; none takes it away. */
export function point(container, parts) {
  const board = drawn(container);
  if (board) overlay(container, parts.length > 0 ? drawingOf(board.state).pointed(board.scene, parts, board.state) : []);
}

export { focusBoard };

function drawingOf(state) {
  return moduleOf(gameOf(state.board)).board;
}
