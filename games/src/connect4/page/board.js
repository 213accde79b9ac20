/** Drawing Connect Four: a frame with round holes. A unit is the side of a cell. The first player's stones have a cross, the second's a ring. */
import { label, plate, points, round, svg } from '../../page/drawing.js';
import { cellName, cellNames, parseCell } from '../../rhombus/page/cells.js';

const HOLE = 0.41;
const STONE = 0.4;
const CONTENTS = { B: 'X', W: 'O', '': 'empty' };

/** The scene of a position; see `games.js` of the page for the state. */
export function scene(state) {
  const { rows, cols } = state;
  const names = cellNames(rows, cols);
  const contents = Object.fromEntries(names.map((name, i) => [name, state.cells[i] || '']));
  const cells = new Map(names.map((name) => [name, cell(name, contents[name], state)]));
  const numbers = Array.from({ length: cols }, (_, col) => label(String(col + 1), [col + 0.5, rows + 0.32], 'coordinate', { 'font-size': 0.3 }));
  const layers = [
    svg('rect', { class: 'frame', x: -0.12, y: -0.12, width: cols + 0.24, height: rows + 0.24, rx: 0.25, 'aria-hidden': 'true' }),
    svg('g', { class: 'coordinates', 'aria-hidden': 'true' }, ...numbers),
    svg('g', { class: 'cells' }, ...cells.values()),
    svg('g', { class: 'marks', 'aria-hidden': 'true' }, ...lastMarks(state), ...chain(state), ...rings(state)),
  ];
  const title = `Connect Four board, ${rows} by ${cols}`;
  return { kind: 'connect4', unit: 84, title, viewBox: [-0.2, -0.2, cols + 0.4, rows + 0.8], layers, cells, step: stepper(rows, cols), start: cellName(rows - 1, cols >> 1) };
}

/** A move laid over the board: the stone that it would put, with a ring. */
export function pointed(_, parts) {
  return parts.map(({ cell: name, stone, role }) => {
    const at = middle(name);
    return svg('g', { class: `pointed ${role}` }, ...stoneAt(stone, at), svg('circle', { class: 'ring', cx: at[0], cy: at[1], r: 0.45 }));
  });
}

/** A stone: X is dark with a cross, O is light with a ring, so that no colour is needed. */
function stoneAt(stone, [cx, cy], kind = '') {
  if (!stone) return [];
  const parts = [svg('circle', { class: `stone ${stone} ${kind}`.trim(), cx, cy, r: STONE })];
  if (stone === 'W') {
    parts.push(svg('circle', { class: `sign ${stone} ${kind}`.trim(), cx, cy, r: 0.2 }));
  } else {
    const [arm, x, y] = [0.16, cx, cy];
    const d = `M${round(x - arm)} ${round(y - arm)}L${round(x + arm)} ${round(y + arm)}M${round(x + arm)} ${round(y - arm)}L${round(x - arm)} ${round(y + arm)}`;
    parts.push(svg('path', { class: `sign ${stone} ${kind}`.trim(), d }));
  }
  return parts;
}

/** A stone alone. */
export function picture(stone) {
  return { kind: 'connect4', room: 0.47, parts: stoneAt(stone, [0, 0]) };
}

function middle(name) {
  const { row, col } = parseCell(name);
  return [col + 0.5, row + 0.5];
}

/** A cell takes clicks for its whole column, so that a click above the stones drops one. */
function cell(name, content, state) {
  const at = middle(name);
  const [x, y] = at;
  const shown = state.shows?.[name];
  const target = state.targets?.includes(name) ?? false;
  const open = (state.targets ?? []).some((other) => parseCell(other).col === parseCell(name).col);
  const value = state.values?.[name];
  const chosen = shown !== undefined;
  const kinds = ['cell', target && 'target', open && 'open', chosen && 'chosen', value && `valued ${value.tint}`].filter(Boolean).join(' ');
  const group = svg('g', { class: kinds, 'data-cell': name, 'aria-label': spoken(name, content, { shown, target, value }, state) },
    svg('rect', { class: 'reach', x: round(x - 0.5), y: round(y - 0.5), width: 1, height: 1 }),
    svg('circle', { class: 'hole', cx: x, cy: y, r: HOLE }),
    ...stoneAt(chosen ? shown : content, at, chosen ? 'new' : ''));
  if (target && !chosen && state.ghost && state.onCell) group.append(...stoneAt(state.ghost, at, 'ghost'));
  if (value && !chosen) group.append(content === '' ? label(value.mark, at, 'mark', { 'font-size': value.mark.length > 3 ? 0.28 : 0.34 }) : plate(value, at, 0.26));
  const word = state.labels?.[name];
  if (word) group.append(label(word, at, 'word', { 'font-size': 0.3 }));
  group.append(svg('circle', { class: 'focus', cx: x, cy: y, r: 0.45 }));
  return group;
}

function spoken(name, content, { shown, target, value }, state) {
  const { row, col } = parseCell(name);
  const parts = [`column ${col + 1}, row ${state.rows - row} from below`, CONTENTS[content]];
  if (shown !== undefined) parts.push(`chosen: ${CONTENTS[shown]}`);
  if (target) parts.push('may be chosen');
  if (value) parts.push(value.words);
  if (state.last?.some((part) => part.cell === name)) parts.push('last move');
  return parts.join(', ');
}

function lastMarks({ last = [], shows = {} }) {
  return last.filter(({ cell: name }) => shows[name] === undefined).map(({ cell: name }) => {
    const [cx, cy] = middle(name);
    return svg('circle', { class: 'last', cx, cy, r: 0.46 });
  });
}

function chain({ chain: names = [] }) {
  if (names.length === 0) return [];
  const line = points([middle(names[0]), middle(names[names.length - 1])]);
  return [svg('polyline', { class: 'chain under', points: line }), svg('polyline', { class: 'chain', points: line })];
}

function rings({ points: names = [] }) {
  return names.map((name) => {
    const [cx, cy] = middle(name);
    return svg('circle', { class: 'point', cx, cy, r: 0.45 });
  });
}

function stepper(rows, cols) {
  const clamp = (n, bound) => Math.min(Math.max(n, 0), bound - 1);
  return (name, dx, dy) => {
    const { row, col } = parseCell(name);
    return cellName(clamp(row + dy, rows), clamp(col + dx, cols));
  };
}
