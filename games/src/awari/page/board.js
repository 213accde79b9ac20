/** Drawing Awari: the first player's pits above from right to left, the second's below from left to right, a store at each end. */
import { label, plate, round, svg } from '../../page/drawing.js';
import { PITS } from './pick.js';

const PIT = 0.44;
const ROWS = [0.95, 2.5];
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const MOST_SEEDS_DRAWN = 48;

/** The scene of a position; see `games.js` of the page for the state. */
export function scene(state) {
  const { pits, stores } = state.cells;
  const turned = Boolean(state.turned);
  const place = (name) => placeOf(name, turned);
  const cells = new Map(PITS.map((name, i) => [name, pit(name, pits[i], state, place)]));
  const layers = [
    svg('rect', { class: 'tray', x: 0.03, y: 0.23, width: 7.94, height: 2.99, rx: 0.5, 'aria-hidden': 'true' }),
    svg('g', { class: 'stores' }, store('First', stores[0], turned ? 7.45 : 0.55), store('Second', stores[1], turned ? 0.55 : 7.45)),
    svg('g', { class: 'cells' }, ...cells.values()),
    svg('g', { class: 'marks', 'aria-hidden': 'true' }, ...(state.points ?? []).map((name) => ring(place(name), 'point'))),
  ];
  return { kind: 'awari', unit: 110, title: 'Awari board', viewBox: [0, 0, 8, 3.45], layers, cells, step: stepper(turned), start: turned ? 'a' : 'A', place };
}

/** A move laid over the board: the pit it empties, and how many seeds each other pit gets. */
export function pointed({ place }, parts) {
  return parts.map((part) => {
    const [x, y] = place(part.cell);
    if (part.role === 'from') return ring([x, y], 'pointed-from');
    return svg('g', { class: 'pointed-sown' },
      svg('circle', { cx: round(x + 0.32), cy: round(y - 0.32), r: 0.15 }), label(`+${part.times}`, [x + 0.32, y - 0.32], 'small', { 'font-size': 0.16 }));
  });
}

function placeOf(name, turned) {
  const i = PITS.indexOf(name);
  const [col, row] = i < 6 ? [5 - i, 0] : [i - 6, 1];
  return turned ? [1.5 + (5 - col), ROWS[1 - row]] : [1.5 + col, ROWS[row]];
}

function pit(name, seeds, state, place) {
  const at = place(name);
  const [x, y] = at;
  const above = y < 1.7;
  const target = state.targets?.includes(name) ?? false;
  const value = state.values?.[name];
  const last = state.last?.find((part) => part.cell === name);
  const spoken = [`pit ${name} of the ${name < 'a' ? 'second' : 'first'} player`, counted(seeds)];
  if (target) spoken.push('may be chosen');
  if (value) spoken.push(value.words);
  if (last?.role === 'from') spoken.push('sown last');
  const kinds = ['cell', 'pit', target && 'target', value && `valued ${value.tint}`, last && `last-${last.role}`].filter(Boolean).join(' ');
  const edge = above ? y - 0.58 : y + 0.58;
  const group = svg('g', { class: kinds, 'data-cell': name, 'aria-label': spoken.join(', ') },
    svg('rect', { class: 'reach', x: round(x - 0.5), y: round(above ? 0.02 : 1.74), width: 1, height: 1.69 }),
    svg('circle', { class: 'hollow', cx: x, cy: y, r: PIT }),
    ...seedsIn(seeds, at, PIT),
    svg('circle', { class: 'focus', cx: x, cy: y, r: PIT + 0.045 }),
    label(String(seeds), [x, above ? y + 0.61 : y - 0.61], 'count', { 'font-size': 0.22 }),
    label(name, [x, above ? edge - 0.25 : edge + 0.25], 'coordinate', { 'font-size': 0.2 }));
  if (value) group.append(plate(value, [x, y], 0.22));
  const word = state.labels?.[name];
  if (word) group.append(label(word, at, 'word', { 'font-size': 0.24 }));
  return group;
}

function store(owner, seeds, x) {
  return svg('g', { class: 'store', role: 'img', 'aria-label': `store of the ${owner.toLowerCase()} player, ${counted(seeds)}` },
    svg('rect', { class: 'hollow', x: round(x - 0.36), y: 0.55, width: 0.72, height: 2.2, rx: 0.36 }),
    label(String(seeds), [x, 1.65], 'count big', { 'font-size': 0.42 }),
    label(owner, [x, 2.96], 'coordinate', { 'font-size': 0.17 }));
}

/** Seeds in a spiral, as in a sunflower: near each other, none over another while there is room. */
function seedsIn(seeds, [x, y], room) {
  const drawn = Math.min(seeds, MOST_SEEDS_DRAWN);
  const size = drawn <= 8 ? 0.095 : Math.min(0.08, 0.34 / Math.sqrt(drawn));
  return Array.from({ length: drawn }, (_, i) => {
    const out = drawn === 1 ? 0 : (room - size - 0.05) * Math.sqrt((i + 0.5) / Math.max(drawn, 7));
    const angle = i * GOLDEN;
    return svg('circle', { class: 'seed', cx: round(x + out * Math.cos(angle)), cy: round(y + out * Math.sin(angle)), r: round(size) });
  });
}

function counted(seeds) {
  return `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}`;
}

function ring([x, y], kind) {
  return svg('circle', { class: kind, cx: x, cy: y, r: PIT + 0.03 });
}

function stepper(turned) {
  return (name, dx, dy) => {
    const [x, y] = placeOf(name, turned);
    const col = Math.min(Math.max(x + dx, 1.5), 6.5);
    const row = dy < 0 ? ROWS[0] : dy > 0 ? ROWS[1] : y;
    return PITS.find((pitName) => {
      const [u, v] = placeOf(pitName, turned);
      return u === col && v === row;
    });
  };
}
