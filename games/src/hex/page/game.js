/** Hex on the page; `games.js` of the page says what a game's module offers. */
export * as board from '../../rhombus/page/board.js';
export * as pick from './pick.js';
import * as rhombus from '../../rhombus/page/position.js';

export const sides = { black: 'Black', white: 'White' };
export const first = 'black';
export const goal = (board) => /course/.test(board)
  ? 'Black connects left and right; White connects top and bottom.'
  : 'Black connects top and bottom; White connects left and right.';
export const connects = true;
export const position = {
  ...rhombus,
  pieces: [['B', 'Black'], ['W', 'White'], ['', 'Empty']],
  /** One black stone and no other leaves the swap open, in games that have it. */
  swapIsOpen: ({ board, cells }) => /:[a-z+]*swap/.test(board) && cells.join('') === 'B',
};
export const setup = {
  size: [7, 7],
  legend: 'Variants',
  options: [['swap', 'Swap rule: the second player may swap colours'], ['course', 'Black connects left and right']],
};
export const records = 'Hex (SGF)';
