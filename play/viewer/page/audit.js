/**
 * Mistakes in a line: moves after which the value of the game is worse for the player who made them, whatever proves it. A node's `flag` is
 * the verdict on its move, from the values (`worth`) of the positions before and after it, which the graph shows too.
 */
import { post } from './api.js';
import { lineThrough, movesTo } from './tree.js';
import { t } from './language.js';
import { count } from './words.js';
import { hangWorths, isFirstToMove, tintForFirst } from './worths.js';

const ORDER = ['loss', 'draw', 'win'];

/**
 * Looks the positions of the whole line through the current position up in the tables, flags its moves and emits `flags`. Returns the line,
 * root first, or null if another game was opened meanwhile. Throws what `post` throws.
 */
export async function askAbout(session, signal) {
  const { game, node } = session;
  const line = lineThrough(game.tree, node.id);
  const body = { board: game.board, start: game.start, moves: movesTo(game.tree, line.at(-1).id) };
  const { moves, positions } = await post('audit', body, signal);
  if (session.game !== game) return null;
  hangWorths(line, positions ?? []);
  for (const { ply, instead } of moves) if (instead) line[ply - 1].better ??= instead;
  flagMoves(game.board, line);
  session.emit('flags');
  return line;
}

/** Gives each node of a line but the root, which comes first, its flag: `{ known, gift, instead, colour }`. Returns whether any flag has changed. */
export function flagMoves(board, line) {
  let isChanged = false;
  for (const [i, node] of line.slice(1).entries()) {
    const flag = verdictOn(board, line[i], node);
    isChanged ||= JSON.stringify(flag) !== JSON.stringify(node.flag);
    node.flag = flag;
  }
  return isChanged;
}

/** The verdict on the move from one position to the next. */
function verdictOn(board, before, after) {
  const values = [before.worth, after.worth].map((worth) => tintForFirst(board, worth));
  const open = { known: false, gift: null, instead: null, colour: before.worth?.to_move ?? null };
  if (values.includes('none')) return open;
  const [had, left] = isFirstToMove(board, before.worth) ? values : values.map((value) => ORDER[2 - ORDER.indexOf(value)]);
  if (ORDER.indexOf(left) >= ORDER.indexOf(had)) return { ...open, known: true };
  return { ...open, known: true, gift: `${had} to ${left}`, instead: before.better ?? null };
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
  if (known === 0) return t('Nothing is proven about these moves.');
  const gifts = flags.filter((flag) => flag.gift).length;
  const what = gifts === 0 ? t('No mistakes in this line') : t('{mistakes} in this line', { mistakes: count(gifts, 'mistake', 'mistakes') });
  return known < flags.length ? t('{what}; {known} of {moves} are proven.', { what, known, moves: count(flags.length, 'move', 'moves') }) : `${what}.`;
}
