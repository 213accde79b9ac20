/** A site without a server: nexsolve publish writes it, and a plain host serves it. Its values are those of the server. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, watch } from '../support/browser.js';
import { click, link, says } from '../support/hands.js';
import { startHost } from '../support/host.js';
import { ask, startServer } from '../support/server.js';

/** The positions of each board whose values are compared. */
const POSITIONS = 200;

const ENDING = 'W:WKg1,a3:BKf8';

/** Boards, and positions that their tables cover where they cover endings. */
const STARTS = [['nex:2x2'], ['nex:3x3'], ['hex:3x3'], ['awari', '0 1 0 2 0 0 | 1 0 1 0 0 0 | 22 21'], ['draughts', ENDING]];

let folder = null;
let context = null;
let server = null;

before(async () => {
  const scratch = mkdtempSync(join(process.env.SCRATCH, 'site-'));
  folder = join(scratch, 'site');
  // Some of its tables have more than one piece.
  const larger = join(scratch, 'nex-3x4');
  execFileSync(process.env.NEXSOLVE, ['generate', 'nex:3x4', '--metric', 'dtw', '--out', larger, '--quiet']);
  const databases = [...process.env.NEXSOLVE_DBS.split(' ').filter(Boolean), larger];
  execFileSync(process.env.NEXSOLVE, ['publish', ...databases, '--out', folder, '--quiet']);
  // The modules as the sources are now, not as they were last built.
  for (const name of ['nexsolve.wasm.gz', 'nexsolve-first.wasm.gz']) {
    if (process.env.NEXSOLVE_WASM) copyFileSync(join(process.env.NEXSOLVE_WASM, name), join(folder, name));
  }
  server = await startServer();
  context = await openBrowser();
});

after(async () => {
  await context?.close();
  server?.stop();
});

/** Opens the site on a host of its own, and asserts at the end that nothing went wrong on the page. */
async function visit({ from = folder, ...options }, act, { path = '', expected = [] } = {}) {
  const host = await startHost(from, options);
  const page = await context.newPage();
  const faults = watch(page, host.address);
  try {
    await page.goto(`${host.address}/${path}`);
    await act(page, host);
    assert.deepEqual(faults.filter((fault) => !expected.some((known) => known.test(fault))), []);
  } catch (error) {
    const shown = await page.evaluate(() => document.body.innerText.replace(/\s+/g, ' ')).catch(() => 'nothing');
    throw new Error([error.message, ...faults, `it shows: ${shown}`].join('\n'), { cause: error });
  } finally {
    await page.close();
    await host.stop();
  }
}

/** Opens the site on a host that changes what it sends, or is stopped. `act` also gets the sentence that the page shows at first. */
async function disturbed(options, act) {
  const host = await startHost(folder, options);
  const page = await context.newPage();
  try {
    await page.goto(`${host.address}/${link('nex:3x3')}`);
    await page.locator('#sentence', { hasText: 'to move' }).waitFor();
    await act(page, host, await page.locator('#sentence').textContent());
  } finally {
    await page.close();
    await host.stop();
  }
}

/** Loads the page again, which then shows this sentence. */
async function reload(page, sentence) {
  await page.reload();
  await page.locator('#sentence', { hasText: sentence }).waitFor();
}

/** Asks the page's own source of answers. */
const asked = (page, route, body) => page.evaluate(async ([to, document]) => {
  // The page's modules are parts of one file.
  const { source_js: { send } } = await import('./app.js');
  const { status, text } = await send(to, JSON.stringify(document));
  return { status, ...JSON.parse(text) };
}, [route, body]);

/** Numbers that look random, the same in each run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

/** Games of random moves, each as the moves up to some position. */
async function randomGames(board, start, count) {
  const random = numbers(board.length);
  const games = [];
  while (games.length < count) {
    const moves = [];
    for (;;) {
      games.push([...moves]);
      const { over, legal } = await ask(server.address, 'position', { board, start, moves, brief: true });
      if (over || !legal?.length || moves.length === 12) break;
      moves.push(legal[random(legal.length)]);
    }
  }
  return games.slice(0, count);
}

const known = ({ status, value, distance, score, moves }) => ({
  status, value, distance, score,
  moves: moves?.map(({ move, value: worth, distance: plies, score: points }) => [move, worth, plies, points]),
});

for (const [board, start] of STARTS) {
  test(`${POSITIONS} positions of ${board} have the values that the server gives`, async () => {
    await visit({}, async (page) => {
      await page.locator('#prompt', { hasText: 'to move' }).waitFor();
      let exact = 0;
      for (const moves of await randomGames(board, start, POSITIONS)) {
        const request = { board, start, moves, seconds: 0 };
        const theirs = await ask(server.address, 'values', request);
        assert.deepEqual(known(await asked(page, 'values', request)), known({ status: 200, ...theirs }), moves.join(';'));
        exact += theirs.value ? 1 : 0;
      }
      assert.equal(exact, POSITIONS);
    });
  });
}

test('the module in the repository gives the same values', async () => {
  const built = join(folder, '..', 'built');
  execFileSync(process.env.NEXSOLVE, ['publish', ...process.env.NEXSOLVE_DBS.split(' ').filter(Boolean), '--out', built, '--quiet']);
  await visit({ from: built }, async (page) => {
    for (const [board, start] of STARTS) {
      const request = { board, start, seconds: 0 };
      const theirs = await ask(server.address, 'values', request);
      assert.deepEqual(known(await asked(page, 'values', request)), known({ status: 200, ...theirs }), board);
    }
  });
});

test('every move shows its value, and a move leads on', async () => {
  await visit({}, async (page, host) => {
    await page.locator('#sentence', { hasText: 'wins in 3 plies' }).waitFor();
    await click(page, 'a1', 'b1');
    await says(page, 'White to move');
    await page.locator('#sentence', { hasText: 'White, to move' }).waitFor();
    const tables = host.sent.filter(({ path }) => path.endsWith('.dtw'));
    assert.ok(tables.length > 0);
  }, { path: link('nex:2x2') });
});

test('how hard a position is follows its values', async () => {
  await visit({}, async (page, host) => {
    await page.locator('#hardness', { hasText: /^\d+ of 72 moves keep the win/ }).waitFor();
    const modules = host.sent.map(({ path }) => path).filter((path) => path.includes('.wasm'));
    assert.deepEqual(modules.map((path) => path.split('?')[0]), ['/nexsolve-first.wasm.gz', '/nexsolve.wasm.gz']);
  }, { path: link('nex:3x3') });
});

test('a small board without a table on the host gets one in the browser', async () => {
  await visit({}, async (page, host) => {
    await page.locator('#detail', { hasText: 'nex:4x3' }).waitFor();
    await page.locator('#sentence', { hasText: 'loses in 8 plies' }).waitFor();
    assert.equal(host.sent.filter(({ path }) => path.includes('databases')).some(({ path }) => !path.endsWith('.json')), false);
  }, { path: link('nex:4x3') });
});

test('a damaged piece gives an error, and no value, until the host has mended it', async () => {
  let isDamaged = true;
  const change = (path, bytes) => {
    if (!isDamaged || !path.endsWith('.dtw')) return null;
    const changed = Buffer.from(bytes);
    for (let at = 64; at < changed.length - 64; at += 1) changed[at] ^= 1;
    return changed;
  };
  await visit({ change }, async (page) => {
    await page.locator('#notice', { hasText: 'cannot be read' }).waitFor();
    const answer = await asked(page, 'values', { board: 'nex:3x3', seconds: 0 });
    assert.equal(answer.status, 500);
    assert.equal(answer.error.kind, 'table');
    assert.equal(answer.value, undefined);
    isDamaged = false;
    const request = { board: 'nex:3x3', seconds: 0 };
    const mended = await asked(page, 'values', request);
    assert.deepEqual(known(mended), known({ status: 200, ...(await ask(server.address, 'values', request)) }));
  }, { path: link('nex:3x3') });
});

test('a network plays without a server, as it does with one', async () => {
  const request = (moves, player) => ({ board: 'nex:3x3', moves, player, seconds: 5, seed: 1 });
  await visit({}, async (page, host) => {
    await page.locator('#prompt', { hasText: 'to move' }).waitFor();
    assert.ok(!host.sent.some(({ path }) => path.startsWith('/networks/')));
    for (const moves of [[], ['Bb2?a1'], ['Ba1?b1', 'Wa2?b2']]) {
      // The likeliest move; a search might differ, because other machines round otherwise.
      const [here, there] = [await asked(page, 'play', request(moves, 'net(1)')), await ask(server.address, 'play', request(moves, 'net(1)'))];
      assert.deepEqual([here.status, here.move], [200, there.move], moves.join(';'));
      assert.equal((await asked(page, 'play', request(moves, 'net(200)'))).status, 200);
    }
    assert.ok(host.sent.some(({ path }) => path === '/networks/nex-3x3.safetensors'));
    const { status, error } = await asked(page, 'play', { ...request([], 'net(1)'), board: 'nex:5x5' });
    assert.deepEqual([status, error.kind], [400, 'player']);
  }, { path: link('nex:3x3') });
  let isDamaged = true;
  const change = (path, bytes) => {
    if (!isDamaged || !path.startsWith('/networks/')) return null;
    const changed = Buffer.from(bytes);
    changed[changed.length - 1] ^= 1;
    return changed;
  };
  await visit({ change }, async (page) => {
    await page.locator('#prompt', { hasText: 'to move' }).waitFor();
    const { status, error } = await asked(page, 'play', request([], 'net(1)'));
    assert.equal(status, 500);
    assert.match(error.message, /damaged/);
    isDamaged = false;
    assert.equal((await asked(page, 'play', request([], 'net(1)'))).status, 200);
  }, { path: link('nex:3x3') });
});

test('a site whose list cannot be read says so, and a later attempt may succeed', async () => {
  let isBroken = true;
  const change = (path, bytes) => (isBroken && path === '/site.json' ? Buffer.alloc(bytes.length, 'x') : null);
  await visit({ change }, async (page) => {
    await page.locator('#notice', { hasText: 'cannot be read' }).waitFor();
    isBroken = false;
    await page.locator('#notice').getByRole('button', { name: /again/i }).click();
    await page.locator('#prompt', { hasText: 'to move' }).waitFor();
  }, { path: link('nex:3x3') });
});

test('a host without ranges sends whole tables, and the page says so', async () => {
  await visit({ ranges: false }, async (page) => {
    await page.locator('#notice', { hasText: 'sends whole files' }).waitFor();
    const request = { board: 'nex:3x4', moves: ['Bb2?a1'], seconds: 0 };
    const theirs = await ask(server.address, 'values', request);
    assert.deepEqual(known(await asked(page, 'values', request)), known({ status: 200, ...theirs }));
  }, { path: link('nex:3x4', { moves: 'Bb2?a1' }) });
});

test('what has been read works without a connection, and what has not is an error', async () => {
  await disturbed({}, async (page, host, first) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    const lines = [[], ['Bb2?a1'], ['Bb2?a1', 'Wa2?c4'], ['Ba1?b1', 'Wa2?b2', 'Bc3?a3']];
    const request = (moves) => ({ board: 'nex:3x4', moves, seconds: 0 });
    const read = [];
    for (const moves of lines) read.push(known(await asked(page, 'values', request(moves))));
    assert.deepEqual(read.map(({ status }) => status), lines.map(() => 200));
    await reload(page, first);
    await host.stop();
    await reload(page, first);
    // In another order than before, so that other pieces are asked for together.
    for (const at of [3, 1, 2, 0]) assert.deepEqual(known(await asked(page, 'values', request(lines[at]))), read[at]);
    const unread = await asked(page, 'values', { board: 'hex:3x3', moves: ['a1', 'b2'], seconds: 0 });
    assert.notEqual(unread.status, 200);
    await page.goto(`${host.address}/rules/hex.html`);
    await page.locator('h1', { hasText: 'Hex' }).first().waitFor();
  });
});

/** A page that a network sends in place of a file, as long as the file. */
const login = (bytes) => Buffer.from('<!doctype html><title>Log in</title>'.padEnd(bytes.length).slice(0, bytes.length));

/** Registers the service worker again; resolves to the state that it reaches: `activated`, or `redundant` if it is not installed. */
const installed = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.register('./service.js', { updateViaCache: 'none' });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  const isEnded = () => ['activated', 'redundant'].includes(worker.state);
  await new Promise((resolve) => {
    if (isEnded()) resolve();
    else worker.addEventListener('statechange', () => isEnded() && resolve());
  });
  return worker.state;
});

test('a login page or a refusal in place of the list does not replace the list that is kept', async () => {
  let mode = null;
  const change = (path, bytes) => (mode === 'login' && path === '/site.json' ? login(bytes) : null);
  const refuse = (path) => (typeof mode === 'number' && path === '/site.json' ? mode : null);
  await disturbed({ change, refuse }, async (page, host, first) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (mode of [null, 'login', 404, 503]) await reload(page, first);
    await host.stop();
    await reload(page, first);
  });
});

test('files of the page and the module are kept only as they were published', async () => {
  let changed = '/icon.svg';
  const change = (path, bytes) => (path === changed ? login(bytes) : null);
  await disturbed({ change }, async (page, host, first) => {
    assert.equal(await installed(page), 'redundant');
    changed = null;
    assert.equal(await installed(page), 'activated');
    // The module that was kept is lost, and a network asks for a login.
    await page.evaluate(() => caches.delete('nexsolve / module'));
    changed = '/nexsolve-first.wasm.gz';
    await page.reload();
    await page.locator('#notice', { hasText: 'cannot be read' }).waitFor();
    changed = null;
    await reload(page, first);
  });
});

test('a host that redirects to short addresses has pages that can be kept', async () => {
  await disturbed({ short: true }, async (page, host) => {
    assert.equal(await installed(page), 'activated');
    for (const isThere of [true, false]) {
      if (!isThere) await host.stop();
      for (const path of ['', 'index.html', 'rules/hex.html']) {
        await page.goto(`${host.address}/${path}`);
        await page.locator('h1, #prompt').first().waitFor();
      }
    }
  });
});
