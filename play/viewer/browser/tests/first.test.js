/** The first view if databases are given: their board, with values, and the moves that win and lose. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, hideValues, link, listed, marks, pressOn, says, shows } from '../support/hands.js';

const it = viewer();

test('the page opens on the board of the first database, and Analyse shows its values', async () => {
  await it.use('', async (page) => {
    await says(page, 'Black to move');
    await pressOn(page, page.locator('#welcome-analyse'));
    await shows(page.locator('#title'), /^2×2 Nex$/);
    await shows(page.locator('#sentence'), /^Black, to move, wins in 3 plies/);
    assert.deepEqual(await marks(page), { a1: '+3', a2: '=', b1: '=', b2: '+3' });
  });
});

test('values that were turned off stay off', async () => {
  await it.use('', async (page) => {
    await says(page, 'Black to move');
    await pressOn(page, page.locator('#welcome-analyse'));
    await hideValues(page);
    await page.reload();
    await says(page, 'Black to move');
    await page.locator('#values-body').waitFor({ state: 'hidden' });
    assert.equal(await page.locator('#board .valued').count(), 0);
  });
});

test('one press shows only the losing moves, in the list and on the board; another shows all again', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await shows(page.locator('#tally'), /^9 moves: *5 win *4 lose$/);
    const lose = page.locator('#tally [data-kind="loss"]');
    await pressOn(page, lose);
    await page.locator('#tally [data-kind="loss"][aria-pressed="true"]').waitFor();
    assert.equal((await listed(page)).size, 4);
    assert.deepEqual(Object.keys(await marks(page)).sort(), ['a1', 'a2', 'c2', 'c3']);
    await pressOn(page, page.locator('#tally [data-kind="win"]'));
    assert.equal((await listed(page)).size, 5);
    await pressOn(page, page.locator('#tally [data-kind="win"]'));
    assert.equal((await listed(page)).size, 9);
  });
});

test('a cell whose best move wins shows how many others lose, and can show the worst', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await shows(page.locator('#tally'), /lose/);
    const noted = page.locator('#board [data-cell]:has(.note)');
    await noted.first().waitFor();
    assert.match(await noted.first().getAttribute('aria-label'), /best: (wins|draws).*; \d+ of \d+ lose/);
    const best = await marks(page);
    await page.locator('#marks-by').selectOption('worst');
    const worst = await marks(page);
    assert.deepEqual(Object.keys(worst), Object.keys(best));
    assert.ok(Object.values(worst).some((mark) => mark.startsWith('\u2212')), JSON.stringify(worst));
    const [name] = Object.keys(best).filter((cell) => !best[cell].startsWith('\u2212') && worst[cell].startsWith('\u2212'));
    await click(page, name);
    await page.locator('#board .chosen').waitFor();
    assert.ok(Object.values(await marks(page)).some((mark) => mark.startsWith('\u2212')));
  });
});

test('no search is offered if there is a table, or if the game cannot be searched', async () => {
  await it.use(link('nex:9x9'), async (page) => {
    await shows(page.locator('#unknown-help'), /On this board, only forced wins are searched for\..*smaller board/);
    await page.locator('#search-longer').waitFor({ state: 'hidden' });
    await page.locator('#move-list').waitFor({ state: 'hidden' });
    assert.equal(await page.locator('#player-black option[value^="solver3"]').count(), 0);
    assert.equal(await page.locator('#player-black option[value^="uct"]').count() > 0, true);
  });
  await it.use(link('hex:8x8', { moves: 'c3;a1;b3' }), async (page) => {
    await shows(page.locator('#search-longer'), /^Search for 2 s$/);
    assert.ok(await page.locator('#player-black option[value^="solver3"]').count() > 0);
    // The graph and the summary move what is below them when they arrive.
    await shows(page.locator('#audit-note'), /\S/);
    await pressOn(page, page.locator('#search-longer'));
    await shows(page.locator('#detail'), /search of/);
  });
});

test('if nothing is known, the advice fits the game', async () => {
  await it.use(link('awari'), async (page) => {
    await shows(page.locator('#unknown-help'), /^Search to prove the value\. Or start the server with a database of this game/);
    assert.doesNotMatch(await page.locator('#unknown-help').innerText(), /smaller board|--/);
  });
});

test('engines have plain names, followed by technical ones', async () => {
  await it.use('', async (page) => {
    await says(page, 'to move');
    const names = await page.locator('#player-black optgroup option').allTextContents();
    assert.equal(names[0], 'Random moves · random');
    assert.ok(names.every((name) => /^[A-Z\d][\w, ]+ · [a-z\d]+(\(\d+\))?$/.test(name)), names.join('; '));
  });
});

test('the key explains the small text in cells', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await shows(page.locator('#marks-key'), /\+7 wins in 7 plies.*= draws.*4 draw: other moves through the cell/);
  });
});

test('help is about the open game', async () => {
  for (const [board, own, others] of [['awari', /In Awari a mark/, /must-play/], ['hex:3x3', /must-play/, /Awari/], ['nex:2x2', /Marks on moves/, /Awari|must-play/]]) {
    await it.use(link(board), async (page) => {
      await says(page, 'to move');
      await page.locator('#open-help').click();
      const text = await page.locator('#help-dialog').innerText();
      assert.match(text, own);
      assert.doesNotMatch(text, others);
    });
  }
});

test('databases come first in the dialog, which has a link to the rules', async () => {
  await it.use('', async (page) => {
    await says(page, 'to move');
    await pressOn(page, page.locator('#welcome-analyse'));
    await shows(page.locator('#rules-near'), /^Rules of Nex$/);
    await pressOn(page, page.locator('#new-game'));
    const known = page.locator('#known-boards button');
    await known.nth(4).waitFor();
    assert.deepEqual((await known.allInnerTexts()).slice(0, 3), ['2×2 Nex', '3×3 Nex', '3×3 Hex']);
    await pressOn(page, known.nth(4));
    await shows(page.locator('#new-rules'), /^Rules of Draughts/i);
    await pressOn(page, page.locator('#new-form [type="submit"]'));
    await says(page, 'White to move');
    await shows(page.locator('#rules-near'), /^Rules of Draughts$/i);
  });
});
