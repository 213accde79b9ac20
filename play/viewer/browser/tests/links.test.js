/** Links contain a game and the current move; light and dark; error messages. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, holds, link, says, stands } from '../support/hands.js';

const it = viewer();

test('a link restores the game and the current position', async () => {
  let address;
  await it.use(link('nex:3x3'), async (page) => {
    await click(page, 'a2', 'b2');
    await says(page, 'White to move');
    await click(page, 'c1', 'b1');
    await says(page, 'Black to move');
    await page.locator('#go-previous').click();
    await says(page, 'White to move');
    await page.waitForURL(/ply=1/);
    address = new URL(page.url()).hash;
  });
  await it.use(address, async (page) => {
    await says(page, 'White to move');
    await holds(page, { a2: 'black stone', b2: 'neutral stone', c1: 'empty' });
    await stands(page, 1);
    await page.locator('#go-next').click();
    await holds(page, { c1: 'white stone' });
  });
});

for (const [board, start, contents] of [
  ['nex:3x3', '.B./??./W..', { a2: 'black stone', b2: 'neutral stone', c1: 'white stone' }],
  ['draughts', 'W:WKg1,a3:Bb6,Kh8', { g1: 'white king', b6: 'black man', h8: 'black king' }],
]) {
  test(`a link that begins with a position of ${board}`, async () => {
    await it.use(link(board, { start }), async (page) => {
      await says(page, 'to move');
      await holds(page, contents);
      await page.reload();
      await says(page, 'to move');
      await holds(page, contents);
    });
  });
}

test('a wrong link gets an explanation, and the page can be used', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba1?a9' }), async (page) => {
    await page.locator('#notice', { hasText: 'a9' }).waitFor();
    await says(page, 'Black to move');
    await click(page, 'a2', 'b2');
    await says(page, 'White to move');
  }, [/status of 4\d\d/]);
});

test('the page says if a link is too long, whether or not a game is open', async () => {
  const long = link('nex:3x3', { start: '.'.repeat(60_000) });
  await it.use(long, async (page) => {
    await page.locator('#notice', { hasText: /The link is too long: it has 60,\d+ characters, and the limit is 60,000\./ }).waitFor();
    await says(page, 'to move');
  });
  await it.use(link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
    await says(page, 'White to move');
    const before = page.url();
    await page.evaluate((hash) => { location.hash = hash; }, link('hex:3x3', { moves: 'a1;'.repeat(2_001) }));
    await page.locator('#notice', { hasText: 'The link has 2,001 moves, and the limit is 2,000.' }).waitFor();
    await page.waitForURL(before);
    await holds(page, { a2: 'black stone' });
  });
});

test('the unreadable parts of a link are named, and the rest is opened', async () => {
  await it.use(link('hex:3x3', { moves: 'a1;b2', lines: '7:b3', notes: '1:good' }), async (page) => {
    await page.locator('#notice', { hasText: 'The variations of the link cannot be read, and are left out.' }).waitFor();
    await holds(page, { b2: 'white stone' });
    await page.locator('#moves .comment', { hasText: 'good' }).waitFor();
  });
});

test('a refused link does not stay in the address', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
    await says(page, 'White to move');
    const before = page.url();
    await page.evaluate((hash) => { location.hash = hash; }, link('nex:3x3', { moves: 'Ba1?a9' }));
    await page.locator('#notice', { hasText: 'a9' }).waitFor();
    await page.waitForURL(before);
    await holds(page, { a2: 'black stone' });
  }, [/status of 4\d\d/]);
});

test('the browser goes back to the previous game', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
    await says(page, 'White to move');
    await page.locator('#new-game').click();
    await page.locator('#new-form [type="submit"]').click();
    await says(page, 'Black to move');
    await page.goBack();
    await says(page, 'White to move');
    await holds(page, { a2: 'black stone' });
  });
});

test('light or dark follows the system until the user chooses', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'to move');
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
    const dark = await paper();
    await page.locator('[data-theme-switch]').click();
    assert.equal(await paper(), light);
    await page.goto(`${it.address}/rules/nex.html`);
    assert.equal(await paper(), light);
    await page.locator('figure[data-drawn="true"]').first().waitFor();
    await page.goBack();
    await says(page, 'to move');
    await page.locator('[data-theme-switch]').click();
    assert.equal(await paper(), dark);
  });
});
