/** Exact values, compared with known facts about small boards. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, click, link, listed, marks, pressOn, says, showValues, shows } from '../support/hands.js';

const it = viewer();

const tally = (rows) => {
  const numbers = { win: 0, draw: 0, loss: 0 };
  for (const mark of rows.values()) numbers[mark.startsWith('+') ? 'win' : mark === '=' ? 'draw' : 'loss']++;
  return numbers;
};

test('2×2 Nex: Ba1?a2 and Bb2?b1 win, the other ten openings draw', async () => {
  await it.use(link('nex:2x2'), async (page) => {
    await showValues(page);
    await shows(page.locator('#sentence'), /^Black, to move, wins in 3 plies/);
    await shows(page.locator('#detail'), /^From a table/);
    const rows = await listed(page);
    assert.deepEqual(tally(rows), { win: 2, draw: 10, loss: 0 });
    assert.deepEqual([...rows].slice(0, 2).sort(), [['Ba1?a2', '+3'], ['Bb2?b1', '+3']]);
    assert.deepEqual(await marks(page), { a1: '+3', a2: '=', b1: '=', b2: '+3' });
    await click(page, 'a1');
    await page.locator('#board .chosen').waitFor();
    const { a2, b1, b2 } = await marks(page);
    assert.deepEqual({ a2, b1, b2 }, { a2: '+3', b1: '=', b2: '=' });
    assert.equal((await listed(page)).size, 3);
  });
});

test('3×3 Nex: 42 openings win, 30 draw, none loses; a win in 7 plies', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await showValues(page);
    await shows(page.locator('#sentence'), /^Black, to move, wins in 7 plies/);
    await shows(page.locator('#tally'), /72 moves: 42 win\s*30 draw/);
    assert.deepEqual(tally(await listed(page)), { win: 42, draw: 30, loss: 0 });
  });
});

test('values stay on during play, and one click shows the refutation', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await showValues(page);
    const rows = await listed(page);
    assert.equal(rows.get('Ba1?a3'), '\u22124');
    await page.locator('#order').selectOption('game');
    const row = page.locator('#move-list [data-move="Ba1?a3"]');
    await row.hover();
    await row.getByRole('button', { name: /line after/i }).click();
    const steps = page.locator('#line .step');
    await steps.first().waitFor();
    assert.equal(await steps.count(), 4);
    await shows(page.locator('#line'), /White wins in 3 plies/);
    await page.locator('#into-line').click();
    await says(page, 'White to move');
    await page.locator('#sentence', { hasText: 'White, to move, wins in 3 plies' }).waitFor();
  });
});

test('3×3 Hex: five openings win', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await showValues(page);
    const wins = Object.entries(await marks(page)).filter(([, mark]) => mark.startsWith('+'));
    assert.deepEqual(wins.map(([name]) => name).sort(), ['a3', 'b1', 'b2', 'b3', 'c1']);
  });
});

test('Awari: the score, and what the tables leave out', async () => {
  await it.use(link('awari', { start: '1 0 0 0 0 2 | 1 2 0 0 0 0 | 20 22' }), async (page) => {
    await showValues(page);
    assert.equal(await page.locator('#detail .left-out').count(), 1);
    assert.deepEqual(await marks(page).then(({ a, f }) => [a, f]), ['\u22128', undefined]);
  });
});

test('Awari: a move that ends the game is marked by a sign, without plies among the seeds', async () => {
  const ends = (page) => page.route('**/api/v1/values', async (way) => {
    const response = await way.fetch();
    const answer = await response.json();
    for (const entry of answer.moves) if (entry.move.startsWith('f')) Object.assign(entry, { score: null, margin: null, distance: 1 });
    await way.fulfill({ response, json: answer });
  });
  await it.use(link('awari', { start: '0 1 0 0 0 1 | 1 1 0 0 0 0 | 24 20' }), async (page) => {
    await showValues(page);
    const rows = await listed(page);
    assert.deepEqual([...rows], [['f1 x 2', '+'], ['b1', '=']]);
    await shows(page.locator('#move-list [data-move="b1"] .words'), /^draws$/);
  }, [], ends);
});

test('the line says what the tables leave out', async () => {
  await it.use(link('nex:2x2'), async (page) => {
    await page.route('**/api/v1/line', async (way) => {
      const response = await way.fetch();
      await way.fulfill({ response, json: { ...(await response.json()), left_out: 'The tables leave this out.' } });
    });
    await showValues(page);
    await page.locator('#best-line').click();
    await page.locator('#line .left-out', { hasText: 'The tables leave this out.' }).waitFor();
  });
});

test('draughts: a table of three pieces, without the clocks', async () => {
  await it.use(link('draughts', { start: 'W:WKa1,Kc1:BKh8' }), async (page) => {
    await showValues(page);
    await shows(page.locator('#detail'), /From a table/);
    await shows(page.locator('#detail .left-out'), /\S/);
  });
});

test('if nothing is known, the page says so', async () => {
  await it.use(link('nex:9x9'), async (page) => {
    await showValues(page);
    await shows(page.locator('#sentence'), /^Unknown: no table covers this position, and no forced win was found\.$/);
    assert.equal(await page.locator('#detail').innerText(), '');
    assert.equal(await page.locator('#board .valued').count(), 0);
    assert.equal(await cell(page, 'e5').count(), 1);
  });
});

/** Black to move wins in at most seven plies. */
const FORCED = 'WW..BB..W.?/WWBB.W??W.B/W.B.BWBWBBW/?WB.B.W.WBW/B?B.B...WWB/.WB?.BB..BW/WW.BW.WWW../BBBBW..W.BB/.W.WW?W?WBB/BBW...B.W.B/.WW.B.BWWBB';

test('on a large board of Nex a forced win is found without asking, and its move is marked', async () => {
  await it.use(link('nex:11x11', { start: FORCED }), async (page) => {
    await showValues(page);
    await shows(page.locator('#sentence'), /^Black, to move, wins in at most 7 plies\.$/);
    const known = Object.entries(await marks(page)).filter(([, mark]) => mark.startsWith('+'));
    assert.equal(known.length, 1, JSON.stringify(known));
    await pressOn(page, page.locator('#best-line'));
    await shows(page.locator('#line'), /The line ends after 7 plies: Black has won/);
  });
});
