/**
 * The games' modules. Each is `games/src/GAME/page/game.js`, served as `games/GAME/page/game.js`; it imports nothing of the page but
 * `../../page/drawing.js`. Beside it lie `rules.html`, served as `rules/GAME.html`, and `board.css`, served with the page's own. It offers
 *
 * - `sides` `{ black, white }`, the names of the sides at the beginning of a sentence; `first`, the colour that moves first; `goal(board)`, how
 *   one wins, in a sentence
 * - `board` how a position is drawn:
 *   - `scene(state)` the drawing (`boards/common.js`) of a state (`boards/index.js`)
 *   - `pointed(scene, parts, state)` a move laid over it, as SVG elements
 *   - `picture(sign)` a piece alone, `{ kind, room, parts }`; `isWide({ rows, cols })` whether to rotate it on a phone: optional
 * - `pick` how a move is chosen by clicks. A pick is a value `{ chosen: [cell], move, note }` and what else the module keeps:
 *   - `begin(position)` before the first click; `choose(pick, cell)` after one, with a whole `move` or a `note` that says why not;
 *     `back(pick)` before the last one
 *   - `targets(pick)` cells that may be chosen, `prompt(pick)` what to do, `shows(pick)` contents to draw meanwhile by cell,
 *     `ghost(pick)` what a click would put there, `maySwap(pick)` optional
 *   - `next(pick, move)` the cells through which the clicks lead on to a move
 *   - `parts(move, mover)` what a move does: `[{ cell, role, … }]`, for `last` and `pointed`
 * - `position` positions on one line, and editing them (`editing.js`):
 *   - `read(board, text)` gives `{ rows, cols, cells, to_move }` or throws; `write(state)` is the inverse
 *   - `pieces` `[[sign, name]]`, `paint(edit, cell, sign)`, `clear(edit)`; optional `prompt`, `swapIsOpen(edit)`, and `numbers`, fields
 *     `[{ columns, fields: [{ name, label, get(edit), set(edit, number) }] }]`
 * - `setup` optional: `size` [rows, cols] to begin with, and `options` `[[word, text]]` under a `legend`, any or `isOneOf`; the words
 *   stand in a board's name
 * - `connects` whether the game is won by connections that the server finds: its board then draws `connections`
 * - `turnIsFree` whether pieces leave it open whose turn it is; `countsPoints` whether moves are marked with points rather than plies
 * - `records` which records are read, in a few words; `help` a sentence about its marks: optional
 */
const modules = new Map();

/** Makes a game's module known. */
export function register(game, module) {
  modules.set(game, module);
}

/** Fetches the modules of these games that are not there. */
export async function loadGames(games) {
  const missing = [...new Set(games)].filter((game) => !modules.has(game));
  const loaded = await Promise.all(missing.map(load));
  // In the order of the games, not in that in which they have come.
  missing.forEach((game, i) => { if (loaded[i]) register(game, loaded[i]); });
}

/** The module of a game; null where there is none, and the page cannot show the game. */
async function load(game) {
  try {
    return await import(`./games/${game}/page/game.js`);
  } catch (error) {
    console.warn(`${game} is not shown: ${error.message}`);
    return null;
  }
}

/** Whether the page can show a game. */
export function isShown(game) {
  return modules.has(game);
}

/** The module of a game. */
export function moduleOf(game) {
  const module = modules.get(game);
  if (!module) throw new RangeError(`no such game: ${game}`);
  return module;
}

/** All modules. */
export function allModules() {
  return [...modules.values()];
}

/** The way of choosing a move of a game. */
export function picksOf(game) {
  return moduleOf(game).pick;
}

/**
 * What each cell leads to from here: a map from cell to the entries (moves with their values) that the next click on the cell
 * leaves possible.
 */
export function entriesByCell(picks, pick, entries) {
  const byCell = new Map();
  for (const entry of entries) {
    for (const cell of picks.next(pick, entry.move)) {
      if (!byCell.has(cell)) byCell.set(cell, []);
      byCell.get(cell).push(entry);
    }
  }
  return byCell;
}
