/**
 * The parts that all boards share: putting a drawing into its container, clicks, hovering, and the keyboard's cursor.
 *
 * A board module makes a *scene*: `{ kind, title, viewBox, unit, layers: [SVG elements], cells: Map(name → element), step, start }`.
 * `kind` is the class that board.css knows, `unit` the most pixels for a unit of length; `step(name, dx, dy)` gives the cell next to
 * another in a direction of the arrow keys, or the same one at the edge; `start` is where the cursor begins.
 */
import { onPress } from '../dom.js';
import { round, svg } from '../games/page/drawing.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const boards = new WeakMap();

/**
 * Draws a scene in a container, in place of what was there. The state says what happens on it: `onCell(name)` for a press or
 * Enter, `onHover(name | null)`, `onBack()` for Escape and Backspace. Without `onCell` it is a picture.
 */
export function mount(container, state, scene) {
  const board = boards.get(container) ?? create(container);
  board.state = state;
  board.scene = scene;
  const { root } = board;
  const live = typeof state.onCell === 'function';
  root.setAttribute('viewBox', scene.viewBox.map((n) => round(n)).join(' '));
  root.setAttribute('class', `board ${scene.kind}`);
  root.style.maxWidth = `${round(scene.viewBox[2] * scene.unit)}px`;
  root.setAttribute('role', live ? 'group' : 'img');
  root.setAttribute('aria-label', state.title ?? scene.title);
  const focused = root.contains(document.activeElement);
  if (!scene.cells.has(board.cursor)) board.cursor = scene.start;
  board.busy = true;
  root.replaceChildren(...scene.layers, board.over);
  board.busy = false;
  board.over.replaceChildren();
  if (!live) {
    // A picture is one thing: its cells are not named.
    for (const cell of scene.cells.values()) cell.removeAttribute('aria-label');
    return;
  }
  for (const [name, cell] of scene.cells) {
    cell.setAttribute('tabindex', name === board.cursor ? 0 : -1);
    cell.setAttribute('role', 'button');
  }
  if (focused) focusCursor(board);
}

/** Lays drawings over the board, such as a move that is pointed at elsewhere; none takes them away. */
export function overlay(container, elements) {
  boards.get(container)?.over.replaceChildren(...elements);
}

/** The scene drawn last in a container, with its state. */
export function drawn(container) {
  return boards.get(container) ?? null;
}

/** Moves the keyboard to the board. */
export function focusBoard(container) {
  const board = boards.get(container);
  if (board) focusCursor(board);
}

function create(container) {
  const root = svg('svg', { preserveAspectRatio: 'xMidYMid meet' });
  const board = { root, over: svg('g', { class: 'over', 'aria-hidden': 'true' }), state: {}, scene: null, cursor: null, busy: false };
  boards.set(container, board);
  container.replaceChildren(root);
  onPress(root, '[data-cell]', ({ dataset }) => dataset.cell, ({ dataset }) => {
    if (!board.state.onCell) return;
    board.cursor = dataset.cell;
    board.state.onCell(dataset.cell);
  });
  root.addEventListener('pointerover', (event) => hover(board, event.pointerType === 'touch' ? null : nameAt(event)));
  root.addEventListener('pointerleave', () => hover(board, null));
  root.addEventListener('focusin', (event) => {
    const name = nameAt(event);
    if (name !== null) putCursor(board, name);
  });
  root.addEventListener('keydown', (event) => onKey(board, event));
  return board;
}

function onKey(board, event) {
  const { state, scene } = board;
  if (!state.onCell || event.altKey || event.ctrlKey || event.metaKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    putCursor(board, scene.step(board.cursor, ...arrow));
    focusCursor(board);
    hover(board, board.cursor);
  } else if (event.key === 'Enter' || event.key === ' ') {
    state.onCell(board.cursor);
  } else if ((event.key === 'Escape' || event.key === 'Backspace') && state.onBack) {
    state.onBack();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

function hover(board, name) {
  if (!board.busy && board.state.onHover) board.state.onHover(name);
}

function putCursor(board, name) {
  board.scene.cells.get(board.cursor)?.setAttribute('tabindex', -1);
  board.cursor = name;
  board.scene.cells.get(name)?.setAttribute('tabindex', 0);
}

function focusCursor(board) {
  board.scene.cells.get(board.cursor)?.focus({ preventScroll: true });
}

function nameAt({ target }) {
  return target instanceof Element ? (target.closest('[data-cell]')?.getAttribute('data-cell') ?? null) : null;
}
