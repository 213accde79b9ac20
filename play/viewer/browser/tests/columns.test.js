/** A move of Connect Four is a column everywhere on the page, which never shows names of cells. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { link, moves, openTab, says, shows, showValues } from '../support/hands.js';

const it = viewer();

/** All text that can be read, hovered over or heard, except the address and the fields. */
const words = (page) => page.evaluate(() => {
  const spoken = [...document.querySelectorAll('main [aria-label], main [title], main [aria-valuetext]')];
  const said = spoken.flatMap((element) => ['aria-label', 'title', 'aria-valuetext'].map((name) => element.getAttribute(name)).filter(Boolean));
  const drawn = [...document.querySelectorAll('main svg title')].map((title) => title.textContent);
  return [...said, ...drawn, document.querySelector('main').innerText].join('\n');
});

const namesNoCell = async (page) => assert.doesNotMatch(await words(page), /\b[a-h][1-8]\b/);

test('values, moves, mistakes, the graph, hints, comments and lines', async () => {
  await it.use(link('connect4:4x4', { moves: '2;1;2;1;3' }), async (page) => {
    await showValues(page);
    await page.locator('#graph .bar').first().waitFor();
    await page.locator('#moves .gift').first().waitFor();
    await moves(page, /^Start1\.21/);
    await page.locator('#move-list [data-move]').first().waitFor();
    assert.match(await page.locator('#move-list .move').first().innerText(), /^[1-4]$/);
    await page.locator('#board [data-cell="a4"]').hover();
    await shows(page.locator('#hint'), /^column 4: /);
    await namesNoCell(page);
    await page.locator('#move-list button.line').first().click();
    await page.locator('#line .step').first().waitFor();
    await namesNoCell(page);
    await openTab(page, 'comment');
    await shows(page.locator('.comment-field span'), /^Comment on 3\. 3$/);
    await namesNoCell(page);
  });
});

test('a full column, estimates and records', async () => {
  await it.use(link('connect4:8x8', { moves: '1;1;1;1;1;1;1;1' }), async (page) => {
    await page.locator('#estimate [data-guess]').first().waitFor();
    assert.match(await page.locator('#estimate .move').first().innerText(), /^[2-8]$/);
    await page.locator('#board [data-cell="c1"]').click();
    await says(page, 'Column 1 cannot be chosen. Choose a column.');
    await namesNoCell(page);
  });
  await it.use(link('connect4:4x4'), async (page) => {
    await says(page, 'to move');
    await openTab(page, 'records');
    await page.locator('#record-text').fill('Board:connect4:4x4\n2;1;2;1;3;2;4;3;!\n');
    await page.locator('#record-read').click();
    await page.locator('#record-flags button').first().waitFor();
    await namesNoCell(page);
  });
});
