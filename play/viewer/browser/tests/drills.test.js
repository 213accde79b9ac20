/** Drills: mistakes from records, asked again until they are known; with real clicks. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, link, openTab, says, shows } from '../support/hands.js';

const it = viewer();

const said = (page, words) => shows(page.locator('#puzzle-said'), words);
const told = (page, words) => shows(page.locator('#drill-said'), words);

/** A game on 3×3 Hex whose second move loses: with the first in the corner, White wins by b2. */
const RECORD = '(;FF[4]GM[11]SZ[3]PB[Ann]PW[Bob];B[a1];W[c3];B[b2])';

/** Opens the panel with the mistakes of Bob found. */
async function collect(page) {
  await says(page, 'Black to move');
  await openTab(page, 'records');
  await page.locator('#record-text').fill(RECORD);
  await page.locator('#record-read').click();
  await shows(page.locator('#record-report'), '1 game');
  await openTab(page, 'puzzle');
  await page.locator('#drills summary').click();
  await page.locator('#drill-player').selectOption('Bob');
  await page.locator('#drill-collect').click();
  await told(page, '1 mistake of Bob in 1 game, 1 new.');
}

test('a mistake in a record is asked until the answer is right, then again tomorrow', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await collect(page);
    await shows(page.locator('#drill-due'), '(1 due)');
    await page.locator('#drill-start').click();
    await said(page, 'White to move wins: a position in which you erred.');
    await cell(page, 'c3').click();
    await said(page, 'Wrong: c3 loses');
    await said(page, 'refutes it');
    await told(page, 'Asked again today, after the others.');
    await page.locator('#drill-start').click();
    await said(page, 'White to move wins');
    await cell(page, 'b2').click();
    await said(page, 'Right: b2 wins');
    await told(page, 'Asked again in 1 day.');
    await shows(page.locator('#drill-due'), '(none due of 1)');
    await page.reload();
    await openTab(page, 'puzzle');
    await shows(page.locator('#drill-due'), '(none due of 1)');
  });
});

test('exercises are exported, deleted, and imported again', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await collect(page);
    const download = page.waitForEvent('download');
    await page.locator('#drill-export').click();
    const path = await (await download).path();
    const { exercises: [exercise] } = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual([exercise.board, exercise.played, exercise.value, exercise.after], ['hex:3x3', 'c3', 'win', 'loss']);
    assert.ok(exercise.solution.includes('b2') && !exercise.solution.includes('c3'));
    await page.locator('#drill-forget').click();
    await told(page, 'All exercises are deleted.');
    await page.locator('#drill-file').setInputFiles({ name: 'drills.json', mimeType: 'application/json', buffer: readFileSync(path) });
    await told(page, '1 exercise read, 1 new.');
    await page.locator('#drill-file').setInputFiles({ name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await told(page, 'The file has no exercises');
  });
});
