/** Drawing the rhombus of Nex and Hex. Lengths are in sides of a hexagon. */
import { svg } from '../dom.js';
import { cellName, cellNames, parseCell } from '../picks/cells.js';
import { gameOf } from '../words.js';
import { label, plate, points, round } from './common.js';

const WIDTH = Math.sqrt(3);
const STONE = 0.62;
const PAD = 1.95;
/** Corners of a hexagon that stands on its point, clockwise from the top. */
const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => [Math.sin((i * Math.PI) / 3), -Math.cos((i * Math.PI) / 3)]);
const CONTENTS = { B: 'black stone', W: 'white stone', '?': 'neutral stone', '': 'empty' };

/** The scene of a position; see `boards/index.js` for the state. */
export function scene(state) {
  const { rows, cols } = state;
  const place = placing(state);
  const names = cellNames(rows, cols);
  const contents = Object.fromEntries(names.map((name, i) => [name, state.cells[i] || '']));
  const cells = new Map(names.map((name) => [name, cell(name, contents[name], state, place)]));
  const course = isCourse(state.board);
  const layers = [
    svg('g', { class: 'edges', 'aria-hidden': 'true' }, ...edges(rows, cols, place, course)),
    svg('g', { class: 'coordinates', 'aria-hidden': 'true' }, ...coordinates(rows, cols, place, course)),
    svg('g', { class: 'cells' }, ...cells.values()),
    svg('g', { class: 'marks', 'aria-hidden': 'true' }, ...lastMarks(state, place), ...chain(state, place), ...rings(state, place)),
  ];
  const title = `${gameOf(state.board) === 'nex' ? 'Nex' : 'Hex'} board, ${rows} by ${cols}`;
  return { kind: 'rhombus', unit: 56, title, viewBox: frame(rows, cols, place), layers, cells, step: stepper(rows, cols), start: cellName(rows >> 1, cols >> 1), place };
}

/** A move laid over the board: rings, with the stones that it would leave. */
export function pointed({ place }, parts) {
  return parts.map(({ cell: name, stone, role }) => {
    const at = place(...whereIs(name));
    return svg('g', { class: `pointed ${role}` }, ...stoneAt(stone, at), svg('circle', { class: 'ring', cx: round(at[0]), cy: round(at[1]), r: 0.74 }));
  });
}

function isCourse(board) {
  return /course/.test(board);
}

/** Where the middle of a cell is drawn. A turned board stands on its point: all is turned by 60 degrees, which hexagons allow. */
function placing({ turned }) {
  return (row, col, [dx, dy] = [0, 0]) => {
    const [x, y] = [WIDTH * (col + row / 2) + dx, 1.5 * row + dy];
    return turned ? [x / 2 - (y * WIDTH) / 2, (x * WIDTH) / 2 + y / 2] : [x, y];
  };
}

function whereIs(name) {
  const { row, col } = parseCell(name);
  return [row, col];
}

/** What is seen: the corner cells with room for edges and coordinates. */
function frame(rows, cols, place) {
  const corners = [place(0, 0), place(0, cols - 1), place(rows - 1, 0), place(rows - 1, cols - 1)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - PAD, Math.min(...ys) - PAD];
  return [left, top, Math.max(...xs) + PAD - left, Math.max(...ys) + PAD - top];
}

function cell(name, content, state, place) {
  const [row, col] = whereIs(name);
  const at = place(row, col);
  const shown = state.shows?.[name];
  const target = state.targets?.includes(name) ?? false;
  const value = state.values?.[name];
  const chosen = shown !== undefined;
  const kinds = ['cell', target && 'target', chosen && 'chosen', value && `valued ${value.tint}`].filter(Boolean).join(' ');
  const stone = chosen ? shown : content;
  const group = svg('g', { class: kinds, 'data-cell': name, 'aria-label': spoken(name, content, { shown, target, value }, state) },
    svg('polygon', { class: 'hex', points: points(CORNERS.map((corner) => place(row, col, corner))) }),
    ...stoneAt(stone, at, chosen ? 'new' : ''));
  if (target && !chosen && state.ghost && state.onCell) group.append(...stoneAt(state.ghost, at, 'ghost'));
  if (value && !chosen) group.append(content === '' ? label(value.mark, at, 'mark', { 'font-size': value.mark.length > 3 ? 0.6 : 0.72 }) : plate(value, at, 0.56));
  if (target && !value && content !== '') group.append(svg('circle', { class: 'may', cx: round(at[0]), cy: round(at[1]), r: 0.76 }));
  const word = state.labels?.[name];
  if (word) group.append(label(word, at, 'word', { 'font-size': 0.6 }));
  group.append(svg('polygon', { class: 'focus', points: points(CORNERS.map(([x, y]) => place(row, col, [x * 0.9, y * 0.9]))) }));
  return group;
}

function spoken(name, content, { shown, target, value }, state) {
  const parts = [isCourse(state.board) ? courseName(name) : name, CONTENTS[content]];
  if (shown !== undefined) parts.push(`chosen: ${CONTENTS[shown]}`);
  if (target) parts.push('may be chosen');
  if (value) parts.push(value.words);
  const last = state.last?.find((part) => part.cell === name);
  if (last) parts.push('last move');
  return parts.join(', ');
}

function courseName(name) {
  return whereIs(name).join(', ');
}

/** A stone: black is filled, white is outlined, neutral is grey with a cross, so that no colour is needed. */
export function stoneAt(stone, [x, y], kind = '') {
  if (!stone) return [];
  const [cx, cy] = [round(x), round(y)];
  const letter = { B: 'B', W: 'W', '?': 'N' }[stone];
  const parts = [svg('circle', { class: `stone ${letter} ${kind}`.trim(), cx, cy, r: STONE })];
  if (stone === '?') {
    const arm = 0.26;
    parts.push(svg('path', { class: `cross ${kind}`.trim(), d: `M${round(x - arm)} ${round(y - arm)}L${round(x + arm)} ${round(y + arm)}M${round(x + arm)} ${round(y - arm)}L${round(x - arm)} ${round(y + arm)}` }));
  }
  return parts;
}

/** The four edges as bands along the outermost cells, which cover their inner half. */
function edges(rows, cols, place, course) {
  const corner = (row, col, i) => place(row, col, CORNERS[i]);
  const middle = (row, col, i, j) => corner(row, col, i).map((n, axis) => (n + corner(row, col, j)[axis]) / 2);
  const across = Array.from({ length: cols }, (_, col) => col);
  const down = Array.from({ length: rows }, (_, row) => row);
  const top = across.flatMap((col) => [corner(0, col, 5), corner(0, col, 0)]);
  const bottom = across.flatMap((col) => [corner(rows - 1, col, 3), corner(rows - 1, col, 2)]);
  const left = down.flatMap((row) => [corner(row, 0, 5), corner(row, 0, 4)]);
  const right = down.flatMap((row) => [corner(row, cols - 1, 1), corner(row, cols - 1, 2)]);
  const [obtuse, acute] = [middle(0, cols - 1, 0, 1), middle(rows - 1, 0, 3, 4)];
  const sides = [
    { line: [...top, obtuse], colour: course ? 'W' : 'B' },
    { line: [acute, ...bottom], colour: course ? 'W' : 'B' },
    { line: [...left, acute], colour: course ? 'B' : 'W' },
    { line: [obtuse, ...right], colour: course ? 'B' : 'W' },
  ];
  const bands = (kind) => sides.map(({ line, colour }) => svg('polyline', { class: `${kind} ${colour}`, points: points(line) }));
  return [...bands('rim'), ...bands('band')];
}

function coordinates(rows, cols, place, course) {
  const across = (col) => (course ? String(col) : String(col + 1));
  const down = (row) => (course ? String(row) : String.fromCharCode(97 + row));
  const far = 0.88;
  const marks = [];
  for (let col = 0; col < cols; col++) {
    marks.push(label(across(col), place(-far, col), 'coordinate'), label(across(col), place(rows - 1 + far, col), 'coordinate'));
  }
  for (let row = 0; row < rows; row++) {
    marks.push(label(down(row), place(row, -far), 'coordinate'), label(down(row), place(row, cols - 1 + far), 'coordinate'));
  }
  return marks;
}

/** The last move: a dot on the stone put, rings on stones that turned, a dashed ring where one was given up. */
function lastMarks({ last = [], shows = {} }, place) {
  return last.filter(({ cell: name }) => shows[name] === undefined).map(({ cell: name, role, stone }) => {
    const [x, y] = place(...whereIs(name)).map(round);
    const dot = role === 'put';
    return svg('circle', { class: `last ${role} ${stone === 'B' ? 'on-dark' : 'on-light'}`, cx: x, cy: y, r: dot ? 0.17 : role === 'turn' ? 0.34 : 0.46 });
  });
}

function chain({ chain: cells = [] }, place) {
  if (cells.length === 0) return [];
  const line = cells.map((name) => place(...whereIs(name)));
  if (line.length === 1) {
    const [x, y] = line[0].map(round);
    return [svg('circle', { class: 'chain single', cx: x, cy: y, r: 0.4 })];
  }
  return [svg('polyline', { class: 'chain under', points: points(line) }), svg('polyline', { class: 'chain', points: points(line) })];
}

function rings({ points: names = [] }, place) {
  return names.map((name) => {
    const [x, y] = place(...whereIs(name)).map(round);
    return svg('circle', { class: 'point', cx: x, cy: y, r: 0.76 });
  });
}

function stepper(rows, cols) {
  return (name, dx, dy) => {
    const [row, col] = whereIs(name);
    return cellName(clamp(row + dy, rows), clamp(col + dx, cols));
  };
}

function clamp(n, bound) {
  return Math.min(Math.max(n, 0), bound - 1);
}
