/** Connections in Hex on a large board: who is connected, the must-play region, and why a move loses. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, viewer } from '../support/browser.js';
import { cell, click, fits, link, marks, pressAtOnce, says, shows, stands } from '../support/hands.js';

const it = viewer();

/** Black's bridges from top to bottom, with a gap at f4, and White to move. */
const GAP = link('hex:11x11', { moves: 'b6;a1;d5;a11;h3;k9;j2' });
/** The same without the gap: Black is connected. */
const WHOLE = link('hex:11x11', { moves: 'b6;a1;d5;a11;h3;k9;j2;k11;f4' });

/** Switches the drawing on. */
async function draws(page) {
  await says(page, 'to move');
  await page.locator('#connections-toggle[aria-checked="false"]').click();
}

const said = (page, words) => shows(page.locator('#connections-said'), words);
const told = (page, name) => cell(page, name).getAttribute('aria-label');
const losing = (page, move) => page.locator(`#move-list [data-move="${move}"]`);

/** Scrolls to a move's row in the list, which contains only the visible rows. */
async function find(page, move) {
  await page.locator('#tally [data-kind="loss"]').click();
  await page.locator('#order').selectOption('game');
  await losing(page, move).waitFor();
}

test('a connected side is named, and the cells that it needs are marked', async () => {
  await it.use(WHOLE, async (page) => {
    await draws(page);
    await said(page, 'Black is connected: White cannot stop it.');
    await shows(page.locator('#sentence'), 'White, to move, loses.');
    assert.equal(await page.locator('#board .carrier.B').count(), 12);
    assert.equal(await page.locator('#board .region').count(), 2);
    for (const name of ['a6', 'a7', 'e4', 'e5', 'k1', 'k2']) assert.match(await told(page, name), /needed by the connection/);
    assert.doesNotMatch(await told(page, 'h8'), /needed/);
    await shows(page.locator('#connections-legend'), 'Black needs');
  });
});

test('the must-play region is marked, and follows the game', async () => {
  await it.use(GAP, async (page) => {
    await draws(page);
    await said(page, /Black connects if it moves first\./);
    await said(page, /White must play (in one of \d+ cells|[\w, ]+): every other move loses\./);
    await page.locator('#board .must').first().waitFor();
    assert.match(await told(page, 'f4'), /must-play/);
    assert.doesNotMatch(await told(page, 'h8'), /must-play/);
    // A move outside the region loses, and Black sees the move that connects.
    await click(page, 'h8');
    await said(page, /Black, to move, connects with \w+\./);
    assert.equal(await page.locator('#board .key').count(), 1);
    await page.locator('#go-previous').click();
    await said(page, /White must play/);
  });
});

test('why a move loses is shown on the board, until it is closed', async () => {
  await it.use(GAP, async (page) => {
    await draws(page);
    await shows(page.locator('#tally'), /lose/);
    await find(page, 'a2');
    await losing(page, 'a2').locator('button.line', { hasText: 'Why?' }).click();
    await shows(page.locator('#line'), /^After b1: Black connects with \w+, and White cannot stop it\./);
    await says(page, /^After b1: Black connects/);
    assert.doesNotMatch(await page.locator('#line').innerText(), /must play|marked/);
    assert.equal(await page.locator('#board [data-cell="a2"] .stone.W:not(.ghost)').count(), 1);
    assert.ok((await page.locator('#board .carrier.B').count()) > 5);
    assert.equal(await page.locator('#board .must').count(), 0);
    await page.locator('#line button', { hasText: 'Close' }).click();
    await page.locator('#board .must').first().waitFor();
    assert.equal(await page.locator('#board [data-cell="a2"] .stone.W:not(.ghost)').count(), 0);
  });
});

test('on the keyboard, K hides and shows, and M and L say why', async () => {
  await it.use(GAP, async (page) => {
    await draws(page);
    await page.locator('#board .must').first().waitFor();
    await page.keyboard.press('k');
    await page.locator('#connections-body').waitFor({ state: 'hidden' });
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement.blur());
    await page.waitForFunction(() => document.querySelectorAll('#board .must, #board .region').length === 0);
    await page.keyboard.press('k');
    await page.locator('#board .must').first().waitFor();
    await shows(page.locator('#tally'), /lose/);
    await page.locator('#order').selectOption('worst');
    await page.keyboard.press('Escape');
    await page.locator('#move-list').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('l');
    await shows(page.locator('#line'), /^After \w+: Black connects with/);
  });
});

test('a drawing that was switched on stays on', async () => {
  await it.use(GAP, async (page) => {
    await draws(page);
    await page.locator('#board .must').first().waitFor();
    await page.reload();
    await page.locator('#board .must').first().waitFor();
    assert.equal(await page.locator('#connections-toggle').getAttribute('aria-checked'), 'true');
  });
});

test('proven moves have their marks, and connections are drawn only while their panel is pointed at', async () => {
  await it.use(GAP, async (page) => {
    await shows(page.locator('#tally'), /lose/);
    const known = await marks(page);
    assert.equal(known.a2, '\u2212', JSON.stringify(known));
    assert.equal(known.f4, undefined, 'unknown');
    assert.equal(await page.locator('#board .must, #board .region, #board .carrier').count(), 0);
    await page.locator('#connections').hover();
    await page.locator('#board .region').first().waitFor();
    await shows(page.locator('#connections-legend'), 'must-play');
    await page.mouse.move(0, 0);
    await page.waitForFunction(() => document.querySelectorAll('#board .must, #board .region').length === 0);
    assert.equal(await page.locator('#connections-legend li').count(), 0);
  });
});

test('where connections prove nothing yet, the start of the game is an empty board', async () => {
  await it.use(link('hex:11x11'), async (page) => {
    await says(page, 'Black to move');
    await page.waitForTimeout(1_000);
    assert.equal(await page.locator('#board .must, #board .region, #board .carrier, #board .key').count(), 0);
  });
});

test('games without connections have no panel', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await draws(page);
    await said(page, /Black, to move, connects with \w+\./);
  });
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await page.locator('#connections').waitFor({ state: 'hidden' });
  });
});

test('stepping to another move cancels the request', async () => {
  await it.use(GAP, async (page) => {
    const asked = [];
    page.on('request', (request) => { if (request.url().endsWith('/connections')) asked.push(request.postDataJSON().moves.length); });
    await draws(page);
    await page.locator('#board .must').first().waitFor();
    asked.length = 0;
    await pressAtOnce(page, ...'[[[[[');
    await stands(page, 2);
    await said(page, /No winning connection/);
    assert.deepEqual([...new Set(asked)], [2]);
  });
});

test('on a phone in the dark theme, nothing overflows and the signs differ', async () => {
  await it.use(GAP, async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(PHONE);
    await draws(page);
    await page.locator('#board .must').first().waitFor();
    await fits(page);
    const looks = await page.evaluate(() => ['.must', '.carrier'].map((name) => {
      const { fill, stroke } = getComputedStyle(document.querySelector(`#board ${name}`));
      return `${fill} ${stroke}`;
    }));
    assert.notEqual(looks[0], looks[1]);
  });
});
