/** Movements on the board: what moves, for how long, and that nothing moves for people who prefer less motion. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, click, link, rests, says, stands } from '../support/hands.js';

const it = viewer({ reducedMotion: 'no-preference' });

/** Records the animations of the board: what moves, where it comes from, and when it ends. */
const record = (page) => page.addInitScript(() => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function note(frames, timing) {
    const name = this.closest('[data-cell]')?.dataset.cell;
    window.moved.push({ cell: name, kind: this.getAttribute('class').split(' ')[0], from: frames[0].transform, end: timing.duration + timing.delay });
    return animate.call(this, frames, timing);
  };
});
const moved = (page) => page.evaluate(() => window.moved);
/** Forgets what was recorded, once nothing moves: a board that is drawn again meanwhile continues its movements. */
const forget = async (page) => {
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await page.evaluate(() => { window.moved.length = 0; });
};
const kinds = (list) => [...new Set(list.map(({ cell: name, kind }) => `${name} ${kind}`))].sort();
const longest = (list) => Math.max(...list.map(({ end }) => end));

test('stones appear', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await click(page, 'a1', 'a2');
    await says(page, 'White to move');
    const list = await moved(page);
    assert.deepEqual(kinds(list), ['a1 stone', 'a2 cross', 'a2 stone']);
    assert.ok(list.every(({ from }) => /^scale/.test(from)));
    assert.ok(longest(list) <= 250);
  }, [], record);
});

test('discs fall', async () => {
  await it.use(link('connect4:4x4'), async (page) => {
    await click(page, 'd1');
    await says(page, 'O to move');
    const list = await moved(page);
    assert.ok(list.length > 0 && list.every(({ cell: name, from }) => name.endsWith('1') && /translate\(0(\.00)?px, -\d/.test(from)), JSON.stringify(list));
    assert.ok(longest(list) <= 250);
  }, [], record);
});

test('pieces slide after a click and through the game, and not after a drag', async () => {
  await it.use(link('draughts'), async (page) => {
    await says(page, 'White to move');
    await click(page, 'c3', 'd4');
    await says(page, 'Black to move');
    const slid = await moved(page);
    assert.deepEqual(kinds(slid), ['d4 groove', 'd4 stone']);
    assert.match(slid[0].from, /translate\(-1(\.00)?px, 1(\.00)?px\)/);
    assert.ok(longest(slid) <= 250);
    await page.keyboard.press('[');
    await says(page, 'White to move');
    await forget(page);
    await page.keyboard.press(']');
    await says(page, 'Black to move');
    assert.deepEqual(kinds(await moved(page)), ['d4 groove', 'd4 stone']);
    await forget(page);
    const [from, to] = [await rests(cell(page, 'b6')), await rests(cell(page, 'a5'))];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await says(page, 'White to move');
    assert.deepEqual(await moved(page), []);
  }, [], record);
});

test('seeds are sown one by one, within 600 ms', async () => {
  await it.use(link('awari'), async (page) => {
    await click(page, 'c');
    await says(page, 'Second to move');
    const list = await moved(page);
    const first = [...new Map(list.map((seed) => [seed.cell, seed.end]))];
    assert.deepEqual(first.map(([name]) => name), ['d', 'e', 'f', 'A']);
    assert.ok(first.every(([, end], i) => i === 0 || end > first[i - 1][1]), JSON.stringify(first));
    assert.ok(longest(list) <= 600);
  }, [], record);
});

test('a jump to another position moves nothing', async () => {
  await it.use(link('hex:3x3', { moves: 'b2;a3;a1;c1;b1;a2;c2', ply: '0' }), async (page) => {
    await stands(page, 0);
    await page.keyboard.press('End');
    await stands(page, 7);
    assert.deepEqual(await moved(page), []);
  }, [], record);
});

test('nothing moves for people who prefer less motion', async () => {
  for (const [board, ...cells] of [['nex:3x3', 'a1', 'a2'], ['connect4:4x4', 'd1'], ['draughts', 'c3', 'd4'], ['awari', 'c']]) {
    await it.use(link(board), async (page) => {
      await says(page, 'to move');
      await click(page, ...cells);
      await page.locator('#moves [data-node="1"]').waitFor();
      assert.deepEqual(await moved(page), []);
    }, [], async (page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await record(page);
    });
  }
});
