/** What a puzzle says about moves: right or wrong, hints, refutations. Nothing here knows the page. */
import { besideMark } from './words.js';
import { partsOf, whereOf, written } from './shape.js';

/** What a move in a puzzle's position does: `{ right, words, reply }`; null if it is no move of the puzzle. `reply` refutes a wrong move, or is null if that ends the game. */
export function verdict(puzzle, shape, move) {
  if (puzzle.solution.includes(move)) {
    return { right: true, words: `Right: ${written(shape, move)} ${besideMark(puzzle)}.`, reply: null };
  }
  const found = puzzle.refutations.find((refutation) => refutation.move === move);
  return found ? { right: false, words: `Wrong: ${refuted(shape, found, puzzle)}.`, reply: found.reply } : null;
}

/** `Ba1?b2 draws: Wa2?b1 refutes it`. */
export function refuted(shape, { reply, move, ...worth }, { value }) {
  const does = worth.value ? besideMark(worth) : `does not ${value}`;
  const why = reply === null ? 'the game ends' : `${written(shape, reply)} refutes it`;
  return `${written(shape, move)} ${does}: ${why}`;
}

/** What a hint says about a move whose last part has this role. */
const KINDS = { give: 'The move transforms neutral stones', turn: 'The move transforms neutral stones', neutral: 'The move places two stones' };

/** A hint: what kind of move it is, if there are several, and its first place: `{ words, parts }`. */
export function hint(puzzle, shape) {
  const [move] = puzzle.solution;
  const parts = partsOf(shape, move, puzzle.to_move);
  if (parts.length === 0) return { words: 'There is no hint for this move.', parts };
  const kind = KINDS[parts.at(-1).role];
  const where = whereOf(shape, parts[0].cell);
  return { words: kind ? `${kind}; one of its cells is ${where}.` : `The move begins with ${where}.`, parts: parts.slice(0, 1) };
}

/** The refutations for a list, those of the best wrong moves first. */
export function explained(puzzle) {
  const order = { win: 0, draw: 1, loss: 2 };
  const rank = ({ value, distance }) => 1000 * (order[value] ?? 1) - (distance ?? 0);
  return [...puzzle.refutations].sort((a, b) => rank(a) - rank(b));
}
