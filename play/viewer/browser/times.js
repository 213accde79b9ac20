/**
 * Measures how long `/values` takes to prove all moves of random positions, as the page asks:
 *
 *     nexsolve serve --port 8080 &
 *     node times.js [BOARD [COUNT [LEAST MOST [SECONDS [SEED]]]]]
 *
 * By default 200 positions of `connect4:6x7` after 2 to 12 random plies, each with 10 seconds. ADDRESS names another server. Prints the median and
 * the worst time until the position's value, and all its moves, are proven, and the positions that are not.
 */
const { ADDRESS = 'http://127.0.0.1:8080' } = process.env;
const [board = 'connect4:6x7', ...numbers] = process.argv.slice(2);
const [count = 200, least = 2, most = 12, seconds = 10, seed = 1] = numbers.map(Number);

const random = randomFrom(seed);
const times = { value: [], all: [] };
const open = [];
for (let i = 0; i < count; i++) {
  const moves = await randomMoves(least + Math.floor(random() * (most - least + 1)));
  const { value, all } = await timesOf(moves);
  if (value === null || all === null) open.push(moves.join(';'));
  times.value.push(value ?? Infinity);
  times.all.push(all ?? Infinity);
  if (process.stderr.isTTY) process.stderr.write(`\r${i + 1} of ${count}`);
}
console.log(`\n${count} positions of ${board} after ${least} to ${most} plies, ${seconds} s each, seed ${seed}`);
for (const [name, found] of Object.entries(times)) {
  const sorted = found.toSorted((a, b) => a - b);
  const at = (part) => {
    const ms = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
    return Number.isFinite(ms) ? `${(ms / 1000).toFixed(3)} s` : `more than ${seconds} s`;
  };
  console.log(`${name === 'all' ? 'all moves' : 'the value'}: median ${at(0.5)}, 90 % within ${at(0.9)}, worst ${at(1)}`);
}
console.log(`not proven: ${open.length}${open.map((line) => `\n  ${line}`).join('')}`);

/** A random game of this many plies that is not over. */
async function randomMoves(plies) {
  for (;;) {
    const moves = [];
    let position = await ask('position', { board });
    while (moves.length < plies && !position.over) {
      moves.push(position.legal[Math.floor(random() * position.legal.length)]);
      position = await ask('position', { board, moves });
    }
    if (!position.over) return moves;
  }
}

/** The milliseconds until the value and all moves are proven; null for never. */
async function timesOf(moves) {
  const begun = performance.now();
  const response = await send('values', { board, moves, seconds, progress: true });
  const found = { value: null, all: null };
  const note = ({ value, moves: all, proven, of }) => {
    const now = performance.now() - begun;
    if (value) found.value ??= now;
    if (proven === of && (proven !== undefined || all.every((entry) => entry.value))) found.all ??= now;
  };
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines.map(JSON.parse)) note(line.progress ?? line);
  }
  if (rest) note(JSON.parse(rest));
  return found;
}

function send(route, document) {
  return fetch(`${ADDRESS}/api/v1/${route}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(document) });
}

async function ask(route, document) {
  return (await send(route, document)).json();
}

/** Numbers from 0 to 1 (mulberry32). */
function randomFrom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
