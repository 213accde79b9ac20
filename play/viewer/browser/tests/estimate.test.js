/** Estimates, if nothing is proven: they look different from proofs and disappear when there is one. Also the progress of a table that is being made. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { link, marks, moves, pressAtOnce, says, shows, showValues, stands } from '../support/hands.js';

const it = viewer();

const estimate = (page) => page.locator('#estimate');

for (const [board, side, most] of [['connect4:8x8', 'X', 5], ['nex:7x7', 'Black', 5], ['hex:9x9', 'Black', 5], ['awari', 'First', 5], ['draughts', 'White', 5]]) {
  test(`the start of ${board} has an estimate within a few seconds`, async () => {
    await it.use(link(board), async (page) => {
      await estimate(page).waitFor({ timeout: 15_000 });
      await shows(estimate(page).locator('.estimate-head'), /^Estimate by [a-z ]+: [\d,]+ (playouts|positions)$/);
      await shows(estimate(page).locator('.estimate-whole'), new RegExp(`^≈ \\d+\\s%\\s*for ${side}, to move$`));
      await shows(estimate(page), /Not proven/);
      const guesses = await estimate(page).locator('[data-guess] i').allInnerTexts();
      assert.ok(guesses.length <= most && guesses.every((text) => /^(≈( \d+\s%)?|> 99\s%|< 1\s%)$/.test(text)), guesses.join());
      // No marks of proofs, in the panel or on the board.
      assert.equal(await estimate(page).locator('.plate, .win, .draw, .loss').count(), 0);
      assert.doesNotMatch(await estimate(page).innerText(), /[+=−]|wins in|loses in|draws/);
      assert.deepEqual(await marks(page), {});
      await page.locator('#move-list').waitFor({ state: 'hidden' });
      await page.locator('#graph-box').waitFor({ state: 'hidden' });
    });
  });
}

/** The places that the estimate shades, with their levels. */
const shades = (page) => page.$$eval('#board [data-cell]', (cells) => Object.fromEntries(cells.map((at) => [at.dataset.cell, at.querySelector('.guess')?.classList[1]]).filter(([, level]) => level)));

test('in Hex, estimates are by connections: shades near the centre, which are no marks of proofs', async () => {
  await it.use(link('hex:11x11'), async (page) => {
    await shows(estimate(page).locator('.estimate-head'), /by connections/);
    await page.locator('#board .guess.level-1').first().waitFor();
    const found = await shades(page);
    const far = Object.keys(found).filter((name) => Math.abs(name.charCodeAt(0) - 102) > 3 || Math.abs(Number(name.slice(1)) - 6) > 3);
    assert.deepEqual(far, [], JSON.stringify(found));
    assert.deepEqual(await marks(page), {});
    // Without colour too, an estimate is no proof: a dashed ring, and the sign of an estimate.
    const ring = await page.locator('#board .guess.level-1').first().evaluate((element) => getComputedStyle(element).strokeDasharray);
    assert.notEqual(ring, 'none');
    assert.equal(await page.locator('#board .guess-sign').first().textContent(), '\u2248');
    assert.match(await page.locator('#board [data-cell]:has(.guess)').first().getAttribute('aria-label'), /estimate: (≈ \d+|among)/);
    await page.keyboard.press('v');
    await page.waitForFunction(() => document.querySelectorAll('#board .guess').length === 0);
    await page.keyboard.press('v');
    await page.locator('#board .guess').first().waitFor();
  });
  // On 7×7 the values of all openings are known.
  await it.use(link('hex:7x7'), async (page) => {
    await shows(page.locator('#detail'), /book/);
    assert.equal((await marks(page)).d4, '+');
    assert.deepEqual(await shades(page), {});
  });
});

test('a ranking within its error is not shown', async () => {
  const equal = (page) => page.route('**/api/v1/estimate', (way) => way.fulfill({ json: {
    position: '', to_move: 'black', judge: 'playouts', share: 0.6, playouts: 20_000, complete: true,
    moves: Array.from({ length: 10 }, (_, i) => ({ move: `Ba${i % 5 + 1}?b${i % 5 + 1}`, share: 0.6, playouts: 40, error: 0.08 })),
  } }));
  await it.use(link('nex:5x5'), async (page) => {
    await shows(estimate(page).locator('.estimate-whole'), /^≈ 60\s%/);
    assert.equal(await estimate(page).locator('[data-guess]').count(), 0);
    assert.equal(await page.locator('#board .guess').count(), 0);
  }, [], equal);
});

test('a proven position has no estimate, and none is requested', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    const asked = [];
    page.on('request', (request) => { if (request.url().endsWith('/estimate')) asked.push(request.url()); });
    await showValues(page);
    await page.waitForTimeout(1_500);
    await estimate(page).waitFor({ state: 'hidden' });
    assert.deepEqual(asked, []);
  });
});

test('a proof replaces the estimate, which returns in a position without a proof', async () => {
  // A longer search would prove more: this one proves nothing.
  const short = async (page) => {
    let isFirst = true;
    await page.route('**/api/v1/values', async (way) => {
      const body = { ...way.request().postDataJSON(), ...(isFirst ? { seconds: 0 } : {}) };
      const answer = { ...(await (await way.fetch({ postData: { ...body, progress: false } })).json()), ...(isFirst ? { search_helps: true } : {}) };
      isFirst = false;
      await way.fulfill({ json: answer });
    });
  };
  await it.use(link('hex:6x6', { moves: 'c3;a1;b3' }), async (page) => {
    await says(page, 'White to move');
    await estimate(page).waitFor();
    await page.locator('#search-longer').click();
    await shows(page.locator('#sentence'), /White, to move, (loses|wins)/);
    await estimate(page).waitFor({ state: 'hidden' });
  }, [], short);
  await it.use(link('awari'), async (page) => {
    await estimate(page).waitFor();
    await page.keyboard.press('v');
    await page.locator('#values-body').waitFor({ state: 'hidden' });
    await page.keyboard.press('v');
    await estimate(page).waitFor();
  });
});

test('a board that a short search proves is searched automatically', async () => {
  await it.use(link('connect4:6x7'), async (page) => {
    await shows(page.locator('#sentence'), 'X, to move, wins in 41 plies.');
    await shows(page.locator('#move-list'), /4\s*wins in 41 plies/);
    await estimate(page).waitFor({ state: 'hidden' });
  });
});

test('a connection replaces the estimate', async () => {
  await it.use(link('hex:11x11', { moves: 'b6;a1;d5;a11;h3;k9;j2;k11;f4' }), async (page) => {
    await shows(page.locator('#sentence'), 'White, to move, loses.');
    await page.waitForTimeout(1_500);
    await estimate(page).waitFor({ state: 'hidden' });
  });
});

test('a move in the estimate can be pointed at and played, and proven moves are not listed', async () => {
  const route = async (page) => {
    await page.route('**/api/v1/estimate', (way) => way.fulfill({ json: {
      position: '', to_move: 'white', share: 0.624, playouts: 20_000, complete: true,
      moves: [{ move: 'c3-d4', share: 0.62, playouts: 9_000, error: 0.005 }, { move: 'g3-h4', share: 0.999, playouts: 40, error: 0.03 }, { move: 'e3-f4', share: 1, playouts: 3, error: 0.2 }, { move: 'a3-b4', share: 0.5, playouts: 900, error: 0.02 }],
    } }));
    await page.route('**/api/v1/values', async (way) => {
      const response = await way.fetch();
      const answer = await response.json();
      for (const entry of answer.moves) if (entry.move === 'a3-b4') entry.value = 'loss';
      await way.fulfill({ response, json: answer });
    });
  };
  await it.use(link('draughts'), async (page) => {
    await shows(estimate(page).locator('.estimate-whole'), /^≈ 62\s%/);
    assert.deepEqual(await estimate(page).locator('[data-guess]').evaluateAll((rows) => rows.map((row) => [row.dataset.guess, row.querySelector('i').textContent])), [['c3-d4', '≈ 62\u00a0%'], ['g3-h4', '> 99\u00a0%']]);
    await estimate(page).locator('[data-guess="c3-d4"]').hover();
    await page.locator('#board .pointed-path').first().waitFor();
    await estimate(page).locator('[data-guess="c3-d4"]').click();
    await says(page, 'Black to move');
    await moves(page, /c3-d4/);
  }, [], route);
});

test('quick steps ask only about the last position', async () => {
  await it.use(link('draughts', { moves: 'c3-d4;b6-a5;d4-e5' }), async (page) => {
    const asked = [];
    page.on('request', (request) => { if (request.url().endsWith('/estimate')) asked.push(request.postDataJSON().moves.length); });
    await says(page, 'Black to move');
    await pressAtOnce(page, '[', '[');
    await stands(page, 1);
    await estimate(page).waitFor();
    assert.deepEqual(asked.filter((plies) => plies === 2), []);
    assert.equal(asked.at(-1), 1);
  });
});

test('the progress of a table being made is shown to everyone who waits for it', async () => {
  let done = 0.374;
  let release;
  const made = new Promise((resolve) => { release = resolve; });
  const route = async (page) => {
    await page.route('**/api/v1/databases', async (way) => {
      const response = await way.fetch();
      await way.fulfill({ response, json: { ...(await response.json()), making: { board: 'nex:4x4', title: '4×4 Nex', done } } });
    });
    for (const name of ['values', 'play', 'audit']) {
      await page.route(`**/api/v1/${name}`, async (way) => {
        await made;
        await way.continue();
      });
    }
  };
  await it.use(link('nex:3x3', { moves: 'Ba1?b2' }), async (page) => {
    await says(page, 'White to move');
    await shows(page.locator('#sentence'), /^Making the table of 4×4 Nex \(only once\)…$/);
    await shows(page.locator('#detail'), /37\s%/);
    await shows(page.locator('#audit-note'), /^Making the table of 4×4 Nex \(only once\): 37\s%…$/);
    await page.locator('#player-white').selectOption('table');
    await says(page, /^White to move\. Making the table of 4×4 Nex \(only once\): 37\s%…$/);
    done = 0.999;
    await shows(page.locator('#detail'), /99\s%/);
    release();
    await says(page, 'Black to move');
    await shows(page.locator('#sentence'), /^Black, to move/);
    await page.locator('#detail progress').waitFor({ state: 'detached' });
  }, [], route);
});
