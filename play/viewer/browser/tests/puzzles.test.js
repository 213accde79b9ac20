/** Puzzles on the page: right and wrong moves, hints, refutations, with the mouse, with keys and on a phone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, viewer } from '../support/browser.js';
import { cell, fits, inColumns, link, openTab, says, shows, stands } from '../support/hands.js';

const it = viewer();

/** Opens a puzzle; returns the server's answer. */
async function begin(page, start) {
  const answer = page.waitForResponse((response) => response.url().endsWith('/puzzle'));
  await start();
  const puzzle = await (await answer).json();
  await shows(page.locator('#puzzle-said'), puzzle.sentence);
  await says(page, 'to move');
  return puzzle;
}

const said = (page, words) => shows(page.locator('#puzzle-said'), words);

test('a wrong move is refuted on the board, and the right one is praised', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await openTab(page, 'puzzle');
    const puzzle = await begin(page, () => page.locator('#puzzle-next').click());
    const wrong = puzzle.refutations.find(({ reply }) => reply !== null);
    await cell(page, wrong.move).click();
    await said(page, `Wrong: ${inColumns(wrong.move)} loses`);
    await stands(page, 2);
    await page.locator('#puzzle-again').click();
    await stands(page, 0);
    await page.locator('#puzzle-hint').click();
    await said(page, inColumns(puzzle.solution[0]));
    await cell(page, puzzle.solution[0]).click();
    await said(page, `Right: ${inColumns(puzzle.solution[0])} wins`);
    await page.locator('#puzzle-explain').click();
    const rows = page.locator('#puzzle-list [data-move]');
    assert.equal(await rows.count(), puzzle.refutations.length);
    await rows.first().click();
    await said(page, 'Wrong: ');
  });
});

test('keys open a puzzle and give a hint, also on a phone', async () => {
  await it.use(link('nex:3x4'), async (page) => {
    await page.setViewportSize(PHONE);
    await says(page, 'Black to move');
    const puzzle = await begin(page, () => page.keyboard.press('z'));
    await page.keyboard.press('h');
    await said(page, 'one of its cells is');
    await page.locator('#puzzle-solve').click();
    await said(page, `Right: ${puzzle.solution[0]} wins`);
    await fits(page);
    assert.equal(await page.locator('#values-toggle').getAttribute('aria-checked'), 'false');
  });
});
