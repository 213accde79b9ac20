/**
 * What a player has solved, as the browser keeps it: `{ boards, row, best, day, days }`. `boards` has for each board the numbers of
 * the puzzles `solved` and `failed` since the round began, the `aim` of the next puzzle, and both `counts` for ever; `row` counts
 * puzzles solved in a row, `days` the days in a row with a puzzle of the day, of which `day` is the last. Nothing here knows the page.
 */

const VERSION = 1;

/** How far a solved or failed puzzle moves the aim, as a share of the puzzles. */
const STEP = 0.06;
const FIRST_AIM = 0.2;

/** Nothing solved. */
export function fresh() {
  return { version: VERSION, boards: {}, row: 0, best: 0, day: null, days: 0 };
}

/** The progress in a stored text; a damaged text counts as none. */
export function parseProgress(text) {
  try {
    const kept = JSON.parse(text);
    const isRight = kept?.version === VERSION && typeof kept.boards === 'object' && Object.values(kept.boards).every(isBoard) && [kept.row, kept.best, kept.days].every(Number.isInteger);
    return isRight ? kept : fresh();
  } catch {
    return fresh();
  }
}

function isBoard({ solved, failed, aim, counts }) {
  return [solved, failed].every((list) => Array.isArray(list) && list.every(Number.isInteger)) && typeof aim === 'number' && counts?.length === 2 && counts.every(Number.isInteger);
}

/** What is known about a board. */
export function boardOf(progress, board) {
  return progress.boards[board] ?? { solved: [], failed: [], aim: FIRST_AIM, counts: [0, 0] };
}

/** The number of the next puzzle of a board with so many, easiest first: near the player's level one that was not seen in this round, then one that failed. */
export function nextNumber(progress, board, of, current = null) {
  const { solved, failed, aim } = boardOf(progress, board);
  const all = Array.from({ length: of }, (_, number) => number);
  const isOther = (number) => number !== current || of === 1;
  const unseen = all.filter((number) => !solved.includes(number) && !failed.includes(number) && isOther(number));
  const again = failed.filter((number) => number < of && isOther(number));
  const rest = unseen.length > 0 ? unseen : again.length > 0 ? again : all.filter(isOther);
  const far = (number) => Math.abs(number - aim * (of - 1));
  return rest.reduce((near, number) => (far(number) < far(near) ? number : near));
}

/** The progress after a puzzle was solved or failed at the first attempt; `number` is null for one that does not ship with the page. */
export function record(progress, { board, number, of }, isSolved) {
  const old = boardOf(progress, board);
  const counts = [old.counts[0] + (isSolved ? 1 : 0), old.counts[1] + (isSolved ? 0 : 1)];
  let next = { ...old, counts };
  if (number !== null) {
    const without = (list) => list.filter((other) => other !== number);
    const solved = isSolved ? [...without(old.solved), number] : without(old.solved);
    const failed = isSolved ? without(old.failed) : [...without(old.failed), number];
    const aim = Math.min(1, Math.max(0, old.aim + (isSolved ? STEP : -STEP)));
    // After the last puzzle the round begins again.
    next = solved.length >= of ? { ...next, solved: [], failed: [], aim } : { ...next, solved, failed, aim };
  }
  const row = isSolved ? progress.row + 1 : 0;
  return { ...progress, boards: { ...progress.boards, [board]: next }, row, best: Math.max(progress.best, row) };
}

/** The progress after the puzzle of this day was solved. */
export function recordDay(progress, day) {
  if (progress.day === day) return progress;
  return { ...progress, day, days: progress.day === day - 1 ? progress.days + 1 : 1 };
}

/** The days in a row up to today; a streak whose last day is before yesterday has ended. */
export function streakOf({ day, days }, today) {
  return day !== null && day >= today - 1 && day <= today ? days : 0;
}

/** The number of a day, in UTC. */
export function dayOf(date) {
  return Math.floor(date.getTime() / 86_400_000);
}

/** The number of the puzzle of a day on a board with so many: each comes once before any comes again. */
export function numberOfDay(day, board, of) {
  let step = 37;
  while (gcd(step, of) > 1) step++;
  const first = [...board].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0);
  return (day * step + first) % of;
}

function gcd(a, b) {
  return b === 0 ? a : gcd(b, a % b);
}

/** How many puzzles were solved and failed on all boards. */
export function totals({ boards }) {
  return Object.values(boards).reduce(([solved, failed], { counts }) => [solved + counts[0], failed + counts[1]], [0, 0]);
}
