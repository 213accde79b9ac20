/** The puzzles that ship with the page: a file for each board, fetched when a puzzle of that board is opened. Nothing here knows the page. */
import { t } from './language.js';

/** The boards with puzzles, and how many. */
export const PACKS = {
  'awari': 100,
  'connect4:5x6': 100,
  'connect4:6x7': 100,
  'draughts:brazilian': 100,
  'draughts:russian': 100,
  'hex:4x4': 100,
  'hex:5x5': 100,
  'hex:6x6': 100,
  'hex:7x7': 83,
  'nex:3x3': 100,
  'nex:4x4': 100,
  'nex:4x5': 100,
  'nex:5x5': 55,
  'tictactoe:3x3': 54,
};

const packs = new Map();

/** The number of puzzles of a board; 0 if none ship with the page. */
export function packSize(board) {
  return PACKS[board] ?? 0;
}

/** The boards of a game that have puzzles. */
export function boardsWithPuzzles(game) {
  return Object.keys(PACKS).filter((board) => board.split(':')[0] === game);
}

/** The name of a board's file. */
export function packFile(board) {
  return `./puzzles/${board.replace(/[^a-z0-9]+/g, '-')}.json`;
}

/** The puzzles of a board, the easiest first. A failed request is repeated the next time. */
export function packOf(board) {
  if (!packs.has(board)) {
    const fetched = fetch(new URL(packFile(board), import.meta.url)).then((response) => {
      if (!response.ok) throw new Error(t('the puzzles cannot be read: {status}', { status: String(response.status) }));
      return response.json();
    });
    fetched.catch(() => packs.delete(board));
    packs.set(board, fetched);
  }
  return packs.get(board);
}

/** One of a pack's puzzles, in the form of the answer of `/puzzle`. Its refutations are found when they are needed. */
export function unpacked({ board, puzzles }, number) {
  const [position, solution, value, distance, simulations] = puzzles[number];
  return { board, number, of: puzzles.length, position, solution, value, distance, simulations, sentence: null, source: 'search', basis: 'pack', refutations: null };
}

/** The grades of `nexsolve puzzles`, in words, each with the most simulations that a program needs. */
const LEVELS = [[30, t('very easy')], [300, t('easy')], [3000, t('medium')], [30_000, t('hard')], [Infinity, t('very hard')]];

/** How hard a puzzle is: `{ level, of, word }`; `simulations` is null if the program does not solve it. */
export function levelOf(simulations) {
  const at = LEVELS.findIndex(([most]) => (simulations ?? Infinity) <= most);
  return { level: at + 1, of: LEVELS.length, word: LEVELS[at][1] };
}
