/** Games as people play them: by clicking, against themselves and against a program. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, click, holds, link, moves, rests, says, showValues, shows, stands } from '../support/hands.js';

const it = viewer();

test('a game of Nex with both kinds of move, to a win', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await click(page, 'a2', 'b2');
    await says(page, 'White to move');
    await holds(page, { a2: 'black stone', b2: 'neutral stone' });
    await click(page, 'c1', 'b1');
    await says(page, 'Black to move');
    await click(page, 'b1', 'b2', 'a2');
    await says(page, 'White to move');
    await holds(page, { b1: 'black stone', b2: 'black stone', a2: 'neutral stone' });
    await click(page, 'b3', 'c2');
    await click(page, 'c2', 'a2', 'b1');
    await says(page, 'Black has won');
    await holds(page, { a2: 'black stone', b2: 'black stone', c2: 'black stone', b1: 'neutral stone' });
    assert.ok((await page.locator('#board polyline.chain').count()) > 0, 'the winning chain is drawn');
    assert.equal(await page.locator('#board .target').count(), 0);
    await moves(page, /Ba2\?b2[\s\S]*Wc1\?b1[\s\S]*Bb1Bb2\?a2[\s\S]*Wb3\?c2[\s\S]*Ba2Bc2\?b1/);
  });
});

test('a click can be undone at each step, and a click that is not allowed gets the reason', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await says(page, 'Black to move');
    await click(page, 'b1');
    await says(page, 'second neutral');
    await click(page, 'b2');
    await says(page, 'turn neutral');
    await cell(page, 'c1').click();
    await says(page, 'one of your own');
    await page.locator('#unpick').click();
    await says(page, 'second neutral');
    await page.keyboard.press('Escape');
    await says(page, 'Choose an empty cell');
    await holds(page, { b1: 'neutral stone', b2: 'neutral stone' });
    await stands(page, 2);
  });
});

test('after stepping back, another move becomes a branch', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await click(page, 'a1', 'a2');
    await says(page, 'White to move');
    await click(page, 'b1', 'b2');
    await says(page, 'Black to move');
    await page.locator('#go-previous').click();
    await says(page, 'White to move');
    assert.ok(await page.locator('#take-back').isDisabled(), 'only the end of a line is taken back');
    await click(page, 'c1', 'c2');
    await says(page, 'Black to move');
    await moves(page, /Ba1\?a2[\s\S]*Wb1\?b2/);
    await moves(page, /Wc1\?c2/);
    await page.locator('#go-first').click();
    await says(page, 'Black to move');
    await holds(page, { a1: 'empty' });
    await page.locator('#go-last').click();
    await holds(page, { c1: 'white stone', b1: 'empty' });
    await page.locator('#moves').getByRole('button', { name: /Wb1\?b2/ }).click();
    await holds(page, { b1: 'white stone', c1: 'empty' });
  });
});

test('taking back removes a move, and the correction is in the main line', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await click(page, 'a2', 'b2');
    await says(page, 'White to move');
    await click(page, 'b1', 'c1');
    await says(page, 'Black to move');
    await page.locator('#take-back').click();
    await says(page, 'White to move');
    await holds(page, { b1: 'empty' });
    await moves(page, /^Start *1\. *Ba2\?b2$/);
    await click(page, 'c1', 'b1');
    await moves(page, /^Start *1\. *Ba2\?b2 *1?…? *Wc1\?b1$/);
    assert.equal(await page.locator('#moves .aside').count(), 0);
    await page.locator('#board').press('t');
    await says(page, 'White to move');
    await page.keyboard.press('t');
    await says(page, 'Black to move');
    await moves(page, /^Start$/);
    await page.reload();
    await says(page, 'Black to move');
    await moves(page, /^Start$/);
  });
});

test('against a program, taking back removes its reply and the move, and other lines stay', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await page.locator('#player-white').selectOption('random');
    await click(page, 'a1');
    await page.locator('#moves [data-node="2"]').waitFor();
    await says(page, 'Black to move');
    await page.locator('#take-back').click();
    await moves(page, /^Start$/);
    await holds(page, { a1: 'empty' });
    // The program does not move before the person does.
    await click(page, 'b2');
    const replied = await page.locator('#moves [data-node="4"]').innerText();
    await page.locator('#player-white').selectOption('person');
    await page.locator('#moves [data-node="3"]').click();
    await says(page, 'White to move');
    await click(page, replied.includes('a1') ? 'a2' : 'a1');
    await page.locator('#moves .aside').waitFor();
    await page.locator('#player-white').selectOption('random');
    await page.locator('#take-back').click();
    await says(page, 'Black to move');
    await moves(page, /^Start *1\. *b2 *1?…? *[abc][123]$/);
    await stands(page, 0);
  });
});

test('a person plays against a program', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'Black to move');
    const player = await page.locator('#player-white option').evaluateAll((options) => options.map((option) => option.value).find((spec) => /^(random|uct|greedy|rollout)/.test(spec)));
    await page.locator('#player-white').selectOption(player);
    await click(page, 'a2', 'b2');
    await page.locator('#moves [data-node="2"]').waitFor();
    await says(page, 'Black to move');
    await moves(page, /Ba2\?b2[\s\S]*W[abc][123]\?[abc][123]/);
  });
});

test('programs play a game by themselves', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    for (const side of ['white', 'black']) await page.locator(`#player-${side}`).selectOption('random');
    await says(page, 'has won');
  });
});

test('a new game is chosen in the dialog', async () => {
  await it.use('', async (page) => {
    await says(page, 'to move');
    await page.locator('#new-game').click();
    await page.locator('#new-dialog label', { hasText: 'Hex' }).first().click();
    await page.locator('#rows').selectOption('4');
    await page.locator('#cols').selectOption('5');
    await page.locator('#option-fields [value="hex:swap"]').check();
    await page.locator('#new-form [type="submit"]').click();
    await cell(page, 'd5').waitFor();
    await shows(page.locator('#title'), /4×5 Hex/);
    await click(page, 'b2');
    await page.locator('#swap').click();
    await says(page, 'White to move');
    await holds(page, { b2: 'black stone' });
    await click(page, 'c2');
    await says(page, 'Black to move');
  });
});

test('Nex: a swap', async () => {
  await it.use(link('nex:swap:3x3', { start: 'start' }), async (page) => {
    await says(page, 'Black to move');
    await click(page, 'b2');
    await click(page, 'c3');
    await says(page, 'White to move');
    await page.locator('#swap').click();
    await page.locator('#swap').waitFor({ state: 'hidden' });
    await holds(page, { b2: 'black stone', c3: 'neutral stone' });
    await click(page, 'a1');
    await click(page, 'a2');
    await says(page, 'Black to move');
    await holds(page, { a1: 'white stone', a2: 'neutral stone' });
  });
});

test('Awari: sowing, and a capture', async () => {
  await it.use(link('awari', { start: '3 1 0 2 2 4 | 4 2 1 2 0 5 | 12 10' }), async (page) => {
    await says(page, 'First to move');
    await click(page, 'f');
    await says(page, 'Second to move');
    await moves(page, /f4 ?x ?8/);
    for (const [pit, seeds] of [['A', 5], ['B', 0], ['D', 0], ['f', 0]]) {
      assert.match(await cell(page, pit).getAttribute('aria-label'), new RegExp(`, ${seeds} seed`), pit);
    }
    assert.equal(await page.locator('#board [aria-label^="store of the first player, 20 seeds"]').count(), 1);
  });
});

test('draughts: a quiet move, a capture of several pieces, a promotion in passing', async () => {
  await it.use(link('draughts', { start: 'W:Wf6,a1:Bb6,e7,h6' }), async (page) => {
    await says(page, 'White to move');
    assert.deepEqual(await page.locator('#board .target').evaluateAll((cells) => cells.map((at) => at.dataset.cell)), ['f6']);
    await click(page, 'f6', 'd8', 'a5');
    await says(page, 'Black to move');
    await holds(page, { a5: 'white king', b6: 'empty', e7: 'empty', f6: 'empty' });
    await click(page, 'h6', 'g5');
    await says(page, 'White to move');
    await click(page, 'a1', 'b2');
    await holds(page, { b2: 'white man', a1: 'empty' });
  });
});

test('draughts: a capture that turns on its way', async () => {
  await it.use(link('draughts', { start: 'W:Wc3,a1:Bd4,d6,h8,b4' }), async (page) => {
    await says(page, 'White to move');
    await click(page, 'c3', 'e5', 'c7');
    await says(page, 'Black to move');
    await holds(page, { c7: 'white man', d4: 'empty', d6: 'empty', b4: 'black man' });
    await moves(page, /c3:e5:c7/);
  });
});

/** Presses and releases, and makes the page repaint itself in between. */
async function pressPainted(page, selector) {
  const { x, y, width, height } = await rests(page.locator(selector).first());
  await page.mouse.move(x + width / 3, y + height / 2);
  await page.mouse.down();
  await page.evaluate(async (pressed) => {
    const before = document.querySelector(pressed);
    const { session } = (await import('./app.js')).app;
    session.emit('position');
    if (before.isConnected) throw new Error(`${pressed} is not painted anew`);
  }, selector);
  await page.mouse.up();
}

test('a press on a cell or on a kind of move is not lost while it is repainted', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba1?a2;Wb2?c3' }), async (page) => {
    await showValues(page);
    // The graph and the summary move what is below them when they arrive.
    await shows(page.locator('#audit-note'), /\S/);
    await page.locator('#graph .mistake').first().waitFor();
    await pressPainted(page, '#tally [data-kind="draw"]');
    await page.locator('#tally [data-kind="draw"][aria-pressed="true"]').waitFor();
    await pressPainted(page, '#board [data-cell="b1"]');
    await says(page, 'Choose an empty cell for the neutral stone');
  });
});

test('a press on a move is not lost while the list is repainted', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba1?a2;Wb2?c3;Bc1?c2' }), async (page) => {
    await stands(page, 3);
    const { x, y, width, height } = await rests(page.locator('#moves [data-node="1"]'));
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.evaluate(async () => (await import('./app.js')).app.session.emit('tree'));
    await page.mouse.up();
    await stands(page, 1);
    await page.locator('#moves [data-node="2"]').focus();
    await page.keyboard.press('Enter');
    await stands(page, 2);
  });
});
