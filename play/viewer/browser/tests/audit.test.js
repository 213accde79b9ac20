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
