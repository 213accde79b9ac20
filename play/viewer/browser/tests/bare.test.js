/** The first view if no databases are given: a small board, for which the server makes a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { listed, marks, pressOn, says } from '../support/hands.js';

const it = viewer({}, { isBare: true });
/** Making a table of 4×4 Nex takes seconds, and longer on a busy machine. */
const MADE = { timeout: 150_000 };

test('4×4 Nex, with its 34 losing openings in view', async () => {
  await it.use('', async (page) => {
    await says(page, 'Black to move');
    await page.locator('#title', { hasText: /^4×4 Nex$/ }).waitFor();
    await page.locator('#tally', { hasText: /^240 moves: *206 win *34 lose$/ }).waitFor(MADE);
    assert.equal(await page.locator('#board .note.loss').count(), 4);
    await pressOn(page, page.locator('#tally [data-kind="loss"]'));
    assert.equal((await listed(page)).size, 34);
    assert.deepEqual(Object.keys(await marks(page)).sort(), ['a1', 'a2', 'd3', 'd4']);
  });
});
