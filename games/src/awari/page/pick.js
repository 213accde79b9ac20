/** Choosing a move of Awari: one click on a pit. A pick is a value; no page is needed. */

/** The pits in the order in which seeds are sown: the first player's, then the second's. */
export const PITS = [...'abcdefABCDEF'];

/** The pick before the click in a position as the server gives it. */
export function begin(position) {
  const moves = new Map((position.legal ?? []).map((move) => [move[0], move]));
  const seeds = Object.fromEntries(PITS.map((pit, i) => [pit, position.cells.pits[i]]));
  const own = position.to_move === 'black' ? PITS.slice(0, 6) : PITS.slice(6);
  return { moves, seeds, own, over: Boolean(position.over), chosen: [], move: null, note: null };
}

/** The pits that may be chosen. */
export function targets(pick) {
  return pick.over ? [] : [...pick.moves.keys()];
}

/** The pick after a click, which makes the move; or a note that says why not. */
export function choose(pick, pit) {
  const move = pick.over ? undefined : pick.moves.get(pit);
  if (move !== undefined) return { ...pick, chosen: [pit], move, note: null };
  return { ...pick, note: pick.over ? null : reason(pick, pit) };
}

/** The pick before the last click. */
export function back(pick) {
  return { ...pick, chosen: [], move: null, note: null };
}

/** What is expected next. */
export function prompt(pick) {
  return pick.over ? '' : 'Choose a pit to sow.';
}

/** Awari shows nothing before the move is made. */
export function shows() {
  return {};
}

/** Nothing is put anywhere by a click. */
export function ghost() {
  return null;
}

/** The pit that leads to this move. */
export function next(pick, move) {
  return pick.moves.has(move[0]) && pick.chosen.length === 0 ? [move[0]] : [];
}

/** The pits that a move touches: where it begins, and in order those that it sows into. */
export function parts(move) {
  const written = /^([a-fA-F])\s*(\d{1,2})?(?:\s*x\s*(\d{1,2}))?$/.exec(move);
  if (!written) return [];
  const from = PITS.indexOf(written[1]);
  const seeds = Number(written[2] ?? 0);
  const sown = Array.from({ length: seeds }, (_, i) => PITS[(from + 1 + (i % 11)) % 12]);
  const pits = [...new Set(sown)].map((cell) => ({ cell, role: 'sown', times: sown.filter((pit) => pit === cell).length }));
  return [{ cell: written[1], role: 'from', captured: Number(written[3] ?? 0) }, ...pits];
}

function reason(pick, pit) {
  if (!pick.own.includes(pit)) return `Pit ${pit} is your opponent’s.`;
  if (pick.seeds[pit] === 0) return `Pit ${pit} is empty.`;
  return `Sowing ${pit} would leave your opponent without seeds; you must choose a move that does not.`;
}
