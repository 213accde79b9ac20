/** The panel of exact values: a sentence, every move with its value, and the line after a move. It shows what the server says. */
import { isAbort, post } from './api.js';
import { byId, h, show } from './dom.js';
import { createMoveList } from './movelist.js';
import { entriesByCell, picksOf } from './games.js';
import { recall, remember } from './prefs.js';
import { besideMark, count, entriesOf, gameOf, mark, tint } from './words.js';

const SEARCH_SECONDS = 2;
const LONG_SEARCH_SECONDS = 10;
/** Stepping quickly through a game asks only where one stops. */
const REST_MS = 90;
const MOST_KEPT = 24;

/** Mounts the panel of a session. `limits` are the server's; `tables` hear which boards have some. */
export function mountValues(session, limits, tables) {
  const box = byId('values-body');
  const toggle = byId('values-toggle');
  const sentence = byId('sentence');
  const detail = byId('detail');
  const tally = byId('tally');
  const longer = byId('search-longer');
  const orders = byId('orders');
  const values = { onPlay: () => {}, onPoint: () => {}, onChange: () => {}, onStep: () => {} };
  const listBox = byId('move-list');
  const list = createMoveList(listBox, {
    onPlay: (move) => values.onPlay(move), onPoint: (move) => values.onPoint(move), onLine: (move) => showLine(move),
  });
  const kept = new Map();
  let answer = null;
  let asking = null;
  let timer = null;
  let on = recall('values') === 'on';
  let line = null;

  /** The moves with values for the position shown; none while nothing is known. */
  values.entries = () => (on && answer?.moves ? answer.moves : []);

  /** Whether values are shown. */
  values.on = () => on;

  /** Narrows the list to the moves that the clicks so far leave possible. */
  values.narrow = (pick) => {
    const begun = pick.chosen.length > 0 && !pick.move;
    const picks = picksOf(gameOf(session.game.board));
    list.only(begun ? new Set(values.entries().map(({ move }) => move).filter((move) => picks.next(pick, move).length > 0)) : null);
  };

  /** Says in words what a cell is worth that is pointed at on the board. */
  values.hint = (cell, pick) => {
    const hint = byId('hint');
    hint.textContent = '';
    if (cell === null || values.entries().length === 0) return;
    const entries = entriesByCell(picksOf(gameOf(session.game.board)), pick, values.entries()).get(cell);
    if (entries) hint.textContent = `${cell}: ${tallied(entries)}`;
  };

  /** Shows values, or hides them. */
  values.set = (wanted) => {
    on = wanted;
    remember('values', on ? 'on' : 'off');
    toggle.setAttribute('aria-checked', String(on));
    show(box, on);
    answer = null;
    refresh();
  };

  function refresh() {
    asking?.abort();
    clearTimeout(timer);
    answer = on ? (kept.get(session.node) ?? null) : null;
    closeLine();
    byId('hint').textContent = '';
    // What stands below the panel does not jump while the answer is on its way.
    box.style.minHeight = on && !answer ? `${box.offsetHeight}px` : '';
    paint();
    if (on && !answer && session.position) timer = setTimeout(() => ask(SEARCH_SECONDS), REST_MS);
  }

  async function ask(seconds) {
    const { node, game } = session;
    const mine = new AbortController();
    asking = mine;
    const slow = setTimeout(() => { sentence.textContent = 'Looking…'; }, 250);
    try {
      const got = await post('values', { ...session.body(), seconds: Math.min(seconds, limits?.seconds ?? seconds) }, mine.signal);
      got.moves = entriesOf(gameOf(game.board), got.moves ?? []);
      keep(node, got);
      tables.hear(game.board, got);
      if (session.node !== node || !on) return;
      answer = got;
      box.style.minHeight = '';
      paint();
    } catch (error) {
      if (isAbort(error)) return;
      box.style.minHeight = '';
      sentence.textContent = 'No values: the server could not give them.';
      session.emit('error', { error, retry: () => ask(seconds) });
    } finally {
      clearTimeout(slow);
    }
  }

  function keep(node, got) {
    kept.delete(node);
    kept.set(node, got);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }

  function paint() {
    list.set(values.entries());
    sentence.textContent = answer?.sentence ?? (on ? '\u00a0' : '');
    sentence.className = `sentence ${answer ? tint(answer) : 'none'}`;
    detail.replaceChildren(...explained());
    tally.textContent = answer ? summed() : '';
    show(orders, list.size() > 1);
    show(listBox, list.size() > 0 || listBox === document.activeElement);
    show(longer, Boolean(answer && !session.position?.over && answer.source !== 'table' && answer.source !== 'rules' && !answer.value));
    show(byId('best-line'), Boolean(answer?.value && !session.position?.over));
    values.onChange();
  }

  function explained() {
    if (!answer) return [];
    const source = { rules: 'By the rules', table: 'From a table', search: 'By search', none: 'Not known' }[answer.source];
    return [
      h('span', {}, [source, answer.source === 'rules' ? null : answer.detail].filter(Boolean).join(': ')),
      answer.left_out ? h('span', { class: 'left-out' }, answer.left_out) : null,
    ].filter(Boolean);
  }

  function summed() {
    if (answer.moves_left_out) return `${count(session.position?.legal_count ?? 0, 'move', 'moves')}: too many to list.`;
    return answer.moves?.length > 0 ? `${count(answer.moves.length, 'move', 'moves')}: ${tallied(answer.moves)}` : '';
  }

  async function showLine(move) {
    const { node } = session;
    const panel = byId('line');
    const mine = {};
    line = mine;
    panel.replaceChildren(h('p', { class: 'quiet' }, 'Looking for the line…'));
    show(panel, true);
    try {
      const body = { ...session.body(), seconds: Math.min(SEARCH_SECONDS, limits?.seconds ?? SEARCH_SECONDS) };
      const got = await post('line', move ? { ...body, move } : body);
      if (line === mine && session.node === node) paintLine(panel, got);
    } catch (error) {
      if (line === mine) closeLine();
      session.emit('error', { error, retry: session.here(() => showLine(move)) });
    }
  }

  function paintLine(panel, got) {
    const moves = got.line ?? [];
    const steps = moves.map((move, i) => h('button', { type: 'button', class: 'step', onclick: () => values.onStep(moves, i) }, move));
    const parts = [
      h('p', {}, got.sentence),
      got.left_out ? h('p', { class: 'quiet left-out' }, got.left_out) : null,
      moves.length > 0 ? h('div', { class: 'steps' }, ...steps, got.complete ? null : h('span', { class: 'quiet' }, '…')) : null,
      h('div', { class: 'ways' },
        moves.length > 0 ? h('button', { type: 'button', id: 'into-line', onclick: () => values.onStep(moves, 0) }, 'Step into the line') : null,
        h('button', { type: 'button', class: 'plain', onclick: closeLine }, 'Close')),
    ];
    panel.replaceChildren(...parts.filter(Boolean));
  }

  function closeLine() {
    line = null;
    show(byId('line'), false);
  }

  toggle.addEventListener('click', () => values.set(!on));
  longer.addEventListener('click', () => ask(LONG_SEARCH_SECONDS));
  byId('best-line').addEventListener('click', () => showLine(null));
  byId('order').addEventListener('change', (event) => list.sort(event.target.value));
  session.on('position', refresh);
  session.on('load', () => kept.clear());
  toggle.setAttribute('aria-checked', String(on));
  show(box, on);
  closeLine();
  return values;
}

/** How many moves win, draw and lose, with the best in words. */
function tallied(entries) {
  const numbers = { win: 0, draw: 0, loss: 0, none: 0 };
  for (const entry of entries) numbers[tint(entry)]++;
  const parts = [];
  if (numbers.win) parts.push(`${numbers.win} win`);
  if (numbers.draw) parts.push(`${numbers.draw} draw`);
  if (numbers.loss) parts.push(`${numbers.loss} lose`);
  if (numbers.none) parts.push(`${numbers.none} not known`);
  return entries.length === 1 ? `${mark(entries[0]) || '?'} ${besideMark(entries[0])}` : parts.join(', ');
}
