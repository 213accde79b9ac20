/** The games that the server offers, as `/games` describes them, and what the name of a board says of its game. */
const games = new Map();

/** Takes note of the server's list. */
export function learn(list) {
  for (const info of list) games.set(info.game, info);
}

/** The game of a board's name: what stands before the first colon. */
export function gameOf(board) {
  return String(board).split(':')[0];
}

/** What the server says of the game of a board. */
export function infoOf(board) {
  const info = games.get(gameOf(board));
  if (!info) throw new RangeError(`no such game: ${board}`);
  return info;
}

/** Rows and columns in the name of a board; null where it has none. */
export function sizeOf(board) {
  const size = /:(\d+)x(\d+)$/.exec(board);
  return size && size.slice(1).map(Number);
}
