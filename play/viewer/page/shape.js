/**
 * The shape of a board: its places, and their names in moves. A shape is made from the `picture` and the `cells` in the server's answer:
 * `{ look, falls, size, places: [{ name, at, outline }], byName, edges, labels, shown }`, the places in the order of `cells`; `shown(text)` is a text with
 * the names of places as people see them.
 *
 * The look says what is on the board: stones on cells (`hexagon`), pieces with signs (`hole`), which fall if `falls` is set, men and kings that go from
 * square to square (`square`), or seeds (`pit`). A game without cells has no places: what people see of a position is `drawn`. Nothing here knows the page.
 */

import { cellsOn, exchangedLine } from './cells.js';
import { t } from './language.js';

/** The corners of a hexagon that stands on a corner, clockwise from the top. */
export const CORNERS = [0, 1, 2, 3, 4, 5].map((i) => [Math.sin((i * Math.PI) / 3), -Math.cos((i * Math.PI) / 3)]);

/** The shape of the board in an answer. */
export function shapeOf({ board, picture: drawn, cells }) {
  const shown = cellsOn(board);
  const labels = shown('a2') === 'a2' ? drawn.labels : drawn.labels.map(({ at, text }) => ({ at, text: exchangedLine(text) }));
  const picture = { ...drawn, labels, shown };
  if (typeof cells === 'string') return { ...picture, look: 'drawn', falls: false, byName: new Map(), pattern: /$^/g };
  const { outline } = picture.places[0];
  const look = cells.pits ? 'pit' : outline === 'light' || outline === 'dark' ? 'square' : outline === 'cell' ? 'hole' : outline;
  const squares = picture.places.filter((place) => place.outline !== 'light');
  const half = squares.length / 2;
  // Seeds are sown along the lower row, and back along the upper one.
  const places = look === 'pit' ? [...squares.slice(half), ...squares.slice(0, half).reverse()] : squares;
  const byName = new Map(places.map((place) => [place.name, place]));
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  return { ...picture, look, falls: outline === 'hole' && look === 'hole', places, byName, pattern: new RegExp(`([BW?]?)(${names.join('|')})`, 'g') };
}

/** The contents of each place, by name: the sign of a piece, '' for none, or a number of seeds. */
export function contentsOf({ look, places }, cells) {
  if (look === 'drawn') return {};
  const at = (name, i) => (look === 'pit' ? cells.pits[i] : look === 'square' ? cells[name] : cells[i]) ?? '';
  return Object.fromEntries(places.map(({ name }, i) => [name, at(name, i)]));
}

/** The places that a move names, in order, each with the sign before it: `[{ cell, sign }]`. */
export function placesOf({ pattern }, move) {
  return [...move.matchAll(pattern)].map(([, sign, cell]) => ({ cell, sign }));
}

/**
 * What a move does to the places, `[{ cell, role, … }]`: a stone put (`put`, `neutral`), turned or given up (`turn`, `give`), a piece on its way
 * (`from`, then `to`), a pit that is emptied (`from`) and those that get seeds (`sown`, with the number of `times`).
 */
export function partsOf(shape, move, mover) {
  const found = placesOf(shape, move);
  if (shape.look === 'pit') return found.length > 0 ? sown(shape, found[0].cell, Number(/\d+/.exec(move)?.[0] ?? 0)) : [];
  if (shape.look === 'square') return found.map(({ cell }, i) => ({ cell, role: i === 0 ? 'from' : 'to' }));
  // A neutral stone that is turned alone: `B?c2`.
  if (found.length === 1 && found[0].sign === '?') return [{ cell: found[0].cell, role: 'turn', stone: signOf(mover) }];
  const [own, given] = found.length > 2 ? ['turn', 'give'] : ['put', 'neutral'];
  return found.map(({ cell, sign }) => ({ cell, role: sign === '?' ? given : own, stone: sign || signOf(mover) }));
}

/** A move as people read it. If pieces fall, the column is enough. */
export function written({ falls, shown }, move) {
  return falls ? move.slice(1) : shown(move);
}

/** The name of a place in sentences. */
export function whereOf(shape, cell) {
  return shape.falls ? t('column {n}', { n: written(shape, cell) }) : shape.shown(cell);
}

/** The sign of a side's stones. */
export function signOf(colour) {
  return colour === 'black' ? 'B' : 'W';
}

/** The places whose pieces a path along these squares jumps over. */
export function capturedOn({ byName, places }, path, contents) {
  const at = (name) => byName.get(name).at;
  return path.slice(1).flatMap((to, i) => {
    const [[x, y], [u, v]] = [at(path[i]), at(to)];
    const isBetween = ([a, b]) => Math.hypot(a - x, b - y) + Math.hypot(u - a, v - b) < Math.hypot(u - x, v - y) + 1e-6;
    const jumped = places.filter(({ name, at: middle }) => name !== path[i] && name !== to && name !== path[0] && contents[name] && isBetween(middle));
    return jumped.map(({ name }) => name);
  });
}

/** Sowing skips the pit that the seeds come from. */
function sown({ places }, cell, seeds) {
  const from = places.findIndex(({ name }) => name === cell);
  const times = new Map();
  for (let i = 0; i < seeds; i++) {
    const { name } = places[(from + 1 + (i % (places.length - 1))) % places.length];
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return [{ cell, role: 'from' }, ...[...times].map(([name, number]) => ({ cell: name, role: 'sown', times: number }))];
}
