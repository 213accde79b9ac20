/**
 * Opponents: the levels, which are the same on every board, before the program's engines; what the browser remembers of them for each
 * game; and the results against them.
 */
import { h } from './dom.js';
import { t } from './language.js';
import { recall, remember } from './prefs.js';

/** Whether a player is a level or the perfect player. */
export const isLevel = (spec) => /^(level\(\d\)|perfect)$/.test(spec);

/** The options of a select: `[spec, name, description]` each, the levels at the top and the engines under "More". */
export function optionsOf(players) {
  const option = ([value, name, what]) => h('option', { value, title: what ?? null }, name);
  const isMore = ([spec]) => !['person', 'other'].includes(spec) && !isLevel(spec);
  const more = players.filter(isMore);
  const first = players.filter((player) => !isMore(player) && player[0] !== 'other');
  const last = players.filter(([spec]) => spec === 'other');
  return [...first.map(option), ...(more.length > 0 ? [h('optgroup', { label: t('More') }, ...more.map(option))] : []), ...last.map(option)];
}

/** The players of the last game against a program, as `[first, second]`; null if there was none in this game. */
export function lastSeats(game) {
  const seats = read(`seats.${game}`);
  return Array.isArray(seats) && seats.length === 2 && seats.every((spec) => typeof spec === 'string' && spec !== '') ? seats : null;
}

/** Remembers the players of a game if one of them is a person and the other is not. */
export function rememberSeats(game, seats) {
  if (opponentOf(seats) !== null) remember(`seats.${game}`, JSON.stringify(seats));
}

/** The seat of the only program; null if there is none, or two. */
export function opponentOf(seats) {
  const programs = [0, 1].filter((seat) => seats[seat] !== 'person');
  return programs.length === 1 ? programs[0] : null;
}

/** The person's results against a level on a board: `[won, drawn, lost]`. */
export function resultsOf(board, spec) {
  const counts = read('results')?.[board]?.[spec];
  return Array.isArray(counts) && counts.length === 3 && counts.every(Number.isInteger) ? counts : [0, 0, 0];
}

/** Adds a result of the person: 0 for a win, 1 for a draw, 2 for a loss. */
export function addResult(board, spec, result) {
  const all = read('results') ?? {};
  const counts = resultsOf(board, spec);
  counts[result] += 1;
  remember('results', JSON.stringify({ ...all, [board]: { ...all[board], [spec]: counts } }));
}

/** The results in words; empty before the first one. */
export function resultsInWords([won, drawn, lost]) {
  if (won + drawn + lost === 0) return '';
  return t('Your games: {won} won, {drawn} drawn, {lost} lost.', { won, drawn, lost });
}

function read(name) {
  try {
    const value = JSON.parse(recall(name, 'null'));
    return value !== null && typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
