/**
 * The link of the game that is open, kept in the address; the games that the browser's own back and forward lead to; and what
 * the browser keeps of them for the next time that the page is loaded.
 */
import { ApiError } from './api.js';
import { decodeHash, fittingHash } from './hash.js';
import { freeze, thaw } from './kept.js';
import { partsOf } from './parts.js';
import { lineThrough, movesTo } from './tree.js';

const MOST_GAMES = 20;
/** Writing takes at most this fraction (1/SHARE) of the time: of quick changes in a long game only the last is written. */
const SHARE = 20;
/** The prefix of a game's key in the browser's storage. */
const KEPT = 'nexsolve.game.';
/** Where the key of the game that is open stands. */
const OPEN = 'nexsolve.open';

/**
 * Keeps the address in step with a session. Another game is a new entry in the browser's history; moves and steps within a game
 * change the entry that is there, so that "back" leads to the game before, as it was left: `players` are stopped for it.
 */
export function mountLinks(session, players) {
  const games = new Map();
  let key = window.history.state?.game ?? reloaded();
  let isFirst = true;
  let restoring = false;
  let written = null;
  let timer = null;
  /** When the next change may be written. */
  let free = 0;
  /** Whether the page is being left: then every change is stored at once. */
  let leaving = false;

  /** The link, and what it leaves out. */
  function linkNow() {
    const { game, node } = session;
    const { numbers, ...parts } = partsOf(game.tree);
    const at = numbers.get(node.id);
    const end = lineThrough(game.tree, node.id).at(-1);
    const line = { moves: movesTo(game.tree, end.id), ply: node.ply };
    const ply = at <= parts.moves.length ? at : parts.moves.length;
    return fittingHash({ board: game.board, start: game.start, ...parts, ...game.names, ply, at }, line);
  }

  /** The link and the game as they are now; `way` is the entry of the browser's history that they go into. */
  function write(way = 'replaceState') {
    clearTimeout(timer);
    timer = null;
    const begun = performance.now();
    const { hash } = linkNow();
    try {
      if (hash !== written || way !== 'replaceState') window.history[way]({ game: key }, '', hash);
      written = hash;
    } catch {
      // Browsers refuse when an address changes too often; the next change writes it.
    }
    store();
    free = begun + SHARE * (performance.now() - begun);
  }

  function store() {
    const text = freeze({ ...session.game, ...session.recorded() }, session.node.id);
    try {
      sessionStorage.setItem(OPEN, key);
      if (text !== null) sessionStorage.setItem(KEPT + key, text);
      else forget(key);
    } catch {
      // There is no room, or no storage: the link is what is left, not an earlier state of the game.
      forget(key);
    }
  }

  function forget(which) {
    try {
      sessionStorage.removeItem(KEPT + which);
    } catch {
      // Nothing is kept.
    }
  }

  function writeSoon() {
    if (leaving) return store();
    if (timer !== null) return;
    const wait = free - performance.now();
    if (wait <= 0) write();
    else timer = setTimeout(write, wait);
  }

  /** Stores what waits to be written. The address stays: Chromium drops the state of an entry that changes while its page is reloaded. */
  function flush() {
    if (timer !== null) store();
  }

  /** Others may still change the game when they hear that the page is left, such as a comment that is being written. */
  function leave() {
    leaving = true;
    flush();
  }

  /** The key of the game that was open before this page was reloaded, if it was. */
  function reloaded() {
    const [{ type = null } = {}] = performance.getEntriesByType('navigation');
    try {
      return type === 'reload' ? sessionStorage.getItem(OPEN) : null;
    } catch {
      return null;
    }
  }

  function newKey() {
    return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  }

  function onLoad() {
    if (restoring) return;
    const way = isFirst ? 'replaceState' : 'pushState';
    if (!isFirst || key === null) key = newKey();
    isFirst = false;
    remember();
    write(way);
  }

  function remember() {
    games.set(key, { game: session.game, id: session.node.id });
    if (games.size > MOST_GAMES) {
      const oldest = games.keys().next().value;
      games.delete(oldest);
      forget(oldest);
    }
  }

  async function onPop(event) {
    if (location.hash === written) return;
    const there = event.state?.game ?? null;
    const known = games.get(there);
    players.pause();
    clearTimeout(timer);
    timer = null;
    restoring = true;
    try {
      if (known) {
        key = there;
        await session.reopen(known.game, known.id);
        write();
      } else {
        const before = key;
        key = there ?? newKey();
        // A link that is refused does not stay as the address of another game.
        if (!(await open())) {
          key = before;
          written = null;
          write();
        }
      }
    } finally {
      restoring = false;
    }
  }

  /**
   * What the browser has kept of the game of this entry of its history. The address may be a step behind.
   */
  function kept() {
    try {
      const text = key === null ? null : sessionStorage.getItem(KEPT + key);
      return text === null ? null : thaw(text);
    } catch {
      return null;
    }
  }

  /** Opens the game of the address; false if there is none, or it is refused, which is said. */
  async function open() {
    let wanted;
    try {
      wanted = kept() ?? decodeHash(location.hash);
    } catch (error) {
      tell(error.message, 'make a shorter link, or save the game as a record and open that');
      return false;
    }
    if (!wanted) return false;
    const opened = await session.load(wanted);
    if (opened && wanted.left) tell(`the ${wanted.left.join(' and ')} of the link cannot be read, and are left out`);
    if (opened && restoring) {
      remember();
      write();
    }
    return opened;
  }

  function tell(message, hint) {
    session.emit('error', { error: new ApiError({ kind: 'link', message, hint }, 400) });
  }

  function changed(how) {
    if (!session.game || restoring) return;
    remember();
    how();
  }

  session.on('load', onLoad);
  for (const event of ['position', 'tree']) session.on(event, () => changed(writeSoon));
  // Comments are rare and cannot be recovered, so they are written at once.
  session.on('comment', () => changed(leaving ? store : write));
  window.addEventListener('popstate', onPop);
  // Before the next page is asked for, so that what is kept is there when it looks; a page may also be left without this event.
  window.addEventListener('beforeunload', flush);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', () => { leaving = false; });

  return {
    open,
    /** The link, and what it leaves out of the game. */
    link: () => {
      const { hash, left } = linkNow();
      return { href: new URL(hash, location.href).href, left };
    },
    href: () => new URL(linkNow().hash, location.href).href,
  };
}
