/**
 * The part of a link behind `#`: a game with its moves and the ply that is shown.
 * `board=NAME&start=POSITION&moves=MOVE;MOVE&ply=1`. Nothing here knows the page.
 */

const LONGEST_LINK = 60_000;
const MOST_MOVES = 2_000;
/** Characters that a fragment may hold as they are, and that make it readable. */
const PLAIN = { '%3A': ':', '%3B': ';', '%2F': '/', '%2C': ',', '%3F': '?' };

/** The link's part for a game; `ply` is left out where the last position is shown. */
export function encodeHash({ board, start, moves, ply }) {
  const fields = [['board', board]];
  if (start && start !== 'start') fields.push(['start', start]);
  if (moves.length > 0) fields.push(['moves', moves.map((move) => move.replace(/\s+/g, '')).join(';')]);
  if (ply !== moves.length) fields.push(['ply', String(ply)]);
  return '#' + fields.map(([name, value]) => `${name}=${escaped(value)}`).join('&');
}

/**
 * Reads a link's part: `{ board, start, moves, ply }`, or null where it holds no game. What is wrong with the game itself the
 * server says; here only the form is kept within bounds.
 */
export function decodeHash(hash) {
  const text = hash.replace(/^#/, '');
  if (text === '' || text.length > LONGEST_LINK) return null;
  const fields = new Map();
  for (const part of text.split('&')) {
    const at = part.indexOf('=');
    if (at > 0) fields.set(part.slice(0, at), unescaped(part.slice(at + 1)));
  }
  const board = fields.get('board');
  if (!board || board.length > 40) return null;
  const moves = (fields.get('moves') ?? '').split(';').map((move) => move.trim()).filter(Boolean);
  if (moves.length > MOST_MOVES) return null;
  const ply = /^\d{1,5}$/.test(fields.get('ply') ?? '') ? Number(fields.get('ply')) : moves.length;
  return { board, start: fields.get('start') || 'start', moves, ply: Math.min(ply, moves.length) };
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
