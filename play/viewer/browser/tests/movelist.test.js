/** The list of moves, used with the mouse and the keyboard; focus is elsewhere at first. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { link, listed, moves, pressOn, says, showValues, shows, stands } from '../support/hands.js';

const it = viewer();

const row = (page, move) => page.locator(`#move-list [data-move="${move}"]`);

test('the first press on a row plays its move, and so does the next one', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await showValues(page);
    const first = await page.locator('#move-list [data-move]').nth(2).getAttribute('data-move');
    await pressOn(page, row(page, first));
    await says(page, 'White to move');
    await moves(page, first);
    await shows(page.locator('#sentence'), /^White/);
    await page.locator('#title').click();
    const second = await page.locator('#move-list [data-move]').nth(1).getAttribute('data-move');
    await pressOn(page, row(page, second));
    await says(page, 'Black to move');
    await moves(page, second);
  });
});

test('the line of a row is shown by the first press on its button', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await showValues(page);
    const third = page.locator('#move-list [data-move]').nth(2);
    await third.hover();
    await pressOn(page, third.locator('button.line'));
    await page.locator('#line .step').first().waitFor();
    await stands(page, 0);
  });
});

test('Enter plays one move after the other', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await showValues(page);
    await page.locator('#values-toggle').focus();
    await page.locator('#move-list').focus();
    await page.keyboard.press('Enter');
    await stands(page, 1);
    await shows(page.locator('#sentence'), /^White/);
    await page.locator('#move-list .active').waitFor();
    await page.keyboard.press('Enter');
    await stands(page, 2);
  });
});

test('the list can begin with the best moves, the worst, the quickest or the slowest', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await showValues(page);
    const marksBy = async (order) => {
      await page.locator('#order').selectOption(order);
      return [...(await listed(page)).values()];
    };
    const best = await marksBy('worth');
    assert.ok(best[0].startsWith('+') && best.at(-1).startsWith('\u2212'), best.join(' '));
    assert.deepEqual(await marksBy('worst'), best.toReversed());
    await shows(page.locator('#move-list [data-move]').first().locator('button.line'), /^Why\?$/);
    const plies = (marks) => marks.map((mark) => Number(mark.slice(1))).filter((number) => number > 0);
    const quick = plies(await marksBy('length'));
    assert.deepEqual(quick, quick.toSorted((a, b) => a - b));
    assert.deepEqual(plies(await marksBy('longest')), quick.toReversed());
  });
});
