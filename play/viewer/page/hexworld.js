/**
 * Links to games on hexworld.org, which Hex players share: `https://hexworld.org/board/#11c1,c2:sd4e5`. The server reads them; this file
 * writes them, and recognises the part after `#` alone. Nothing here knows the page.
 */
import { exchanged, hasForms } from './cells.js';
import { sizeOf } from './games.js';

const ADDRESS = 'https://hexworld.org/board/';

/** The link in a text that may be only the part of it after `#`; other texts stay as they are. */
export const wholeLink = (text) => (isFragment(text) ? ADDRESS + text.trim() : text);

/** Whether a text is the part of a link from `#` on: a size, settings, and moves after a comma. */
export const isFragment = (text) => /^\s*#\d+(x\d+)?[a-z\d]*(,|\s*$)/.test(text);

/** Whether a game can have a link: Hex from the start, on a square board if it has a swap. */
export function canLink({ board, start, moves }) {
  const [rows, cols] = sizeOf(board) ?? [];
  return hasForms(board) && start === 'start' && (rows === cols || !moves.includes('swap'));
}

/**
 * The link to a game. After a swap, HexWorld reflects the first stone in the long diagonal and gives it to the other colour, so the moves that follow
 * are reflected too; the reflection of a cell is its name with row and column exchanged.
 */
export function linkTo({ board, moves }) {
  const [rows, cols] = sizeOf(board);
  const swap = moves.indexOf('swap');
  const word = (move, i) => (i === swap ? ':s' : swap >= 0 && i > swap ? move : exchanged(move));
  return `${ADDRESS}#${rows === cols ? cols : `${cols}x${rows}`}c1,${moves.map(word).join('')}`;
}
