/** The server's descriptions of games, and the shapes of small boards. */
import { learn } from '../page/games.js';
import { shapeOf } from '../page/shape.js';
import { addLine, createTree } from '../page/tree.js';

const stones = ['B', 'W', '?'].map((sign, i) => ({ sign, name: `${['Black', 'White', 'Neutral'][i]} stone` }));
const sides = { black: 'Black', white: 'White' };

learn([
  { game: 'nex', sides, begins: 'black', points: null, pieces: stones },
  { game: 'hex', sides, begins: 'black', points: null, pieces: stones.slice(0, 2) },
  { game: 'awari', sides: { black: 'First', white: 'Second' }, begins: 'black', points: 'seeds', pieces: [] },
  { game: 'draughts', sides, begins: 'white', points: null, pieces: [] },
  ...['connect4', 'tictactoe'].map((game) => ({ game, sides: { black: 'X', white: 'O' }, begins: 'black', points: null, pieces: [{ sign: 'B', name: 'X' }, { sign: 'W', name: 'O' }] })),
]);

const letters = [...'abcdefghijklm'];

/** The shape of a board of rows and columns; `name(row, col)` names its places, by default like `b3`. */
export function shape(outline, height, width, cells, name = (row, col) => letters[row] + (col + 1)) {
  const places = Array.from({ length: height * width }, (_, i) => {
    const [row, col] = [Math.floor(i / width), i % width];
    return { name: name(row, col), at: [col, row], outline: outline === 'square' ? (row + col) % 2 === 1 ? 'dark' : 'light' : outline };
  });
  return shapeOf({ picture: { size: [width, height], places, edges: [], labels: [] }, cells });
}

/** The shape of a board of pits. */
export const pits = (cells) => shape('hole', 2, 6, cells, (row, col) => (row === 1 ? letters[col] : letters[5 - col].toUpperCase()));

/** The shape of a board of squares. */
export const squares = (cells) => shape('square', 8, 8, cells, (row, col) => letters[col] + (8 - row));

/** A tree of one line. */
export function fromMoves(moves) {
  const tree = createTree();
  addLine(tree, tree.root, moves);
  return tree;
}
