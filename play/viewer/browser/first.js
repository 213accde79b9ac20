/**
 * Measures the first visit to a published site: `CHROMIUM=chromium node first.js SITE [HASH]` (after `npm ci`), on a host that compresses and on one that does not, with 1.6 Mbit/s and a
 * latency of 150 ms. Prints when the first paint, the board and the first values came, with the requests and bytes until then, and those of the whole visit.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from './support/browser.js';
import { startHost } from './support/host.js';

const [folder, hash = ''] = process.argv.slice(2);
for (const gzip of [true, false]) {
  const host = await startHost(folder, { gzip });
  const context = await openBrowser();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 });
  const sent = () => `${host.sent.length} requests, ${(host.sent.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(2)} MB`;
  const begun = performance.now();
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(2)} s`;
  console.log(gzip ? 'A host that compresses' : 'A host that does not');
  await page.goto(`${host.address}/${hash}`, { waitUntil: 'commit' });
  await page.locator('svg.board .cell').first().waitFor();
  console.log(`  board: ${seconds()}, ${sent()}`);
  // A first visitor chooses between playing and analysing; values are shown to those who analyse.
  if (!hash) await page.locator('#welcome-analyse').click();
  await page.locator('#sentence', { hasText: /wins|loses|draw/ }).waitFor({ timeout: 120_000 });
  console.log(`  first values: ${seconds()}, ${sent()}`);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  console.log(`  first paint: ${(paint / 1000).toFixed(2)} s`);
  let before = -1;
  while (before !== host.sent.length) {
    before = host.sent.length;
    await wait(8_000);
  }
  console.log(`  all: ${sent()}`);
  if (process.env.LIST) for (const { path, bytes } of host.sent) console.log(`    ${path} ${bytes}`);
  await context.close();
  await host.stop();
}
