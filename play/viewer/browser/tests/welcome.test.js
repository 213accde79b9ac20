/** The first visit, and addresses that name no board. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, link, pressOn, says, shows } from '../support/hands.js';

const it = viewer();

const desk = ['#game-panel', '.tabs'];
const opponent = (page) => page.locator('#player-white').inputValue();

/** Asserts that the first view is the line, the board and the two ways, and nothing of the solution. */
async function isWelcome(page) {
  await says(page, 'Black to move');
  await shows(page.locator('#welcome .tagline'), /^Every position solved\./);
  assert.equal(await page.locator('#board .valued').count(), 0);
  for (const part of desk) assert.ok(await page.locator(part).isHidden(), `${part} is shown`);
}

for (const [width, height] of [[1280, 720], [768, 1024], [375, 667]]) {
  test(`the first visit at ${width}×${height}: one line, the board and two buttons, in sight`, async () => {
    await it.use('', async (page) => {
      await page.setViewportSize({ width, height });
      await isWelcome(page);
      for (const part of ['#board svg', '#welcome-play', '#welcome-analyse']) {
        const { y, height: high } = await page.locator(part).boundingBox();
        assert.ok(y >= 0 && y + high <= height, `${part} lies from ${y} to ${y + high}`);
      }
    });
  });
}

test('Play: values are off, and the opponent replies', async () => {
  await it.use('', async (page) => {
    await isWelcome(page);
    await pressOn(page, page.locator('#welcome-play'));
    await page.locator('#welcome').waitFor({ state: 'hidden' });
    assert.equal(await opponent(page), 'level(2)');
    assert.equal(await page.locator('#values-toggle').getAttribute('aria-checked'), 'false');
    await click(page, 'a1', 'a2');
    await page.locator('#moves [data-node="2"]').waitFor();
    assert.equal(await page.locator('#board .valued').count(), 0);
    for (const part of desk) await page.locator(part).waitFor();
  });
});

test('Analyse: values are on, and stay on at the next visit, which has no welcome', async () => {
  await it.use('', async (page) => {
    await isWelcome(page);
    await pressOn(page, page.locator('#welcome-analyse'));
    await page.locator('#board .valued').first().waitFor();
    assert.equal(await opponent(page), 'person');
    await page.goto('about:blank');
    await page.goto(`${it.address}/`);
    await page.locator('#board .valued').first().waitFor();
    assert.ok(await page.locator('#welcome').isHidden());
  });
});

test('a move on the board ends the welcome, and a link has none', async () => {
  await it.use('', async (page) => {
    await isWelcome(page);
    await click(page, 'a1', 'a2');
    await says(page, 'White to move');
    assert.ok(await page.locator('#welcome').isHidden());
  });
  await it.use(link('nex:3x3'), async (page) => {
    await page.locator('#board .valued').first().waitFor();
    assert.ok(await page.locator('#welcome').isHidden());
  });
});

test('the start of a game is outlined in the list of moves, not filled', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    const start = page.locator('#moves .start[aria-current]');
    await start.waitFor();
    const { background, border } = await start.evaluate((chip) => {
      const style = getComputedStyle(chip);
      return { background: style.backgroundColor, border: style.borderTopColor };
    });
    assert.equal(background, 'rgba(0, 0, 0, 0)');
    assert.notEqual(border, 'rgba(0, 0, 0, 0)');
    // The border is inside the list, which cuts off what is not.
    const [chip, list] = await Promise.all([start.boundingBox(), page.locator('#moves').boundingBox()]);
    assert.ok(chip.y - list.y >= 2, `the chip begins ${chip.y - list.y} px below the list`);
  });
});

const MEANT = [
  ['awari:12', /^Awari$/, 'Opened Awari: “awari:12” names a database, not a board.'],
  ['draughts:russian:4', /^Russian draughts$/, 'Opened Russian draughts: “draughts:russian:4” names a database, not a board.'],
  ['tictactoe', /^3×3 Tic-tac-toe$/, 'Opened 3×3 Tic-tac-toe: “tictactoe” names no size.'],
  ['connect4', /^6×7 Connect Four$/, 'Opened 6×7 Connect Four: “connect4” names no size.'],
  ['hex', /^11×11 Hex$/, 'Opened 11×11 Hex: “hex” names no size.'],
  ['hex:swap', /^11×11 Hex/, '“hex:swap” names no size.'],
];

for (const [name, title, words] of MEANT) {
  test(`#board=${name} opens the board that it means, and says so in one line`, async () => {
    await it.use(link(name), async (page) => {
      await shows(page.locator('#title'), title);
      const notice = page.locator('#notice', { hasText: words });
      await notice.waitFor();
      assert.ok((await notice.boundingBox()).height < 62);
      await notice.getByRole('button', { name: 'Close' }).click();
      await notice.waitFor({ state: 'hidden' });
    });
  });
}

test('a wrong address says what to click', async () => {
  await it.use(link('chess'), async (page) => {
    await shows(page.locator('#notice'), /No such game.*chess.*Click “New game” at the top/s);
    await page.locator('#title', { hasText: '2×2 Nex' }).waitFor();
    await pressOn(page, page.locator('#new-game'));
    await page.locator('#new-dialog[open]').waitFor();
  }, [/400/]);
});
