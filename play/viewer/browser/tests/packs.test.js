/** Puzzles that ship with the page: the puzzle of the day, the streak, what was solved; with real clicks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, fits, link, openTab, says, shows } from '../support/hands.js';

const it = viewer();

const said = (page, words) => shows(page.locator('#puzzle-said'), words);
const score = (page, words) => shows(page.locator('#puzzle-score'), words);

/** The puzzles of a board. */
async function pack(page, name) {
  return (await page.request.get(new URL(`/puzzles/${name}.json`, page.url()).href)).json();
}

/** The puzzle on the board: a row of the pack. */
async function shown({ puzzles }, page) {
  const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
  return puzzles.find(([position]) => position === hash.get('start'));
}

test('the puzzle of the day is one click away, and solving it begins a streak', async () => {
  await it.use(link('hex:5x5'), async (page) => {
    await says(page, 'Black to move');
    const puzzles = await pack(page, 'hex-5x5');
    await page.locator('#daily-near').click();
    await said(page, 'with exactly one move.');
    await shows(page.locator('#puzzle-about'), 'Puzzle of the day, proven.');
    await shows(page.locator('#puzzle-grade'), '★');
    const [position, [solution]] = await shown(puzzles, page);
    await cell(page, solution).click();
    await said(page, 'Right: ');
    await score(page, 'Solved here: 1 of 100; on all boards: 1 solved, 0 failed; streak: 1 day.');
    // The same puzzle on the same day, and what was solved is kept.
    await page.reload();
    await openTab(page, 'puzzle');
    await score(page, 'streak: 1 day.');
    await page.locator('#puzzle-daily').click();
    await said(page, 'with exactly one move.');
    assert.equal((await shown(puzzles, page))[0], position);
    await fits(page);
  });
});

test('a wrong move is refuted, counts once, and the next puzzle is another one', async () => {
  await it.use(link('hex:5x5'), async (page) => {
    await says(page, 'Black to move');
    const puzzles = await pack(page, 'hex-5x5');
    await page.keyboard.press('z');
    await said(page, 'with exactly one move.');
    const [position, solution] = await shown(puzzles, page);
    const free = await page.locator('#board .target[data-cell]').evaluateAll((cells) => cells.map(({ dataset }) => dataset.cell));
    await cell(page, free.find((name) => !solution.includes(name))).click();
    await said(page, 'refutes it.');
    await page.locator('#moves [data-node="2"][aria-current="true"]').waitFor();
    await page.locator('#puzzle-again').click();
    await cell(page, solution[0]).click();
    await said(page, 'Right: ');
    await score(page, 'Solved here: 0 of 100; on all boards: 0 solved, 1 failed.');
    await page.locator('#puzzle-next').click();
    await said(page, 'with exactly one move.');
    assert.notEqual((await shown(puzzles, page))[0], position);
    await page.locator('#puzzle-explain').click();
    await page.locator('#puzzle-list [data-move]').first().click();
    await said(page, 'refutes it.');
  });
});

test('another board leaves no text of the last puzzle', async () => {
  await it.use(link('hex:5x5'), async (page) => {
    await says(page, 'Black to move');
    await page.keyboard.press('z');
    await shows(page.locator('#puzzle-about'), 'proven');
    await page.evaluate((hash) => { window.location.hash = hash; }, link('hex:3x3'));
    await shows(page.locator('#title'), '3×3 Hex');
    await shows(page.locator('#puzzle-about'), 'A puzzle is a position');
    assert.equal(await page.locator('#puzzle-said').textContent(), '');
    assert.ok(await page.locator('#puzzle-daily').isHidden());
  });
});

test('a board without puzzles offers the boards of its game that have some', async () => {
  await it.use(link('hex:11x11'), async (page) => {
    await says(page, 'Black to move');
    await openTab(page, 'puzzle');
    const boards = page.locator('#puzzle-boards button');
    assert.deepEqual(await boards.allInnerTexts(), ['4×4 Hex', '5×5 Hex', '6×6 Hex', '7×7 Hex']);
    await boards.nth(1).click();
    await said(page, 'with exactly one move.');
    await shows(page.locator('#title'), '5×5 Hex');
    await shows(page.locator('#puzzle-about'), /Puzzle \d+ of 100, proven\./);
    assert.ok(await page.locator('#puzzle-boards').isHidden());
  });
});

test('the first requests of the page have no puzzles', async () => {
  const asked = [];
  await it.use(link('hex:5x5'), async (page) => {
    await says(page, 'Black to move');
    assert.deepEqual(asked, []);
  }, [], async (page) => page.on('request', (request) => request.url().includes('/puzzles/') && asked.push(request.url())));
});
