/** The moves that gave value away: the page's summary is always about the current line. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, hideValues, link, says } from '../support/hands.js';

const it = viewer();

const THREE_GIFTS = link('nex:3x3', { moves: 'Ba1?a2;Wb2?c3;Bc1?c2' });
const note = (page) => page.locator('#audit-note');

test('the summary of one line is not shown for another', async () => {
  await it.use(THREE_GIFTS, async (page) => {
    await says(page, 'White to move');
    await hideValues(page);
    await page.locator('#audit').click();
    await note(page).filter({ hasText: '3 mistakes' }).waitFor();
    await page.locator('#go-first').click();
    await says(page, 'Black to move');
    await click(page, 'a2', 'a3');
    await says(page, 'White to move');
    assert.equal(await note(page).innerText(), '');
    await page.locator('#audit').click();
    await note(page).filter({ hasText: /no mistakes/i }).waitFor();
    await page.locator('#moves').getByRole('button', { name: /Bc1\?c2/ }).click();
    await note(page).filter({ hasText: '3 mistakes' }).waitFor();
  });
});

test('with values on, a line with mistakes is not called free of them after stepping back to it', async () => {
  await it.use(THREE_GIFTS, async (page) => {
    await says(page, 'White to move');
    await page.locator('#go-first').click();
    await note(page).filter({ hasText: '3 mistakes' }).waitFor();
    await click(page, 'a2', 'a3');
    await note(page).filter({ hasText: /no mistakes/i }).waitFor();
    await page.locator('#moves').getByRole('button', { name: /Bc1\?c2/ }).click();
    await note(page).filter({ hasText: '3 mistakes' }).waitFor();
  });
});

/** The plies of the line after which the list has a "?", and those after which the graph turns over or falls to a draw. */
async function signs(page) {
  const flags = await page.$$eval('#moves [data-node]:has(.flag)', (all) => all.map(({ dataset }) => Number(dataset.node)));
  const kinds = await page.$$eval('#graph .bar', (all) => all.map((bar) => bar.classList[1]));
  const flips = kinds.map((kind, i) => (i > 0 && kind !== kinds[i - 1] ? i : 0)).filter(Boolean);
  return { flags, flips };
}

test('moves without a table are searched, and every change of value in the graph is marked', async () => {
  await it.use(link('hex:5x5', { moves: 'c3;b4;d2' }), async (page) => {
    await says(page, 'White to move');
    await page.locator('#audit').click();
    await note(page).filter({ hasText: /^\d mistakes? in this line\.$/ }).waitFor();
    const { flags, flips } = await signs(page);
    assert.deepEqual(flags, flips);
    assert.ok(flags.includes(3), 'd2 gives the win away');
    await page.locator('#moves [data-node="3"] .flag', { hasText: '? win to loss' }).waitFor();
    assert.match(await page.locator('#moves [data-node="3"]').getAttribute('title'), /better \w\d/);
  });
});

test('the graph fills itself, without a visit to each position', async () => {
  await it.use(link('hex:5x5', { moves: 'c3;b4;d2;a1;e5' }), async (page) => {
    await says(page, 'White to move');
    await page.waitForFunction(() => document.querySelectorAll('#graph .bar').length === 6 && !document.querySelector('#graph .bar.none'));
    await page.locator('#moves .flag').first().waitFor();
    const { flags, flips } = await signs(page);
    assert.deepEqual(flags, flips);
  });
});

test('a search for mistakes shows how far it is, and stops', async () => {
  const slow = (page) => page.route('**/api/v1/values', async (way) => {
    await new Promise((later) => { setTimeout(later, 400); });
    await way.continue().catch(() => {});
  });
  await it.use(link('nex:5x5', { moves: 'Bc3?a1;Wb2?e5;Bd4?a5;Wb4?e1' }), async (page) => {
    await says(page, 'Black to move');
    await page.locator('#audit').click();
    await page.locator('#audit', { hasText: 'Stop' }).waitFor();
    await note(page).filter({ hasText: /Searching: \d of \d positions/ }).waitFor();
    assert.equal(await note(page).locator('progress').count(), 1);
    await page.locator('#audit').click();
    await page.locator('#audit', { hasText: 'Find mistakes' }).waitFor();
    await note(page).filter({ hasText: /proven/ }).waitFor();
    const asked = [];
    page.on('request', (request) => { if (request.url().endsWith('/values')) asked.push(request.url()); });
    await page.waitForTimeout(1_000);
    assert.deepEqual(asked, []);
  }, [], slow);
});

test('a line is not checked automatically once values are hidden', async () => {
  const stopTheClock = async (page) => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
  };
  await it.use(THREE_GIFTS, async (page) => {
    await says(page, 'White to move');
    await hideValues(page);
    await page.clock.runFor(5_000);
    assert.equal(await note(page).innerText(), '');
  }, [], stopTheClock);
});
