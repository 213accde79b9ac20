/** Drawing the rhombus of Nex and Hex. Lengths are in sides of a hexagon. */
import { label, plate, points, round, svg } from '../../page/drawing.js';
import { cellName, cellNames, parseCell, plainName } from './cells.js';
import { connection, mustPlay, spokenOf } from './connections.js';

const WIDTH = Math.sqrt(3);
const STONE = 0.62;
const PAD = 1.95;
/** How far the corners of the edges' bands stand out. */
const BAND = 0.34;
/** Corners of a hexagon that stands on its point, clockwise from the top. */
const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => [Math.sin((i * Math.PI) / 3), -Math.cos((i * Math.PI) / 3)]);
const CONTENTS = { B: 'black stone', W: 'white stone', '?': 'neutral stone', '': 'empty' };

/** The scene of a position; see `games.js` of the page for the state. */
export function scene(state) {
  const { rows, cols } = state;
  const place = placing(state);
  const names = cellNames(rows, cols);
  const contents = Object.fromEntries(names.map((name, i) => [name, state.cells[i] || '']));
  const cells = new Map(names.map((name) => [name, cell(name, contents[name], state, place)]));
  const course = isCourse(state.board);
  const corner = (row, col, i, part) => place(row, col, CORNERS[i].map((n) => n * part));
  const layers = [
    svg('g', { class: 'edges', 'aria-hidden': 'true' }, ...edges(rows, cols, place, course)),
    svg('g', { class: 'coordinates', 'aria-hidden': 'true' }, ...coordinates(rows, cols, place)),
    svg('g', { class: 'cells' }, ...cells.values()),
    svg('g', { class: 'marks', 'aria-hidden': 'true' }, ...mustPlay(state, corner), ...connection(state, place, corner), ...lastMarks(state, place),
      ...chain(state, place), ...rings(state, place)),
  ];
  const title = `Board of ${rows} by ${cols}`;
  return { kind: 'rhombus', unit: 56, title, viewBox: frame(rows, cols, place), layers, cells, step: stepper(rows, cols), start: cellName(rows >> 1, cols >> 1), place };
}

/** A move laid over the board: rings, with the stones that it would leave. */
export function pointed({ place }, parts) {
  return parts.map(({ cell: name, stone, role }) => {
    const at = place(...whereIs(name));
    return svg('g', { class: `pointed ${role}` }, ...stoneAt(stone, at), svg('circle', { class: 'ring', cx: round(at[0]), cy: round(at[1]), r: 0.74 }));
  });
}

/** Whether Black joins left and right, as in the course's convention of Hex. */
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
  if (value && !chosen) group.append(...markOf(value, content, at));
  if (target && !value && content !== '') group.append(svg('circle', { class: 'may', cx: round(at[0]), cy: round(at[1]), r: 0.8 }));
  const word = state.labels?.[name];
  if (word) group.append(label(word, at, 'word', { 'font-size': 0.6 }));
  group.append(svg('polygon', { class: 'focus', points: points(CORNERS.map(([x, y]) => place(row, col, [x * 0.9, y * 0.9]))) }));
  return group;
}

/** The value of a cell: on an empty one in large letters, with what it hides below. */
function markOf(value, content, [x, y]) {
  // A stone stays to be seen above its plate.
  if (content !== '') return [plate(value, [x, y + 0.38], 0.38)];
  const size = value.mark.length > 3 ? 0.52 : 0.62;
  if (!value.note) return [label(value.mark, [x, y], 'mark', { 'font-size': size })];
  return [
    label(value.mark, [x, y - 0.2], 'mark', { 'font-size': size }),
    label(value.note.text, [x, y + 0.37], `note ${value.note.tint}`, { 'font-size': 0.31 }),
  ];
}

function spoken(name, content, { shown, target, value }, state) {
  const parts = [name, CONTENTS[content]];
  if (shown !== undefined) parts.push(`chosen: ${CONTENTS[shown]}`);
  if (target) parts.push('may be chosen');
  if (value) parts.push(value.words);
  parts.push(...spokenOf(name, state));
  const last = state.last?.find((part) => part.cell === name);
  if (last) parts.push('last move');
  return parts.join(', ');
}

/** A stone: black is filled, white is outlined, neutral is grey with a cross, so that no colour is needed. */
function stoneAt(stone, [x, y], kind = '') {
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

/**
 * The four edges as bands outside the outermost cells. Along an edge every corner of the boundary moves out in the same direction;
 * at sharp corners of the rhombus two bands meet in a mitre, at blunt ones they share the side of the corner cell.
 */
function edges(rows, cols, place, course) {
  const across = Array.from({ length: cols }, (_, col) => col);
  const down = Array.from({ length: rows }, (_, row) => row);
  const run = (cells, first, second) => cells.flatMap(([row, col]) => [[row, col, first], [row, col, second]]);
  const top = run(across.map((col) => [0, col]), 5, 0);
  const left = run(down.map((row) => [row, 0]), 5, 4);
  const bottom = run(across.map((col) => [rows - 1, col]), 3, 2);
  const right = run(down.map((row) => [row, cols - 1]), 1, 2);
  const [sharpTop, sharpBottom] = [[0, 0, 5], [rows - 1, cols - 1, 2]];
  const blunt = { right: [0, cols - 1, 0, 1], left: [rows - 1, 0, 3, 4] };
  const band = (line, out, ends) => line.map((at) => bandPair(at, out, ends, place));
  const sides = [
    { pairs: [...band(top, 0, sharpTop), bluntPair(blunt.right, place)], vertical: true },
    { pairs: [bluntPair(blunt.left, place), ...band(bottom, 3, sharpBottom)], vertical: true },
    { pairs: [...band(left, 4, sharpTop), bluntPair(blunt.left, place)], vertical: false },
    { pairs: [bluntPair(blunt.right, place), ...band(right, 1, sharpBottom)], vertical: false },
  ];
  return sides.map(({ pairs, vertical }) => {
    const shape = [...pairs.map(([inner]) => inner), ...pairs.map(([, outer]) => outer).reverse()];
    return svg('polygon', { class: `band ${vertical !== course ? 'B' : 'W'}`, points: points(shape) });
  });
}

/** A corner of the boundary, and the corner of the band outside it. */
function bandPair([row, col, i], out, [sharpRow, sharpCol, sharp], place) {
  const way = CORNERS[row === sharpRow && col === sharpCol && i === sharp ? sharp : out];
  const [x, y] = CORNERS[i];
  return [place(row, col, [x, y]), place(row, col, [x + BAND * way[0], y + BAND * way[1]])];
}

/** The middle of the side between two corners of a cell, and the point of the band outside it. */
function bluntPair([row, col, i, j], place) {
  const middle = [0, 1].map((axis) => (CORNERS[i][axis] + CORNERS[j][axis]) / 2);
  return [place(row, col, middle), place(row, col, middle.map((n) => n * (1 + BAND)))];
}

function coordinates(rows, cols, place) {
  const across = (col) => String(col + 1);
  const down = (row) => String.fromCharCode(97 + row);
  const far = 0.94;
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
    return svg('circle', { class: `last ${role} ${stone === 'B' ? 'on-dark' : 'on-light'}`, cx: x, cy: y, r: dot ? 0.17 : role === 'turn' ? 0.34 : 0.73 });
  });
}

function chain({ chain: cells = [] }, place) {
  if (cells.length === 0) return [];
  const line = cells.map((name) => place(...whereIs(plainName(name))));
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

/** Whether the board is so large that where there is little room it had better stand on its point, which makes its cells larger. */
export function isWide({ rows, cols }) {
  return rows + cols >= 16;
}

/** A stone alone, as the editor offers it. */
export function picture(stone) {
  return { kind: 'rhombus', room: 0.72, parts: stoneAt(stone, [0, 0]) };
}
