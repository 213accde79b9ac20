/**
 * Converts positions between one line of text and the `cells` of the server's answers, and edits them. Only the shape is checked here, not
 * the rules; the server checks whether a position is legal. There are three forms: cells in rows, pieces by the names of their squares, and
 * numbers of seeds. Nothing here knows the page.
 *
 * An edit is `{ board, shape, cells, to_move, may_swap }`; every function returns a new one.
 */
import { infoOf, sizeOf } from './games.js';
import { said, t } from './language.js';

const lower = (piece) => piece.toLowerCase();

/** The letter for a sign in a text: its name, if that is a letter. */
function letters(board) {
  return infoOf(board).pieces.map(({ sign, name }) => [sign, name.length === 1 ? name : sign]);
}

/** The side to move, from the numbers of stones; null if play cannot lead to these numbers. */
function turnByStones(cells) {
  const count = (colour) => cells.filter((cell) => cell === colour).length;
  return ['black', 'white'][count('B') - count('W')] ?? null;
}

const rows = {
  read(board, text) {
    const [height, width] = sizeOf(board);
    const lines = text.trim().replace(/ *swap\?$/, '').split('/');
    if (lines.length !== height || lines.some((line) => line.length !== width)) throw new Error(`not ${height}×${width} cells: ${text}`);
    const signs = new Map(letters(board).map(([sign, letter]) => [letter, sign]));
    const cells = [...lines.join('')].map((letter) => signs.get(letter) ?? (/[.-]/.test(letter) ? '' : letter));
    return { cells, to_move: turnByStones(cells) };
  },
  write(edit) {
    const [, width] = sizeOf(edit.board);
    const written = new Map(letters(edit.board));
    const text = edit.cells.map((sign) => (sign === '' ? '.' : (written.get(sign) ?? sign))).join('');
    return text.match(new RegExp(`.{${width}}`, 'g')).join('/') + (edit.may_swap && swapIsOpen(edit) ? ' swap?' : '');
  },
  /** If pieces fall, a new piece lands on those below, and emptying a place also removes the pieces above it. */
  paint({ board, shape, cells: before }, cell, sign) {
    const cells = [...before];
    const [, width] = sizeOf(board);
    let at = shape.places.findIndex(({ name }) => name === cell);
    const { falls } = shape;
    if (falls && sign === '') for (let above = at; above >= 0; above -= width) cells[above] = '';
    else if (falls) while (cells[at] === '' && cells[at + width] === '') at += width;
    cells[at] = sign;
    return { cells, to_move: turnByStones(cells) };
  },
  clear: ({ cells }) => ({ cells: cells.map(() => ''), to_move: 'black', may_swap: false }),
};

const squares = {
  read(_, text) {
    if (!/^[WB]:[WB]/.test(text)) throw new Error(`no turn and pieces: ${text}`);
    const [turn, ...groups] = text.split(':');
    const pieces = groups.flatMap((group) => group.slice(1).split(',').filter(Boolean).map((piece) =>
      (piece[0] === 'K' ? [piece.slice(1), group[0]] : [piece, lower(group[0])])));
    return { cells: Object.fromEntries(pieces), to_move: turn === 'W' ? 'white' : 'black' };
  },
  write({ cells, to_move: turn }) {
    const rank = (square) => square[1] + square[0];
    const order = Object.keys(cells).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
    const group = (colour) => order.filter((square) => lower(cells[square]) === colour).map((square) => (cells[square] === colour ? square : `K${square}`)).join(',');
    return `${turn === 'black' ? 'B' : 'W'}:W${group('w')}:B${group('b')}`;
  },
  paint({ cells }, square, piece) {
    const { [square]: _, ...others } = cells;
    return { cells: piece ? { ...others, [square]: piece } : others };
  },
  clear: () => ({ cells: {} }),
};

/** All seeds. */
const SEEDS = 48;
const within = (seeds) => Math.max(0, Math.min(SEEDS, Math.trunc(Number(seeds)) || 0));

const seeds = {
  read(_, text) {
    const [mine, theirs, stores, turn] = text.split('|').map((part) => part.trim());
    const [own, other, kept] = [mine, theirs, stores].map((part = '') => part.split(/\s+/).map(Number));
    if (own.length !== 6 || other.length !== 6 || kept.length !== 2) throw new Error(`not twelve pits and two stores: ${text}`);
    const second = turn === 'second';
    return {
      cells: { pits: second ? [...other, ...own] : [...own, ...other], stores: second ? kept.reverse() : kept },
      to_move: second ? 'white' : 'black',
    };
  },
  /** The position as the player to move sees it. */
  write({ cells: { pits, stores }, to_move: turn }) {
    const sides = [pits.slice(0, 6), pits.slice(6), stores];
    if (turn !== 'white') return sides.map((part) => part.join(' ')).join(' | ');
    return [...[sides[1], sides[0], [stores[1], stores[0]]].map((part) => part.join(' ')), 'second'].join(' | ');
  },
  paint(edit, cell, sign) {
    const pit = edit.shape.places.findIndex(({ name }) => name === cell);
    return seeds.fill(edit, pit, edit.cells.pits[pit] + (sign === '+' ? 1 : -1));
  },
  /** Puts a number of seeds into a pit. The difference comes from the store of the pit's owner, then from the other store, as far as they can cover it. */
  fill({ cells }, pit, number) {
    const pits = cells.pits.with(pit, within(number));
    const stores = [...cells.stores];
    let rest = pits[pit] - cells.pits[pit];
    for (const store of pit < 6 ? [0, 1] : [1, 0]) {
      const moved = Math.min(rest, stores[store]);
      stores[store] -= moved;
      rest -= moved;
    }
    return { cells: { pits, stores } };
  },
  clear: () => ({ cells: { pits: Array(12).fill(0), stores: [SEEDS / 2, SEEDS / 2] } }),
};

/** The form of these cells and of the board's positions. */
const formOf = (cells) => (Array.isArray(cells) ? rows : cells.pits ? seeds : squares);

/** The edit that begins with an answer's position. */
export function editOf(shape, { board, cells, to_move, position }) {
  return { board, shape, cells, to_move, may_swap: /swap\?$/.test(position) };
}

/** The edit with the position in a text. Throws if its shape is wrong. */
export function reread(edit, text) {
  return { ...edit, may_swap: false, ...formOf(edit.cells).read(edit.board, text) };
}

/** What a click can put on a place, as sign and name; for pieces, the last one empties the place. */
export function piecesOf({ board, cells }) {
  if (cells.pits) return [['+', t('Add a seed')], ['-', t('Remove a seed')]];
  return [...infoOf(board).pieces.map(({ sign, name }) => [sign, said(name)]), ['', t('Empty')]];
}

/** Whether the user must choose the side to move, because the pieces do not determine it. */
export const turnIsFree = ({ cells }) => formOf(cells) !== rows;

/** Puts a piece on a place. */
export const paint = (edit, cell, piece) => ({ ...edit, ...formOf(edit.cells).paint(edit, cell, piece) });

/** The empty board. */
export const clear = (edit) => ({ ...edit, ...formOf(edit.cells).clear(edit) });

/** Whether a swap may follow: in games that have the swap, after one black stone (in Nex with a neutral stone). */
export const swapIsOpen = ({ board, cells }) =>
  /:[a-z+]*swap/.test(board) && [...cells].sort().join('') === (infoOf(board).pieces.some(({ sign }) => sign === '?') ? '?B' : 'B');

/** The edit as a text that the server reads. */
export const textOf = (edit) => formOf(edit.cells).write(edit);

/** The fields for numbers of seeds, in the board's rows; none in other games. */
export function numbersOf({ board, shape, cells }) {
  if (!cells.pits) return [];
  const pits = [5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11].map((at) => ({
    name: shape.places[at].name, label: t('Seeds in pit {pit}', { pit: shape.places[at].name }),
    get: (edit) => edit.cells.pits[at], set: (edit, number) => ({ ...edit, ...seeds.fill(edit, at, number) }),
  }));
  const stores = Object.values(infoOf(board).sides).map((owner, at) => ({
    name: t('{owner}’s store', { owner: t(owner) }), label: t('Seeds in the {owner} player’s store', { owner: lower(t(owner)) }),
    get: (edit) => edit.cells.stores[at],
    set: (edit, number) => ({ ...edit, cells: { ...edit.cells, stores: edit.cells.stores.with(at, within(number)) } }),
  }));
  return [{ columns: 6, fields: pits }, { columns: 2, fields: stores }];
}
