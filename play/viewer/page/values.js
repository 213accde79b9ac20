/** The panel of exact values: a sentence, the list of moves with their values, and the line after a move. */
import { createAsker, isAbort } from './api.js';
import { byId, h, onPress, show } from './dom.js';
import { mountEstimate } from './estimate.js';
import { createMoveList } from './movelist.js';
import { infoOf, sizeOf } from './games.js';
import { hardnessInWords } from './hardness.js';
import { mountLine } from './line.js';
import { makingInWords, percentOf, watchMaking } from './making.js';
import { entriesAt, entriesByCell, next } from './pick.js';
import { recall, remember } from './prefs.js';
import { whereOf } from './shape.js';
import { besideMark, best, byWorth, count, entriesOf, inWords, isKnown, mark, numbersOf, sentence as asSentence, sideName, tint, VERBS, worst } from './words.js';

const SEARCH_SECONDS = 2;
const LONG_SEARCH_SECONDS = 10;
/** The pause before asking, so that quick steps through a game ask only about the last position. */
const REST_MS = 90;
/** The time after which the page says that the server is working. */
const LOOKING_MS = 250;
const MOST_KEPT = 24;
/** With non-breaking hyphens. */
const FLAG = '\u2011\u2011db';

/** Mounts the panel for a session. `limits` are the server's; `connections` prove more. */
export function mountValues(session, limits, connections) {
  const box = byId('values-body');
  const toggle = byId('values-toggle');
  const sentence = byId('sentence');
  const detail = byId('detail');
  const tally = byId('tally');
  const longer = byId('search-longer');
  const orders = byId('orders');
  const marksBy = byId('marks-by');
  const values = { onPlay: () => {}, onPoint: () => {}, onChange: () => {}, onStep: () => {} };
  const listBox = byId('move-list');
  const line = mountLine(session, limits, connections, (moves, i) => values.onStep(moves, i));
  const estimate = mountEstimate(session, limits);
  estimate.onPlay = (move) => values.onPlay(move);
  estimate.onPoint = (move) => values.onPoint(move);
  const list = createMoveList(listBox, {
    onPlay: (move) => values.onPlay(move), onPoint: (move) => values.onPoint(move), onLine: explain, written: session.written,
  });
  const kept = new Map();
  let answer = null;
  /** The moves in the answer. If connections prove a move that the answer leaves unknown, it has their value and `isConnected`. */
  let moves = [];
  const asker = createAsker();
  let timer = null;
  let on = recall('values') !== 'off';
  /** Whether positions without a table are searched: on boards where a search ends soon or looks only for forced wins, or after the user asks for it, until another game is opened. */
  let searches = false;
  /** Whether only forced wins are searched for on this board. */
  let onlyForced = false;
  /** The only kind of move that is shown, such as `loss`; null for all. */
  let kind = null;

  /** The moves of the shown kind in the current position, with values; none while nothing is known. */
  values.entries = () => {
    if (!on || !moves.some(isKnown)) return [];
    return kind === null ? moves : moves.filter((entry) => tint(entry) === kind);
  };

  /** The entries whose values are marked on the board; none if all known values come from connections, which are drawn as connections. */
  values.marked = () => {
    const entries = values.entries();
    return entries.some((entry) => isKnown(entry) && !entry.isConnected) ? entries : [];
  };

  /** Which move's value a cell shows: the `best` through it, or the `worst`. */
  values.marksBy = () => marksBy.value;

  /** Whether values are shown. */
  values.on = () => on;

  /** Narrows the list to the moves that are still possible after the clicks so far. */
  values.narrow = (pick) => {
    const begun = pick.chosen.length > 0 && !pick.move;
    list.only(begun ? new Set(values.entries().map(({ move }) => move).filter((move) => next(pick, move).length > 0)) : null);
    const shared = [...entriesByCell(pick, values.entries()).values()].some((entries) => entries.length > 1);
    show(marksBy.closest('label'), shared || begun);
    const marked = [...entriesByCell(pick, values.marked()).values()];
    paintKey(marked.map(values.marksBy() === 'worst' ? worst : best), shared && !begun);
  };

  /** Shows in words the value of the cell under the pointer. */
  values.hint = (cell, pick) => {
    const hint = byId('hint');
    hint.textContent = '';
    if (cell === null || values.entries().length === 0) return;
    const entries = entriesAt(pick, values.entries(), cell);
    if (entries) hint.textContent = `${whereOf(pick.shape, cell)}: ${tallied(entries)}`;
  };

  /** Shows or hides values. */
  values.set = (wanted) => {
    on = wanted;
    remember('values', on ? 'on' : 'off');
    toggle.setAttribute('aria-checked', String(on));
    show(box, on);
    answer = null;
    refresh();
    session.emit('values');
  };

  function refresh() {
    asker.stop();
    clearTimeout(timer);
    answer = on ? (kept.get(session.node) ?? null) : null;
    kind = null;
    line.close();
    byId('hint').textContent = '';
    prove();
    if (on && !answer && session.position) timer = setTimeout(() => ask(searches ? SEARCH_SECONDS : 0), REST_MS);
  }

  async function ask(seconds) {
    const { node, game } = session;
    // A search for a proof needs the processor.
    if (seconds > 0) estimate.hide();
    const wait = setTimeout(() => { sentence.textContent = 'Looking up values…'; }, LOOKING_MS);
    const leave = watchMaking(paintMaking);
    try {
      const got = await asker.post('values', { ...session.body(), seconds: Math.min(seconds, limits?.seconds ?? seconds), hardness: true });
      got.moves = entriesOf(game.board, got.moves ?? []);
      keep(node, got);
      if (session.node !== node || !on) return;
      answer = got;
      prove();
      hangWorth(node, got);
    } catch (error) {
      if (isAbort(error)) return;
      sentence.textContent = 'Values could not be loaded.';
      session.emit('error', { error, retry: () => ask(seconds) });
    } finally {
      clearTimeout(wait);
      leave();
    }
  }

  /** Screen readers read the sentence once; the table's progress is only visible. */
  function paintMaking(making) {
    const words = `${makingInWords(making)}…`;
    if (sentence.textContent !== words) sentence.textContent = words;
    detail.replaceChildren(h('progress', { max: 1, value: making.done, 'aria-label': `Table of ${making.title}` }), ` ${percentOf(making)}`);
  }

  /** Adds the values that connections prove to the answer. */
  function prove() {
    moves = (answer?.moves ?? []).map((entry) => {
      const value = isKnown(entry) ? null : connections.verdict(entry.move);
      return value === null ? entry : { ...entry, value, isConnected: true };
    });
    if (!moves.some((entry) => tint(entry) === kind)) kind = null;
    paint();
  }

  /** Shows the line after a move, or the opponent's connection if that proves the move lost. */
  function explain(move) {
    const entry = moves.find((known) => known.move === move);
    if (entry?.isConnected && entry.value === 'loss') line.showConnection(move);
    else line.show(move);
  }

  /** Adds a position's value to the game's graph. */
  function hangWorth(node, got) {
    const { position } = session;
    if (!isKnown(got) || !position) return;
    const { to_move, value, distance, score, margin } = got;
    node.worth = { to_move, changed_colours: position.changed_colours, value, distance, score, margin };
    session.emit('known');
  }

  function keep(node, got) {
    kept.delete(node);
    kept.set(node, got);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }

  function paint() {
    const { position } = session;
    list.set(values.entries());
    const proven = answer && !isKnown(answer) ? connections.value() : null;
    sentence.textContent = proven ? provenBy(proven) : (answer?.sentence ?? (on ? '\u00a0' : ''));
    sentence.className = `sentence ${answer && !position?.over ? (proven ?? tint(answer)) : 'none'}`;
    detail.replaceChildren(...explained());
    byId('hardness').textContent = hardnessInWords(answer?.hardness, answer?.value);
    paintTally();
    show(orders, list.size() > 1 || kind !== null);
    show(listBox, list.size() > 0 || listBox === document.activeElement);
    const helps = Boolean(answer?.search_helps);
    const begun = answer?.source === 'search' || /search/.test(answer?.detail ?? '');
    longer.textContent = begun ? 'Search longer' : `Search for ${secondsOf(SEARCH_SECONDS)} s`;
    longer.dataset.seconds = String(begun ? LONG_SEARCH_SECONDS : SEARCH_SECONDS);
    show(longer, helps);
    const unknown = Boolean(answer && !position?.over && !isKnown(answer) && !moves.some(isKnown));
    const help = byId('unknown-help');
    help.textContent = unknown ? advice(helps, onlyForced, sizeOf(session.game.board) !== null) : '';
    show(help, unknown);
    show(byId('best-line'), Boolean(answer?.value && !position?.over));
    const isUnknown = Boolean(answer && position && !position.over && !isKnown(answer) && !proven);
    // Nothing beside the board moves until the next answer.
    if (answer) box.closest('main').classList.toggle('unknown', isUnknown);
    if (isUnknown) estimate.show(new Set(moves.filter(isKnown).map(({ move }) => move)));
    else estimate.hide();
    values.onChange();
  }

  const provenBy = (value) => `${sideName(session.game.board, session.position.to_move)}, to move, ${inWords({ value })}.`;

  const secondsOf = (wanted) => Math.min(wanted, limits?.seconds ?? wanted);

  /** Explains the marks on the board by an example of each kind. The board must be drawn already. */
  function paintKey(marked, isShared) {
    const key = byId('marks-key');
    const entries = marked.filter((entry) => entry && isKnown(entry)).toSorted(byWorth);
    const examples = ['win', 'draw', 'loss'].map((name) => entries.find((entry) => tint(entry) === name)).filter(Boolean);
    show(key, examples.length > 0);
    const head = isShared ? `${values.marksBy() === 'best' ? 'Best' : 'Worst'} move through each cell:` : 'Value of each move:';
    const plates = examples.map((entry) => h('span', {}, h('span', { class: `plate ${tint(entry)}` }, mark(entry)), ` ${besideMark(entry)}`));
    const small = byId('board').querySelector('.note')?.textContent;
    const others = small ? h('span', {}, h('b', {}, small), ': other moves through the cell') : null;
    key.replaceChildren(...[h('span', {}, head), ...plates, others].filter(Boolean));
  }

  /** Shows the number of moves and, if there are several kinds, a button for each kind that shows only its moves. */
  function paintTally() {
    if (!answer || answer.moves_left_out || !moves.some(isKnown)) {
      tally.replaceChildren(answer?.moves_left_out ? `${count(session.position?.legal_count ?? 0, 'move', 'moves')}: too many to list.` : '');
      return;
    }
    const numbers = Object.entries(numbersOf(moves)).filter(([, number]) => number > 0);
    const all = `${count(moves.length, 'move', 'moves')}: `;
    if (numbers.length === 1) {
      tally.replaceChildren(all + tallied(moves));
      return;
    }
    const button = ([name, number]) => h('button', {
      type: 'button', class: `small kind ${name}`, 'data-kind': name, 'aria-pressed': String(kind === name),
      title: kind === name ? 'Show all moves' : 'Show only these moves, in the list and on the board',
    }, `${number.toLocaleString('en')} ${VERBS[name]}`);
    tally.replaceChildren(h('span', {}, all), ...numbers.map(button));
  }

  /** Shows only moves of one kind, or all again. */
  function choose(name) {
    kind = kind === name ? null : name;
    paint();
    tally.querySelector(`[data-kind="${name}"]`)?.focus({ preventScroll: true });
  }

  function explained() {
    if (!answer) return [];
    if (!isKnown(answer) && connections.value()) return [h('span', { class: 'by-connection' }, 'Proven by a connection; the distance is unknown')];
    // The sentence already says this.
    if (answer.detail === 'no table') return [];
    const source = { rules: 'By the rules', table: 'From a table', search: 'By search', none: 'Sources' }[answer.source];
    return [
      h('span', {}, [source, answer.source === 'rules' ? null : answer.detail].filter(Boolean).join(': ')),
      / (ply|plies)\b/.test(answer.sentence ?? '') ? h('span', { class: 'plies' }, ' · a ply is one move by one player') : null,
      answer.left_out ? h('span', { class: 'left-out' }, answer.left_out) : null,
    ].filter(Boolean);
  }

  toggle.addEventListener('click', () => values.set(!on));
  onPress(tally, '[data-kind]', ({ dataset }) => dataset.kind, ({ dataset }) => choose(dataset.kind));
  longer.addEventListener('click', () => {
    searches = true;
    ask(Number(longer.dataset.seconds));
  });
  byId('best-line').addEventListener('click', () => line.show(null));
  marksBy.addEventListener('change', () => values.onChange());
  byId('order').addEventListener('change', (event) => list.sort(event.target.value));
  session.on('position', refresh);
  connections.onAnswer = () => {
    prove();
    const value = connections.value();
    if (value !== null && answer && !isKnown(answer)) hangWorth(session.node, { to_move: session.position.to_move, value, distance: null, score: null, margin: null });
  };
  session.on('load', () => {
    kept.clear();
    const { board } = session.game;
    const [rows, cols] = sizeOf(board) ?? [];
    const { proves_cells: proves, forced_above_cells: forced } = infoOf(board);
    onlyForced = forced !== null && rows * cols > forced;
    searches = onlyForced || rows * cols <= proves;
  });
  toggle.setAttribute('aria-checked', String(on));
  show(box, on);
  return values;
}

/** How many moves win, draw and lose; if there is only one move, its value. */
function tallied(entries) {
  if (entries.length === 1) return `${mark(entries[0]) || '?'} ${besideMark(entries[0])}`;
  const numbers = Object.entries(numbersOf(entries)).filter(([, number]) => number > 0);
  return numbers.map(([name, number]) => `${number} ${VERBS[name]}`).join(', ');
}

/**
 * Advice for positions where nothing is known. `onlyForced` says whether only forced wins are searched for on this board, `isSized` whether the game has
 * smaller boards.
 */
function advice(helps, onlyForced, isSized) {
  const others = `${isSized ? 'choose a smaller board, or ' : ''}start the server with a database of this game (${FLAG}).`;
  if (helps) return `Search to prove the value. Or ${others}`;
  return `${onlyForced ? 'On this board, only forced wins are searched for.' : 'No search covers this board.'} ${asSentence(others)}`;
}
