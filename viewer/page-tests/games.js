/** Makes the modules of all games known, as the page does with the server's list. */
import { existsSync, readdirSync } from 'node:fs';
import { register } from '../page/games.js';

const folder = new URL('../../games/src/', import.meta.url);

/** The games that have a module. */
export const games = readdirSync(folder).filter((game) => existsSync(new URL(`${game}/page/game.js`, folder)));

for (const game of games) register(game, await import(new URL(`${game}/page/game.js`, folder)));
