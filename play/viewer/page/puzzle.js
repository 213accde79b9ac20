/** What a puzzle says about moves: right or wrong, hints, refutations. Nothing here knows the page. */
import { t } from './language.js';
import { best, besideMark } from './words.js';
import { partsOf, whereOf, written } from './shape.js';

/**
 * What a move in a puzzle's position does: `{ right, words, reply }`; null if it is no move of the puzzle. `reply` refutes a wrong move; it is
 * null if that ends the game, and undefined if it has to be found (`judged`).
 */
export function verdict(puzzle, shape, move) {
  if (puzzle.solution.includes(move)) {
    const { value, distance } = puzzle;
    return { right: true, words: t('Right: {move} {does}.', { move: written(shape, move), does: besideMark({ value, distance }) }), reply: null };
  }
  const found = (puzzle.refutations ?? puzzle.known ?? []).find((refutation) => refutation.move === move);
  if (!found && puzzle.refutations) return null;
  const refutation = found ?? { move, value: null, reply: undefined };
  return { right: false, words: t('Wrong: {refuted}.', { refuted: refuted(shape, refutation, puzzle) }), reply: refutation.reply };
}

const OPPOSITE = { win: 'loss', draw: 'draw', loss: 'win' };

/** A move as a refutation, by the answer of `/values` about the position after it: its value for the mover, and the best reply, if they are known. */
export function judged(move, { value, moves }) {
  const reply = best(moves);
  const isKnown = value !== null && reply !== null && !reply.unclear && reply.value === value;
  const length = isKnown && typeof reply.distance === 'number' ? reply.distance + 1 : null;
  return { move, value: OPPOSITE[value] ?? null, distance: length, margin: null, reply: moves.length === 0 ? null : isKnown ? reply.move : undefined };
}

/** Whether a move whose value is known keeps the puzzle's value after all: of an exercise, not all good moves may be listed. */
export function keeps(puzzle, { value }) {
  const order = ['loss', 'draw', 'win'];
  return value !== null && order.indexOf(value) >= order.indexOf(puzzle.value);
}

/** `Ba1?b2 draws: Wa2?b1 refutes it`. */
export function refuted(shape, { reply, move, ...worth }, { value }) {
  const does = worth.value ? besideMark(worth) : value === 'draw' ? t('does not draw') : t('does not win');
  if (reply === undefined) return t('{move} {does}', { move: written(shape, move), does });
  const why = reply === null ? t('the game ends') : t('{reply} refutes it', { reply: written(shape, reply) });
  return t('{move} {does}: {why}', { move: written(shape, move), does, why });
}

/** What a hint says about a move whose last part has this role. */
function hintAt(role, where) {
  if (role === 'give' || role === 'turn') return t('The move transforms neutral stones; one of its cells is {where}.', { where });
  return role === 'neutral' ? t('The move places two stones; one of its cells is {where}.', { where }) : t('The move begins with {where}.', { where });
}

/** A hint: what kind of move it is, if there are several, and its first place: `{ words, parts }`. */
export function hint(puzzle, shape) {
  const [move] = puzzle.solution;
  const parts = partsOf(shape, move, puzzle.to_move);
  if (parts.length === 0) return { words: t('There is no hint for this move.'), parts };
  return { words: hintAt(parts.at(-1).role, whereOf(shape, parts[0].cell)), parts: parts.slice(0, 1) };
}

/** The refutations for a list, those of the best wrong moves first. */
export function explained({ refutations }) {
  const order = { win: 0, draw: 1, loss: 2 };
  const rank = ({ value, distance }) => 1000 * (order[value] ?? 1) - (distance ?? 0);
  return [...refutations].sort((a, b) => rank(a) - rank(b));
}
