/**
 * Games as the browser stores them for the next time the page is loaded: with all branches, comments, names, players, and
 * the current position. A damaged text counts as no game. Nothing here knows the page.
 */
import { fromParts, partsOf } from './parts.js';
import { endOf } from './tree.js';

/** The version of the format; other versions are ignored. */
const VERSION = 1;
const LONGEST = 1_000_000;

/** A game as text; null if it is too long to store. */
export function freeze(game, id) {
  const { numbers, ...parts } = partsOf(game.tree);
  const { board, start, names, result, how, tags, seats } = game;
  const end = numbers.get(endOf(game.tree, id));
  const text = JSON.stringify({ version: VERSION, board, start, names, result, how, tags, seats, ...parts, at: numbers.get(id), end });
  return text.length > LONGEST ? null : text;
}

/** The game in a text, as `session.load` takes it; null if the text is damaged. */
export function thaw(text) {
  try {
    const kept = JSON.parse(text);
    if (kept?.version !== VERSION) return null;
    const { board, start, moves, variations, comments, names, result, how, tags, seats, at, end } = kept;
    if (typeof board !== 'string' || typeof start !== 'string' || !isTexts(moves) || !isTags(tags)) return null;
    const { ids } = fromParts({ moves, variations, comments });
    if (![at, end].every((number) => Number.isInteger(number) && number in ids)) return null;
    return { board, start, moves, variations, comments, tags, at, end, seats: isTexts(seats) && seats.length === 2 ? seats : undefined, black: word(names?.black), white: word(names?.white), result: word(result), how: word(how) };
  } catch {
    return null;
  }
}

function isTexts(list) {
  return Array.isArray(list) && list.every((text) => typeof text === 'string');
}

function isTags(tags) {
  return Array.isArray(tags) && tags.every((tag) => isTexts(tag) && tag.length === 2);
}

function word(value) {
  return typeof value === 'string' ? value : null;
}
