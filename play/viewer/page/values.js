/** The panel of exact values: a sentence, the list of moves with their values, and the line after a move. */
import { createAsker, isAbort } from './api.js';
import { byId, h, onPress, show } from './dom.js';
import { mountEstimate } from './estimate.js';
import { createMoveList } from './movelist.js';
import { infoOf, sizeOf } from './games.js';
import { hardnessInWords } from './hardness.js';
import { mountLine } from './line.js';
import { said, t } from './language.js';
import { makingInWords, percentOf, watchMaking } from './making.js';
import { entriesAt, entriesByCell, next } from './pick.js';
import { recall, remember } from './prefs.js';
import { advanced } from './progress.js';
import { whereOf } from './shape.js';
import { isFirstVisit } from './welcome.js';
import { besideMark, best, bestOf, byWorth, count, entriesOf, howMany, inWords, isKnown, mark, numbersOf, sentence as asSentence, sideName, tint, worst } from './words.js';
import { fieldsOf } from './worths.js';

const SEARCH_SECONDS = 2;
const LONG_SEARCH_SECONDS = 10;
/** The pause before asking, so that quick steps through a game ask only about the last position. */
const REST_MS = 90;
/** The time after which the page says that the server is working. */
const LOOKING_MS = 250;
/** The pause between two paintings of what a search has proven so far. */
const PROGRESS_MS = 100;
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
  const values = { onPlay: () => {}, onPoint: () => {}, onChange: () => {}, onStep: () => {}, onTrace: () => {} };
  const listBox = byId('move-list');
  const line = mountLine(session, limits, connections, (moves, i) => values.onStep(moves, i), (moves) => values.onTrace(moves));
  const estimate = mountEstimate(session, limits);
  estimate.onChange = () => values.onChange();
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
  const judging = createAsker();
  let timer = null;
  let on = recall('values', isFirstVisit() ? 'off' : 'on') !== 'off';
  /** Whether positions without a table are searched: on boards where a search ends soon or looks only for forced wins, or after the user asks for it, until another game is opened. */
  let searches = false;
  /** Whether only forced wins are searched for on this board. */
  let onlyForced = false;
  /** The only kind of move that is shown, such as `loss`; null for all. */
  let kind = null;

  /** The seconds that a position of this board is searched unasked; 0 if tables and rules alone answer. */
  values.seconds = () => (searches ? SEARCH_SECONDS : 0);

  /** The moves of the shown kind in the current position, with values; none while nothing is known. */
  values.entries = () => {
    if (!on || !moves.some(isKnown)) return [];
    return kind === null ? moves : moves.filter((entry) => tint(entry) === kind);
  };

  /** The moves that the estimate favours, as `ranked` of `guesses.js` returns them; none where values are proven or hidden. */
  values.guesses = () => (on ? estimate.guesses() : []);

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
    const marked = [...entriesByCell(pick, values.entries()).values()];
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
    judging.stop();
    clearTimeout(timer);
    answer = on ? (kept.get(session.node) ?? null) : null;
    kind = null;
    line.close();
    byId('hint').textContent = '';
    prove();
    if (answer && answer.hardness === undefined) judge(answer);
    if (on && !answer && session.position) timer = setTimeout(() => ask(searches ? SEARCH_SECONDS : 0), REST_MS);
  }

  async function ask(seconds) {
    const { node, game } = session;
    // A search for a proof needs the processor.
    if (seconds > 0) estimate.hide();
    const wait = setTimeout(() => { sentence.textContent = t('Looking up values…'); }, LOOKING_MS);
    const leave = watchMaking(paintMaking);
    let later = null;
    try {
      const body = { ...session.body(), seconds: secondsOf(seconds), progress: true, hardness: true };
      const got = await asker.post('values', body, (progress) => {
        if (session.node !== node || !on) return;
        clearTimeout(wait);
        const isFirst = !answer?.searching;
        answer = advanced(answer, { ...progress, moves: entriesOf(game.board, progress.moves) });
        if (isFirst) prove();
        else later ??= setTimeout(() => {
          later = null;
          prove();
        }, PROGRESS_MS);
        hangWorth(node, { to_move: session.position?.to_move, ...answer });
      });
      got.moves = entriesOf(game.board, got.moves ?? []);
      keep(node, got);
      if (session.node !== node || !on) return;
      answer = got;
      prove();
      hangWorth(node, got);
      if (got.hardness === undefined) judge(got);
    } catch (error) {
      if (isAbort(error)) return;
      if (answer?.searching) {
        answer = null;
        prove();
      }
      sentence.textContent = t('Values could not be loaded.');
      session.emit('error', { error, retry: () => ask(seconds) });
    } finally {
      clearTimeout(wait);
      clearTimeout(later);
      leave();
    }
  }

  /** Adds to an answer how hard the position is, where whoever answered first has no levels. */
  async function judge(got) {
    try {
      got.hardness = (await judging.post('hardness', session.body())).hardness;
      if (answer === got) paint();
    } catch {
      // The value stands without it.
    }
  }

  /** Screen readers read the sentence once; the table's progress is only visible. */
  function paintMaking(making) {
    const words = `${makingInWords(making)}…`;
    if (sentence.textContent !== words) sentence.textContent = words;
    detail.replaceChildren(h('progress', { max: 1, value: making.done, 'aria-label': t('Table of {title}', { title: said(making.title) }) }), ` ${percentOf(making)}`);
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
    const worth = fieldsOf({ changed_colours: position.changed_colours, ...got });
    const better = bestOf(got);
    if (JSON.stringify([worth, better]) === JSON.stringify([node.worth, node.better])) return;
    Object.assign(node, { worth, better });
    session.emit('known');
  }

  function keep(node, got) {
    kept.delete(node);
    kept.set(node, got);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }

  function paint() {
    const { position } = session;
    if (answer?.searching && list.size() > 0) list.renew(values.entries());
    else list.set(values.entries());
    const proven = answer && !isKnown(answer) ? connections.value() : null;
    sentence.textContent = proven ? provenBy({ value: proven }) : (session.told(answer?.sentence) ?? (answer?.searching ? searchedSoFar(answer) : on ? '\u00a0' : ''));
    sentence.className = `sentence ${answer && !position?.over ? (proven ?? tint(answer)) : 'none'}`;
    detail.replaceChildren(...explained());
    byId('hardness').textContent = hardnessInWords(answer?.hardness, answer?.value);
    paintTally();
    show(orders, list.size() > 1 || kind !== null);
    show(listBox, list.size() > 0 || listBox === document.activeElement);
    const helps = Boolean(answer?.search_helps);
    const begun = answer?.source === 'search' || /search/.test(answer?.detail ?? '');
    longer.textContent = begun ? t('Search longer') : t('Search for {n} s', { n: secondsOf(SEARCH_SECONDS) });
    longer.dataset.seconds = String(begun ? LONG_SEARCH_SECONDS : SEARCH_SECONDS);
    show(longer, helps);
    const unknown = Boolean(answer && !answer.searching && !position?.over && !isKnown(answer) && !moves.some(isKnown));
    const help = byId('unknown-help');
    help.textContent = unknown ? advice(helps, onlyForced, sizeOf(session.game.board) !== null) : '';
    show(help, unknown);
    show(byId('best-line'), Boolean(answer?.value && !position?.over));
    const isUnknown = Boolean(answer && !answer.searching && position && !position.over && !isKnown(answer) && !proven);
    // Nothing beside the board moves until the next answer.
    if (answer && !answer.searching) box.closest('main').classList.toggle('unknown', isUnknown);
    if (isUnknown) estimate.show(new Set(moves.filter(isKnown).map(({ move }) => move)));
    else estimate.hide();
    values.onChange();
  }

  const provenBy = (entry) => t('{side}, to move, {does}.', { side: sideName(session.game.board, session.position.to_move), does: inWords(entry) });

  /** The value of the position, if the search has proven it already. */
  const searchedSoFar = (found) => (isKnown(found) && session.position ? provenBy(found) : t('Searching…'));

  const secondsOf = (wanted) => Math.min(wanted, limits?.seconds ?? wanted);

  /** Explains the marks on the board by an example of each kind. The board must be drawn already. */
  function paintKey(marked, isShared) {
    const key = byId('marks-key');
    const entries = marked.filter((entry) => entry && isKnown(entry)).toSorted(byWorth);
    const examples = ['win', 'draw', 'loss'].map((name) => entries.find((entry) => tint(entry) === name)).filter(Boolean);
    show(key, examples.length > 0);
    const head = isShared ? (values.marksBy() === 'best' ? t('Best move through each cell:') : t('Worst move through each cell:')) : t('Value of each move:');
    const plates = examples.map((entry) => h('span', {}, h('span', { class: `plate ${tint(entry)}` }, mark(entry)), ` ${besideMark(entry)}`));
    const small = byId('board').querySelector('.note')?.textContent;
    const others = small ? h('span', {}, h('b', {}, small), t(': other moves through the cell')) : null;
    key.replaceChildren(...[h('span', {}, head), ...plates, others].filter(Boolean));
  }

  /** Shows the number of moves and, if there are several kinds, a button for each kind that shows only its moves. */
  function paintTally() {
    if (!answer || answer.moves_left_out || !moves.some(isKnown)) {
      tally.replaceChildren(answer?.moves_left_out ? t('{moves}: too many to list.', { moves: count(session.position?.legal_count ?? 0, 'move', 'moves') }) : '');
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
      title: kind === name ? t('Show all moves') : t('Show only these moves, in the list and on the board'),
    }, howMany(name, number));
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
    if (answer.searching) {
      const { proven, of } = answer.searching;
      return [h('progress', { max: of, value: proven, 'aria-label': t('Moves proven') }), t(' Searching: {proven} of {moves} proven', { proven, moves: count(of, 'move', 'moves') })];
    }
    if (!isKnown(answer) && connections.value()) return [h('span', { class: 'by-connection' }, t('Proven by a connection; the distance is unknown'))];
    // The sentence already says this.
    if (answer.detail === 'no table') return [];
    const source = { rules: t('By the rules'), table: t('From a table'), search: t('By search'), book: t('From the book of proven positions'), none: t('Sources') }[answer.source];
    return [
      h('span', {}, [source, answer.source === 'rules' ? null : said(answer.detail)].filter(Boolean).join(': ')),
      / (ply|plies)\b/.test(answer.sentence ?? '') ? h('span', { class: 'plies' }, t(' · a ply is one move by one player')) : null,
      answer.left_out ? h('span', { class: 'left-out' }, said(answer.left_out)) : null,
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
  connections.isWanted = () => on;
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
  return numbers.map(([name, number]) => howMany(name, number)).join(', ');
}

/**
 * Advice for positions where nothing is known. `onlyForced` says whether only forced wins are searched for on this board, `isSized` whether the game has
 * smaller boards.
 */
function advice(helps, onlyForced, isSized) {
  const others = (isSized ? t('choose a smaller board, or start the server with a database of this game ({flag}).', { flag: FLAG })
    : t('start the server with a database of this game ({flag}).', { flag: FLAG }));
  if (helps) return t('Search to prove the value. Or {others}', { others });
  return `${onlyForced ? t('On this board, only forced wins are searched for.') : t('No search covers this board.')} ${asSentence(others)}`;
}
