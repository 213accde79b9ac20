/**
 * Choosing a move of Nex cell by cell. A pick is a value: every function gives a new one. No page is needed.
 *
 * A generate is an empty cell for the own stone, then an empty cell for the neutral one. A transform begins on a neutral stone:
 * two of them turn, then one stone of the player's, on the board before the move, is given up.
 */
import { cellNames, parseCell } from '../../rhombus/page/cells.js';

/** The pick before the first click in a position as the server gives it. */
export function begin(position) {
  const names = cellNames(position.rows, position.cols);
  const cells = Object.fromEntries(names.map((name, i) => [name, position.cells[i] || '']));
  const mover = position.to_move === 'black' ? 'B' : 'W';
  return { names, cells, mover, over: Boolean(position.over), chosen: [], move: null, note: null };
}

/** Which kind of move the clicks so far make: `generate`, `transform`, or null before the first. */
export function kindOf(pick) {
  if (pick.chosen.length === 0) return null;
  return pick.cells[pick.chosen[0]] === '?' ? 'transform' : 'generate';
}

/** The cells that may be chosen next. */
export function targets(pick) {
  if (pick.over || pick.move) return [];
  const kind = kindOf(pick);
  const open = (name) => !pick.chosen.includes(name);
  const holding = (content) => pick.names.filter((name) => pick.cells[name] === content);
  const [empty, neutral, own] = [holding(''), holding('?'), holding(pick.mover)];
  if (kind === 'generate') return empty.filter(open);
  if (kind === 'transform') return pick.chosen.length === 2 ? own : neutral.filter(open);
  return [...(empty.length >= 2 ? empty : []), ...(neutral.length >= 2 && own.length >= 1 ? neutral : [])];
}

/** The pick after a click. A cell that is chosen already is let go; one that may not be chosen leaves a note that says why. */
export function choose(pick, cell) {
  if (pick.chosen.includes(cell)) return leave(pick, cell);
  if (!targets(pick).includes(cell)) return { ...pick, note: reason(pick, cell) };
  const chosen = [...pick.chosen, cell];
  const next = { ...pick, chosen, note: null };
  return { ...next, move: written(next) };
}

/** The pick before the last click. */
export function back(pick) {
  return { ...pick, chosen: pick.chosen.slice(0, -1), move: null, note: null };
}

/** What is expected next. */
export function prompt(pick) {
  if (pick.over) return '';
  const kind = kindOf(pick);
  if (kind === 'generate') return 'Choose an empty cell for the neutral stone.';
  if (kind === 'transform') {
    return pick.chosen.length === 1 ? 'Choose the second neutral stone to turn into yours.' : 'Choose one of your own stones to turn neutral.';
  }
  const cells = targets(pick);
  const empty = cells.some((name) => pick.cells[name] === '');
  const neutral = cells.some((name) => pick.cells[name] === '?');
  if (empty && neutral) return 'Choose an empty cell for your stone, or a neutral stone to transform.';
  if (neutral) return 'Choose a neutral stone to transform. (Fewer than two cells are empty.)';
  return empty ? 'Choose an empty cell for your stone.' : '';
}

/** What the board should show in place of its cells' contents, by cell. */
export function shows(pick) {
  const kind = kindOf(pick);
  const looks = {};
  pick.chosen.forEach((name, i) => {
    const second = kind === 'generate' && i === 1;
    const given = kind === 'transform' && i === 2;
    looks[name] = second || given ? '?' : pick.mover;
  });
  return looks;
}

/** What a click on a target would put there. */
export function ghost(pick) {
  const kind = kindOf(pick);
  if (kind === 'generate' || (kind === 'transform' && pick.chosen.length === 2)) return '?';
  return pick.mover;
}

/** The cells through which the clicks so far can lead on to this move; none if they cannot. */
export function next(pick, move) {
  const stones = read(move);
  if (!stones || stones.mover !== pick.mover) return [];
  if (stones.kind === 'generate') {
    const order = [stones.own, stones.neutral];
    return startsWith(order, pick.chosen) ? order.slice(pick.chosen.length, pick.chosen.length + 1) : [];
  }
  const pair = [stones.first, stones.second];
  const turned = pick.chosen.slice(0, 2);
  if (!turned.every((name) => pair.includes(name)) || pick.chosen.length > 2) return [];
  return pick.chosen.length === 2 ? [stones.given] : pair.filter((name) => !turned.includes(name));
}

/** What a move does to the cells: `[{ cell, role, stone }]` with the roles `put`, `neutral`, `turn` and `give`. */
export function parts(move) {
  const stones = read(move);
  if (!stones) return [];
  const { mover } = stones;
  if (stones.kind === 'generate') {
    return [{ cell: stones.own, role: 'put', stone: mover }, { cell: stones.neutral, role: 'neutral', stone: '?' }];
  }
  const turned = [stones.first, stones.second].map((cell) => ({ cell, role: 'turn', stone: mover }));
  return [...turned, { cell: stones.given, role: 'give', stone: '?' }];
}

/** A move in writing, taken apart; null where the text is none. */
export function read(move) {
  const generate = /^([BW])([a-z]\d{1,2})\?([a-z]\d{1,2})$/.exec(move);
  if (generate) return { kind: 'generate', mover: generate[1], own: generate[2], neutral: generate[3] };
  const transform = /^([BW])([a-z]\d{1,2})\1([a-z]\d{1,2})\?([a-z]\d{1,2})$/.exec(move);
  if (!transform) return null;
  return { kind: 'transform', mover: transform[1], first: transform[2], second: transform[3], given: transform[4] };
}

function leave(pick, cell) {
  const kind = kindOf(pick);
  // A second neutral stone stays when the first is let go; the neutral cell of a generate does not outlive the own one.
  const chosen = kind === 'transform' ? pick.chosen.filter((name) => name !== cell) : pick.chosen.slice(0, pick.chosen.indexOf(cell));
  return { ...pick, chosen, move: null, note: null };
}

function written({ chosen, mover, cells }) {
  if (cells[chosen[0]] === '?') {
    if (chosen.length < 3) return null;
    const [first, second] = chosen.slice(0, 2).sort(inOrder);
    return `${mover}${first}${mover}${second}?${chosen[2]}`;
  }
  return chosen.length === 2 ? `${mover}${chosen[0]}?${chosen[1]}` : null;
}

function inOrder(a, b) {
  const [x, y] = [parseCell(a), parseCell(b)];
  return x.row - y.row || x.col - y.col;
}

function startsWith(order, chosen) {
  return chosen.length < order.length && chosen.every((name, i) => order[i] === name);
}

function reason(pick, cell) {
  if (pick.over) return null;
  const held = { B: 'a black stone', W: 'a white stone', '?': 'a neutral stone', '': 'nothing' }[pick.cells[cell]];
  const kind = kindOf(pick);
  if (kind === 'generate') return `${cell} holds ${held}; the neutral stone needs an empty cell.`;
  if (kind === 'transform' && pick.chosen.length === 1) return `${cell} holds ${held}; choose a second neutral stone.`;
  if (kind === 'transform') return `${cell} holds ${held}; choose one of your own stones.`;
  if (pick.cells[cell] === '?') return 'A transform needs two neutral stones and one of your own stones.';
  if (pick.cells[cell] === '') return 'Placing stones needs two empty cells.';
  if (pick.cells[cell] === pick.mover && targets(pick).some((name) => pick.cells[name] === '?')) {
    return `${cell} holds ${held}; for a transform, choose the two neutral stones first.`;
  }
  return `${cell} holds ${held}; choose an empty cell.`;
}
