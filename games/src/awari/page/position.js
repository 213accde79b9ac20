/** Positions of Awari: on one line, as `{ pits, stores }`, the first player's before the second's, and editing them. */
import { PITS } from './pick.js';

/** All seeds. */
export const SEEDS = 48;

/** Pits, stores, and whose turn it is. Throws where the shape is wrong. */
export function read(_, text) {
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

/** The position on one line, as the player to move sees it. */
export function write({ cells: { pits, stores }, to_move: turn }) {
  const first = pits.slice(0, 6).join(' ');
  const second = pits.slice(6).join(' ');
  return turn === 'white'
    ? `${second} | ${first} | ${stores[1]} ${stores[0]} | second`
    : `${first} | ${second} | ${stores[0]} ${stores[1]}`;
}

/** What a click can do: the sign and its name. */
export const pieces = [['+', 'Add a seed'], ['-', 'Remove a seed']];

/** What to do, above the board. */
export const prompt = 'Click a pit to add or remove a seed; the store balances it.';

/** Moves a seed between a pit and its owner's store. */
export function paint(edit, cell, sign) {
  const pit = PITS.indexOf(cell);
  return pit < 0 ? edit : setPit(edit, pit, edit.cells.pits[pit] + (sign === '+' ? 1 : -1));
}

/** No seeds in the pits: they go to their owners' stores, by halves. */
export function clear(edit) {
  return { ...edit, cells: { pits: Array(12).fill(0), stores: [SEEDS / 2, SEEDS / 2] } };
}

/**
 * Puts `seeds` seeds (0 to 48) into a pit. The difference comes from, or goes to, the store of the pit's owner, then the other store, so
 * that the total stays 48 as long as possible.
 */
export function setPit(edit, pit, seeds) {
  const pits = [...edit.cells.pits];
  const stores = [...edit.cells.stores];
  const before = pits[pit];
  pits[pit] = clamp(seeds);
  let rest = pits[pit] - before;
  for (const store of pit < 6 ? [0, 1] : [1, 0]) {
    const moved = Math.min(rest, stores[store]);
    stores[store] -= moved;
    rest -= moved;
  }
  return { ...edit, cells: { pits, stores } };
}

/** Puts `seeds` seeds (0 to 48) into a store; the other store stays as it is. */
export function setStore(edit, store, seeds) {
  const stores = [...edit.cells.stores];
  stores[store] = clamp(seeds);
  return { ...edit, cells: { ...edit.cells, stores } };
}

const clamp = (seeds) => Math.max(0, Math.min(SEEDS, Math.trunc(Number(seeds)) || 0));

/** Fields for numbers, in rows as the board has them. */
export const numbers = [
  { columns: 6, fields: [5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11].map((at) => ({
    name: PITS[at], label: `Seeds in pit ${PITS[at]}`, get: ({ cells }) => cells.pits[at], set: (edit, seeds) => setPit(edit, at, seeds),
  })) },
  { columns: 2, fields: ['First', 'Second'].map((owner, at) => ({
    name: `${owner}’s store`, label: `Seeds in the ${owner.toLowerCase()} player’s store`,
    get: ({ cells }) => cells.stores[at], set: (edit, seeds) => setStore(edit, at, seeds),
  })) },
];
