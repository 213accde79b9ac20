/** "Try again" repeats what failed, and only in the position where it failed. */

import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, holds, link, moves, says, stands } from '../support/hands.js';

const it = viewer();

const BUSY = { status: 503, json: { error: { kind: 'busy', message: 'too much at once' } } };
const refuseOne = (page, route) => page.route(`**/api/v1/${route}`, (way) => way.fulfill(BUSY), { times: 1 });
const again = (page) => page.locator('#notice').getByRole('button', { name: 'Try again' });
const EXPECTED = [/status of 503/];

test('a move that failed is made by trying again', async () => {
  await it.use(link('hex:3x3', { moves: 'a1;b1' }), async (page) => {
    await says(page, 'Black to move');
    await refuseOne(page, 'position');
    await click(page, 'c3');
    await again(page).click();
    await says(page, 'White to move');
    await holds(page, { c3: 'black stone' });
    await page.locator('#notice').waitFor({ state: 'hidden' });
  }, EXPECTED);
});

test('a move that failed is not made in another position', async () => {
  await it.use(link('hex:3x3', { moves: 'a1;b1' }), async (page) => {
    await says(page, 'Black to move');
    await refuseOne(page, 'position');
    await click(page, 'c3');
    await again(page).waitFor();
    await page.locator('#go-first').click();
    await holds(page, { a1: 'empty' });
    await page.locator('#notice').waitFor({ state: 'hidden' });
    await stands(page, 0);
  }, EXPECTED);
});

test('an error disappears once another move is made', async () => {
  await it.use(link('hex:3x3', { moves: 'a1;b1' }), async (page) => {
    await says(page, 'Black to move');
    await refuseOne(page, 'position');
    await click(page, 'c3');
    await again(page).waitFor();
    await click(page, 'b2');
    await moves(page, /b2/);
    await page.locator('#notice').waitFor({ state: 'hidden' });
  }, EXPECTED);
});
