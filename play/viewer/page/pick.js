/**
 * Choosing a move place by place: the `choices` in the server's answer list the places that may be chosen at each step of a move. A pick
 * is a value `{ chosen: [cell], move, note, … }`; every function returns a new one. Nothing here knows the page.
 */
import { isOwn } from './games.js';
import { said, t } from './language.js';
import { capturedOn, contentsOf, placesOf, signOf, whereOf } from './shape.js';
import { sentence } from './words.js';

/** The pick before the first click in a position. */
export function begin(shape, { board, choices, cells, to_move: mover, over, legal }) {
  const contents = contentsOf(shape, cells);
  const unplaced = (legal ?? []).filter((move) => move !== 'swap' && waysOf(shape, choices, move).length === 0);
  return { shape, choices, unplaced, contents, isOwn: isOwn(board), mover: signOf(mover), maySwap: legal?.includes('swap') ?? false, over: Boolean(over), chosen: [], move: null, note: null };
}

/** The moves that name no place: they are chosen from a list. */
export const unplaced = (pick) => (pick.over || pick.move ? [] : pick.unplaced);

/** The choices that are still possible after the clicks so far. */
function open({ choices, chosen }) {
  return choices.filter(({ steps }) => chosen.every((cell, i) => steps[i]?.places.includes(cell)));
}

/** The places that may be chosen next. A piece may pass a square twice; each stone needs a place of its own. */
export function targets(pick) {
  if (pick.over || pick.move) return [];
  const next = open(pick).flatMap(({ steps, move }) => (steps[pick.chosen.length]?.places ?? []).filter((cell) => move !== null || !pick.chosen.includes(cell)));
  return [...new Set(next)];
}

/** The pick after a click. A click on a chosen place releases it; a click on a place that may not be chosen leaves a note that says so. */
export function choose(pick, cell) {
  const { chosen } = pick;
  const offered = targets(pick);
  const taken = offered.includes(cell) ? cell : landing(pick, offered, cell);
  if (taken !== undefined) return step(pick, taken);
  if (chosen.includes(cell)) {
    const others = { ...pick, chosen: chosen.filter((name) => name !== cell), move: null, note: null };
    return open(others).length > 0 ? others : { ...others, chosen: chosen.slice(0, chosen.indexOf(cell)) };
  }
  // A click on another piece that can move chooses that piece instead.
  const anew = { ...pick, chosen: [], move: null, note: null };
  if (open(pick).every(({ move }) => move !== null) && targets(anew).includes(cell)) return step(anew, cell);
  return { ...pick, note: pick.over ? null : `${sentence(t('{where} cannot be chosen', { where: whereOf(pick.shape, cell) }))} ${prompt(pick)}` };
}

/** The pick with the piece on this place picked up for a drag; null if there is no piece that can move. */
export function grab(pick, cell) {
  if (pick.shape.look !== 'square' || pick.over || pick.move) return null;
  if (pick.chosen.at(-1) === cell) return { ...pick, note: null };
  const taken = choose(pick, cell);
  return taken.chosen.length === 1 && taken.chosen[0] === cell ? taken : null;
}

/**
 * The pick after a dragged piece was dropped on a place, which it may reach by several steps if only one way leads there. Null
 * if it cannot go there; if there are several ways, the pick stays, with a note.
 */
export function drop(pick, cell) {
  if (targets(pick).includes(cell)) return step(pick, cell);
  const { length } = pick.chosen;
  const paths = open(pick).map(({ steps }) => steps.map(({ places }) => places[0])).filter((path) => path.includes(cell, length));
  const ways = paths.map((path) => path.slice(length, path.indexOf(cell, length) + 1));
  // Ways with the same outcome count as one.
  const landed = new Map(ways.map((way) => [way, way.reduce(step, pick)]).map(([way, there]) => [there.move ?? way.join(), there]));
  if (landed.size > 1) return { ...pick, note: `${t('Several ways lead to {where}.', { where: cell })} ${prompt(pick)}` };
  return [...landed.values()][0] ?? null;
}

/** The pick before the last click. */
export function back(pick) {
  return { ...pick, chosen: pick.chosen.slice(0, -1), move: null, note: null };
}

/** What is expected next. */
export function prompt(pick) {
  if (pick.over) return '';
  const asked = [...new Set(open(pick).map(({ steps }) => steps[pick.chosen.length]?.what).filter(Boolean))].map(said);
  if (pick.unplaced.length > 0) asked.push(asked.length > 0 ? t('one of these moves') : t('a move'));
  if (pick.maySwap) asked.push(t('swap colours'));
  return asked.length > 0 ? t('Choose {what}.', { what: asked.join(t(', or ')) }) : '';
}

/** What the board shows on each place instead of its contents: a sign, '' for nothing, or `captured`. */
export function shows(pick) {
  const { shape, chosen, contents } = pick;
  if (shape.look === 'pit') return {};
  if (shape.look !== 'square') return Object.fromEntries(chosen.map((cell, i) => [cell, left(pick, i)]));
  if (chosen.length < 2) return {};
  const captured = capturedOn(shape, chosen, contents).map((cell) => [cell, 'captured']);
  return Object.fromEntries([[chosen[0], ''], ...captured, [chosen.at(-1), contents[chosen[0]]]]);
}

/** What a click on a target would put there; null for nothing, or if only the rules of an own game know it. */
export function ghost(pick) {
  const { look } = pick.shape;
  if (pick.isOwn) return null;
  return look === 'hexagon' || look === 'hole' ? left(pick, pick.chosen.length) : null;
}

/** The places that continue from the clicks so far towards this move. */
export function next({ shape, choices, chosen }, move) {
  const leads = waysOf(shape, choices, move).filter((way) => way.length > chosen.length && chosen.every((cell, i) => way[i] === cell));
  return [...new Set(leads.map((way) => way[chosen.length]))];
}

/** A map from each place to the entries (moves with their values) that remain possible after a click on it. */
export function entriesByCell(pick, entries) {
  const byCell = new Map();
  for (const entry of entries) {
    for (const cell of next(pick, entry.move)) byCell.set(cell, [...(byCell.get(cell) ?? []), entry]);
  }
  return byCell;
}

/** The entries that remain possible after a click on a place, or above or below the place where a piece lands; undefined for none. */
export function entriesAt(pick, entries, cell) {
  const byCell = entriesByCell(pick, entries);
  return byCell.get(byCell.has(cell) ? cell : landing(pick, [...byCell.keys()], cell));
}

/** The orders in which the places of a move can be chosen: two places that get the same stone can be exchanged. */
function waysOf(shape, choices, move) {
  const written = choices.filter((choice) => choice.move === move).map(({ steps }) => steps.map(({ places }) => places[0]));
  if (written.length > 0) return written;
  const found = placesOf(shape, move);
  const [first, second, ...rest] = found.map(({ cell }) => cell);
  if (first === undefined) return [];
  const way = second === undefined ? [first] : [first, second, ...rest];
  return found.length > 2 && found[0].sign === found[1].sign ? [way, [second, first, ...rest]] : [way];
}

/** What the click with this number leaves on its place. */
function left(pick, number) {
  if (pick.isOwn) return pick.contents[pick.chosen[number]];
  return open({ ...pick, chosen: pick.chosen.slice(0, number) })[0]?.steps[number]?.sign || pick.mover;
}

/** Pieces fall: a click above or below the place where a piece lands means that place. */
function landing({ shape }, offered, cell) {
  const column = (name) => shape.byName.get(name).at[0];
  return shape.falls ? offered.find((name) => column(name) === column(cell)) : undefined;
}

function step(pick, cell) {
  const chosen = [...pick.chosen, cell];
  const whole = open({ ...pick, chosen }).find(({ steps }) => steps.length === chosen.length);
  const move = whole ? (whole.move ?? whole.steps.map(({ sign }, i) => sign + chosen[i]).join('')) : null;
  return { ...pick, chosen, move, note: null };
}
