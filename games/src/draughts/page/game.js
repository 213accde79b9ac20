/** Draughts on the page; `games.js` of the page says what a game's module offers. */
export * as board from './board.js';
export * as pick from './pick.js';
export * as position from './position.js';

export const sides = { black: 'Black', white: 'White' };
export const first = 'white';
export const goal = () => 'Capture or block all of your opponent’s pieces.';
export const turnIsFree = true;
export const setup = { legend: 'Rules', options: [['', 'Russian'], ['brazilian', 'Brazilian']], isOneOf: true };
export const records = 'draughts (PDN, FEN)';
