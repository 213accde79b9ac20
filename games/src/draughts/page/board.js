/** Drawing draughts: 8×8, a1 dark at White's left. Lengths are in squares. */
import { label, plate, points, round, svg } from '../../page/drawing.js';
import { capturedOn } from './pick.js';

const EDGE = 0.42;
const CONTENTS = { w: 'white man', W: 'white king', b: 'black man', B: 'black king' };

/** The scene of a position; see `games.js` of the page for the state. */
export function scene(state) {
  const turned = Boolean(state.turned);
  const place = (name) => placeOf(name, turned);
  const names = squareNames().filter(isDark);
  const cells = new Map(names.map((name) => [name, square(name, state, place)]));
  const layers = [
    svg('rect', { class: 'frame', x: round(-EDGE), y: round(-EDGE), width: round(8 + 2 * EDGE), height: round(8 + 2 * EDGE), rx: 0.12, 'aria-hidden': 'true' }),
    svg('rect', { class: 'light-squares', x: 0, y: 0, width: 8, height: 8, 'aria-hidden': 'true' }),
    svg('g', { class: 'coordinates', 'aria-hidden': 'true' }, ...coordinates(turned)),
    svg('g', { class: 'cells' }, ...cells.values()),
    svg('g', { class: 'marks', 'aria-hidden': 'true' }, ...pathOf(state.last ?? [], place, 'last-path'), ...(state.points ?? []).map((name) => ring(place(name)))),
  ];
  const size = 8 + 2 * EDGE;
  return { kind: 'draughts', unit: 76, title: 'Draughts board', viewBox: [-EDGE, -EDGE, size, size], layers, cells, step: stepper(turned), start: turned ? 'f6' : 'c3', place };
}

/** A move laid over the board: its path, and crosses on what it captures. */
export function pointed({ place }, parts, { cells }) {
  const path = parts.map((part) => part.cell);
  const crosses = capturedOn(path, cells).map((name) => crossAt(place(name)));
  return [...crosses, ...pathOf(parts, place, 'pointed-path')];
}

function squareNames() {
  return Array.from({ length: 64 }, (_, i) => String.fromCharCode(97 + (i % 8)) + (1 + Math.floor(i / 8)));
}

function isDark(name) {
  return (name.charCodeAt(0) - 97 + Number(name[1])) % 2 === 1;
}

function placeOf(name, turned) {
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1])];
  return turned ? [7.5 - file, rank - 0.5] : [file + 0.5, 8.5 - rank];
}

function square(name, state, place) {
  const [x, y] = place(name);
  const content = state.cells[name] ?? '';
  const shown = state.shows?.[name];
  const target = state.targets?.includes(name) ?? false;
  const value = state.values?.[name];
  const chosen = state.chosen?.at(-1) === name;
  const kinds = ['cell', 'square', target && 'target', chosen && 'chosen', value && `valued ${value.tint}`].filter(Boolean).join(' ');
  const spoken = [name, CONTENTS[content] ?? 'empty'];
  if (chosen) spoken.push('chosen');
  if (shown === 'captured') spoken.push('captured');
  if (target) spoken.push('may be chosen');
  if (value) spoken.push(value.words);
  const group = svg('g', { class: kinds, 'data-cell': name, 'aria-label': spoken.join(', ') },
    svg('rect', { class: 'dark', x: round(x - 0.5), y: round(y - 0.5), width: 1, height: 1 }));
  const piece = shown === undefined || shown === 'captured' ? content : shown === 'gone' ? '' : shown;
  group.append(...pieceAt(piece, [x, y]));
  if (shown === 'captured') group.append(crossAt([x, y]));
  if (target && !value) group.append(svg('circle', { class: piece ? 'may' : 'may dot', cx: x, cy: y, r: piece ? 0.44 : 0.14 }));
  if (value) group.append(plate(value, [x, piece ? y + 0.33 : y], 0.23));
  const word = state.labels?.[name];
  if (word) group.append(label(word, [x, y], 'word', { 'font-size': 0.36 }));
  group.append(svg('rect', { class: 'focus', x: round(x - 0.46), y: round(y - 0.46), width: 0.92, height: 0.92, rx: 0.06 }));
  return group;
}

/** A piece: black filled, white light with a rim; a king wears a crown. */
function pieceAt(piece, [x, y]) {
  if (!piece) return [];
  const colour = piece.toLowerCase() === 'w' ? 'W' : 'B';
  const parts = [
    svg('circle', { class: `stone ${colour}`, cx: x, cy: y, r: 0.38 }),
    svg('circle', { class: `groove ${colour}`, cx: x, cy: y, r: 0.27 }),
  ];
  if (piece !== piece.toLowerCase()) {
    const crown = [[-0.19, 0.13], [-0.22, -0.11], [-0.1, 0], [0, -0.17], [0.1, 0], [0.22, -0.11], [0.19, 0.13]];
    parts.push(svg('polygon', { class: `crown ${colour}`, points: points(crown.map(([dx, dy]) => [x + dx, y + dy])) }));
  }
  return parts;
}

function crossAt([x, y]) {
  const d = `M${round(x - 0.3)} ${round(y - 0.3)}L${round(x + 0.3)} ${round(y + 0.3)}M${round(x + 0.3)} ${round(y - 0.3)}L${round(x - 0.3)} ${round(y + 0.3)}`;
  return svg('path', { class: 'taken', d });
}

/** A path with a dot where it begins and an arrow's head where it ends. */
function pathOf(parts, place, kind) {
  if (parts.length < 2) return [];
  const line = parts.map((part) => place(part.cell));
  const [[x0, y0], [x1, y1]] = [line.at(-2), line.at(-1)];
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const wing = (turn) => [x1 - 0.24 * Math.cos(angle + turn), y1 - 0.24 * Math.sin(angle + turn)];
  return [
    svg('circle', { class: `${kind} from`, cx: line[0][0], cy: line[0][1], r: 0.09 }),
    svg('polyline', { class: kind, points: points(line) }),
    svg('polyline', { class: kind, points: points([wing(0.6), [x1, y1], wing(-0.6)]) }),
  ];
}

function coordinates(turned) {
  const marks = [];
  for (let i = 0; i < 8; i++) {
    const file = String.fromCharCode(turned ? 104 - i : 97 + i);
    const rank = String(turned ? i + 1 : 8 - i);
    const style = { 'font-size': 0.25 };
    marks.push(label(file, [i + 0.5, -EDGE / 2], 'coordinate', style), label(file, [i + 0.5, 8 + EDGE / 2], 'coordinate', style));
    marks.push(label(rank, [-EDGE / 2, i + 0.5], 'coordinate', style), label(rank, [8 + EDGE / 2, i + 0.5], 'coordinate', style));
  }
  return marks;
}

function ring([x, y]) {
  return svg('circle', { class: 'point', cx: x, cy: y, r: 0.46 });
}

/** Arrows go from dark square to dark square: two along a row, or to the next row and half a step aside. */
function stepper(turned) {
  return (name, dx, dy) => {
    const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1])];
    const way = turned ? -1 : 1;
    if (dx !== 0) {
      const to = file + 2 * dx * way;
      return to < 0 || to > 7 ? name : String.fromCharCode(97 + to) + rank;
    }
    const up = rank - dy * way;
    if (up < 1 || up > 8) return name;
    const aside = file % 2 === 0 ? file + 1 : file - 1;
    return String.fromCharCode(97 + aside) + up;
  };
}

/** A piece alone, as the editor offers it. */
export function picture(piece) {
  return { kind: 'draughts', room: 0.45, parts: pieceAt(piece, [0, 0]) };
}
