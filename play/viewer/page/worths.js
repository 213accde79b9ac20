/**
 * The values of the positions in a line, for the player who began: as heights for the graph and in words. Nodes of the tree store them
 * as `worth`: `{ to_move, changed_colours, value, distance, … }`, as in answers of `/audit` and `/values`. Nothing here knows the page.
 */
import { said, t } from './language.js';
import { count, firstColour, isKnown, other, sideName, tint } from './words.js';

/** The least height of a win's bar, and the height of a win without a known distance, as fractions of the highest. */
const LEAST = 0.35;
const WITHOUT_DISTANCE = 0.75;

/** Stores an answer's values in the nodes of a line, root first. An unknown value does not replace a known one. */
export function hangWorths(line, positions) {
  for (const [i, node] of line.entries()) {
    const worth = positions[i];
    if (worth && (isKnown(worth) || !node.worth)) node.worth = worth;
  }
}

/** A position's value as nodes of the tree store it, from an answer. */
export function fieldsOf({ to_move, changed_colours, value, distance, score, margin }) {
  return { to_move, changed_colours, value, distance, score, margin };
}

/** Whether the player who began, as the first colour of the game, is to move. */
export function isFirstToMove(game, { to_move: mover, changed_colours: changed }) {
  return (changed ? other(mover) : mover) === firstColour(game);
}

/** `win`, `draw`, `loss` or `none` for the player who began. */
export function tintForFirst(game, worth) {
  const mine = worth ? tint(worth) : 'none';
  if (mine === 'none' || mine === 'draw' || isFirstToMove(game, worth)) return mine;
  return mine === 'win' ? 'loss' : 'win';
}

/** The height of a bar: from −1 (the other player has won) to 1 (the player who began has won), 0 for a draw, null if unknown. `longest` is the longest distance shown. */
export function heightOf(game, worth, longest) {
  const kind = tintForFirst(game, worth);
  if (kind === 'none') return null;
  if (kind === 'draw') return 0;
  const near = typeof worth.distance === 'number' ? 1 - (worth.distance / Math.max(longest, 1)) * (1 - LEAST) : WITHOUT_DISTANCE;
  return kind === 'win' ? near : -near;
}

/** The longest distance on a line. */
export function longestOf(line) {
  return Math.max(0, ...line.map(({ worth }) => worth?.distance ?? 0));
}

/** `Black wins in 5 plies`, `a draw`, `unknown`. */
export function worthInWords(game, worth) {
  const kind = worth ? tint(worth) : 'none';
  if (kind === 'none') return t('unknown');
  if (kind === 'draw') return t('a draw');
  const winner = sideName(game, kind === 'win' ? worth.to_move : other(worth.to_move));
  if (worth.distance === 0) return t('{side} has won', { side: winner });
  const by = worth.margin ? t(' by {margin}', { margin: Math.abs(worth.margin) }) : '';
  const plies = typeof worth.distance === 'number' ? t(' in {plies}', { plies: count(worth.distance, 'ply', 'plies') }) : '';
  return t('{side} wins', { side: winner }) + by + plies;
}

/** A position of a session's line in words: `After move 3, Ba1?b2: White wins in 4 plies; a mistake: win to loss`. */
export function placeInWords({ game: { board }, written }, node) {
  const where = node.move === null ? t('At the start') : t('After move {ply}, {move}', { ply: node.ply, move: written(node.move) });
  const gift = node.flag?.gift ? t('; a mistake: {gift}', { gift: said(node.flag.gift) }) : '';
  return `${where}: ${worthInWords(board, node.worth)}${gift}`;
}
