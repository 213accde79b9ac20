/**
 * Choosing a move of draughts: the piece, then the squares that it lands on, one after the other. A pick is a value; no page is
 * needed. Every legal move is written with all squares landed on, so the legal moves alone tell what may be chosen.
 */

/** The pick before the first click in a position as the server gives it. */
export function begin(position) {
  // A capture that can be made in several ways is offered in each; `as` is the move that the game writes for all of them.
  const waysOf = (move) => [move, ...(position.ways?.[move] ?? [])];
  const moves = (position.legal ?? []).flatMap((as) => waysOf(as).map((move) => ({ move, as, squares: squaresOf(move) })));
  const mover = position.to_move === 'white' ? 'w' : 'b';
  return { cells: position.cells, mover, moves, over: Boolean(position.over), chosen: [], move: null, note: null };
}

/** The squares that may be chosen next. A capture is made to its end, so no whole move is the beginning of another. */
export function targets(pick) {
  if (pick.over || pick.move) return [];
  const at = pick.chosen.length;
  return [...new Set(open(pick).map(({ squares }) => squares[at]))];
}

/** The pick after a click. A click on the piece again, or on another that can move, begins anew. */
export function choose(pick, square) {
  const at = pick.chosen.length;
  if (targets(pick).includes(square)) return step(pick, square);
  if (at > 0 && square === pick.chosen[at - 1]) return back(pick);
  const anew = { ...pick, chosen: [], move: null, note: null };
  if (at > 0 && targets(anew).includes(square)) return step(anew, square);
  return { ...pick, note: pick.over ? null : reason(pick, square) };
}

/** The pick before the last click. */
export function back(pick) {
  return { ...pick, chosen: pick.chosen.slice(0, -1), move: null, note: null };
}

/** What is expected next. */
export function prompt(pick) {
  if (pick.over) return '';
  const capture = pick.moves.some(({ move }) => isCapture(move));
  if (pick.chosen.length === 0) return capture ? 'Choose a piece that can capture (captures are compulsory).' : 'Choose a piece to move.';
  if (pick.chosen.length === 1) return capture ? 'Choose the square behind the piece to capture.' : 'Choose the square to move to.';
  const ends = new Set(open(pick).map(({ as }) => as));
  const same = ends.size === 1 && open(pick).length > 1 ? ' All continuations lead to the same position.' : '';
  return `Continue the capture: choose the next square.${same}`;
}

/** What the board should show in place of its squares' contents: the piece on its way, and what it has captured. */
export function shows(pick) {
  if (pick.chosen.length < 2) return {};
  const looks = { [pick.chosen[0]]: 'gone' };
  for (const square of capturedOn(pick.chosen, pick.cells)) looks[square] = 'captured';
  looks[pick.chosen.at(-1)] = pick.cells[pick.chosen[0]] ?? pick.mover;
  return looks;
}

/** What a click on a target would put there. */
export function ghost(pick) {
  return pick.chosen.length > 0 ? (pick.cells[pick.chosen[0]] ?? null) : null;
}

/** The squares through which the clicks so far lead on to this move, in any of its ways. */
export function next(pick, move) {
  const ways = pick.moves.filter(({ as }) => as === move).map(({ squares }) => squares);
  const on = (ways.length > 0 ? ways : [squaresOf(move)]).filter((squares) => squares.length > pick.chosen.length && begins(squares, pick.chosen));
  return [...new Set(on.map((squares) => squares[pick.chosen.length]))];
}

/** The squares of a move, in order: `from`, then `to` for each that is landed on. */
export function parts(move) {
  return squaresOf(move).map((cell, i) => ({ cell, role: i === 0 ? 'from' : 'to' }));
}

/** The squares named in a move, in order. */
export function squaresOf(move) {
  return move.match(/[a-h][1-8]/g) ?? [];
}

/** Whether a move captures. */
export function isCapture(move) {
  return /[:x]/.test(move);
}

/** The squares with pieces that a path along these squares jumps over. */
export function capturedOn(path, cells) {
  const taken = [];
  for (let i = 1; i < path.length; i++) {
    for (const square of between(path[i - 1], path[i])) {
      if (square !== path[0] && cells[square]) taken.push(square);
    }
  }
  return taken;
}

function between(from, to) {
  const [x, y, u, v] = [from.charCodeAt(0), Number(from[1]), to.charCodeAt(0), Number(to[1])];
  const far = Math.abs(u - x);
  if (far !== Math.abs(v - y)) return [];
  const names = [];
  for (let i = 1; i < far; i++) names.push(String.fromCharCode(x + i * Math.sign(u - x)) + (y + i * Math.sign(v - y)));
  return names;
}

function step(pick, square) {
  const chosen = [...pick.chosen, square];
  const whole = pick.moves.find(({ squares }) => squares.length === chosen.length && begins(squares, chosen));
  return { ...pick, chosen, move: whole?.move ?? null, note: null };
}

function open(pick) {
  return pick.moves.filter(({ squares }) => begins(squares, pick.chosen));
}

function begins(squares, chosen) {
  return chosen.every((square, i) => squares[i] === square);
}

function reason(pick, square) {
  const piece = pick.cells[square];
  if (pick.chosen.length > 0) return `The piece on ${pick.chosen.at(-1)} cannot go to ${square}.`;
  if (!piece) return `${square} is empty.`;
  if (piece.toLowerCase() !== pick.mover) return `The piece on ${square} is your opponent’s.`;
  const capture = pick.moves.some(({ move }) => isCapture(move));
  return capture ? `The piece on ${square} cannot capture, and another piece must.` : `The piece on ${square} cannot move.`;
}
