/** Awari on the page; `games.js` of the page says what a game's module offers. */
export * as board from './board.js';
export * as pick from './pick.js';
export * as position from './position.js';

export const sides = { black: 'First', white: 'Second' };
export const first = 'black';
export const goal = () => 'Win more seeds than your opponent.';
export const turnIsFree = true;
export const countsPoints = true;
export const records = 'Awari';
export const help = 'In Awari a mark such as +6 is the margin in seeds at the end of the game. If the stores are unknown, it counts seeds won minus seeds lost from here on. + or − alone means a win or a loss with an unknown margin.';
