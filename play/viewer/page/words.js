/** Words and marks for values and sides. Nothing here knows the page. */
import { infoOf } from './games.js';
import { count as counted, said, t } from './language.js';

/** `1 ply`, `2 plies`, as the language counts. */
export const count = counted;

const MINUS = '\u2212';

/** How many moves win, draw, lose or are unknown: `{ loss: '4 lose' }`, and the same in a small space. */
const TALLIES = { win: t('{n} win'), draw: t('{n} draw'), loss: t('{n} lose'), none: t('{n} unknown') };
const NOTES = { win: t('note|{n} win'), draw: t('note|{n} draw'), loss: t('note|{n} lose') };
const SHARES = { win: t('{n} of {all} win'), draw: t('{n} of {all} draw'), loss: t('{n} of {all} lose') };

/** How many moves have a value: `4 lose`. */
export const howMany = (name, n) => t(TALLIES[name], { n });

/** The name of a side at the beginning of a sentence; `board` is a game's name, with or without a size. */
export function sideName(board, colour) {
  return t(infoOf(board).sides[colour]);
}

/** The colour that moves first by the rules. */
export function firstColour(board) {
  return infoOf(board).begins;
}

/** The other colour. */
export function other(colour) {
  return colour === 'black' ? 'white' : 'black';
}

/** `+3`, `0`, `−2`. */
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `${MINUS}${-number}` : '0';
}

/**
 * A value in a few characters, for the player who makes the move: `+7` a win in 7 plies, `=` a draw, `−6` a loss in 6; without
 * the number if the distance is unknown; `≥=` and `≤=` if only a bound is proven. In games with points it is the margin at the end, or the
 * score from here on if the margin is unknown, and never plies (`in_points`). Empty if nothing is known.
 */
export function mark(entry) {
  if (entry.value && isNumber(entry.margin)) return entry.value === 'draw' ? '=' : signed(entry.margin);
  if (isNumber(entry.score)) return signed(entry.score);
  const plies = isNumber(entry.distance) && !entry.in_points ? entry.distance : '';
  if (entry.value === 'win') return `+${plies}`;
  if (entry.value === 'draw') return '=';
  if (entry.value === 'loss') return `${MINUS}${plies}`;
  if (entry.at_least === 'draw') return '\u2265=';
  if (entry.at_most === 'draw') return '\u2264=';
  return '';
}

/** A game's entries, ready for `mark`: in games with points they get `in_points`. */
export function entriesOf(game, entries) {
  return infoOf(game).points !== null ? entries.map((entry) => ({ ...entry, in_points: true })) : entries;
}

/** A value in words: `wins in 7 plies`, `wins by 8, +3 from here on`. */
export function inWords(entry) {
  const brief = besideMark(entry);
  return entry.value && isNumber(entry.score) ? `${brief}, ${fromHere(entry.score)}` : brief;
}

/** A value in words, to show next to its mark. */
export function besideMark(entry) {
  const verb = { win: t('wins'), draw: t('draws'), loss: t('loses') }[entry.value];
  if (verb) {
    const margin = isNumber(entry.margin) && entry.margin !== 0 ? t(' by {margin}', { margin: Math.abs(entry.margin) }) : '';
    const most = isNumber(entry.at_most_plies) ? t(' in at most {plies}', { plies: count(entry.at_most_plies, 'ply', 'plies') }) : '';
    const plies = isNumber(entry.distance) ? t(' in {plies}', { plies: count(entry.distance, 'ply', 'plies') }) : most;
    return verb + margin + plies;
  }
  if (isNumber(entry.score)) return fromHere(entry.score);
  const bounds = [
    entry.at_least === 'draw' && t('at least a draw'),
    entry.at_most === 'draw' && t('at most a draw'),
    isNumber(entry.at_least_plies) && t('a win takes at least {plies}', { plies: count(entry.at_least_plies, 'ply', 'plies') }),
  ].filter(Boolean);
  return bounds.length > 0 ? bounds.join('; ') : t('unknown');
}

const fromHere = (score) => t('{points} from here on', { points: signed(score) });

/** A text, of the page or of the server, as a sentence, with a capital letter and a full stop. Only a word gets the capital: a cell stays as it was typed. */
export function sentence(text) {
  const plain = said(String(text));
  const whole = /^\p{Ll}+(?![\p{L}\d])/u.test(plain) ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** The tint for a value: `win`, `draw`, `loss`, or `none`. */
export function tint(entry) {
  if (entry.value) return entry.value;
  if (!isNumber(entry.score)) return 'none';
  return entry.score > 0 ? 'win' : entry.score < 0 ? 'loss' : 'draw';
}

/** Whether anything is known about an entry. */
export function isKnown(entry) {
  return Boolean(entry.value) || isNumber(entry.score);
}

/**
 * Orders entries, the best for the mover first: quick wins, draws, unknown values, slow losses. Points are compared
 * only with points: a win without points, which ends the game, comes before all entries with points, and such a loss after them.
 */
export function byWorth(a, b) {
  return rank(b) - rank(a) || ending(b) - ending(a) || points(b) - points(a) || haste(b) - haste(a);
}

/**
 * The best of these entries, for the player who moves; null if none is known. If some are unknown, only a win is certainly the best;
 * otherwise the result is `{ unclear: true }`.
 */
export function best(entries) {
  return foremost(entries, byWorth, 'win');
}

/** The worst of these entries, for the player who moves, in the same form as `best`: if some are unknown, only a loss is certainly the worst. */
export function worst(entries) {
  return foremost(entries, (a, b) => byWorth(b, a), 'loss');
}

/** The first entry in this order; if some are unknown, only an entry with the value `surely` is certainly the first. */
function foremost(entries, order, surely) {
  let first = null;
  for (const entry of entries.filter(isKnown)) {
    if (first === null || order(entry, first) < 0) first = entry;
  }
  if (first === null || first.value === surely || entries.every(isKnown)) return first;
  return { unclear: true };
}

/** The best move of an answer of `/values`, if it is as good as the position; otherwise null. */
export function bestOf({ moves = [], value }) {
  const [first] = moves.filter((entry) => entry.value === value).toSorted(byWorth);
  return first?.move ?? null;
}

/** How many of these entries win, draw, lose, and are not known. */
export function numbersOf(entries) {
  const numbers = { win: 0, draw: 0, loss: 0, none: 0 };
  for (const entry of entries) numbers[tint(entry)]++;
  return numbers;
}

/**
 * If the entries have different values, what the shown one hides: `{ text: '4 lose', tint: 'loss', words: '4 of 15 lose' }`, or null.
 * A win hides the losses, or if there are none the draws; a loss hides the wins or else the draws; a draw hides the losses or else the wins.
 */
export function hidden(entries, shown) {
  const numbers = numbersOf(entries);
  const kinds = tint(shown) === 'win' ? ['loss', 'draw'] : tint(shown) === 'loss' ? ['win', 'draw'] : ['loss', 'win'];
  const kind = kinds.find((name) => numbers[name] > 0);
  if (!kind) return null;
  const text = t(NOTES[kind], { n: numbers[kind] });
  return { text, tint: kind, words: t(SHARES[kind], { n: numbers[kind], all: entries.length }) };
}

function isNumber(value) {
  return typeof value === 'number';
}

function rank(entry) {
  return { loss: 0, none: 1, draw: 2, win: 3 }[tint(entry)];
}

function ending(entry) {
  if (isNumber(entry.score) || isNumber(entry.margin)) return 0;
  return { win: 1, loss: -1 }[entry.value] ?? 0;
}

function points(entry) {
  return entry.score ?? entry.margin ?? 0;
}

/** A winner hurries, a loser delays. A win without a known distance comes after wins with one. */
function haste(entry) {
  if (entry.value === 'win') return -(entry.distance ?? 1e6);
  if (entry.value === 'loss') return entry.distance ?? -1;
  return 0;
}
