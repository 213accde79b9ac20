/** Levels as opponents: remembered for each game, counted, and met again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, link, says, showValues, stands } from '../support/hands.js';

const it = viewer();

const select = (page, side) => page.locator(`#player-${side}`);
const value = (page, side) => select(page, side).inputValue();

/** Answers for the program with these moves, one after the other. */
async function scripted(page, ...answers) {
  await page.route('**/api/v1/play', (way) => {
    const { player } = way.request().postDataJSON();
    return way.fulfill({ json: { move: answers.shift(), player, estimate: 'gives no estimate', line: [], nodes: 1, seconds: 0 } });
  });
}

/** Begins a new game on the dialog's board of a game, with the players that it shows unless others are given. */
async function begin(page, game, { first, second } = {}) {
  await page.locator('#new-game').click();
  await page.locator('#new-dialog label', { hasText: game }).first().click();
  if (first) await page.locator('#new-first').selectOption(first);
  if (second) await page.locator('#new-second').selectOption(second);
  const shown = [await page.locator('#new-first').inputValue(), await page.locator('#new-second').inputValue()];
  await page.locator('#new-form [type="submit"]').click();
  await page.waitForFunction(() => !document.querySelector('#new-dialog').open);
  return shown;
}

test('levels come first, engines are under “More”, and a level is described', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    const names = await select(page, 'white').locator('> option').allInnerTexts();
    assert.deepEqual(names, ['Person', ...[1, 2, 3, 4, 5, 6, 7, 8].map((level) => `Level ${level}`), 'Perfect', 'Custom…']);
    const more = select(page, 'white').locator('optgroup[label="More"] option');
    assert.ok((await more.count()) > 5);
    await select(page, 'white').selectOption('level(3)');
    const said = page.locator('#opponent-said');
    await said.filter({ hasText: /^Level 3 errs about \d+(\.\d)? times in 100\.$/ }).waitFor();
    assert.ok(await page.locator('#seconds-field').isHidden(), 'a level needs no time');
    await select(page, 'white').selectOption('uct(1000)');
    await said.waitFor({ state: 'hidden' });
    assert.ok(await page.locator('#seconds-field').isVisible());
  });
});

test('a level moves, and the prompt names it', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await select(page, 'black').selectOption('level(2)');
    await stands(page, 1);
    await says(page, 'White to move');
    assert.equal(await page.locator('#thought').innerText(), '');
  });
});

test('the opponent survives a reload in the middle of a game', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await select(page, 'white').selectOption('level(8)');
    await click(page, 'b2');
    await stands(page, 2);
    await page.reload();
    await stands(page, 2);
    await says(page, 'Black to move');
    assert.deepEqual([await value(page, 'black'), await value(page, 'white')], ['person', 'level(8)']);
  });
});

test('the last opponent and colour are offered again, for each game', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await begin(page, 'Awari', { first: 'level(1)' });
    await page.locator('#title', { hasText: 'Awari' }).waitFor();
    assert.deepEqual(await begin(page, 'Connect Four'), ['person', 'person']);
    await page.locator('#title', { hasText: 'Connect' }).waitFor();
    assert.deepEqual([await value(page, 'black'), await value(page, 'white')], ['person', 'person']);
    assert.deepEqual(await begin(page, 'Awari'), ['level(1)', 'person']);
    await page.locator('#title', { hasText: 'Awari' }).waitFor();
    await page.reload();
    await page.locator('#title', { hasText: 'Awari' }).waitFor();
    assert.equal(await value(page, 'black'), 'level(1)');
    await begin(page, 'Awari');
    assert.equal(await value(page, 'black'), 'level(1)');
  });
});

test('a program and its last words stay in their game', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await select(page, 'white').selectOption('perfect');
    await click(page, 'b2');
    await page.locator('#thought', { hasText: 'Perfect has proven that it loses' }).waitFor();
    await page.evaluate((hash) => { location.hash = hash; }, link('draughts'));
    await page.locator('#title', { hasText: 'draughts' }).waitFor();
    await says(page, 'White to move');
    assert.deepEqual([await value(page, 'black'), await value(page, 'white'), await page.locator('#thought').innerText()], ['person', 'person', '']);
    await page.goBack();
    await page.locator('#title', { hasText: 'Hex' }).waitFor();
    assert.equal(await value(page, 'white'), 'perfect');
  });
});

test('a game against a level is counted once, and both rematches begin', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await scripted(page, 'a1', 'b1');
    await select(page, 'white').selectOption('level(1)');
    const said = page.locator('#opponent-said');
    const rematch = page.locator('#rematch');
    assert.ok(await rematch.isHidden());
    await click(page, 'a2');
    await stands(page, 2);
    await click(page, 'b2');
    await stands(page, 4);
    await click(page, 'c2');
    await says(page, 'Black has won');
    await said.filter({ hasText: 'Your games: 1 won, 0 drawn, 0 lost.' }).waitFor();
    assert.ok(await page.locator('#prompt').evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight), 'the result is whole');
    await page.locator('#take-back').click();
    await says(page, 'Black to move');
    await click(page, 'c2');
    await says(page, 'Black has won');
    await said.filter({ hasText: '1 won' }).waitFor();
    await page.unroute('**/api/v1/play');
    await rematch.click();
    await says(page, 'Black to move');
    await page.locator('#board [data-cell="a2"][aria-label^="b1, empty"]').waitFor();
    assert.deepEqual([await value(page, 'black'), await value(page, 'white')], ['person', 'level(1)']);
    assert.ok(await rematch.isHidden());
    await scripted(page, 'a3', 'b3', 'c3');
    await page.goBack();
    await says(page, 'Black has won');
    await page.locator('#rematch-other').click();
    await stands(page, 1);
    assert.deepEqual([await value(page, 'black'), await value(page, 'white')], ['level(1)', 'person']);
    for (const [cell, ply] of [['a1', 3], ['b1', 5]]) {
      await click(page, cell);
      await stands(page, ply);
    }
    await page.locator('#rematch').waitFor();
  });
});

test('the panel says how hard the position is', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await showValues(page);
    await page.locator('#hardness', { hasText: /^\d of 9 moves keep the win; (no level|level)/ }).waitFor();
  });
});
