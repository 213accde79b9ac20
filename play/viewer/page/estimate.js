/**
 * The estimate of a position without a proven value: the share of points that a search expects, by the best judge that there is for the board,
 * and its favourite moves, in a list and as shades on the board. It looks different from a proof and disappears when there is one.
 */
import { createAsker, isAbort } from './api.js';
import { byId, h, onPress, show } from './dom.js';
import { ranked } from './guesses.js';
import { t } from './language.js';
import { count, sideName } from './words.js';

const PLAYOUTS = 20_000;
const SECONDS = 1;
/** The pause before asking, so that quick steps ask only about the last position: the search keeps a processor busy for a while. */
const REST_MS = 300;
/** The most moves that are listed. */
const LISTED = 5;

/** What a judge of `/estimate` goes by, and what it counts. */
function judgeOf(judge) {
  if (judge === 'network') {
    return { by: t('by a neural network'), what: t('Not proven: what the network expects; a draw counts half.'), number: (n) => count(n, 'position', 'positions') };
  }
  const number = (n) => count(n, 'playout', 'playouts');
  if (judge === 'connections') return { by: t('by connections'), what: t('Not proven: the share of points in random games, which connections guide; a draw counts half.'), number };
  return { by: t('by random games'), what: t('Not proven: the share of points in random games; a draw counts half.'), number };
}

/** Mounts the estimate for a session. It calls the result's `onPlay(move)` and `onPoint(move | null)` for its moves, and `onChange()` when they change. */
export function mountEstimate(session, limits) {
  const box = byId('estimate');
  const estimate = { onPlay: () => {}, onPoint: () => {}, onChange: () => {} };
  const asker = createAsker();
  /** The answers for nodes of the tree. */
  const kept = new WeakMap();
  let timer = null;
  /** The node whose estimate is requested or shown; null for none. */
  let about = null;
  /** The proven moves of that position, which are not listed. */
  let proven = new Set();
  /** The moves that stand out, if the estimate is shown. */
  let guesses = [];

  /** The moves that stand out, as `ranked` returns them, without proven ones; none while no estimate is shown. */
  estimate.guesses = () => guesses;

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
    guesses = [];
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
      if (about !== node) return;
      paint(got);
      estimate.onChange();
    } catch (error) {
      if (isAbort(error) || about !== node) return;
      // A busy server is asked again at the next visit; other parts of the page report other errors.
      about = null;
    }
  }

  function paint(got) {
    about = session.node;
    const { to_move: mover, share, playouts } = got;
    const { by, what, number } = judgeOf(got.judge);
    guesses = ranked(got, session.position?.legal_count ?? 0).filter(({ move }) => !proven.has(move));
    const row = ({ move, share: expected, playouts: own, error = 0, level }) => h('li', { class: `level-${level}` }, h('button', {
      type: 'button', class: 'estimate-move', 'data-guess': move,
      title: t('{number} of this move; the error is about {percent}', { number: number(own), percent: `${Math.max(1, Math.round(200 * error))}\u00a0%` }),
    }, h('span', { class: 'move' }, session.written(move)), ...(expected === null ? [h('i', {}, '\u2248')] : [bar(expected), h('i', {}, percent(expected))])));
    const equal = guesses.filter(({ level }) => level === 1).length;
    box.replaceChildren(
      h('p', { class: 'estimate-head' }, t('Estimate'), h('span', { class: 'playouts' }, ` ${by}: ${number(playouts)}`)),
      h('p', { class: 'estimate-whole' }, bar(share), h('i', {}, percent(share)), t(' for {side}, to move', { side: sideName(session.game.board, mover) })),
      guesses.length > 0 ? h('ol', { 'aria-label': t('Moves that look best') }, ...guesses.slice(0, LISTED).map(row)) : '',
      h('p', { class: 'detail' }, what, equal > 1 ? t(' Moves with the darkest shade are equal within the error.') : ''),
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
