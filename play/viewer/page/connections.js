/**
 * The panel of connections, for games whose module sets `connects`: which side can join its edges against every defence, where the side
 * to move must play, and the opponent's connection after a losing move. The server finds all of it.
 */
import { createAsker, isAbort, post } from './api.js';
import { byId, h, show } from './dom.js';
import { infoOf } from './games.js';
import { t } from './language.js';
import { recall, remember } from './prefs.js';
import { partsOf } from './shape.js';
import { other, sideName } from './words.js';

const SECONDS = 2;
/** The pause before asking, so that quick steps ask only about the last position: the search keeps a processor busy for a while. */
const REST_MS = 250;
const LOOKING_MS = 600;
const MOST_KEPT = 24;
/** The largest must-play region that is drawn, as a fraction of the legal moves. */
const MOST_DRAWN = 0.7;
/**
 * Mounts the panel for a session. It calls the result's `onChange` when the drawing changes, and its `onAnswer` when other moves are proven.
 * What connections prove counts while `isWanted()`; they are drawn while the panel is switched on, or while the pointer or the focus is on it.
 */
export function mountConnections(session, limits) {
  const panel = byId('connections');
  const body = byId('connections-body');
  const said = byId('connections-said');
  const legend = byId('connections-legend');
  const toggle = byId('connections-toggle');
  const connections = { onChange: () => {}, onAnswer: () => {}, isWanted: () => false };
  let choice = recall('connections');
  /** The answers for nodes of the tree. */
  const kept = new Map();
  let answer = null;
  const asker = createAsker();
  let timer = null;
  /** The answer for the move being explained, `{ move, answer }`. */
  let tried = null;
  let isPointedAt = false;

  const keyOf = ({ key, to_move: mover }) => (key === null ? null : partsOf(session.game.shape, key, mover)[0]);

  /** Whether a must-play region is small enough to be drawn; one of nearly all cells is not. */
  const isNarrow = ({ must_play: must }) => must !== null && must.length <= MOST_DRAWN * session.position.legal_count;

  const isOffered = () => Boolean(session.game && infoOf(session.game.board).connects);

  const isOn = () => isOffered() && choice === 'on';

  /** Whether connections are requested: for the drawing, or because they prove values. On small boards, tables and searches say more. */
  const isUsed = () => {
    const { rows, cols } = session.position ?? {};
    return isOn() || (isOffered() && connections.isWanted() && rows * cols > infoOf(session.game.board).proves_cells);
  };

  /** Switches the panel on or off, if the game has it. */
  connections.toggle = () => {
    if (!isOffered()) return;
    choice = isOn() ? 'off' : 'on';
    remember('connections', choice);
    refresh();
    connections.onAnswer();
  };

  /** What the board shows: `{ carrier, side, must, key }`, or for the move being explained `{ carrier, side, key, parts, words }`; null for nothing. */
  connections.drawn = () => {
    if (!session.position) return null;
    if (tried) return { ...carrierOf(tried.answer), key: keyOf(tried.answer), parts: partsOf(session.game.shape, tried.move, session.position.to_move), words: tried.answer.explained.map(session.told).join(' ') };
    return answer && (isOn() || isPointedAt) ? { ...carrierOf(answer), key: keyOf(answer), must: isNarrow(answer) ? answer.must_play : null } : null;
  };

  /** The proven value of a move in the current position, `win` or `loss`, or null. */
  connections.verdict = (move) => {
    if (!isUsed() || !answer) return null;
    if (answer.moves) return answer.byMove.get(move) ?? null;
    if (answer.own?.strength === 'full' || move === answer.key) return 'win';
    return answer.other?.strength === 'full' || (answer.must_play !== null && !answer.must_play.includes(move)) ? 'loss' : null;
  };

  /** The proven value of the current position for the side to move, `win` or `loss`, or null. */
  connections.value = () => (isUsed() && answer ? valueOf(answer) : null);

  /** Shows on the board the opponent's connection after a move; returns the sentences about it, or null if another position is shown by then. */
  connections.explain = async (move) => {
    const { node } = session;
    const got = await post('connections', { ...request(), move });
    if (session.node !== node) return null;
    tried = { move, answer: got };
    connections.onChange();
    byId('board').scrollIntoView({ block: 'nearest' });
    return got.explained;
  };

  /** Removes the connection after a move from the board. */
  connections.leave = () => {
    if (tried === null) return;
    tried = null;
    connections.onChange();
  };

  function request() {
    return { ...session.body(), seconds: Math.min(SECONDS, limits?.seconds ?? SECONDS) };
  }

  function refresh() {
    asker.stop();
    clearTimeout(timer);
    tried = null;
    answer = isUsed() ? (kept.get(session.node) ?? null) : null;
    paint();
    if (isUsed() && !answer && session.position && !session.position.over) timer = setTimeout(ask, REST_MS);
  }

  async function ask() {
    const { node } = session;
    const wait = setTimeout(() => { said.replaceChildren(h('p', { class: 'quiet' }, t('Finding connections…'))); }, LOOKING_MS);
    try {
      // The answer for the position alone comes at once; the answers for all moves take a while.
      take(node, await asker.post('connections', request()));
      clearTimeout(wait);
      const { own, other: theirs } = answer ?? {};
      if (answer && own?.strength !== 'full' && theirs?.strength !== 'full') {
        take(node, await asker.post('connections', { ...request(), each_move: true }));
      }
    } catch (error) {
      if (isAbort(error)) return;
      said.replaceChildren(h('p', {}, t('Connections could not be loaded.')));
      session.emit('error', { error, retry: ask });
    } finally {
      clearTimeout(wait);
    }
  }

  function take(node, got) {
    if (got.moves) got.byMove = new Map(got.moves.map(({ move, value }) => [move, value]));
    keep(node, got);
    if (session.node !== node || !isUsed()) return;
    answer = got;
    paint();
    connections.onAnswer();
  }

  function keep(node, got) {
    kept.delete(node);
    kept.set(node, got);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }

  function paint() {
    const on = isOn();
    show(panel, isOffered());
    show(body, on);
    toggle.setAttribute('aria-checked', String(on));
    const value = connections.value();
    const [first = '\u00a0', ...more] = answer?.explained.map(session.told) ?? [];
    said.replaceChildren(h('p', { class: `sentence ${value ?? 'none'}` }, first, ...more.map((text) => h('span', { class: 'more' }, ` ${text}`))));
    legend.replaceChildren(...(answer && (on || isPointedAt) ? keysOf(answer) : []));
    connections.onChange();
  }

  /** The meanings of the signs that are on the board. */
  function keysOf(found) {
    const { board } = session.game;
    const { carrier, side } = carrierOf(found);
    const key = (sign, text) => h('li', {}, h('span', { class: `sign ${sign}`, 'aria-hidden': 'true' }), text);
    return [
      carrier.length > 0 ? key(`carrier ${side}`, t('{side} needs', { side: sideName(board, side) })) : null,
      found.key ? key('key', t('connects')) : null,
      found.must_play?.length > 0 && isNarrow(found) ? key('must', t('must-play')) : null,
    ].filter(Boolean);
  }

  /** Draws the connections while the panel is pointed at. */
  function pointAt(isNow) {
    if (isPointedAt === isNow) return;
    isPointedAt = isNow;
    paint();
  }

  toggle.addEventListener('click', connections.toggle);
  for (const event of ['pointerenter', 'focusin']) panel.addEventListener(event, ({ pointerType }) => pointAt(pointerType !== 'touch'));
  for (const event of ['pointerleave', 'focusout']) panel.addEventListener(event, () => pointAt(false));
  session.on('position', refresh);
  session.on('values', () => {
    refresh();
    connections.onAnswer();
  });
  session.on('load', () => kept.clear());
  return connections;
}

/** The value that an answer of `/connections` proves for the side to move, `win` or `loss`, or null. */
export function valueOf({ own, other: theirs, key, must_play: must }) {
  if (own || key) return 'win';
  return theirs?.strength === 'full' || must?.length === 0 ? 'loss' : null;
}

/** The connection of the side that wins, or would win if it moved first: its empty cells and its colour. */
function carrierOf({ own, other: theirs, to_move: mover }) {
  if (own) return { carrier: own.cells, side: mover };
  return { carrier: theirs?.cells ?? [], side: other(mover) };
}
