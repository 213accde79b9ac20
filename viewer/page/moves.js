/** The list of moves with its branches, the buttons that step through it, and the moves that gave value away. */
import { isAbort } from './api.js';
import { askAbout, isAsked, verdict } from './audit.js';
import { byId, h, show } from './dom.js';
import { endOf, forward, lineThrough, listing, pathTo, promote } from './tree.js';
import { firstColour, gameOf, sideName } from './words.js';

const CHECKING = 'Checking…';

/** Mounts the list of a session. `players` are stopped when one walks away; `values.on()` says whether to check moves unasked. */
export function mountMoves(session, players, values) {
  const list = byId('moves');
  const buttons = ['first', 'previous', 'next', 'last'].map((name) => byId(`go-${name}`));
  const note = byId('audit-note');
  let checking = null;
  let timer = null;

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

  function takeBack() {
    const path = pathTo(session.game.tree, session.node.id);
    if (path.length > 1) to(path.at(-1 - players.pliesBack(path)).id);
  }

  function paint() {
    const { tree } = session.game;
    const items = [h('span', { class: 'item' }, startOf())];
    let opened = 0;
    for (const token of listing(tree)) {
      // Brackets stick to the moves inside them, so that no line ends with an opening one.
      if (token.kind === 'open') opened++;
      else if (token.kind === 'close') items.at(-1).append(bracket(')'));
      else {
        items.push(h('span', { class: 'item' }, opened > 0 ? bracket('(') : null, moveOf(token)));
        opened = 0;
      }
    }
    const { result } = session.game;
    if (result) items.push(h('span', { class: 'result' }, recorded(result, gameOf(session.game.board))));
    list.replaceChildren(...items);
    mark();
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
    byId('take-back').disabled = node.parent === null;
    show(byId('branch-tools'), node.parent !== null);
    byId('promote').disabled = isMain(game.tree, node);
  }

  function keepInSight(element) {
    const [top, bottom] = [element.offsetTop - list.offsetTop, element.offsetTop - list.offsetTop + element.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - 8;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
  }

  function startOf() {
    return h('button', { type: 'button', class: 'at start', 'data-node': session.game.tree.root }, session.game.start === 'start' ? 'Start' : 'Position');
  }

  function moveOf({ node, depth, numbered }) {
    const flag = node.flag?.gift;
    const words = flag ? `gives value away: ${flag}${node.flag.instead ? `; instead ${node.flag.instead}` : ''}` : null;
    return h('button', { type: 'button', class: `at${depth > 0 ? ' aside' : ''}${flag ? ' gift' : ''}`, 'data-node': node.id, title: words },
      numberOf(node, numbered) ? h('span', { class: 'number' }, numberOf(node, numbered)) : null,
      node.move,
      flag ? h('span', { class: 'flag' }, `? ${flag}`) : null);
  }

  /** Moves are counted in pairs, as players do; where a line is taken up by the second player it says so with dots. */
  function numberOf(node, numbered) {
    const begins = session.game.tree.nodes.get(0).position?.to_move ?? session.game.first;
    const late = begins && begins !== firstColour(gameOf(session.game.board)) ? 1 : 0;
    const half = node.ply - 1 + late;
    if (half % 2 === 0) return `${half / 2 + 1}.`;
    return numbered ? `${(half - 1) / 2 + 1}…` : null;
  }

  function check(delay) {
    clearTimeout(timer);
    timer = setTimeout(audit, delay);
  }

  const lineNow = () => lineThrough(session.game.tree, session.node.id);

  /** The note is about the line shown, and about no other. */
  function tell() {
    note.textContent = verdict(lineNow());
  }

  async function audit() {
    checking?.abort();
    if (isAsked(lineNow())) return tell();
    note.textContent = CHECKING;
    checking = new AbortController();
    try {
      await askAbout(session, checking.signal);
    } catch (error) {
      if (isAbort(error)) return;
      tell();
      session.emit('error', { error, retry: audit });
    }
  }

  list.addEventListener('click', (event) => {
    const at = event.target.closest('[data-node]');
    if (at) to(Number(at.dataset.node));
  });
  ['first', 'previous', 'next', 'last'].forEach((way, i) => buttons[i].addEventListener('click', () => walk(way)));
  byId('take-back').addEventListener('click', takeBack);
  byId('delete-branch').addEventListener('click', () => session.remove(session.node.id));
  byId('promote').addEventListener('click', () => { promote(session.game.tree, session.node.id); session.emit('tree'); });
  byId('audit').addEventListener('click', audit);
  session.on('load', paint);
  session.on('tree', paint);
  session.on('flags', () => { tell(); paint(); });
  session.on('position', () => {
    mark();
    tell();
    if (values.on()) check(400);
  });
  return { walk, takeBack, paint };
}

function recorded(result, game) {
  return result === 'draw' ? 'recorded: a draw' : `recorded: ${sideName(game, result)} won`;
}

function bracket(text) {
  return h('span', { class: 'bracket' }, text);
}

function isMain(tree, node) {
  return pathTo(tree, node.id).every((at) => at.parent === null || tree.nodes.get(at.parent).children[0] === at.id);
}
