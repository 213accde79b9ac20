/** The first visit to a published site: what is there before the scripts and the modules, and what is loaded when. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, watch } from '../support/browser.js';
import { click, link, says } from '../support/hands.js';
import { startHost } from '../support/host.js';

const SMALL = '/nexsolve-first.wasm.gz';
const LARGE = '/nexsolve.wasm.gz';

let scratch = null;
let context = null;

/** Publishes a site whose first database is 3×3 Nex, with more options; returns its folder. */
function publish(name, ...options) {
  const folder = join(scratch, name);
  const databases = process.env.NEXSOLVE_DBS.split(' ').filter((path) => /nex-(3x3|2x2)$/.test(path)).sort().reverse();
  execFileSync(process.env.NEXSOLVE, ['publish', ...databases, '--out', folder, '--quiet', ...options]);
  for (const module of [SMALL, LARGE]) {
    if (process.env.NEXSOLVE_WASM) copyFileSync(join(process.env.NEXSOLVE_WASM, module), join(folder, module));
  }
  return folder;
}

before(async () => {
  scratch = mkdtempSync(join(process.env.SCRATCH, 'first-'));
  context = await openBrowser();
});

after(async () => {
  await context?.close();
});

/** Opens a site on a host of its own, whose files the browser has never seen. */
async function visit(folder, options, path, act) {
  const host = await startHost(folder, options);
  const page = await context.newPage();
  const faults = watch(page, host.address);
  try {
    await page.goto(`${host.address}/${path}`);
    await act(page, host);
    if (!options.refuse) assert.deepEqual(faults, []);
  } finally {
    await page.close();
    await host.stop();
  }
}

/** Where the board is in the window, and its coordinates. */
const board = (page) => page.locator('#board svg.board').evaluate((svg) => {
  const { x, y, width, height } = svg.getBoundingClientRect();
  return { at: [x, y, width, height].map(Math.round), viewBox: svg.getAttribute('viewBox'), cells: svg.querySelectorAll('.cell').length };
});

for (const name of ['nex:3x3', 'hex:5x5', 'awari', 'draughts', 'connect4:4x5', 'tictactoe:3x3', 'domineering:4x4', 'dodgem:3x3']) {
  test(`the board of ${name} is in the page, where the scripts draw it`, async () => {
    const folder = publish(name.replace(':', '-'), '--board', name);
    let inPage = null;
    await visit(folder, { refuse: (path) => (path === '/app.js' ? 503 : null) }, '', async (page) => {
      inPage = await board(page);
      // Nothing can be pressed, and nothing looks as if it could.
      for (const control of await page.locator('main, nav').locator('button, select, input, a').all()) {
        if (await control.isVisible()) assert.fail(`${await control.evaluate((element) => element.outerHTML)} is shown`);
      }
      await says(page, 'Loading');
    });
    await visit(folder, { refuse: (path) => (path.includes('wasm') ? 503 : null) }, '', async (page) => {
      await page.locator('#board [data-cell]').first().waitFor();
      assert.deepEqual(await board(page), inPage);
    });
  });
}

/** The files sent before the service worker, which keeps the others once the first values are there. */
const neededBy = (host) => {
  const paths = host.sent.map(({ path }) => path);
  const end = paths.indexOf('/service.js');
  return end < 0 ? paths : paths.slice(0, end);
};

/** Chooses to see the values, which a first visit hides, and waits for them. */
async function analysed(page) {
  await page.locator('#welcome-analyse').click();
  await page.locator('#sentence', { hasText: 'wins in 7 plies' }).waitFor();
}

test('first values need few files and no module', async () => {
  const folder = publish('values');
  await visit(folder, { refuse: (path) => (path.includes('wasm') ? 503 : null) }, '', async (page) => {
    await analysed(page);
  });
  await visit(folder, {}, '', async (page, host) => {
    await analysed(page);
    assert.ok(neededBy(host).length <= 25, neededBy(host).join(' '));
    // A move needs the small module alone, which was not asked for before the page and its script.
    await click(page, 'b2', 'a1');
    await says(page, 'White to move');
    await page.locator('#sentence', { hasText: 'White, to move' }).waitFor();
    const order = host.sent.map(({ path }) => path);
    assert.ok(order.indexOf(SMALL) > order.indexOf('/app.js'));
    // In the end everything is there, and no file of the page has been sent twice.
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (;;) {
      const paths = host.sent.map(({ path }) => path);
      if (paths.includes(LARGE) && paths.includes('/rules/nex.html')) break;
      await page.waitForTimeout(100);
    }
    const counts = new Map();
    for (const { path } of host.sent) counts.set(path, (counts.get(path) ?? 0) + 1);
    for (const path of ['/app.js', SMALL, LARGE, '/site.json', '/rules/nex.html']) assert.equal(counts.get(path), 1, path);
  });
});

test('another board in the link is not preceded by the first one', async () => {
  const folder = publish('other');
  await visit(folder, { refuse: (path) => (path === '/app.js' ? 503 : null) }, link('nex:2x2'), async (page) => {
    assert.equal(await page.locator('#board svg').count(), 0);
  });
  await visit(folder, {}, link('nex:2x2'), async (page, host) => {
    await page.locator('#sentence', { hasText: 'wins in 3 plies' }).waitFor();
    assert.ok(neededBy(host).length <= 25, neededBy(host).join(' '));
    assert.ok(!host.sent.some(({ path }) => path === LARGE) || host.sent.findIndex(({ path }) => path === LARGE) > host.sent.findIndex(({ path }) => path === SMALL));
  });
});

test('a module that takes long shows how much has arrived', async () => {
  const folder = publish('slow');
  const host = await startHost(folder);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: 100_000, uploadThroughput: 100_000 });
  await page.goto(`${host.address}/${link('nex:2x2')}`);
  const bar = page.getByRole('progressbar', { name: 'Loading' });
  await bar.filter({ hasText: /Loading, \d\.\d+ of \d\.\d+ MB/ }).waitFor();
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await page.locator('#sentence', { hasText: 'wins in 3 plies' }).waitFor();
  await bar.waitFor({ state: 'detached' });
  await page.close();
  await host.stop();
});

test('a browser that cannot unpack loads the unpacked module', async () => {
  const folder = publish('old');
  const host = await startHost(folder);
  const page = await context.newPage();
  await page.addInitScript(() => { delete window.DecompressionStream; });
  await page.goto(`${host.address}/${link('nex:2x2')}`);
  await page.locator('#sentence', { hasText: 'wins in 3 plies' }).waitFor();
  const paths = host.sent.map(({ path }) => path);
  assert.ok(paths.includes('/nexsolve-first.wasm') && !paths.includes(SMALL));
  await page.close();
  await host.stop();
});

test('the words of the operator are on the page', async () => {
  const folder = publish('words', '--title', 'Our club', '--link', 'https://example.org/us');
  for (const viewport of [{ width: 1280, height: 720 }, { width: 375, height: 667 }]) {
    await visit(folder, {}, '', async (page) => {
      await page.setViewportSize(viewport);
      await analysed(page);
      assert.match(await page.title(), /Our club$/);
      assert.ok(await page.getByRole('link', { name: 'example.org' }).isVisible());
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    });
  }
});
