/** The first view if no databases are given: boards for which the server makes a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { listed, marks, pressOn, rests, says } from '../support/hands.js';

const it = viewer({}, { isBare: true });
/** Making a table of 4×4 Nex takes seconds, and longer on a busy machine. */
const MADE = { timeout: 150_000 };

test('the page opens on 3×3 Nex, every position of which is known at once', async () => {
  await it.use('', async (page) => {
    await page.locator('#title', { hasText: /^3×3 Nex$/ }).waitFor();
    await pressOn(page, page.locator('#welcome-analyse'));
    await page.locator('#tally', { hasText: /^72 moves: *42 win *30 draw$/ }).waitFor(MADE);
  });
});

test('a wrong address opens 3×3 Nex', async () => {
  await it.use('#board=chess', async (page) => {
    await page.locator('#notice', { hasText: 'No such game' }).waitFor();
    await page.locator('#title', { hasText: /^3×3 Nex$/ }).waitFor();
  }, [/400/]);
});

test('4×4 Nex, with its 34 losing openings in view', async () => {
  await it.use('#board=nex:4x4', async (page) => {
    await says(page, 'Black to move');
    await page.locator('#title', { hasText: /^4×4 Nex$/ }).waitFor();
    await page.locator('#tally', { hasText: /^240 moves: *206 win *34 lose$/ }).waitFor(MADE);
    assert.equal(await page.locator('#board .note.loss').count(), 4);
    // In a low window eight rows and the key of the marks are in sight.
    await page.setViewportSize({ width: 1280, height: 720 });
    const [eighth, key] = [await rests(page.locator('#move-list [data-move]').nth(7)), await page.locator('#marks-key').boundingBox()];
    assert.ok(eighth.y + eighth.height <= key.y && key.y + key.height <= 720, `the eighth row ends at ${eighth.y + eighth.height}, the key is at ${key.y}`);
    await pressOn(page, page.locator('#tally [data-kind="loss"]'));
    assert.equal((await listed(page)).size, 34);
    assert.deepEqual(Object.keys(await marks(page)).sort(), ['a1', 'a2', 'd3', 'd4']);
  });
});
