/** The way of choosing a move, by game. All four modules offer the same functions. */
import * as awari from './awari.js';
import * as draughts from './draughts.js';
import * as hex from './hex.js';
import * as nex from './nex.js';

const GAMES = { awari, draughts, hex, nex };

/** The module for a game, `nex`, `hex`, `awari` or `draughts`. */
export function picksOf(game) {
  const picks = Object.hasOwn(GAMES, game) ? GAMES[game] : null;
  if (!picks) throw new RangeError(`no way to play ${game}`);
  return picks;
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
