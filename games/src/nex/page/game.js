/** Nex on the page; `games.js` of the page says what a game's module offers. */
export * as board from '../../rhombus/page/board.js';
export * as pick from './pick.js';
import * as rhombus from '../../rhombus/page/position.js';

export const sides = { black: 'Black', white: 'White' };
export const first = 'black';
export const goal = () => 'Black connects top and bottom; White connects left and right.';
export const position = { ...rhombus, pieces: [['B', 'Black'], ['W', 'White'], ['?', 'Neutral'], ['', 'Empty']] };
export const setup = { size: [4, 4] };
export const records = 'Nex (both formats)';
