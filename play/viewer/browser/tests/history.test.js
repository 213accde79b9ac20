/** Back, forward and reload in the middle of a game, and presses on elements without focus. */

import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, click, holds, link, moves, pressOn, says, shows, stands } from '../support/hands.js';

const it = viewer();

/** Presses cells one after the other, each once the page offers it. */
async function pressCells(page, ...names) {
  for (const name of names) {
    await page.locator(`#board [data-cell="${name}"].target`).waitFor();
    await pressOn(page, cell(page, name), 1 / 2);
  }
}

test('a reload in the middle of a game keeps the moves, the current position and the values', async () => {
  await it.use('', async (page) => {
    await says(page, 'Black to move');
    await pressCells(page, 'a1', 'b1');
    await says(page, 'White to move');
    await pressCells(page, 'a2', 'b2');
    await says(page, 'Black to move');
    await page.reload();
    await says(page, 'Black to move');
    await moves(page, /Ba1\?b1[\s\S]*Wa2\?b2/);
    await holds(page, { a1: 'black stone', a2: 'white stone', b1: 'neutral stone', b2: 'neutral stone' });
    await pressOn(page, page.locator('#go-previous'));
    await stands(page, 1);
    await shows(page.locator('#sentence'), /^White, to move, draws/);
    await page.reload();
    await stands(page, 1);
    await says(page, 'White to move');
    await shows(page.locator('#sentence'), /^White, to move, draws/);
    await moves(page, /Wa2\?b2/);
  });
});

test('back and forward go from game to game, each as it was left', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await pressCells(page, 'a2', 'b2');
    await says(page, 'White to move');
    await pressOn(page, page.locator('#new-game'));
    await pressOn(page, page.locator('#new-dialog label', { hasText: 'Hex' }).first());
    for (const side of ['rows', 'cols']) await page.locator(`#${side}`).selectOption('3');
    await pressOn(page, page.locator('#new-form [type="submit"]'));
    await shows(page.locator('#title'), /^3×3 Hex$/);
    await pressCells(page, 'b2');
    await says(page, 'White to move');
    await page.goBack();
    await shows(page.locator('#title'), /^3×3 Nex$/);
    await stands(page, 1);
    await holds(page, { a2: 'black stone', b2: 'neutral stone' });
    await page.goForward();
    await shows(page.locator('#title'), /^3×3 Hex$/);
    await stands(page, 1);
    await holds(page, { b2: 'black stone', a1: 'empty' });
    await page.reload();
    await shows(page.locator('#title'), /^3×3 Hex$/);
    await holds(page, { b2: 'black stone' });
    await page.goBack();
    await shows(page.locator('#title'), /^3×3 Nex$/);
    await holds(page, { a2: 'black stone' });
  });
});

test('presses step into a line and out of it', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    // The graph and the summary move what is below them when they arrive.
    await shows(page.locator('#audit-note'), /\S/);
    await pressOn(page, page.locator('#tally [data-kind="loss"]'));
    await pressOn(page, page.locator('#move-list button.line', { hasText: 'Why?' }).first());
    const line = page.locator('#line');
    await shows(line, /White wins in \d+ pl/);
    await shows(line, /repl(y|ies) .*win|only/);
    await shows(line, /The line ends after \d+ plies: White has won/);
    await pressOn(page, line.locator('.step').nth(1));
    await stands(page, 4);
    await pressOn(page, page.locator('#moves [data-node="2"]'));
    await stands(page, 2);
    await click(page, 'a3', 'c2');
    await says(page, 'White to move');
  });
});
