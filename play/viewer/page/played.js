/** The games that a person has played against programs, kept in this browser so that their mistakes can be drilled. */
import { recall, remember } from './prefs.js';
import { movesTo } from './tree.js';
import { firstColour, other } from './words.js';

/** The name of the person in the games kept. */
export const YOU = 'You';

const NAME = 'played';
const MOST = 60;

/** The games, the last one first: `{ board, start, moves, black, white }`. A damaged store counts as none. */
export function playedGames() {
  try {
    const games = JSON.parse(recall(NAME, '[]'));
    return Array.isArray(games) && games.every(({ board, moves }) => typeof board === 'string' && Array.isArray(moves)) ? games : [];
  } catch {
    return [];
  }
}

/** Keeps each game of a session in which one side is a person's and the other a program's, when it ends. `players` are those seated. */
export function keepPlayed(session, players) {
  session.on('position', () => {
    const { game, node, position } = session;
    if (!position?.over || node.ply === 0) return;
    const seats = players.seats();
    const persons = seats.filter((seat) => seat === players.PERSON);
    if (persons.length !== 1) return;
    const first = firstColour(game.board);
    const nameOf = (seat) => (seat === players.PERSON ? YOU : seat);
    const played = { board: game.board, start: game.start, moves: movesTo(game.tree, node.id), [first]: nameOf(seats[0]), [other(first)]: nameOf(seats[1]) };
    const key = JSON.stringify(played);
    const others = playedGames().filter((earlier) => JSON.stringify(earlier) !== key);
    remember(NAME, JSON.stringify([played, ...others].slice(0, MOST)));
    session.emit('played');
  });
}
