/** Games that are not in the program, from databases that a stranger may have made: `own/make.py` has their rules. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, viewer } from '../support/browser.js';
import { cell, click, fits, link, moves, openTab, says, shows, stands } from '../support/hands.js';
import { ask } from '../support/server.js';

const it = viewer({}, { own: ['heaps', 'apart'] });

/** The board of a game, which is named after its contents. */
async function boardOf(title) {
  const { databases } = await ask(it.address, 'databases');
  return databases.find((held) => held.title === title).board;
}

const offered = (page, move) => page.locator(`#offered [data-move="${move}"]`);
const drawn = (page) => page.locator('#board svg.drawn');

test('a game without cells is played by its list of moves, and its pictures run no scripts', async () => {
  await it.use('', async (page) => {
    await page.locator('#welcome-analyse').click();
    await says(page, 'First to move. Choose a move.');
    await page.locator('#board image[href^="data:image/svg+xml,"]').waitFor();
    assert.equal(await drawn(page).getAttribute('aria-label'), 'Heaps, First to move: (2,3)');
    await page.locator('#board image').click();
    await offered(page, '(1,1)').and(page.locator('.win')).waitFor();
    await offered(page, '(1,2)').and(page.locator('.loss')).click();
    await says(page, 'Second to move');
    // With an empty heap, the position is shown as text.
    await page.locator('#move-list [data-move="(1,1)"]').click();
    await shows(drawn(page).locator('text'), '(2,0)');
    await page.locator('#take-back').click();
    await stands(page, 1);
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.equal(await page.locator('#board script, #board style, #board circle').count(), 0);
    for (const id of ['rules-link', 'rules-near', 'edit-begin', 'turn']) assert.ok(await page.locator(`#${id}`).isHidden(), id);
  });
});

test('a picture as an image runs nothing and loads nothing even where no policy forbids it', async () => {
  const { cells } = await ask(it.address, 'position', { board: await boardOf('Heaps') });
  assert.match(cells, /^<svg .*<script>.*203\.0\.113\.1/);
  const page = await it.context.newPage();
  const loaded = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.setContent(`<svg width="400" height="400"><image id="shown" width="400" height="400" href="data:image/svg+xml,${encodeURIComponent(cells)}"/></svg>`);
  await page.waitForTimeout(500);
  await page.locator('#shown').click();
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.deepEqual(loaded.filter((url) => url.includes('203.0.113.1')), []);
  await page.close();
});

test('a game against a player, with keys, without values', async () => {
  await it.use(link(await boardOf('Heaps')), async (page) => {
    await says(page, 'First to move');
    await page.locator('#player-white').selectOption('table');
    await page.locator('#player-white').blur();
    await page.keyboard.press('v');
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await stands(page, 2);
    assert.equal(await page.locator('#offered .kind').count(), 0);
  });
});

test('the line and a puzzle on a phone', async () => {
  await it.use(link(await boardOf('Heaps')), async (page) => {
    await page.setViewportSize(PHONE);
    await says(page, 'First to move');
    await page.locator('#best-line').click();
    await page.locator('#into-line').click();
    await openTab(page, 'moves');
    await stands(page, 1);
    await moves(page, '(1,1)');
    await fits(page);
    await openTab(page, 'puzzle');
    const answer = page.waitForResponse((response) => response.url().endsWith('/puzzle'));
    await page.locator('#puzzle-next').click();
    const puzzle = await (await answer).json();
    await shows(page.locator('#puzzle-said'), puzzle.sentence);
    await offered(page, puzzle.solution[0]).click();
    await shows(page.locator('#puzzle-said'), `Right: ${puzzle.solution[0]} wins`);
    await fits(page);
  });
});

test('cells that moves name are clicked, and a pass is in the list', async () => {
  await it.use(link(await boardOf('Apart')), async (page) => {
    await cell(page, 'a5').and(page.locator('[aria-label^="a5, sign #"]')).waitFor();
    await says(page, 'X to move. Choose a cell.');
    await click(page, 'a2');
    await page.locator('#board [data-cell="a2"][aria-label^="a2, stone of X"]').waitFor();
    await click(page, 'a4');
    await says(page, 'X to move. Choose a move.');
    await offered(page, 'pass').click();
    await says(page, 'O to move. Choose a cell.');
    await moves(page, 'pass');
    await page.reload();
    await stands(page, 3);
    await click(page, 'a1');
    await says(page, 'O has won.');
    assert.ok(await page.locator('#offered').isHidden());
  });
});

test('wrong links to own games say what is wrong', async () => {
  for (const [board, fields, what] of [
    [await boardOf('Heaps'), { moves: '(1,9)' }, '(1,9)'],
    [await boardOf('Heaps'), { start: 'nonsense' }, 'no such position'],
    ['own:nim-00000000', {}, 'own:nim-00000000'],
  ]) {
    await it.use(link(board, fields), async (page) => {
      await page.locator('#notice', { hasText: what }).waitFor();
      await says(page, 'First to move');
    }, [/400|404/]);
  }
});
