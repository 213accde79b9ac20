/** The link of the game that is open, kept in the address; and the games that the browser's own back and forward lead to. */
import { decodeHash, encodeHash } from './hash.js';
import { lineThrough, movesTo } from './tree.js';

const MOST_GAMES = 20;

/**
 * Keeps the address in step with a session. Another game is a new entry in the browser's history; moves and steps within a game
 * change the entry that is there, so that "back" leads to the game before, as it was left: `players` are stopped for it.
 */
export function mountLinks(session, players) {
  const games = new Map();
  /** The number of the game that is open. After a reload it goes on from that of the entry, so that no other entry leads to this game. */
  let number = numberIn(window.history.state) ?? 0;
  let isFirst = true;
  let restoring = false;
  let written = null;

  function hashNow() {
    const { game, node } = session;
    const line = movesTo(game.tree, lineThrough(game.tree, node.id).at(-1).id);
    return encodeHash({ board: game.board, start: game.start, moves: line, ply: node.ply });
  }

  function write(way) {
    written = hashNow();
    try {
      window.history[way]({ game: number }, '', written);
    } catch {
      // Browsers refuse when an address changes too often; the next change writes it.
    }
  }

  function onLoad() {
    if (restoring) return;
    const way = isFirst ? 'replaceState' : 'pushState';
    number = isFirst && number > 0 ? number : number + 1;
    isFirst = false;
    remember();
    write(way);
  }

  function remember() {
    games.set(number, { game: session.game, id: session.node.id });
    if (games.size > MOST_GAMES) games.delete(games.keys().next().value);
  }

  async function onPop(event) {
    if (location.hash === written) return;
    const known = games.get(event.state?.game);
    players.pause();
    restoring = true;
    try {
      if (known) {
        number = event.state.game;
        await session.reopen(known.game, known.id);
        write('replaceState');
      } else {
        // A link that is refused does not stay as the address of another game.
        if (!(await open())) write('replaceState');
      }
    } finally {
      restoring = false;
    }
  }

  /** Opens the game of the address; false if there is none, or the server refuses it. */
  async function open() {
    const wanted = decodeHash(location.hash);
    if (!wanted) return false;
    const opened = await session.load(wanted);
    if (opened && restoring) {
      number = Math.max(0, ...games.keys()) + 1;
      remember();
      write('replaceState');
    }
    return opened;
  }

  session.on('load', onLoad);
  session.on('position', () => {
    if (!session.game || restoring) return;
    remember();
    if (hashNow() !== written) write('replaceState');
  });
  window.addEventListener('popstate', onPop);

  return { open, href: () => new URL(hashNow(), location.href).href };
}

/** The number of the game of an entry in the browser's history; null if it has none. */
function numberIn(state) {
  return Number.isInteger(state?.game) ? state.game : null;
}
