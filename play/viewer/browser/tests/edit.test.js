/** Any position can be put on the board; the page says in words what is wrong with it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, click, holds, link, pressOn, reads, says, shows } from '../support/hands.js';

const it = viewer();

/** The server refuses illegal positions with status 400 or 422, which browsers report on the console. */
const REFUSALS = [/status of 4\d\d/];

const verdict = (page, words) => page.locator('#edit-verdict', { hasText: words }).waitFor();
const pick = (page, name) => page.locator('#edit-slot label').filter({ hasText: new RegExp(`^${name}$`) }).click();

async function edit(page) {
  await page.locator('#edit-begin').click();
  await verdict(page, /\S/);
}

test('presses before the server has answered are not lost', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba1?a2;Wb1?b2' }), async (page) => {
    await page.route('**/position', async (route) => {
      await new Promise((later) => { setTimeout(later, 700); });
      await route.continue();
    });
    await page.reload();
    await page.locator('#new-game').click();
    await page.locator('#new-dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#go-first').click();
    await edit(page);
    await verdict(page, 'Black to move');
  });
});

test('the button stays in its place while values arrive', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba1?a2' }), async (page) => {
    await page.locator('#graph .bar').first().waitFor();
    let answer;
    const free = new Promise((resolve) => { answer = resolve; });
    await page.route('**/values', async (route) => {
      await free;
      await route.continue();
    });
    await click(page, 'b1', 'c1');
    await says(page, 'Black to move');
    const before = await page.locator('#edit-begin').boundingBox();
    answer();
    await page.locator('#detail', { hasText: 'table' }).waitFor();
    await page.locator('#audit-note', { hasText: /\S/ }).waitFor();
    assert.deepEqual(await page.locator('#edit-begin').boundingBox(), before);
    await pressOn(page, page.locator('#edit-begin'));
    await verdict(page, 'Black to move');
  });
});

test('a Nex position is set up, explained while it is illegal, and played from', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await edit(page);
    await pick(page, 'Black stone');
    await cell(page, 'a1').click();
    await cell(page, 'a2').click();
    await verdict(page, /2 black/i);
    assert.ok(await page.locator('#edit-play').isDisabled());
    await pick(page, 'White stone');
    await cell(page, 'b2').click();
    await verdict(page, /neutral/);
    await pick(page, 'Neutral stone');
    await cell(page, 'c3').click();
    await verdict(page, 'White to move');
    await reads(page.locator('#edit-text'), 'BB./.W./..?');
    await page.locator('#edit-play').click();
    await says(page, 'White to move');
    await holds(page, { a1: 'black stone', b2: 'white stone', c3: 'neutral stone', c1: 'empty' });
  }, REFUSALS);
});

test('a position is typed, and a fault in it is marked', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await edit(page);
    await page.locator('#edit-text').fill('B?./.X./...');
    await page.locator('#edit-take').click();
    await page.locator('#edit-verdict mark').waitFor();
    await shows(page.locator('#edit-verdict mark'), /^X$/);
    await page.locator('#edit-text').fill('B?./.../...');
    await page.locator('#edit-take').click();
    await verdict(page, 'White to move');
    await holds(page, { a1: 'black stone', a2: 'neutral stone' });
  }, REFUSALS);
});

test('leaving the editor restores the game', async () => {
  await it.use(link('hex:3x3', { moves: 'b2' }), async (page) => {
    await edit(page);
    await page.locator('#edit-clear').click();
    await holds(page, { b2: 'empty' });
    await page.locator('#edit-cancel').click();
    await holds(page, { b2: 'black stone' });
    await says(page, 'White to move');
  }, REFUSALS);
});

test('draughts: pieces, kings, and whose turn it is', async () => {
  await it.use(link('draughts'), async (page) => {
    await edit(page);
    await page.locator('#edit-clear').click();
    await pick(page, 'White king');
    await cell(page, 'c3').click();
    await pick(page, 'White man');
    await cell(page, 'h8').click();
    await verdict(page, /h8/);
    await pick(page, 'Black man');
    await cell(page, 'h8').click();
    await pick(page, 'Black to move');
    await verdict(page, 'Black to move');
    await reads(page.locator('#edit-text'), 'B:WKc3:Bh8');
    await page.locator('#edit-play').click();
    await says(page, 'Black to move');
    await holds(page, { c3: 'white king', h8: 'black man' });
  }, REFUSALS);
});

test('Awari: seeds by clicking and by number', async () => {
  await it.use(link('awari'), async (page) => {
    await edit(page);
    await page.locator('#edit-clear').click();
    await pick(page, 'Add a seed');
    await cell(page, 'a').click();
    await cell(page, 'a').click();
    const pit = page.getByLabel('Seeds in pit C', { exact: true });
    await pit.fill('3');
    await pit.press('Tab');
    await reads(page.locator('#edit-text'), '2 0 0 0 0 0 | 0 0 3 0 0 0 | 22 21');
    await verdict(page, 'First to move');
    await page.locator('#edit-play').click();
    await says(page, 'First to move');
    await page.getByLabel('pit C of the second player, 3 seeds', { exact: true }).waitFor();
  }, REFUSALS);
});
