/** What a puzzle says about moves: right or wrong, hints, refutations. Nothing here knows the page. */
import { t } from './language.js';
import { besideMark } from './words.js';
import { partsOf, whereOf, written } from './shape.js';

/** What a move in a puzzle's position does: `{ right, words, reply }`; null if it is no move of the puzzle. `reply` refutes a wrong move, or is null if that ends the game. */
export function verdict(puzzle, shape, move) {
  if (puzzle.solution.includes(move)) {
    return { right: true, words: t('Right: {move} {does}.', { move: written(shape, move), does: besideMark(puzzle) }), reply: null };
  }
  const found = puzzle.refutations.find((refutation) => refutation.move === move);
  return found ? { right: false, words: t('Wrong: {refuted}.', { refuted: refuted(shape, found, puzzle) }), reply: found.reply } : null;
}

/** `Ba1?b2 draws: Wa2?b1 refutes it`. */
export function refuted(shape, { reply, move, ...worth }, { value }) {
  const does = worth.value ? besideMark(worth) : value === 'draw' ? t('does not draw') : t('does not win');
  const why = reply === null ? t('the game ends') : t('{reply} refutes it', { reply: written(shape, reply) });
  return t('{move} {does}: {why}', { move: written(shape, move), does, why });
}

/** What a hint says about a move whose last part has this role. */
const KINDS = {
  give: t('The move transforms neutral stones; one of its cells is {where}.'), turn: t('The move transforms neutral stones; one of its cells is {where}.'),
  neutral: t('The move places two stones; one of its cells is {where}.'),
};

/** A hint: what kind of move it is, if there are several, and its first place: `{ words, parts }`. */
export function hint(puzzle, shape) {
  const [move] = puzzle.solution;
  const parts = partsOf(shape, move, puzzle.to_move);
  if (parts.length === 0) return { words: t('There is no hint for this move.'), parts };
  const kind = KINDS[parts.at(-1).role];
  const where = whereOf(shape, parts[0].cell);
  return { words: t(kind ?? t('The move begins with {where}.'), { where }), parts: parts.slice(0, 1) };
}

/** The refutations for a list, those of the best wrong moves first. */
export function explained(puzzle) {
  const order = { win: 0, draw: 1, loss: 2 };
  const rank = ({ value, distance }) => 1000 * (order[value] ?? 1) - (distance ?? 0);
  return [...puzzle.refutations].sort((a, b) => rank(a) - rank(b));
}
