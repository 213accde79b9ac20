/** Programs move when it is their turn in a game being played, and never while a game is viewed or edited. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, click, holds, link, openTab, pressOn, reads, says, stands } from '../support/hands.js';

const it = viewer();

/** White gives value away with the second move, Black with the first and the third. */
const RECORD = 'Black:Ann\nWhite:Bob\n#games:1;\n\nGame#1\nBoard:r3-c3\nInit_State:;\nBa1?a2;Wb2?c3;Bc1?c2;!\n';

/** Holds back a route's answers until `release()`: `{ asked(), release(), passed }`; `passed` resolves with the first answer. */
async function dam(page, route) {
  let asked = 0;
  let open;
  let pass;
  const opened = new Promise((resolve) => { open = resolve; });
  const passed = new Promise((resolve) => { pass = resolve; });
  await page.route(`**/api/v1/${route}`, async (way) => {
    asked += 1;
    const response = await way.fetch({ maxRetries: 3 }).catch(() => null);
    await opened;
    if (response) await way.fulfill({ response }).catch(() => {});
    pass();
  });
  return { asked: () => asked, release: open, passed };
}

/** Waits for two frames: by then the page has processed an answer. */
const frames = (page) => page.evaluate(() => new Promise((seen) => {
  requestAnimationFrame(() => requestAnimationFrame(seen));
}));

async function countOf(page, route) {
  let asked = 0;
  await page.route(`**/api/v1/${route}`, (way) => {
    asked += 1;
    return way.continue();
  });
  return () => asked;
}

const seat = (page, side) => page.locator(`#player-${side}`).selectOption('random');
const goesOn = (page) => page.locator('#go', { hasText: 'Continue' }).waitFor();

test('no program moves in a record, whoever is seated', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await seat(page, 'black');
    await says(page, 'White to move');
    const plays = await countOf(page, 'play');
    await openTab(page, 'records');
    await page.locator('#record-text').fill(RECORD);
    await page.locator('#record-read').click();
    const gifts = page.locator('#record-flags button');
    await gifts.first().waitFor();
    await stands(page, 0);
    await goesOn(page);
    await gifts.nth(1).click();
    await holds(page, { b2: 'white stone' });
    await goesOn(page);
    assert.equal(plays(), 0);
    await click(page, 'b1', 'b3');
    await says(page, 'White to move');
    await gifts.nth(1).click();
    await goesOn(page);
    assert.equal(plays(), 0);
  });
});

test('no program moves after going back to the previous game', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await page.locator('#new-game').click();
    await page.locator('#new-first').selectOption('random');
    await page.locator('#new-form [type="submit"]').click();
    await page.locator('#title', { hasText: '4×4' }).waitFor();
    await says(page, 'White to move');
    const plays = await countOf(page, 'play');
    await page.goBack();
    await page.locator('#title', { hasText: '3×3' }).waitFor();
    await says(page, 'Black to move');
    assert.equal(await page.locator('#player-black').inputValue(), 'person');
    assert.equal(plays(), 0);
  });
});

test('an edit stays, even if a program was thinking and keys are pressed', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    const plays = await dam(page, 'play');
    await seat(page, 'white');
    await click(page, 'a1');
    await says(page, 'is thinking');
    await page.locator('#graph-box').waitFor();
    await pressOn(page, page.locator('#edit-begin'));
    await page.locator('#edit-verdict', { hasText: /\S/ }).waitFor();
    await cell(page, 'b2').click();
    plays.release();
    await cell(page, 'c3').focus();
    for (const key of ['[', ']', 't', 'p', 'Home', 'End']) await page.keyboard.press(key);
    await page.locator('#edit-verdict', { hasText: /black/ }).waitFor();
    await reads(page.locator('#edit-text'), 'B../.B./...');
    await pressOn(page, page.locator('#edit-cancel'));
    await says(page, 'Black to move');
    await stands(page, 2);
  }, [/status of 4\d\d/]);
});

test('a new game opens, even if a program moves in the old one meanwhile', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    const plays = await dam(page, 'play');
    await seat(page, 'white');
    await click(page, 'a1');
    await says(page, 'is thinking');
    const positions = await dam(page, 'position');
    await page.locator('#new-game').click();
    await page.locator('#new-dialog label', { hasText: 'Awari' }).first().click();
    await page.locator('#new-form [type="submit"]').click();
    await page.waitForFunction(() => !document.querySelector('#new-dialog').open);
    plays.release();
    await plays.passed;
    await frames(page);
    positions.release();
    await page.locator('#title', { hasText: 'Awari' }).waitFor();
    await says(page, 'First to move');
  });
});

test('after a refused game the program continues its turn', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    const plays = await dam(page, 'play');
    await seat(page, 'white');
    await click(page, 'a1');
    await says(page, 'is thinking');
    await page.route('**/api/v1/position', (way) => way.fulfill({ status: 503, json: { error: { kind: 'busy', message: 'too much at once' } } }), { times: 1 });
    await page.locator('#new-game').click();
    await page.locator('#new-form [type="submit"]').click();
    await page.locator('#notice', { hasText: 'Too much at once.' }).waitFor();
    plays.release();
    await page.locator('#moves [data-node="2"]').waitFor();
    await page.locator('#notice').waitFor({ state: 'hidden' });
  }, [/status of 503/]);
});

test('perfect play is offered if there is a table', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    const table = page.locator('#player-black option[value="table"]');
    await table.waitFor({ state: 'attached' });
    await page.locator('#new-game').click();
    const seat = page.locator('#new-first option[value="table"]');
    await page.locator('#rows').selectOption('3');
    await page.locator('#cols').selectOption('3');
    await seat.waitFor({ state: 'attached' });
    await page.locator('#rows').selectOption('9');
    await seat.waitFor({ state: 'detached' });
    await page.locator('#new-form [type="submit"]').click();
    await page.locator('#title', { hasText: '9×3' }).waitFor();
    await table.waitFor({ state: 'detached' });
  });
});

test('if a player cannot play, the page explains it in its own words', async () => {
  await it.use(link('nex:9x9'), async (page) => {
    await says(page, 'Black to move');
    await page.locator('#player-black').selectOption('other');
    await page.locator('#spec-text').fill('table');
    await page.locator('#spec-text').press('Enter');
    await page.locator('#notice', { hasText: 'database' }).waitFor();
    assert.doesNotMatch(await page.locator('#notice').innerText(), /GET|api/);
  }, [/status of 4\d\d/]);
});
