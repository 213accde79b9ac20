/** The page on a phone: 360 pixels wide, by touch. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, viewer } from '../support/browser.js';
import { cell, fits, holds, link, openTab, rests, says, showValues } from '../support/hands.js';

const it = viewer({ viewport: PHONE, hasTouch: true, isMobile: true });

const tap = async (page, ...names) => {
  for (const name of names) await page.locator(`#board [data-cell="${name}"].target`).tap();
};

for (const board of ['nex:2x2', 'nex:13x13', 'hex:11x11', 'hex:swap:2x13', 'nex:13x2', 'awari', 'draughts']) {
  test(`${board} fits`, async () => {
    await it.use(link(board), async (page) => {
      await says(page, 'to move');
      await fits(page);
      const { x, width } = await page.locator('#board').boundingBox();
      assert.ok(x >= 0 && x + width <= PHONE.width, `the board lies from ${x} to ${x + width}`);
      await page.locator('#new-game').tap();
      await page.locator('#new-dialog').waitFor();
      await fits(page);
    });
  });
}

test('a game played by touch, with values', async () => {
  await it.use(link('nex:2x2'), async (page) => {
    await says(page, 'Black to move');
    await showValues(page);
    await fits(page);
    await tap(page, 'a1', 'a2');
    await says(page, 'White to move');
    await tap(page, 'b1', 'b2');
    await says(page, 'Black to move');
    await tap(page, 'a2', 'b2', 'a1');
    await says(page, 'Black has won');
    await fits(page);
    await holds(page, { a2: 'black stone', b2: 'black stone' });
  });
});

test('the moves of a brief estimate can be tapped', async () => {
  await it.use(link('hex:11x11', { moves: 'f6;d8;h4' }), async (page) => {
    const guess = page.locator('#estimate [data-guess]').first();
    await guess.waitFor();
    const { height } = await guess.boundingBox();
    assert.ok(height >= 40, `${height} px high`);
    await fits(page);
  });
});

test('records and editing fit', async () => {
  await it.use(link('draughts'), async (page) => {
    await says(page, 'to move');
    await openTab(page, 'records');
    await page.locator('#record-text').fill('W:WKg1,a3:Bb6,Kh8');
    await page.getByRole('button', { name: 'Read', exact: true }).tap();
    await page.locator('#record-games button').waitFor();
    await fits(page);
    await openTab(page, 'moves');
    await page.locator('#edit-begin').tap();
    await page.locator('#edit-verdict', { hasText: 'to move' }).waitFor();
    await fits(page);
    await cell(page, 'c3').tap();
    await holds(page, { c3: 'white man' });
  });
});

test('the losing moves and the graph by touch', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba1?a2;Wb2?c3;Bc1?c2' }), async (page) => {
    await openTab(page, 'moves');
    await page.locator('#graph .mistake').first().waitFor();
    await fits(page);
    const { x, y, width, height } = await page.locator('#graph').boundingBox();
    await page.locator('#graph').tap({ position: { x: width * 0.6, y: height / 2 } });
    assert.ok(x >= 0 && x + width <= PHONE.width && y > 0);
    await says(page, 'Black to move');
    await openTab(page, 'values');
    await page.locator('#tally [data-kind="draw"], #tally [data-kind="loss"]').first().tap();
    await page.locator('#tally [aria-pressed="true"]').waitFor();
    await fits(page);
    await page.locator('#move-list button.line').first().tap();
    await page.locator('#line .step').first().waitFor();
    await fits(page);
  });
});

test('the tabs and the list of values are on the first screen, directly below the board', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.locator('#move-list [data-move]').nth(2).waitFor();
    assert.deepEqual(await page.locator('[role="tab"]:visible').allInnerTexts(), ['Moves', 'Values', 'Puzzle', 'Comment', 'Records']);
    const second = await page.locator('#move-list [data-move]').nth(1).boundingBox();
    assert.ok(second.y + second.height <= 667, `the second row ends at ${second.y + second.height}`);
    await page.locator('#tab-moves').tap();
    const steps = await page.locator('.steps-row').boundingBox();
    assert.ok(steps.y + steps.height <= 667, `the buttons end at ${steps.y + steps.height}`);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.locator('#values-panel').waitFor();
    assert.ok(await page.locator('#game-panel').isVisible() && await page.locator('#tab-moves').isHidden());
  });
});

test('moves stay in sight while a line is open, on a phone and on a tablet', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
    // The browser scrolls to a button that it taps; the page itself does not scroll.
    await rests(page.locator('#best-line'));
    await page.locator('#best-line').tap();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('#line .step').first().waitFor();
    for (const [width, height, least] of [[375, 667, 2], [768, 1024, 4]]) {
      await page.setViewportSize({ width, height });
      const last = await rests(page.locator('#move-list [data-move]').nth(least - 1));
      assert.equal(await page.evaluate(() => window.scrollY), 0);
      assert.ok(last.y + last.height <= height, `row ${least} ends at ${last.y + last.height} of ${height}`);
    }
  });
});

test('a tab below a board that fills the screen brings its panel into sight', async () => {
  await it.use(link('hex:11x11', { moves: 'f6;d8' }), async (page) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await says(page, 'to move');
    assert.ok((await page.locator('.tab-row').boundingBox()).y > 500);
    await page.locator('#tab-moves').tap();
    await page.waitForFunction(() => document.querySelector('#moves').getBoundingClientRect().bottom < window.innerHeight);
  });
});

test('a board of small cells stands, and a small one lies', async () => {
  const ratio = async (page) => {
    const { width, height } = await page.locator('#board svg').boundingBox();
    return height / width;
  };
  for (const [board, stands] of [['hex:11x11', true], ['nex:4x4', false]]) {
    await it.use(link(board), async (page) => {
      await says(page, 'to move');
      assert.equal(await ratio(page) > 1, stands, `${board}: ${await ratio(page)}`);
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.waitForFunction(() => { const { width, height } = document.querySelector('#board svg').getBoundingClientRect(); return width > height; });
    });
  }
});
