/**
 * The part of a link after `#`: a game with its moves and the ply that is shown.
 * `board=NAME&start=POSITION&moves=MOVE;MOVE&ply=1`. Variations are `lines=1:MOVE;MOVE|3:MOVE`, each after the number of the
 * position where it begins (`parts.js`), comments are `notes=2:TEXT|5:TEXT`, and `at=7` is the position shown if it is in a variation;
 * `black` and `white` are names, and `cells=rows` asks for the other names of Hex cells (`cells.js`). Nothing here knows the page.
 */

import { t } from './language.js';

const LONGEST_LINK = 60_000;
const MOST_MOVES = 2_000;
const LONGEST_BOARD = 100;
/** Characters that a fragment may contain unescaped, which keeps it readable. */
const PLAIN = { '%3A': ':', '%3B': ';', '%2F': '/', '%2C': ',', '%3F': '?' };

/** The most characters that variations, comments and names may add to a link. */
const MOST_BESIDE = 8_000;

/** A game's part of the link; `ply` is omitted if the last position is shown. */
export function encodeHash({ board, start, moves, ply, at, variations = [], comments = {}, black, white, cells }) {
  const fields = [['board', board]];
  if (start && start !== 'start') fields.push(['start', start]);
  if (moves.length > 0) fields.push(['moves', moves.map(bare).join(';')]);
  if (at > moves.length) fields.push(['at', String(at)]);
  else if (ply !== moves.length) fields.push(['ply', String(ply)]);
  if (variations.length > 0) fields.push(['lines', linesText(moves.length, variations)]);
  const notes = Object.entries(comments).map(([number, text]) => `${number}:${text.replace(/[%|]/g, encodeURIComponent)}`);
  if (notes.length > 0) fields.push(['notes', notes.join('|')]);
  if (black) fields.push(['black', black]);
  if (white) fields.push(['white', white]);
  if (cells) fields.push(['cells', cells]);
  return '#' + fields.map(([name, value]) => `${name}=${escaped(value)}`).join('&');
}

/**
 * A game's part of the link, with as many variations, comments and names as fit: `{ hash, left }`, where `left` lists what
 * was left out. `line` stands for the game without its variations: `{ moves, ply }`.
 */
export function fittingHash(game, line) {
  const { board, start, moves, ply, at, variations, comments, black, white, cells } = game;
  const has = { comments: Object.keys(comments).length > 0, variations: variations.length > 0, names: Boolean(black || white) };
  const bare = encodeHash({ board, start, ...line, cells });
  const names = { black, white };
  const numbers = Object.entries(comments).filter(([number]) => Number(number) <= moves.length);
  const main = has.variations ? { board, start, moves, ply, at, variations } : { board, start, ...line };
  const ways = [
    [{ ...main, comments, ...names }, []],
    [{ ...main, ...names }, ['comments']],
    // Without variations, the line shown may differ from the main line, which the comments' numbers refer to.
    [{ board, start, ...line, ...names, comments: has.variations ? {} : Object.fromEntries(numbers) }, ['comments', 'variations']],
  ];
  for (const [wanted, left] of ways) {
    const hash = encodeHash({ ...wanted, cells });
    if (hash.length <= LONGEST_LINK && hash.length - bare.length <= MOST_BESIDE) return { hash, left: left.filter((what) => has[what]) };
  }
  return { hash: bare, left: Object.keys(has).filter((what) => has[what]) };
}

/**
 * Reads this part of a link: `{ board, start, moves, ply }`, or null if it contains no game. `left` lists the fields that cannot be read,
 * if there are any. Throws a `RangeError` whose message says why if the link exceeds the limits. Errors in the game itself
 * are left to the server.
 */
export function decodeHash(hash) {
  const text = hash.replace(/^#/, '');
  if (text.length > LONGEST_LINK) throw new RangeError(t('the link is too long: it has {n} characters, and the limit is {most}', { n: text.length, most: LONGEST_LINK }));
  const fields = new Map();
  for (const part of text.split('&')) {
    const at = part.indexOf('=');
    if (at > 0) fields.set(part.slice(0, at), unescaped(part.slice(at + 1)));
  }
  if (fields.size === 0) return null;
  const board = fields.get('board');
  if (!board) throw new RangeError(t('the link names no board'));
  if (board.length > LONGEST_BOARD) throw new RangeError(t('the name of the link’s board has {n} characters, and the limit is {most}', { n: board.length, most: LONGEST_BOARD }));
  const moves = (fields.get('moves') ?? '').split(';').map((move) => move.trim()).filter(Boolean);
  if (moves.length > MOST_MOVES) throw new RangeError(t('the link has {n} moves, and the limit is {most}', { n: moves.length, most: MOST_MOVES }));
  const ply = /^\d{1,5}$/.test(fields.get('ply') ?? '') ? Number(fields.get('ply')) : moves.length;
  const game = { board, start: fields.get('start') || 'start', moves, ply: Math.min(ply, moves.length) };
  const variations = readLines(fields.get('lines'), moves.length);
  const notes = (fields.get('notes') ?? '').split('|').filter(Boolean);
  const last = moves.length + (variations?.length ?? 0);
  const comments = readNotes(notes, last);
  const left = [];
  if (variations === null) left.push('variations');
  else if (variations.length > 0) game.variations = variations;
  if (comments.length > 0) game.comments = Object.fromEntries(comments);
  if (comments.length < notes.length) left.push('comments');
  if (left.length > 0) game.left = left;
  const at = number(fields.get('at'));
  if (at !== null && at <= last) game.at = at;
  for (const name of ['black', 'white']) if (fields.get(name)) game[name] = fields.get(name);
  return game;
}

function bare(move) {
  return move.replace(/\s+/g, '');
}

/** Consecutive moves form one line. */
function linesText(last, variations) {
  const lines = [];
  variations.forEach(({ after, move }, i) => {
    if (lines.length > 0 && after === last + i) lines.at(-1).push(bare(move));
    else lines.push([`${after}:${bare(move)}`]);
  });
  return lines.map((moves) => moves.join(';')).join('|');
}

/** The moves outside the main line; null if they do not form lines, or if there are too many. */
function readLines(text = '', last) {
  const variations = [];
  for (const line of text.split('|').filter(Boolean)) {
    const colon = line.indexOf(':');
    let after = number(line.slice(0, Math.max(colon, 0)));
    for (const move of line.slice(colon + 1).split(';').map((part) => part.trim()).filter(Boolean)) {
      if (after === null || after > last + variations.length || variations.length >= MOST_MOVES) return null;
      variations.push({ after, move });
      after = last + variations.length;
    }
  }
  return variations;
}

function readNotes(texts, last) {
  const notes = texts.map((note) => {
    const colon = note.indexOf(':');
    return [number(note.slice(0, Math.max(colon, 0))), unescaped(note.slice(colon + 1))];
  });
  return notes.filter(([at, words]) => at !== null && at <= last && words !== '');
}

function number(text) {
  return /^\d{1,5}$/.test(text ?? '') ? Number(text) : null;
}

function escaped(value) {
  return encodeURIComponent(value).replace(/%(3A|3B|2F|2C|3F)/g, (code) => PLAIN[code]);
}

function unescaped(value) {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
