/** Values that a search proves one after the other, in the list and on the board. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { link, listed, marks, says, shows } from '../support/hands.js';

const it = viewer();

/** Keeps what the page shows while a search goes on: the moves that it says are proven, and the marks on the board. */
const keep = (page) => page.addInitScript(() => {
  window.seen = [];
  const note = () => {
    const said = document.getElementById('detail')?.textContent.match(/Searching: (\d+) of (\d+) moves? proven/);
    if (!said) return;
    const state = { proven: Number(said[1]), of: Number(said[2]), marks: document.querySelectorAll('#board .valued .mark').length, bar: document.querySelector('#detail progress')?.value };
    if (JSON.stringify(state) !== JSON.stringify(window.seen.at(-1))) window.seen.push(state);
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
});

for (const [board, moves, all, least] of [['hex:6x6', 'a1', 35, 2], ['connect4:6x7', '4;4;4;4;4;2;2;2;2;4;5;5', 6, 1]]) {
  test(`${board}: moves appear unasked, as they are proven`, async () => {
    await it.use(link(board, { moves }), async (page) => {
      await says(page, 'to move');
      await page.waitForFunction((number) => window.seen.length >= number, least, { timeout: 20_000 });
      await page.locator('#detail progress').waitFor({ state: 'detached' });
      const seen = await page.evaluate(() => window.seen);
      const counts = seen.map(({ proven }) => proven);
      assert.ok(seen.every(({ of, proven, bar }) => of === all && bar === proven), JSON.stringify(seen));
      assert.deepEqual(counts, counts.toSorted((a, b) => a - b));
      if (least > 1) {
        assert.ok(counts[0] < counts.at(-1), JSON.stringify(counts));
        assert.ok(seen.some(({ marks: drawn, proven, of }) => drawn > 0 && proven < of), 'marks on the board before the end');
      }
      await shows(page.locator('#detail'), /search of/);
      const rows = await listed(page);
      assert.equal(rows.size, all);
    }, [], keep);
  });
}

test('all moves of 5×5 Hex are proven without a click, and marked on the board', async () => {
  await it.use(link('hex:5x5'), async (page) => {
    await shows(page.locator('#sentence'), /^Black, to move, wins/);
    await page.waitForFunction(() => document.querySelectorAll('#board .valued .mark').length === 25);
    const known = Object.values(await marks(page));
    assert.ok(known.every((mark) => /^[+\u2212]\d*$/.test(mark)), known.join());
    await shows(page.locator('#tally'), /25 moves: \d+ win\s*\d+ lose/);
  });
});

test('stepping to another position ends the search, and its values do not arrive there', async () => {
  await it.use(link('hex:8x8', { moves: 'd4;e5' }), async (page) => {
    await says(page, 'Black to move');
    await page.locator('#search-longer').click();
    await shows(page.locator('#detail'), /Searching: \d+ of 62 moves proven/);
    await page.keyboard.press('[');
    await says(page, 'White to move');
    // The other position, which has another number of moves, is searched in its turn.
    await shows(page.locator('#detail'), /of 63 moves proven|search of/);
    await page.waitForTimeout(500);
    assert.doesNotMatch(await page.locator('#detail').innerText(), /of 62/);
  });
});

test('bounds are said in words, and a book is named', async () => {
  const book = (page) => page.route('**/api/v1/values', async (way) => {
    const response = await way.fetch({ postData: { ...way.request().postDataJSON(), seconds: 0, progress: false } });
    const answer = await response.json();
    Object.assign(answer, { source: 'book', detail: 'nex:5x5', at_least_plies: 11, sentence: 'Not decided; a win takes at least 11 plies.' });
    answer.moves[0].value = 'draw';
    answer.moves[1].at_least_plies = 11;
    await way.fulfill({ json: answer });
  });
  await it.use(link('nex:5x5'), async (page) => {
    await shows(page.locator('#sentence'), 'Not decided; a win takes at least 11 plies.');
    await shows(page.locator('#detail'), /^From the book of proven positions: nex:5x5/);
    await shows(page.locator('#move-list'), 'a win takes at least 11 plies');
  }, [], book);
});
