/** Pieces of draughts can be dragged with the mouse and with a finger; clicks and keys move them too. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, click, holds, link, moves, openTab, rests, says } from '../support/hands.js';

const it = viewer({ hasTouch: true });

/** White's only moves are captures from c3 and g1. */
const CAPTURES = link('draughts', { start: 'W:Wc3,g1,a1:Bd4,d6,f2,h8,b4' });

/** The middle of a square on the screen. */
async function middle(page, name) {
  const { x, y, width, height } = await rests(cell(page, name));
  return [x + width / 2, y + height / 2];
}

/** Presses on a square and moves to others with the button held down. */
async function carry(page, ...names) {
  for (const [i, name] of names.entries()) {
    const at = await middle(page, name);
    await page.mouse.move(...at, { steps: 4 });
    if (i === 0) await page.mouse.down();
  }
}

/** The same with a finger. */
async function slide(page, from, to) {
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  // Both must be in view first: scrolling to one moves the other.
  for (const name of [from, to]) await middle(page, name);
  const [[x, y], [u, v]] = [await middle(page, from), await middle(page, to)];
  await touch('touchStart', [[x, y]]);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', [[x + part * (u - x), y + part * (v - y)]]);
  await touch('touchEnd', []);
}

test('a piece is dragged to a square, and follows the pointer on the way', async () => {
  await it.use(link('draughts'), async (page) => {
    await says(page, 'White to move');
    await carry(page, 'c3', 'd4');
    assert.equal(await page.locator('#board .hand .stone.W').count(), 1);
    assert.equal(await page.locator('#board [data-cell="c3"].lifted').count(), 1);
    await page.mouse.up();
    await says(page, 'Black to move');
    await holds(page, { c3: 'empty', d4: 'white man' });
    await moves(page, /c3-d4/);
    assert.equal(await page.locator('#board .hand > *, #board .lifted').count(), 0);
  });
});

test('a piece dropped where it cannot go, or off the board, returns to its square', async () => {
  await it.use(link('draughts'), async (page) => {
    await says(page, 'White to move');
    await carry(page, 'c3', 'c5');
    await page.mouse.up();
    await says(page, /c3 cannot move to c5\./);
    await holds(page, { c3: 'white man', c5: 'empty' });
    assert.equal(await page.locator('#board .hand > *, #board .lifted, #board .chosen').count(), 0);
    const [x, y] = await middle(page, 'c3');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(2, 2, { steps: 4 });
    await page.mouse.up();
    await says(page, /^White to move\. Choose/);
    await holds(page, { c3: 'white man' });
    // Black's pieces, and those that cannot move, stay where they are.
    for (const name of ['b6', 'a1']) {
      await carry(page, name, 'd4');
      assert.equal(await page.locator('#board .hand > *').count(), 0, name);
      await page.mouse.up();
      await holds(page, { d4: 'empty' });
    }
    await page.locator('#moves [data-node="1"]').waitFor({ state: 'detached' });
  });
});

test('Escape cancels a drag', async () => {
  await it.use(link('draughts'), async (page) => {
    await says(page, 'White to move');
    await carry(page, 'c3', 'd4');
    await page.keyboard.press('Escape');
    await page.locator('#board .lifted').waitFor({ state: 'detached' });
    await page.mouse.up();
    await says(page, 'White to move');
    await holds(page, { c3: 'white man', d4: 'empty' });
  });
});

test('a capture of several pieces is dragged square by square, or directly to its end', async () => {
  await it.use(CAPTURES, async (page) => {
    await says(page, 'White to move');
    await carry(page, 'c3', 'e5');
    await page.mouse.up();
    await page.locator('#board [data-cell="e5"].chosen').waitFor();
    await carry(page, 'e5', 'c7');
    await page.mouse.up();
    await says(page, 'Black to move');
    await moves(page, /c3:e5:c7/);
  });
  await it.use(CAPTURES, async (page) => {
    await says(page, 'White to move');
    await carry(page, 'c3', 'c7');
    await page.mouse.up();
    await says(page, 'Black to move');
    await moves(page, /c3:e5:c7/);
    await holds(page, { c7: 'white man', d4: 'empty', d6: 'empty' });
  });
});

test('a finger drags a piece, and the page does not scroll', async () => {
  await it.use(link('draughts'), async (page) => {
    await page.setViewportSize({ width: 375, height: 500 });
    await says(page, 'White to move');
    for (const name of ['e3', 'f4']) await middle(page, name);
    const before = await page.evaluate(() => window.scrollY);
    await slide(page, 'e3', 'f4');
    await says(page, 'Black to move');
    await holds(page, { e3: 'empty', f4: 'white man' });
    assert.equal(await page.evaluate(() => window.scrollY), before);
    await slide(page, 'b6', 'b4');
    await says(page, /b6 cannot move to b4\./);
    await page.touchscreen.tap(...(await middle(page, 'b6')));
    await page.touchscreen.tap(...(await middle(page, 'a5')));
    await says(page, 'White to move');
    await openTab(page, 'moves');
    await moves(page, /b6-a5/);
  });
});

test('clicks and keys move pieces too', async () => {
  await it.use(link('draughts'), async (page) => {
    await says(page, 'White to move');
    await click(page, 'c3', 'd4');
    await says(page, 'Black to move');
    await cell(page, 'b6').focus();
    await page.keyboard.press('Enter');
    await says(page, 'Black to move');
    await page.locator('#board [data-cell="b6"].chosen').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await says(page, 'White to move');
    await moves(page, /b6-[ac]5/);
  });
});

test('no piece can be dragged while a program is to move', async () => {
  await it.use(link('draughts'), async (page) => {
    await page.route('**/api/v1/play', () => {});
    await says(page, 'White to move');
    await page.locator('#player-white').selectOption('random');
    await says(page, /is thinking/);
    await carry(page, 'c3', 'd4');
    assert.equal(await page.locator('#board .hand > *').count(), 0);
    await page.mouse.up();
    await holds(page, { c3: 'white man' });
  });
});
