/** The rules pages: every figure is drawn, and it agrees with the server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, viewer } from '../support/browser.js';
import { ask } from '../support/server.js';

const it = viewer();

/** What the page shows in each figure, in order. */
const figuresOf = (page) =>
  page.$$eval('figure[data-board]', (figures) =>
    figures.map((figure) => ({
      ...figure.dataset,
      drawings: figure.querySelectorAll('.figure-board svg').length,
      name: figure.querySelector('.figure-board svg')?.getAttribute('aria-label') ?? '',
    })),
  );

async function allDrawn(page) {
  await page.waitForFunction(() => [...document.querySelectorAll('figure[data-board]')].every((figure) => figure.dataset.drawn));
  const figures = await figuresOf(page);
  for (const figure of figures) {
    assert.equal(figure.drawn, 'true', figure.position);
    assert.equal(figure.drawings, 1, figure.position);
    assert.notEqual(figure.name, '', figure.position);
  }
  return figures;
}

/** Splits a list at the spaces between moves: `f4 x 8 c12` has two moves. */
const spaced = (list) => list.split(/ (?!x |\d)/);

for (const [game, least] of [['nex', 12], ['hex', 10], ['awari', 10], ['draughts', 12]]) {
  test(`the figures of ${game} are drawn, and the server agrees with them`, async () => {
    await it.use(`rules/${game}.html`, async (page) => {
      const figures = await allDrawn(page);
      assert.ok(figures.length >= least, `${figures.length} figures`);
      for (const [at, figure] of figures.entries()) {
        const { board, position: start, then, legal, count, winner, value } = figure;
        const state = await ask(it.address, 'position', { board, start });
        assert.equal(state.error, undefined, `${start}: ${state.error?.message}`);
        assert.equal(state.position, start);
        if (legal) assert.deepEqual([...state.legal].sort(), spaced(legal).sort(), start);
        if (count) assert.equal(state.legal_count, Number(count), start);
        assert.equal(state.over !== null, winner !== undefined, `${start} is over`);
        if (winner) assert.equal(state.over.winner ?? 'draw', winner, start);
        if (figure.chain) assert.deepEqual([...state.over.chain].sort(), figure.chain.split(' ').sort(), start);
        if (value) assert.equal((await ask(it.address, 'values', { board, start })).value, value, start);
        if (!then) continue;
        const next = await ask(it.address, 'position', { board, start, moves: [then] });
        assert.equal(next.error, undefined, `${start} ${then}: ${next.error?.message}`);
        const { position, after = then } = figures[at + 1];
        assert.equal(next.position, position, `${start} ${then}`);
        assert.equal(after, then, `${start} ${then}`);
      }
    });
  });

  test(`the page of ${game} fits a phone`, async () => {
    await it.use(`rules/${game}.html`, async (page) => {
      await page.setViewportSize(PHONE);
      await allDrawn(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    });
  });
}

test('a rules page has links to the others, and back to the board', async () => {
  await it.use('rules/nex.html', async (page) => {
    for (const name of ['Hex', 'Awari', 'Draughts', 'Nex']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**/rules/${name.toLowerCase()}.html`);
      await allDrawn(page);
    }
    await page.getByRole('link', { name: 'Back to the board' }).click();
    // The board's page writes its state into its address, maybe before it is asked for.
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.locator('#board svg').waitFor();
  });
});
