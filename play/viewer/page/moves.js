/** The list of moves with its branches, the buttons that step through it, and the moves that gave value away. */
import { openIn, searchAll } from './analysis.js';
import { createAsker, isAbort } from './api.js';
import { askAbout, flagMoves, isAsked, verdict } from './audit.js';
import { byId, h, onPress, show } from './dom.js';
import { mountComment } from './comment.js';
import { said, t } from './language.js';
import { makingInWords, percentOf, watchMaking } from './making.js';
import { endOf, forward, isMain, lastOf, lineThrough, listing, nodeOf, pathTo, promote } from './tree.js';
import { count, sideName } from './words.js';

const CHECKING = t('Checking…');
/** The pause before a line is checked automatically, so that quick steps through a game check only the last position. */
const REST_MS = 400;
/** The seconds for each position when the user asks for mistakes, and when they ask again. */
const SECONDS = [2, 10];
/** The most seconds for each position that is searched unasked, for the graph. */
const UNASKED_SECONDS = 1;

/**
 * Mounts the list for a session. Stepping away stops `players`; `values.on()` returns whether to check moves automatically, and
 * `values.seconds()` how long to search positions unasked. `limits` are the server's.
 */
export function mountMoves(session, players, values, limits) {
  const list = byId('moves');
  const buttons = ['first', 'previous', 'next', 'last'].map((name) => byId(`go-${name}`));
  const note = byId('audit-note');
  const asker = createAsker();
  const button = byId('audit');
  let timer = null;
  /** The last node of the line that is searched because the user asked for its mistakes; null for none. */
  let searched = null;
  let painted = { game: null, keys: [] };

  const steps = {
    first: () => session.game.tree.root,
    previous: () => session.node.parent,
    next: () => forward(session.game.tree, session.node.id),
    last: () => endOf(session.game.tree, session.node.id),
  };

  function walk(way) {
    if (session.game) to(steps[way]());
  }

  function to(id) {
    if (id === null || id === session.node.id) return;
    players.pause();
    session.go(id);
  }

  /** Takes back only the last move of a line, or a program's reply together with the move before it. Other lines stay. */
  const mayTakeBack = () => session.node.parent !== null && session.node.children.length === 0;

  function takeBack() {
    if (!mayTakeBack()) return;
    players.pause();
    const { tree } = session.game;
    const path = pathTo(tree, session.node.id);
    const plies = players.pliesBack(path);
    session.remove(lastOf(tree, session.node.id, plies));
    session.go(path.at(-1 - plies).id);
  }

  /** Repaints the list and keeps unchanged elements, so that one more move in a long game adds one element. */
  function paint() {
    const { tree } = session.game;
    const wanted = [{ key: `start ${session.game.start} ${nodeOf(tree, tree.root).comment ?? ''}`, make: startOf }];
    let opened = 0;
    for (const token of listing(tree)) {
      // A bracket stays with the move inside it, so that no line ends with an opening bracket.
      if (token.kind === 'open') opened++;
      else if (token.kind === 'close') wanted.at(-1).closed = (wanted.at(-1).closed ?? 0) + 1;
      else {
        const isOpened = opened > 0;
        wanted.push({ key: keyOf(token, isOpened), make: () => [isOpened ? bracket('(') : null, moveOf(token)] });
        opened = 0;
      }
    }
    const { result } = session.recorded();
    if (result) wanted.push({ key: `result ${result}`, make: () => recorded(result, session.game.board), kind: 'result' });
    place(wanted);
    mark();
  }

  function keyOf({ node, depth, numbered }, isOpened) {
    return JSON.stringify([node.id, node.move, numberOf(node, numbered), depth > 0, isOpened, node.comment, node.flag?.gift, node.flag?.instead]);
  }

  /** Puts items into the list, but keeps those at its beginning that are there already. */
  function place(wanted) {
    let same = 0;
    const keys = wanted.map(({ key, closed = 0 }) => `${key} ${closed}`);
    while (same < keys.length && painted.game === session.game && keys[same] === painted.keys[same]) same++;
    while (list.children.length > same) list.lastChild.remove();
    const made = wanted.slice(same).map(({ make, closed = 0, kind = 'item' }) => {
      const brackets = Array.from({ length: closed }, () => bracket(')'));
      return h('span', { class: kind }, ...[make()].flat(), ...brackets);
    });
    list.append(...made);
    painted = { game: session.game, keys };
  }

  function repaint() {
    if (session.game) paint();
  }

  function mark() {
    if (!session.game) return;
    for (const at of list.querySelectorAll('[aria-current]')) at.removeAttribute('aria-current');
    const at = list.querySelector(`[data-node="${session.node.id}"]`);
    at?.setAttribute('aria-current', 'true');
    if (at) keepInSight(at);
    const { node, game } = session;
    const atEnd = forward(game.tree, node.id) === null;
    [node.parent === null, node.parent === null, atEnd, atEnd].forEach((still, i) => { buttons[i].disabled = still; });
    byId('take-back').disabled = !mayTakeBack();
    button.disabled = lineNow().length === 1;
    show(byId('branch-tools'), node.parent !== null);
    show(byId('about'), nodeOf(game.tree, game.tree.root).children.length === 0);
    byId('promote').disabled = isMain(game.tree, node);
  }

  /** Scrolls the list, not the page. */
  function keepInSight(element) {
    const [view, at] = [list, element].map((one) => one.getBoundingClientRect());
    if (at.top < view.top) list.scrollTop -= view.top - at.top + 4;
    else if (at.bottom > view.bottom) list.scrollTop += at.bottom - view.bottom + 4;
  }

  function startOf() {
    const { tree, start } = session.game;
    const { comment } = nodeOf(tree, tree.root);
    return h('button', { type: 'button', class: 'at start', 'data-node': tree.root },
      start === 'start' ? t('move|Start') : t('Position'), comment ? h('span', { class: 'comment' }, comment) : null);
  }

  function moveOf({ node, depth, numbered }) {
    const flag = node.flag?.gift;
    const number = numberOf(node, numbered);
    const comment = node.comment ? h('span', { class: 'comment' }, node.comment) : null;
    const words = flag ? t('mistake: {gift}', { gift: said(flag) }) + (node.flag.instead ? t('; better {move}', { move: session.written(node.flag.instead) }) : '') : null;
    return h('button', { type: 'button', class: `at${depth > 0 ? ' aside' : ''}${flag ? ' gift' : ''}`, 'data-node': node.id, title: words },
      number ? h('span', { class: 'number' }, number) : null,
      session.written(node.move),
      flag ? h('span', { class: 'flag' }, `? ${said(flag)}`) : null,
      comment);
  }

  /** A line that begins or continues with the second player's move has a number with dots. */
  function numberOf(node, numbered) {
    const number = session.numberOf(node);
    return number.endsWith('.') || numbered ? number : null;
  }

  /** Checks the line shown after a pause, if values are still on then. A search that the user asked for goes on while its line is shown. */
  function checkSoon() {
    clearTimeout(timer);
    if (searched !== null && searched !== lineNow().at(-1)) stop();
    if (searched !== null) return;
    asker.stop();
    timer = setTimeout(() => { if (values.on()) check(); }, REST_MS);
  }

  const lineNow = () => lineThrough(session.game.tree, session.node.id);

  /** Shows the note on the current line only. */
  function tell() {
    if (searched === null) note.textContent = verdict(lineNow());
  }

  /** Checks the line by the tables, then fills the graph with what short searches prove. */
  async function check() {
    const signal = asker.signal();
    if (await lookUp(signal)) await search(Math.min(values.seconds(), UNASKED_SECONDS), { signal });
  }

  /** Finds the mistakes of the line shown: by the tables, then by a search of each open position. */
  async function audit() {
    clearTimeout(timer);
    const line = lineNow();
    const signal = asker.signal();
    if (!(await lookUp(signal))) return;
    const all = SECONDS.map((wanted) => Math.min(wanted, limits?.seconds ?? wanted));
    const seconds = all.find((wanted) => openIn(line, wanted, 0).length > 0);
    if (seconds === undefined) return;
    searched = line.at(-1);
    paintButton();
    await search(seconds, {
      signal, byConnections: true,
      onStep: (done, of) => note.replaceChildren(h('progress', { max: of, value: done, 'aria-label': t('Positions searched') }), t(' Searching: {done} of {positions}…', { done, positions: count(of, 'position', 'positions') })),
    });
    if (!signal.aborted) stop();
  }

  /** Checks the line by the tables; returns whether that has succeeded. */
  async function lookUp(signal) {
    if (isAsked(lineNow())) {
      tell();
      return true;
    }
    note.textContent = CHECKING;
    const leave = watchMaking((making) => { if (!signal.aborted) note.textContent = `${makingInWords(making)}: ${percentOf(making)}…`; });
    try {
      await askAbout(session, signal);
      return !signal.aborted;
    } catch (error) {
      if (isAbort(error)) return false;
      tell();
      session.emit('error', { error, retry: audit });
      return false;
    } finally {
      leave();
    }
  }

  /** Searches the open positions of the line. Only a search that the user asked for reports errors. */
  async function search(seconds, { signal, byConnections = false, onStep = () => {} }) {
    const open = openIn(lineNow(), seconds, session.node.ply);
    try {
      await searchAll(session, open, { seconds, signal, byConnections, onStep: (done) => onStep(done, open.length) });
    } catch (error) {
      if (searched !== null && !isAbort(error)) session.emit('error', { error, retry: audit });
    }
  }

  /** Ends the search that the user asked for. */
  function stop() {
    asker.stop();
    searched = null;
    paintButton();
    tell();
  }

  function paintButton() {
    button.textContent = searched === null ? t('Find mistakes') : t('Stop');
  }

  /** Keeps the marks of mistakes in step with the values, on the part of the line that has been checked. */
  function judge() {
    const line = lineNow();
    const last = line.findLastIndex(({ flag }) => flag !== undefined);
    if (last > 0 && flagMoves(session.game.board, line.slice(0, last + 1))) session.emit('flags');
  }

  onPress(list, '[data-node]', ({ dataset }) => dataset.node, ({ dataset }) => to(Number(dataset.node)));
  ['first', 'previous', 'next', 'last'].forEach((way, i) => buttons[i].addEventListener('click', () => walk(way)));
  byId('take-back').addEventListener('click', takeBack);
  byId('delete-branch').addEventListener('click', () => session.remove(session.node.id));
  byId('promote').addEventListener('click', () => { promote(session.game.tree, session.node.id); session.emit('tree'); });
  button.addEventListener('click', () => (searched === null ? audit() : stop()));
  mountComment(session, byId('comment-panel'));
  session.on('load', () => {
    if (searched !== null) stop();
    paint();
  });
  session.on('known', judge);
  session.on('values', () => session.game && checkSoon());
  session.on('comment', repaint);
  session.on('tree', paint);
  session.on('flags', () => { tell(); paint(); });
  session.on('position', () => {
    mark();
    tell();
    checkSoon();
  });
  return { walk, takeBack };
}

function recorded(result, game) {
  return result === 'draw' ? t('Result: draw') : t('Result: {side} won', { side: sideName(game, result) });
}

function bracket(text) {
  return h('span', { class: 'bracket' }, text);
}
