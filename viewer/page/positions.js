/**
 * Positions on one line, to and from the form in which the server tells them and the boards draw them. Shapes alone are
 * checked here; whether a position can be is for the server to say.
 *
 * The `cells` of a state: Nex and Hex an array row by row of "B", "W", "?" and ""; draughts an object from square to "w", "b",
 * and "W", "B" for kings; Awari `{ pits, stores }`, the first player's before the second's.
 */

import { gameOf } from './words.js';

/** What is on the board: `board` such as "nex:3x3", `text` a position on one line. Throws an Error where the shape is wrong. */
export function stateOf(board, text) {
  const game = gameOf(board);
  const read = { nex: readCells, hex: readCells, draughts: readFen, awari: readSeeds }[game];
  if (!read) throw new Error(`no such game: ${board}`);
  const empty = { board, game, rows: null, cols: null, changed_colours: false, over: null, legal: [], moves: [] };
  return { ...empty, position: text, ...read(board, text) };
}

/** The position on one line. `to_move` matters where the stones do not tell it, `may_swap` in Hex with the swap alone. */
export function textOf({ board, cols, cells, to_move, may_swap }) {
  const game = gameOf(board);
  if (game === 'draughts') return writeFen(cells, to_move);
  if (game === 'awari') return writeSeeds(cells, to_move);
  const lines = [];
  for (let at = 0; at < cells.length; at += cols) {
    lines.push(cells.slice(at, at + cols).map((cell) => cell || '.').join(''));
  }
  return lines.join('/') + (may_swap ? ' swap?' : '');
}

/** Whose turn it is by the stones of Nex and Hex, or null where no play leads to so many. */
export function turnByStones(cells) {
  const count = (colour) => cells.filter((cell) => cell === colour).length;
  const lead = count('B') - count('W');
  return lead === 0 ? 'black' : lead === 1 ? 'white' : null;
}

/** The dark squares in the order of their numbers: a1, c1, … h8. */
export const SQUARES = [...'12345678'].flatMap((rank) =>
  [...'abcdefgh'].filter((_, file) => (file + Number(rank)) % 2 === 1).map((file) => file + rank),
);

function readCells(board, text) {
  const size = board.match(/:(\d+)x(\d+)$/);
  if (!size) throw new Error(`no size in ${board}`);
  const [rows, cols] = size.slice(1).map(Number);
  const lines = text.trim().replace(/ *swap\?$/, '').split('/');
  if (lines.length !== rows || lines.some((line) => line.length !== cols)) {
    throw new Error(`not ${rows}×${cols} cells: ${text}`);
  }
  const cells = [...lines.join('')].map((sign) => (sign === '.' || sign === '-' ? '' : sign));
  return { rows, cols, cells, to_move: turnByStones(cells) };
}

function readFen(_, text) {
  const [turn, ...groups] = text.split(':');
  const cells = {};
  for (const group of groups) {
    const colour = group[0].toLowerCase();
    for (const piece of group.slice(1).split(',').filter(Boolean)) {
      const king = piece[0] === 'K';
      cells[king ? piece.slice(1) : piece] = king ? colour.toUpperCase() : colour;
    }
  }
  return { cells, to_move: turn === 'W' ? 'white' : 'black' };
}

function writeFen(cells, turn) {
  const group = (colour) => {
    const squares = SQUARES.filter((square) => (cells[square] || '').toLowerCase() === colour);
    return squares.map((square) => (cells[square] === colour ? square : `K${square}`)).join(',');
  };
  return `${turn === 'black' ? 'B' : 'W'}:W${group('w')}:B${group('b')}`;
}

function readSeeds(_, text) {
  const [mine, theirs, stores, turn] = text.split('|').map((part) => part.trim());
  const numbers = (part = '') => part.split(/\s+/).map(Number);
  const [own, other, kept] = [numbers(mine), numbers(theirs), numbers(stores)];
  if (own.length !== 6 || other.length !== 6 || kept.length !== 2) {
    throw new Error(`not twelve pits and two stores: ${text}`);
  }
  const second = turn === 'second';
  return {
    cells: { pits: second ? [...other, ...own] : [...own, ...other], stores: second ? kept.reverse() : kept },
    to_move: second ? 'white' : 'black',
  };
}

function writeSeeds({ pits, stores }, turn) {
  const first = pits.slice(0, 6).join(' ');
  const second = pits.slice(6).join(' ');
  return turn === 'white'
    ? `${second} | ${first} | ${stores[1]} ${stores[0]} | second`
    : `${first} | ${second} | ${stores[0]} ${stores[1]}`;
}
