/** The line after a move, or the line of best play: sentences that explain it, and its moves to step through. */
import { post } from './api.js';
import { byId, h, show } from './dom.js';
import { said, t } from './language.js';

const SEARCH_SECONDS = 2;

/**
 * Mounts the box for a session. It calls `onStep(moves, i)` when the user steps to move `i`, and `onTrace(moves)` with the moves to show on the board;
 * `connections` explain the moves that they prove.
 */
export function mountLine(session, limits, connections, onStep, onTrace) {
  const panel = byId('line');
  /** Identifies the current request, under way or answered. */
  let shown = null;

  /** Shows the line after a move, or with null the line of best play. */
  async function showLine(move) {
    const { node } = session;
    const mine = begin(t('Finding the line…'));
    try {
      const body = { ...session.body(), seconds: Math.min(SEARCH_SECONDS, limits?.seconds ?? SEARCH_SECONDS) };
      const got = await post('line', move ? { ...body, move } : body);
      if (shown === mine && session.node === node) paint(got);
    } catch (error) {
      if (shown === mine) close();
      session.emit('error', { error, retry: session.here(() => showLine(move)) });
    }
  }

  /** Shows the opponent's connection after a move that loses. */
  async function showConnection(move) {
    const mine = begin(t('Finding the connection…'));
    try {
      const sentences = await connections.explain(move);
      if (shown === mine && sentences !== null) fill(...sentences.map((text) => h('p', {}, session.told(text))), h('div', { class: 'ways end' }, closeButton()));
    } catch (error) {
      if (shown === mine) close();
      session.emit('error', { error, retry: session.here(() => showConnection(move)) });
    }
  }

  /** Begins a new request; older answers are then ignored. */
  function begin(words) {
    connections.leave();
    shown = {};
    onTrace([]);
    panel.replaceChildren(h('p', { class: 'quiet' }, words));
    show(panel, true);
    return shown;
  }

  const closeButton = () => h('button', { type: 'button', class: 'small plain', onclick: close }, t('Close'));

  function paint(got) {
    const moves = got.line ?? [];
    const steps = moves.map((move, i) => h('li', {}, h('button', { type: 'button', class: 'step', onclick: () => onStep(moves, i) }, session.written(move))));
    const sentences = got.explained?.length > 0 ? got.explained : [got.sentence];
    const parts = [
      h('div', { class: 'ways flush' },
        moves.length > 0 ? h('ol', { class: 'steps', 'aria-label': t('Moves of the line') }, ...steps, got.complete ? null : h('li', { class: 'quiet' }, '…')) : null,
        moves.length > 0 ? h('button', { type: 'button', class: 'small', id: 'into-line', onclick: () => onStep(moves, 0) }, t('Play through')) : null,
        closeButton()),
      ...sentences.map((text) => h('p', {}, session.told(text))),
      got.left_out ? h('p', { class: 'quiet left-out' }, said(got.left_out)) : null,
    ];
    fill(...parts.filter(Boolean));
    onTrace(moves);
  }

  /** Puts the answer into the box. If the tab scrolls, it scrolls to the box; the page does not scroll. */
  function fill(...parts) {
    panel.replaceChildren(...parts);
    const tab = panel.closest('[role="tabpanel"]');
    const [box, view] = [panel, tab].map((element) => element.getBoundingClientRect());
    tab.scrollTop += Math.max(0, Math.min(box.bottom - view.bottom, box.top - view.top));
  }

  function close() {
    shown = null;
    onTrace([]);
    show(panel, false);
    connections.leave();
  }

  close();
  return { show: showLine, showConnection, close };
}
