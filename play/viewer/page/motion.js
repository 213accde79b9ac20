/**
 * Short movements from one drawn position to the next: stones appear, pieces slide and fall, seeds are sown one by one. There are none for people
 * who prefer less motion.
 */
const APPEAR_MS = 140;
const SLIDE_MS = 200;
const FALL_MS = 250;
/** The time for all seeds, and for one of them. */
const SOW_MS = 600;
const SEED_MS = 150;
/** More changes than this are a jump to another position, not a move. */
const MOST_CHANGES = 6;

const PIECE = '.stone, .cross, .sign, .groove, .crown';
const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)');

/**
 * The movements that lead from one state of a board to another: `{ cell, part, frames, ms, delay }`, where `part` selects what moves in the cell,
 * and `nth` which of them. `before` and `after` have the contents and the coordinates of places (`viewOf`).
 */
export function movementsOf(was, before, state, after) {
  if (isReduced.matches || !before || was.shape !== state.shape) return [];
  const { look, falls } = state.shape;
  if (look === 'pit') return was.cells === state.cells ? [] : sowing(before, state, after);
  const stands = (it, { shows }) => (name) => (shows?.[name] === undefined || shows[name] === 'captured' ? it.contents[name] : shows[name]);
  const [old, now] = [stands(before, was), stands(after, state)];
  const changed = after.spots.map(({ name }) => name).filter((name) => now(name) !== '' && now(name) !== old(name));
  if (changed.length > MOST_CHANGES) return [];
  if (look === 'square') return changed.flatMap((name) => slide(name, state, old, now, after));
  return changed.map((cell) => (falls ? fall(cell, after) : { cell, part: PIECE, frames: [{ transform: 'scale(0.4)', opacity: 0 }, {}], ms: APPEAR_MS, delay: 0 }));
}

/** Lets the elements of cells move; `since` is the time for which they have been moving, if they were drawn again meanwhile. Returns whether any still moves. */
export function move(movements, cells, since) {
  const going = movements.filter(({ ms, delay }) => delay + ms > since);
  for (const { cell, part, nth, frames, ms, delay } of going) {
    const group = cells.get(cell);
    const parts = [...group.querySelectorAll(part)];
    // A moving piece passes over its neighbours.
    if (group.nextSibling) group.parentNode.append(group);
    for (const element of nth === undefined ? parts : parts.slice(nth, nth + 1)) {
      element.style.transformBox = 'fill-box';
      element.style.transformOrigin = 'center';
      element.animate(frames, { duration: ms, delay, fill: 'backwards', easing: 'ease-out' }).currentTime = since;
    }
  }
  return going.length > 0;
}

const shifted = ([x, y], [u, v]) => ({ transform: `translate(${(x - u).toFixed(2)}px, ${(y - v).toFixed(2)}px)` });
const RESTING = { transform: 'translate(0, 0)' };

/** The way of a piece along the last move, or along the clicks so far. */
function slide(to, { last = [], chosen = [] }, old, now, it) {
  const isSame = (name) => old(name).toLowerCase() === now(to).toLowerCase();
  const ways = [last.map(({ cell }) => cell), chosen.slice(-2)];
  const way = ways.find((path) => path.length > 1 && path.at(-1) === to && isSame(path[0]));
  if (!way) return [];
  const frames = way.map((name) => shifted(it.at(name), it.at(to)));
  return [{ cell: to, part: PIECE, frames, ms: SLIDE_MS, delay: 0 }];
}

function fall(cell, it) {
  const [x, y] = it.at(cell);
  const frames = [{ ...shifted([x, it.box[1]], [x, y]), easing: 'ease-in' }, RESTING];
  return { cell, part: PIECE, frames, ms: FALL_MS, delay: 0 };
}

/** Each seed goes from the emptied pit to its own, one after the other. */
function sowing(before, { last = [] }, after) {
  const from = last.find(({ role }) => role === 'from')?.cell;
  const pits = last.filter(({ role }) => role === 'sown');
  const seeds = pits.reduce((sum, { times }) => sum + times, 0);
  if (seeds === 0 || before.contents[from] !== seeds) return [];
  const step = Math.min(80, (SOW_MS - SEED_MS) / seeds);
  return Array.from({ length: seeds }, (_, i) => {
    const { cell } = pits[i % pits.length];
    const nth = before.contents[cell] + Math.floor(i / pits.length);
    const frames = [{ ...shifted(after.at(from), after.at(cell)), opacity: 0.2 }, RESTING];
    return { cell, part: '.seed', nth, frames, ms: SEED_MS, delay: i * step };
  });
}
