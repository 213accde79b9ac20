/**
 * The estimate of a position without a proven value: the share of points that a search by random games expects, and its favourite moves. It
 * looks different from a proof and disappears when there is one; nothing else on the page uses it.
 */
import { createAsker, isAbort } from './api.js';
import { byId, h, onPress, show } from './dom.js';
import { t } from './language.js';
import { count, sideName } from './words.js';

const PLAYOUTS = 20_000;
const SECONDS = 1;
/** The pause before asking, so that quick steps ask only about the last position: the search keeps a processor busy for a while. */
const REST_MS = 300;
/** The most moves that are listed, and the fewest random games that a listed move has. */
const LISTED = 5;
const FEWEST = 30;

/** Mounts the estimate for a session. It calls the result's `onPlay(move)` and `onPoint(move | null)` for its moves. */
export function mountEstimate(session, limits) {
  const box = byId('estimate');
  const estimate = { onPlay: () => {}, onPoint: () => {} };
  const asker = createAsker();
  /** The answers for nodes of the tree. */
  const kept = new WeakMap();
  let timer = null;
  /** The node whose estimate is requested or shown; null for none. */
  let about = null;
  /** The proven moves of that position, which are not listed. */
  let proven = new Set();

  /** Shows an estimate of the current position, without the proven moves. */
  estimate.show = (provenMoves) => {
    proven = provenMoves;
    const { node } = session;
    if (kept.has(node)) paint(kept.get(node));
    else if (about !== node) {
      estimate.hide();
      about = node;
      timer = setTimeout(ask, REST_MS);
    }
  };

  /** Removes the estimate, for instance when there is a proof, and cancels a request for it. */
  estimate.hide = () => {
    clearTimeout(timer);
    asker.stop();
    about = null;
    if (box.hidden) return;
    show(box, false);
    box.replaceChildren();
    estimate.onPoint(null);
  };

  async function ask() {
    const node = about;
    try {
      const body = { ...session.body(), playouts: PLAYOUTS, seconds: Math.min(SECONDS, limits?.seconds ?? SECONDS) };
      const got = await asker.post('estimate', body);
      kept.set(node, got);
      if (about === node) paint(got);
    } catch (error) {
      if (isAbort(error) || about !== node) return;
      // A busy server is asked again at the next visit; other parts of the page report other errors.
      about = null;
    }
  }

  function paint({ to_move: mover, share, playouts, moves }) {
    about = session.node;
    const listed = moves.filter(({ move, playouts: own }) => own >= FEWEST && !proven.has(move)).slice(0, LISTED);
    const row = ({ move, share: expected, playouts: own }) => h('li', {}, h('button', {
      type: 'button', class: 'estimate-move', 'data-guess': move, title: t('{playouts} of this move', { playouts: count(own, 'playout', 'playouts') }),
    }, h('span', { class: 'move' }, session.written(move)), bar(expected), h('i', {}, percent(expected))));
    box.replaceChildren(
      h('p', { class: 'estimate-head' }, t('Estimate'), h('span', { class: 'playouts' }, `: ${count(playouts, 'playout', 'playouts')}`)),
      h('p', { class: 'estimate-whole' }, bar(share), h('i', {}, percent(share)), t(' for {side}, to move', { side: sideName(session.game.board, mover) })),
      listed.length > 0 ? h('ol', { 'aria-label': t('Moves that look best') }, ...listed.map(row)) : '',
      h('p', { class: 'detail' }, t('Not proven: the share of points in random games; a draw counts half.')),
    );
    show(box, true);
  }

  const moveAt = ({ target }) => target.closest?.('[data-guess]')?.dataset.guess ?? null;
  onPress(box, '[data-guess]', ({ dataset }) => dataset.guess, ({ dataset }) => estimate.onPlay(dataset.guess));
  for (const event of ['pointerover', 'focusin']) box.addEventListener(event, (it) => estimate.onPoint(moveAt(it)));
  for (const event of ['pointerleave', 'focusout']) box.addEventListener(event, () => estimate.onPoint(null));
  return estimate;
}

/** A share in a form that proofs never have: `≈ 62 %`, and never 0 or 100. */
export function percent(share) {
  const number = Math.round(share * 100);
  return number >= 100 ? '> 99\u00a0%' : number <= 0 ? '< 1\u00a0%' : `\u2248 ${number}\u00a0%`;
}

function bar(share) {
  const filled = h('span');
  filled.style.width = `${100 * share}%`;
  return h('span', { class: 'estimate-bar', 'aria-hidden': 'true' }, filled);
}
