/** The two ways to write the cells of Hex, and links of HexWorld. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, link, moves, openTab, pressOn, says, shows } from '../support/hands.js';

const it = viewer({ permissions: ['clipboard-read', 'clipboard-write'] });

/** The coordinates at the edges of the board, by their places. */
const labels = (page) => page.locator('#board .coordinate').allTextContents();

test('cells have the letter of their column and the number of their row; links keep the names of the program', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await shows(page.locator('#tally'), /9 moves/);
    await page.locator('#board [data-cell="b3"][aria-label^="c2, empty"]').waitFor();
    assert.deepEqual([...new Set(await labels(page))].sort(), ['1', '2', '3', 'a', 'b', 'c']);
    const places = await page.$$eval('#board .coordinate', (texts) => Object.fromEntries(texts.map((text) => [text.textContent, [Number(text.getAttribute('x')), Number(text.getAttribute('y'))]])));
    assert.ok(places.c[0] > places.a[0] && places['3'][1] > places['1'][1], JSON.stringify(places));
    await click(page, 'b3');
    await moves(page, /1\.\s*c2/);
    await page.waitForURL(/moves=b3/);
    // Moves keep their own names.
    await shows(page.locator('#move-list [data-move="c2"] .move'), /^b3$/);
  });
});

test('sentences of the server name the same cells as the board', async () => {
  await it.use(link('hex:5x5', { moves: 'c3;b4' }), async (page) => {
    await page.locator('#connections-toggle').click();
    await shows(page.locator('#connections-said'), /Black, to move, connects with b3\./);
    await page.locator('#board [data-cell="c2"][aria-label^="b3, empty"][aria-label*="connects"]').waitFor();
    await page.locator('#open-help').click();
    await page.locator('#cells').selectOption('rows');
    await shows(page.locator('#connections-said'), /Black, to move, connects with c2\./);
  });
});

test('the other way is an option that the link carries', async () => {
  await it.use(link('hex:3x3', { moves: 'b3' }), async (page) => {
    await moves(page, /1\.\s*c2/);
    await page.locator('#open-help').click();
    assert.equal(await page.locator('#cells').inputValue(), 'columns');
    await page.locator('#cells').selectOption('rows');
    await moves(page, /1\.\s*b3/);
    await page.waitForURL(/&cells=rows/);
  });
  await it.use(`${link('hex:3x3', { moves: 'b3' })}&cells=rows`, async (page) => {
    await moves(page, /1\.\s*b3/);
    await page.locator('#board [data-cell="b3"][aria-label^="b3, black stone"]').waitFor();
  });
  await it.use(link('nex:2x2'), async (page) => {
    await says(page, 'to move');
    assert.doesNotMatch(page.url(), /cells/);
    await page.locator('#open-help').click();
    await page.locator('#help-cells').waitFor({ state: 'hidden' });
  });
});

test('links of HexWorld are read from a text, with or without the host', async () => {
  for (const text of ['https://hexworld.org/board/#11c1,f6d8h4e4', '#11c1,f6d8,h4e4']) {
    await it.use(link('nex:2x2'), async (page) => {
      await says(page, 'to move');
      await openTab(page, 'records');
      await page.locator('#record-text').fill(text);
      await page.locator('#record-read').click();
      await moves(page, /1\.\s*f6\s*d8\s*2\.\s*h4\s*e4/);
      await shows(page.locator('#title'), /11×11 Hex/);
      await page.locator('#board [data-cell="f6"][aria-label*="black stone"], #board [data-cell="h4"]').first().waitFor();
    });
  }
});

test('the address of a HexWorld link opens the game, and a pass is refused', async () => {
  await it.use('#5c1,a2:sc4', async (page) => {
    await says(page, 'to move');
    await shows(page.locator('#title'), /5×5 Hex with swap/);
    await moves(page, /swap/);
    await page.waitForURL(/board=hex:swap:5x5/);
  });
  await it.use('#5c1,a2:pc4', async (page) => {
    await shows(page.locator('#notice'), /[Pp]assing is not allowed/);
  });
});

test('a HexWorld link is written, and reads as the same game', async () => {
  for (const [board, played] of [['hex:4x4', 'a2;c3;d1'], ['hex:swap:4x4', 'a2;swap;c4;b1'], ['hex:3x4', 'a4;c2']]) {
    await it.use(link(board, { moves: played }), async (page) => {
      await moves(page, /1\./);
      await openTab(page, 'records');
      await pressOn(page, page.locator('#record-hexworld'));
      await shows(page.locator('#record-report'), /HexWorld link copied/);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /^https:\/\/hexworld\.org\/board\/#\d+(x\d+)?c1,([a-d][1-4]|:s)+$/);
      await page.locator('#record-text').fill(copied);
      await page.locator('#record-read').click();
      await shows(page.locator('#record-report'), /1 game/);
      await page.waitForURL(/ply=0/);
      const address = new URL(page.url()).hash;
      // A swap of pieces is read as the mirror image of the game with the colours exchanged.
      const mirrored = (move) => (move === 'swap' ? move : 'abcd'[move[1] - 1] + ('abcd'.indexOf(move[0]) + 1));
      const same = [played, played.split(';').map(mirrored).join(';')];
      assert.ok(same.some((line) => address.includes(`moves=${line}`)), address);
    });
  }
  await it.use(link('nex:2x2'), async (page) => {
    await says(page, 'to move');
    await openTab(page, 'records');
    await page.locator('#record-hexworld').waitFor({ state: 'hidden' });
  });
});
