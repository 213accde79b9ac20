/** Mistakes in a line, found with the tables: moves that give value away. A node's `flag` is the verdict on its move. */
import { post } from './api.js';
import { lineThrough, movesTo } from './tree.js';
import { t } from './language.js';
import { count } from './words.js';
import { hangWorths } from './worths.js';

/**
 * Checks the whole line through the current position, flags its moves and emits `flags`. Returns the line, root first,
 * or null if another game was opened meanwhile. Throws what `post` throws.
 */
export async function askAbout(session, signal) {
  const { game, node } = session;
  const line = lineThrough(game.tree, node.id);
  const body = { board: game.board, start: game.start, moves: movesTo(game.tree, line.at(-1).id) };
  const { moves, positions } = await post('audit', body, signal);
  if (session.game !== game) return null;
  flagMoves(line, moves);
  hangWorths(line, positions ?? []);
  session.emit('flags');
  return line;
}

/** Stores an answer's verdicts in a line, root first: `{ known, gift, instead, colour }` in each node but the root. */
export function flagMoves(line, moves) {
  const byPly = new Map(moves.map((move) => [move.ply, move]));
  for (const node of line.slice(1)) {
    const said = byPly.get(node.ply);
    node.flag = { known: Boolean(said?.after), gift: said?.gift ?? null, instead: said?.instead ?? null, colour: said?.colour ?? null };
  }
}

/** Whether every move of a line has been checked. */
export function isAsked(line) {
  return line.slice(1).every(({ flag }) => flag !== undefined);
}

/** The number of mistakes in a line, in words; empty if the line has no moves, or a move has not been checked. */
export function verdict(line) {
  if (line.length === 1 || !isAsked(line)) return '';
  const flags = line.slice(1).map(({ flag }) => flag);
  const known = flags.filter((flag) => flag.known).length;
  if (known === 0) return t('No table covers these moves.');
  const gifts = flags.filter((flag) => flag.gift).length;
  const what = gifts === 0 ? t('No mistakes in this line') : t('{mistakes} in this line', { mistakes: count(gifts, 'mistake', 'mistakes') });
  return known < flags.length ? t('{what}; tables cover {known} of {all} moves.', { what, known, all: flags.length }) : `${what}.`;
}
