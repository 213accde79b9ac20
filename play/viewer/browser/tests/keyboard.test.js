/** The page without a mouse. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { holds, link, listed, moves, says, stands, tabTo } from '../support/hands.js';

const it = viewer();

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? document.activeElement?.id);

/** Moves the cursor from its cell to another with arrow keys. */
async function walk(page, to) {
  const at = await focused(page);
  const rows = to.charCodeAt(0) - at.charCodeAt(0);
  const cols = Number(to.slice(1)) - Number(at.slice(1));
  await press(page, ...Array(Math.abs(rows)).fill(rows > 0 ? 'ArrowDown' : 'ArrowUp'));
  await press(page, ...Array(Math.abs(cols)).fill(cols > 0 ? 'ArrowRight' : 'ArrowLeft'));
  assert.equal(await focused(page), to);
}

async function choose(page, ...cells) {
  for (const name of cells) {
    await walk(page, name);
    await press(page, 'Enter');
  }
}

test('a game of Nex with both kinds of move, with keys alone', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await tabTo(page, '#board [data-cell]');
    await choose(page, 'a2', 'b2');
    await says(page, 'White to move');
    await choose(page, 'c1', 'b1');
    await says(page, 'Black to move');
    await choose(page, 'b1', 'a1');
    await says(page, 'second neutral stone');
    await press(page, 'Escape');
    await says(page, 'Choose an empty cell');
    await choose(page, 'b1', 'b2', 'a2');
    await says(page, 'White to move');
    await choose(page, 'b3', 'c2');
    await says(page, 'Black to move');
    await choose(page, 'c2', 'a2', 'b1');
    await says(page, 'Black has won');
  });
});

test('letters step through the moves, show values, and go to the list', async () => {
  await it.use(link('nex:2x2', { moves: 'Ba1?a2;Wb1?b2' }), async (page) => {
    await says(page, 'Black to move');
    await press(page, '[', '[');
    await holds(page, { a1: 'empty' });
    await stands(page, 0);
    await page.locator('#detail', { hasText: /\S/ }).waitFor();
    await press(page, 'v');
    await page.locator('#values-body').waitFor({ state: 'hidden' });
    await press(page, 'v');
    await page.locator('#detail', { hasText: /\S/ }).waitFor();
    assert.equal((await listed(page)).size, 12);
    await press(page, 'm', 'Home', 'l');
    await page.locator('#line .step').first().waitFor();
    await press(page, 'Enter');
    await says(page, 'White to move');
    await moves(page, /Ba1\?a2|Bb2\?b1/);
    await press(page, '?');
    await page.locator('#help-dialog').waitFor();
    assert.equal(await page.locator('#help-dialog').evaluate((dialog) => dialog.scrollTop), 0);
    assert.ok(await page.locator('#help-title').evaluate((title) => title.getBoundingClientRect().top >= 0));
    await press(page, 'Escape');
    await page.locator('#help-dialog').waitFor({ state: 'hidden' });
    await press(page, 'b');
    assert.match(await focused(page), /^[ab][12]$/);
  });
});

test('a position is edited with keys alone', async () => {
  await it.use(link('nex:2x2'), async (page) => {
    await says(page, 'Black to move');
    await tabTo(page, '#edit-begin');
    await press(page, 'Enter');
    await page.locator('#edit-verdict', { hasText: 'Black to move' }).waitFor();
    await page.locator('#board [data-cell][tabindex="0"]').focus();
    await choose(page, 'a1');
    await page.locator('input[name="edit-piece"]:checked').focus();
    await press(page, 'ArrowDown', 'ArrowDown');
    await page.locator('#board [data-cell][tabindex="0"]').focus();
    await choose(page, 'b2');
    await page.locator('#edit-verdict', { hasText: 'White to move' }).waitFor();
    await tabTo(page, '#edit-play');
    await press(page, 'Enter');
    await says(page, 'White to move');
    await holds(page, { a1: 'black stone', b2: 'neutral stone' });
  }, [/status of 4\d\d/]);
});
