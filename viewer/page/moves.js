/** The list of moves with its branches, the buttons that step through it, and the moves that gave value away. */
import { createAsker, isAbort } from './api.js';
import { askAbout, isAsked, verdict } from './audit.js';
import { byId, h, onPress, show } from './dom.js';
import { mountComment } from './comment.js';
import { makingInWords, percentOf, watchMaking } from './making.js';
import { endOf, forward, isMain, lastOf, lineThrough, listing, nodeOf, pathTo, promote } from './tree.js';
import { sideName } from './words.js';

const CHECKING = 'Checking…';
/** The pause before a line is checked unasked: quick steps through a game check only where they stop. */
const REST_MS = 400;

/** Mounts the list of a session. `players` are stopped when one walks away; `values.on()` says whether to check moves unasked. */
export function mountMoves(session, players, values) {
  const list = byId('moves');
  const buttons = ['first', 'previous', 'next', 'last'].map((name) => byId(`go-${name}`));
  const note = byId('audit-note');
  const asker = createAsker();
  let timer = null;
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

  /** Only the last move of a line can be taken back, and a program's reply with the move that it answers. Other lines stay. */
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

  /** The list again; what is as it was stays the same elements, so that a move more in a long game is one element more. */
  function paint() {
    const { tree } = session.game;
    const wanted = [{ key: `start ${session.game.start} ${nodeOf(tree, tree.root).comment ?? ''}`, make: startOf }];
    let opened = 0;
    for (const token of listing(tree)) {
      // Brackets stick to the moves inside them, so that no line ends with an opening one.
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

  /** Puts items into the list, and leaves those alone at its beginning that are there already. */
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
    byId('audit').disabled = lineNow().length === 1;
    show(byId('branch-tools'), node.parent !== null);
    show(byId('about'), nodeOf(game.tree, game.tree.root).children.length === 0);
    byId('promote').disabled = isMain(game.tree, node);
  }

  /** Scrolls the list alone. */
  function keepInSight(element) {
    const [view, at] = [list, element].map((one) => one.getBoundingClientRect());
    if (at.top < view.top) list.scrollTop -= view.top - at.top + 4;
    else if (at.bottom > view.bottom) list.scrollTop += at.bottom - view.bottom + 4;
  }

  function startOf() {
    const { tree, start } = session.game;
    const { comment } = nodeOf(tree, tree.root);
    return h('button', { type: 'button', class: 'at start', 'data-node': tree.root },
      start === 'start' ? 'Start' : 'Position', comment ? h('span', { class: 'comment' }, comment) : null);
  }

  function moveOf({ node, depth, numbered }) {
    const flag = node.flag?.gift;
    const number = numberOf(node, numbered);
    const comment = node.comment ? h('span', { class: 'comment' }, node.comment) : null;
    const words = flag ? `mistake: ${flag}${node.flag.instead ? `; better ${session.written(node.flag.instead)}` : ''}` : null;
    return h('button', { type: 'button', class: `at${depth > 0 ? ' aside' : ''}${flag ? ' gift' : ''}`, 'data-node': node.id, title: words },
      number ? h('span', { class: 'number' }, number) : null,
      session.written(node.move),
      flag ? h('span', { class: 'flag' }, `? ${flag}`) : null,
      comment);
  }

  /** Where a line is taken up by the second player, its number says so with dots. */
  function numberOf(node, numbered) {
    const number = session.numberOf(node);
    return number.endsWith('.') || numbered ? number : null;
  }

  /** Checks the line shown once one rests on it, if values are still shown then. */
  function checkSoon() {
    clearTimeout(timer);
    timer = setTimeout(() => { if (values.on()) audit(); }, REST_MS);
  }

  const lineNow = () => lineThrough(session.game.tree, session.node.id);

  /** The note is about the line shown, and about no other. */
  function tell() {
    note.textContent = verdict(lineNow());
  }

  async function audit() {
    asker.stop();
    if (isAsked(lineNow())) return tell();
    note.textContent = CHECKING;
    const signal = asker.signal();
    const leave = watchMaking((making) => { if (!signal.aborted) note.textContent = `${makingInWords(making)}: ${percentOf(making)}…`; });
    try {
      await askAbout(session, signal);
    } catch (error) {
      if (isAbort(error)) return;
      tell();
      session.emit('error', { error, retry: audit });
    } finally {
      leave();
    }
  }

  onPress(list, '[data-node]', ({ dataset }) => dataset.node, ({ dataset }) => to(Number(dataset.node)));
  ['first', 'previous', 'next', 'last'].forEach((way, i) => buttons[i].addEventListener('click', () => walk(way)));
  byId('take-back').addEventListener('click', takeBack);
  byId('delete-branch').addEventListener('click', () => session.remove(session.node.id));
  byId('promote').addEventListener('click', () => { promote(session.game.tree, session.node.id); session.emit('tree'); });
  byId('audit').addEventListener('click', audit);
  mountComment(session, byId('comment-panel'));
  session.on('load', paint);
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
  return result === 'draw' ? 'Result: draw' : `Result: ${sideName(game, result)} won`;
}

function bracket(text) {
  return h('span', { class: 'bracket' }, text);
}
