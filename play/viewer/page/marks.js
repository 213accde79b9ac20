/** What is drawn over the places of a board: the last move, a winning chain, connections, rings, and the move under the pointer. */
import { CORNERS, capturedOn } from './shape.js';
import { circle, cross, label, line, svg } from './svg.js';

/** The distance between the middles of neighbouring hexagons. */
const BESIDE = Math.sqrt(3);
/** How far below the middle a connection's sign is drawn if the place shows a value. */
const SIGN_BELOW = 0.54;

/** All marks of a state; `it` has the coordinates of everything drawn. */
export function marksOf(state, it) {
  const { last = [], chain = [], points = [], shows = {}, shape: { look } } = state;
  const on = last.filter(({ cell }) => shows[cell] === undefined);
  return [
    ...(state.connections ? connectionOf(state, it) : []),
    ...(look === 'square' ? pathOf('last-path', last, it) : look === 'pit' ? [] : on.map((part) => lastAt(part, look, it, state.numbers?.[part.cell]))),
    ...chainOf(chain.map(it.at)),
    ...points.map((name) => circle('point', it.at(name), it.ring)),
  ];
}

/** A move drawn over the board: the stones that it would leave, with rings; its path, with crosses on what it captures; or the seeds that each pit gets. */
export function pointedAt({ shape }, it, parts) {
  if (shape.look === 'square') {
    const captured = capturedOn(shape, parts.map(({ cell }) => cell), it.contents);
    return [...captured.map((name) => cross('taken', it.at(name), 0.3)), ...pathOf('pointed-path', parts, it)];
  }
  return parts.map(({ cell, role, stone, times }) => {
    const [x, y] = it.at(cell);
    if (role === 'from') return circle('point', [x, y], it.ring);
    if (role !== 'sown') return svg('g', { class: `pointed ${role}` }, ...it.piece(stone, [x, y]), circle('ring', [x, y], it.ring));
    return svg('g', { class: 'pointed-sown' }, circle('', [x + 0.32, y - 0.32], 0.15), label(`+${times}`, [x + 0.32, y - 0.32], 'count', 0.16));
  });
}

/** The most moves of a line that are shown on the board. */
const TRACED = 8;

/** A line of moves on the board: stones with numbers, arrows with numbers, or numbers on pits. The first move on a place is the one that shows. */
export function tracedOf({ shape: { look } }, it, moves) {
  const taken = new Set();
  const numbered = (i, [x, y], size) => label(String(i + 1), [x, y], 'number traced-number', size);
  return moves.slice(0, TRACED).flatMap((parts, i) => {
    if (look === 'square') {
      const [x, y] = it.at(parts[0].cell);
      return i > 2 ? [] : [svg('g', { class: `traced ply-${i + 1}` }, ...pathOf('pointed-path', parts, it), circle('disc', [x, y], 0.17), numbered(i, [x, y], 0.22))];
    }
    const fresh = parts.filter(({ cell, role }) => !taken.has(cell) && (look !== 'pit' || role === 'from'));
    for (const { cell } of fresh) taken.add(cell);
    return fresh.map(({ cell, role, stone }) => {
      const at = it.at(cell);
      if (look === 'pit') return svg('g', { class: 'traced' }, circle('disc', at, 0.2), numbered(i, at, 0.26));
      const isGiven = role === 'neutral' || role === 'give';
      return svg('g', { class: 'traced' }, ...it.piece(stone, at), ...(isGiven ? [] : [label(String(i + 1), at, `number ${stone}`, it.stone * 0.9)]));
    });
  });
}

/** A dot on the stone that was placed, a ring on a stone that turned, a dashed ring on a stone that was given up. */
function lastAt({ cell, role, stone }, look, it, number) {
  if (look === 'hole') return circle('last ring', it.at(cell), it.ring);
  return circle(`last ${number && role === 'put' ? 'turn' : role} ${stone === 'B' ? 'on-dark' : 'on-light'}`, it.at(cell), role === 'put' && !number ? 0.17 : role === 'give' || role === 'neutral' ? 0.73 : number ? 0.48 : 0.34);
}

/** A path with a dot at its start and an arrowhead at its end. */
function pathOf(kind, parts, it) {
  if (parts.length < 2) return [];
  const path = parts.map(({ cell }) => it.at(cell));
  const [[x0, y0], [x1, y1]] = path.slice(-2);
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const wing = (turn) => [x1 - 0.24 * Math.cos(angle + turn), y1 - 0.24 * Math.sin(angle + turn)];
  return [circle(`${kind} from`, path[0], 0.09), line(kind, path), line(kind, [wing(0.6), [x1, y1], wing(-0.6)])];
}

function chainOf(path) {
  if (path.length === 1) return [circle('chain single', path[0], 0.4)];
  return path.length === 0 ? [] : [line('chain under', path), line('chain', path)];
}

/**
 * The places where the side to move must play, the places that a connection needs with a border around them, and the move that connects. On
 * a place with a value there is only a small sign below the value, and no must-play mark: the value says more.
 */
function connectionOf({ values = {}, connections: { must, carrier = [], side, key, parts = [] } }, it) {
  const letter = side === 'black' ? 'B' : 'W';
  const hexagon = (name, size) => CORNERS.map((corner) => it.turn(corner)).map(([x, y]) => [it.at(name)[0] + size * (x - it.turn([0, 0])[0]), it.at(name)[1] + size * (y - it.turn([0, 0])[1])]);
  const taken = new Set(parts.map(({ cell }) => cell));
  const stones = it.spots.map(({ name }) => name).filter((name) => it.contents[name] === letter && !taken.has(name));
  const region = [...carrier, ...chainsOf(carrier, stones, it)];
  const sign = (kind, name, alone, small) => {
    const [x, y] = it.at(name);
    return values[name] ? circle(kind, [x, y + SIGN_BELOW], small) : circle(kind, [x, y], alone);
  };
  return [
    ...(must ?? []).filter((name) => !values[name] && name !== key?.cell).map((name) => line('must', hexagon(name, 0.76), 'polygon')),
    ...outline(region, hexagon, it),
    ...carrier.filter((name) => name !== key?.cell).map((name) => sign(`carrier ${letter}`, name, 0.2, 0.13)),
    ...(key ? [sign('key', key.cell, 0.36, 0.12)] : []),
  ];
}

const near = ([x, y], [u, v]) => Math.abs(Math.hypot(x - u, y - v) - BESIDE) < 0.1;

/** The side's stones that the connection runs through: chains next to two of its places, or next to one place and at the border of the board. */
function chainsOf(carrier, stones, it) {
  const beside = (name, names) => names.filter((other) => near(it.at(name), it.at(other)));
  const isAtBorder = (name) => it.spots.filter(({ at }) => near(at, it.at(name))).length < 6;
  const left = new Set(stones);
  const found = [];
  for (const first of stones) {
    if (!left.delete(first)) continue;
    const chain = [first];
    for (const name of chain) chain.push(...beside(name, [...left]).filter((next) => left.delete(next)));
    const touched = carrier.filter((name) => beside(name, chain).length > 0);
    if (touched.length > 1 || (touched.length === 1 && chain.some(isAtBorder))) found.push(...chain);
  }
  return found;
}

/** The border of a region: the sides of its hexagons that have no hexagon of the region beyond them. */
function outline(region, hexagon, it) {
  const middles = region.map((name) => it.at(name));
  const d = region.flatMap((name) => {
    const [x, y] = it.at(name);
    const corners = hexagon(name, 1);
    return corners.flatMap(([a, b], i) => {
      const [u, v] = corners[(i + 1) % 6];
      const beyond = [a + u - x, b + v - y];
      const goesOn = middles.some((at) => Math.hypot(at[0] - beyond[0], at[1] - beyond[1]) < 0.1);
      return goesOn ? [] : [`M${a.toFixed(2)} ${b.toFixed(2)}L${u.toFixed(2)} ${v.toFixed(2)}`];
    });
  }).join('');
  return d === '' ? [] : [svg('path', { class: 'region under', d }), svg('path', { class: 'region', d })];
}
