/** The graph of values: with mouse, keys and touch, on branches, and with mistakes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, hideValues, link, pressOn, rests, says, stands } from '../support/hands.js';

const it = viewer();

const GAME = link('nex:3x3', { moves: 'Ba1?a2;Wb2?c3;Bc1?c2' });
const graph = (page) => page.locator('#graph');
/** The middle of a bar, as a fraction of the width. */
const at = (ply, count) => (ply + 0.5) / count;
const said = (page, words) => page.locator(`#graph[aria-valuetext*="${words}"]`).waitFor();
const bars = (page) => page.$$eval('#graph .bar', (all) => all.map((bar) => bar.getAttribute('class').replace('bar ', '')));

test('a press on a bar goes to its position, and mistakes are marked', async () => {
  await it.use(GAME, async (page) => {
    await graph(page).waitFor();
    await page.locator('#graph .mistake').nth(2).waitFor();
    assert.equal((await bars(page)).length, 4);
    assert.equal(await page.locator('#graph .mistake').count(), 3);
    await pressOn(page, graph(page), at(1, 4));
    await stands(page, 1);
    await said(page, 'After move 1, Ba1?a2: ');
    assert.equal(await graph(page).getAttribute('aria-valuenow'), '1');
    await pressOn(page, graph(page), at(3, 4));
    await stands(page, 3);
  });
});

test('a press is not lost while the graph is repainted', async () => {
  await it.use(GAME, async (page) => {
    await page.locator('#graph .mistake').first().waitFor();
    const { x, y, width, height } = await rests(graph(page));
    await page.mouse.move(x + width * at(1, 4), y + height / 2);
    await page.mouse.down();
    await page.locator('#graph').evaluate((slider) => slider.replaceChildren(slider.firstChild.cloneNode(true)));
    await page.mouse.up();
    await stands(page, 1);
  });
});

test('it is a slider for the keyboard', async () => {
  await it.use(GAME, async (page) => {
    await graph(page).waitFor();
    await graph(page).focus();
    await page.keyboard.press('Home');
    await stands(page, 0);
    await said(page, 'At the start: Black wins in 7 plies');
    await page.keyboard.press('ArrowRight');
    await stands(page, 1);
    await page.keyboard.press('End');
    await stands(page, 3);
    await page.keyboard.press('ArrowDown');
    await stands(page, 2);
    assert.ok(await graph(page).evaluate((element) => element === document.activeElement));
  });
});

test('it shows the current line, and no values when they are hidden', async () => {
  await it.use(GAME, async (page) => {
    await page.locator('#graph .mistake').first().waitFor();
    await pressOn(page, graph(page), at(0, 4));
    await says(page, 'Black to move');
    await click(page, 'a2', 'a3');
    await page.waitForFunction(() => document.querySelectorAll('#graph .bar').length === 2);
    await page.locator('#moves').getByRole('button', { name: /Bc1\?c2/ }).click();
    await page.waitForFunction(() => document.querySelectorAll('#graph .bar').length === 4);
    await hideValues(page);
    await page.locator('#graph-box').waitFor({ state: 'hidden' });
    await page.locator('#audit').click();
    await graph(page).waitFor();
  });
});

test('a swap does not turn it upside down', async () => {
  await it.use(link('hex:swap:3x3', { moves: 'b2;swap;a1' }), async (page) => {
    await graph(page).waitFor();
    await page.locator('#graph .bar.loss').nth(3).waitFor();
    assert.deepEqual(await bars(page), ['loss', 'loss', 'loss', 'loss']);
    await page.locator('#graph-box', { hasText: 'First' }).waitFor();
  });
});
