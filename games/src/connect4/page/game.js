/** Connect Four on the page; `games.js` of the page says what a game's module offers. */
export * as board from './board.js';
export * as pick from './pick.js';
export * as position from './position.js';

export const sides = { black: 'X', white: 'O' };
export const first = 'black';
export const goal = () => 'Get four in a row: across, down or diagonally.';
export const setup = { size: [6, 7] };
export const records = 'Connect Four';
