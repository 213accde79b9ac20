/** The games that the server offers, as `/games` describes them, and facts that follow from a board's name. */
const games = new Map();

/** Stores the server's list. */
export function learn(list) {
  for (const info of list) games.set(info.game, info);
}

/** The game in a board's name: the part before the first colon, or the whole name of a game that is not in the program. */
export function gameOf(board) {
  return games.has(board) ? board : String(board).split(':')[0];
}

/** Whether the server offers the game in a board's name. */
export const knows = (board) => games.has(gameOf(board));

/** Whether a board's game is not in the program, but in a database. */
export const isOwn = (board) => gameOf(board).includes(':');

/** The server's description of a board's game. */
export function infoOf(board) {
  const info = games.get(gameOf(board));
  if (!info) throw new RangeError(`no such game: ${board}`);
  return info;
}

/** The rows and columns in a board's name; null if it has none. */
export function sizeOf(board) {
  const size = /:(\d+)x(\d+)$/.exec(board);
  return size && size.slice(1).map(Number);
}
