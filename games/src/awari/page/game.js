/** Awari on the page; `games.js` of the page says what a game's module offers. */
export * as board from './board.js';
export * as pick from './pick.js';
export * as position from './position.js';

export const sides = { black: 'First', white: 'Second' };
export const first = 'black';
export const turnIsFree = true;
export const countsPoints = true;
export const records = 'Awari';
export const help = 'In Awari a mark tells by how many seeds the game is won or lost at the end; of a board without stores the seeds won minus the seeds lost, from here on. A sign alone tells who wins.';
