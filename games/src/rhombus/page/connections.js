/** Connections laid over the rhombus: the cells that one needs, where the side to move must play, and the move that connects. */
import { points, round, svg } from '../../page/drawing.js';
import { cellName, cellNames, parseCell } from './cells.js';

/** Neighbours of a cell, in the order of the sides of a hexagon that stands on its point: side `i` lies between corners `i` and `i + 1`. */
const BESIDE = [[-1, 1], [0, 1], [1, 0], [1, -1], [0, -1], [-1, 0]];

/** The cells where the side to move must play. `corner(row, col, i, part)` is a point towards a corner of a cell, clockwise from the top. */
export function mustPlay(state, corner) {
  const { must } = state.connections ?? {};
  if (!must) return [];
  return must.map((name) => {
    const { row, col } = parseCell(name);
    return svg('polygon', { class: 'must', points: points([0, 1, 2, 3, 4, 5].map((i) => corner(row, col, i, 0.84))) });
  });
}

/** The cells of a connection with a border around it, and the move that makes it. */
export function connection(state, place, corner) {
  const { carrier = [], side, key, parts = [] } = state.connections ?? {};
  const letter = side === 'black' ? 'B' : 'W';
  const middle = (name) => {
    const { row, col } = parseCell(name);
    return place(row, col).map(round);
  };
  const region = new Set([...carrier, ...chainsOf(state, carrier, letter, new Set(parts.map(({ cell }) => cell)))]);
  const dots = carrier.filter((name) => name !== key?.cell).map((name) => {
    const [cx, cy] = middle(name);
    return svg('circle', { class: `carrier ${letter}`, cx, cy, r: 0.2 });
  });
  const signs = key ? [keyAt(key, middle(key.cell))] : [];
  return [...outline(region, corner), ...dots, ...signs];
}

/** The text about a cell for screen readers. */
export function spokenOf(name, { connections }) {
  if (!connections) return [];
  const { carrier = [], must, key } = connections;
  return [
    key?.cell === name ? 'connects' : null,
    carrier.includes(name) ? 'needed by the connection' : null,
    must?.includes(name) ? 'must-play' : null,
  ].filter(Boolean);
}

function keyAt({ stone }, [cx, cy]) {
  return svg('g', { class: 'key' }, svg('circle', { class: `stone ${stone}`, cx, cy, r: 0.44 }), svg('circle', { class: 'ring', cx, cy, r: 0.62 }));
}

/** The side's stones that the connection runs through: chains beside two of its cells, or beside one and at the board's border. */
function chainsOf({ rows, cols, cells }, carrier, letter, taken) {
  const needed = new Set(carrier);
  const holds = new Map(cellNames(rows, cols).map((name, i) => [name, cells[i]]));
  const isOwn = (name) => holds.get(name) === letter && !taken.has(name);
  const seen = new Set();
  const found = [];
  for (const from of carrier.flatMap(neighbours).filter(isOwn)) {
    if (seen.has(from)) continue;
    const chain = [from];
    seen.add(from);
    for (const name of chain) {
      for (const next of neighbours(name).filter((next) => isOwn(next) && !seen.has(next))) {
        seen.add(next);
        chain.push(next);
      }
    }
    const touched = new Set(chain.flatMap(neighbours).filter((name) => needed.has(name)));
    const isAtBorder = chain.some((name) => neighbours(name).some((next) => !holds.has(next)));
    if (touched.size > 1 || isAtBorder) found.push(...chain);
  }
  return found;
}

function neighbours(name) {
  const { row, col } = parseCell(name);
  return BESIDE.map(([down, across]) => cellName(row + down, col + across));
}

/** The border of a region: each side of its cells beyond which it does not go on. */
function outline(region, corner) {
  const sides = [...region].flatMap((name) => {
    const { row, col } = parseCell(name);
    return neighbours(name).flatMap((next, i) => {
      if (region.has(next)) return [];
      const [from, to] = [corner(row, col, i, 1), corner(row, col, (i + 1) % 6, 1)].map((at) => at.map(round).join(' '));
      return [`M${from}L${to}`];
    });
  });
  if (sides.length === 0) return [];
  const d = sides.join('');
  return [svg('path', { class: 'region under', d }), svg('path', { class: 'region', d })];
}
