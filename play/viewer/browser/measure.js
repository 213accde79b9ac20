/**
 * Measures a published site in a real browser: `CHROMIUM=chromium node measure.js SITE BOARD` (after `npm ci`). Opens the page, then plays a game in which both sides keep the
 * value, and prints the time until all values are known, the requests and their bytes.
 */

import { openBrowser } from './support/browser.js';
import { link } from './support/hands.js';
import { startHost } from './support/host.js';

const [folder, board] = process.argv.slice(2);
const host = await startHost(folder);
const context = await openBrowser();
const page = await context.newPage();

/** What the host has sent since the last call. */
let told = 0;
function sent() {
  const latest = host.sent.slice(told);
  told = host.sent.length;
  const of = (files) => `${files.length} requests, ${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(2)} MB`;
  return `${of(latest)}; of databases ${of(latest.filter(({ path }) => path.startsWith('/databases/')))}`;
}

let begun = performance.now();
const line = (what) => console.log(`${what}: ${Math.round(performance.now() - begun)} ms, ${sent()}`);
await page.goto(`${host.address}/${link(board)}`);
await page.locator('#sentence', { hasText: /wins|loses|draw/ }).waitFor();
line('first values on the page');
const moves = [];
for (;;) {
  begun = performance.now();
  const values = await page.evaluate(async (document) => {
    const { source_js: { send } } = await import('./app.js');
    return JSON.parse((await send('values', JSON.stringify(document))).text);
  }, { board, moves, seconds: 0 });
  if (!values.moves?.length) break;
  line(`ply ${moves.length}`);
  moves.push((values.moves.find(({ value }) => value === values.value) ?? values.moves[0]).move);
}
console.log(moves.join(';'));
await context.close();
await host.stop();
