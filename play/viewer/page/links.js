/**
 * Keeps the open game's link in the address bar, restores games when the browser goes back or forward, and stores games
 * in the browser for the next time the page is loaded.
 */
import { ApiError, post } from './api.js';
import { boardMeant, whyMeant } from './boards.js';
import { cellForm, hasForms, useCells } from './cells.js';
import { decodeHash, fittingHash } from './hash.js';
import { isFragment, wholeLink } from './hexworld.js';
import { freeze, thaw } from './kept.js';
import { said, t } from './language.js';
import { partsOf } from './parts.js';
import { lineThrough, movesTo } from './tree.js';

const MOST_GAMES = 20;
/** Writing takes at most 1/SHARE of the time: of several quick changes in a long game, only the last is written. */
const SHARE = 20;
/** The prefix of a game's key in the browser's storage. */
const KEPT = 'nexsolve.game.';
/** The storage entry that has the open game's key. */
const OPEN = 'nexsolve.open';

/**
 * Keeps the address in step with a session. A new game adds an entry to the browser's history; moves and steps within a game
 * change the current entry, so that "back" returns to the previous game as it was left. Going back stops `players`.
 */
export function mountLinks(session, players) {
  const games = new Map();
  let key = window.history.state?.game ?? reloaded();
  let isFirst = true;
  /** The key of the game that is being restored, until it is shown. */
  let restoring = null;
  let written = null;
  let timer = null;
  /** When the next change may be written. */
  let free = 0;
  /** Whether the user is leaving the page: then every change is stored at once. */
  let leaving = false;

  /** The link, and a list of what it leaves out. */
  function linkNow() {
    const { game, node } = session;
    const { numbers, ...parts } = partsOf(game.tree);
    const at = numbers.get(node.id);
    const end = lineThrough(game.tree, node.id).at(-1);
    const line = { moves: movesTo(game.tree, end.id), ply: node.ply };
    const ply = at <= parts.moves.length ? at : parts.moves.length;
    return fittingHash({ board: game.board, start: game.start, ...parts, ...game.names, ply, at, cells: hasForms(game.board) && cellForm() === 'rows' ? 'rows' : null }, line);
  }

  /** Writes the current link and game; `way` says whether to add an entry to the browser's history or to replace the current one. */
  function write(way = 'replaceState') {
    clearTimeout(timer);
    timer = null;
    const begun = performance.now();
    const { hash } = linkNow();
    try {
      if (hash !== written || way !== 'replaceState') window.history[way]({ game: key }, '', hash);
      written = hash;
    } catch {
      // Browsers refuse if the address changes too often; the next change writes it.
    }
    store();
    free = begun + SHARE * (performance.now() - begun);
  }

  /** Stores the game whose key is `key`. When another game has just been loaded, it is still the previous one. */
  function store() {
    const { game, id } = games.get(key);
    const text = freeze({ ...game, ...session.recorded(game) }, id);
    try {
      sessionStorage.setItem(OPEN, key);
      if (text !== null) sessionStorage.setItem(KEPT + key, text);
      else forget(key);
    } catch {
      // Storage is full or missing: only the link remains, rather than an earlier state of the game.
      forget(key);
    }
  }

  function forget(which) {
    try {
      sessionStorage.removeItem(KEPT + which);
    } catch {
      // Nothing is stored.
    }
  }

  function writeSoon() {
    if (leaving) return store();
    if (timer !== null) return;
    const wait = free - performance.now();
    if (wait <= 0) write();
    else timer = setTimeout(write, wait);
  }

  /** Stores pending changes. The address does not change: Chromium drops the state of an entry that changes while its page is reloaded. */
  function flush() {
    if (timer !== null) store();
  }

  /** Other listeners may still change the game when the user leaves the page, for instance to save a comment being written. */
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
    flush();
    const way = isFirst || restoring !== null ? 'replaceState' : 'pushState';
    if (restoring !== null) key = restoring;
    else if (!isFirst || key === null) key = newKey();
    isFirst = false;
    restoring = null;
    remember();
    write(way);
  }

  function remember() {
    games.delete(key);
    games.set(key, { game: session.game, id: session.node.id });
    if (games.size > MOST_GAMES) {
      const oldest = games.keys().next().value;
      games.delete(oldest);
      forget(oldest);
    }
  }

  /** The user has gone to another entry of the browser's history. `onLoad` follows when its game is shown. */
  async function onPop(event) {
    const there = event.state?.game ?? null;
    if (location.hash === written && (there === null || there === key)) return;
    players.pause();
    flush();
    clearTimeout(timer);
    timer = null;
    const mine = there ?? newKey();
    restoring = mine;
    const known = games.get(there);
    if (known) {
      await session.reopen(known.game, known.id);
      return;
    }
    const opened = await open(there);
    // The game is shown, or yet another entry was opened.
    if (restoring !== mine) return;
    restoring = null;
    // Another game is being loaded; it gets an entry of its own.
    if (opened === null || !session.game) return;
    // A refused link must not remain as the address of another game.
    written = null;
    remember();
    write();
  }

  /** The stored game with this key. The address may be one step behind it. */
  function kept(which) {
    try {
      const text = which === null ? null : sessionStorage.getItem(KEPT + which);
      return text === null ? null : thaw(text);
    } catch {
      return null;
    }
  }

  /** Opens the stored game with this key, or else the one in the address. Returns false if there is none, or if it is refused, which the page reports. */
  async function open(which = key) {
    let wanted;
    useCells(location.hash);
    try {
      wanted = kept(which) ?? (isFragment(location.hash) ? await readShared() : decodeHash(location.hash));
    } catch (error) {
      if (error instanceof ApiError) {
        session.emit('error', { error });
        return false;
      }
      tell(error.message, t('make a shorter link, or save the game as a record and open that'));
      return false;
    }
    if (!wanted) return false;
    const { board } = wanted;
    wanted.board = boardMeant(board);
    const opened = await session.load(wanted);
    if (opened && wanted.board !== board) session.emit('note', whyMeant(board, session.told(session.position.title)));
    if (opened && wanted.left) tell(t('the {parts} of the link cannot be read, and are left out', { parts: wanted.left.map(said).join(t(' and ')) }));
    return opened;
  }

  /** The game in an address whose part after `#` is from a link of HexWorld. */
  async function readShared() {
    const { games: [game], faults: [fault] } = await post('read', { text: wholeLink(location.hash) });
    if (fault) throw new ApiError({ kind: 'link', message: fault.reason }, 400);
    return game;
  }

  function tell(message, hint) {
    session.emit('error', { error: new ApiError({ kind: 'link', message, hint }, 400) });
  }

  function changed(how) {
    if (!session.game || restoring !== null) return;
    remember();
    how();
  }

  session.on('load', onLoad);
  for (const event of ['position', 'tree', 'seats']) session.on(event, () => changed(writeSoon));
  // Comments are rare and cannot be recovered, so they are written at once.
  session.on('comment', () => changed(leaving ? store : write));
  window.addEventListener('popstate', onPop);
  // Before the next page is requested, so that it finds what is stored here. Some ways of leaving a page do not send this event.
  window.addEventListener('beforeunload', flush);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', () => { leaving = false; });

  return {
    open,
    /** The link, and a list of what it leaves out of the game. */
    link: () => {
      const { hash, left } = linkNow();
      return { href: new URL(hash, location.href).href, left };
    },
    href: () => new URL(linkNow().hash, location.href).href,
  };
}
