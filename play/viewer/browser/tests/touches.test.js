/** Small comforts: the wheel, Ctrl-Z, arrows and circles, the line and numbers on the board, hovering, sounds, and who sits where. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { cell, click, link, moves, openTab, pressOn, rests, says, shows, stands } from '../support/hands.js';

const it = viewer();

const GAME = link('nex:3x3', { moves: 'Ba1?a2;Wb2?c3;Bc1?c2' });
const middle = async (locator) => {
  const { x, y, width, height } = await rests(locator);
  return [x + width / 2, y + height / 2];
};

test('the wheel over the board steps through the moves, and elsewhere does not', async () => {
  await it.use(GAME, async (page) => {
    await stands(page, 3);
    await page.mouse.move(...await middle(page.locator('#board')));
    await page.mouse.wheel(0, -100);
    await stands(page, 2);
    await page.mouse.wheel(0, -100);
    await stands(page, 1);
    await page.mouse.wheel(0, 100);
    await stands(page, 2);
    await page.mouse.move(...await middle(page.locator('#tab-list')));
    await page.mouse.wheel(0, -100);
    await page.waitForTimeout(200);
    await stands(page, 2);
  });
});

test('Ctrl-Z takes back, and Ctrl-T does nothing', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await click(page, 'b2');
    await says(page, 'White to move');
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+z');
    await says(page, 'Black to move');
    await page.waitForFunction(() => document.querySelectorAll('#moves [data-node]').length === 1);
  });
});

for (const board of ['hex:3x3', 'connect4:4x4', 'draughts', 'awari']) {
  test(`${board}: the right button draws arrows and circles, and the next left click removes them`, async () => {
    await it.use(link(board), async (page) => {
      await says(page, 'to move');
      const names = await page.$$eval('#board [data-cell]', (all) => all.map((one) => one.dataset.cell));
      const [one, two] = [names[0], names.at(-1)];
      const drawn = () => page.$$eval('#board .sketch', (all) => all.map(({ dataset }) => `${dataset.from}-${dataset.to}`));
      await page.mouse.move(...await middle(cell(page, one)));
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(...await middle(cell(page, two)), { steps: 4 });
      await page.mouse.up({ button: 'right' });
      await cell(page, one).click({ button: 'right' });
      assert.deepEqual(await drawn(), [`${one}-${two}`, `${one}-${one}`]);
      assert.equal(await page.locator('#board .chosen').count(), 0);
      await cell(page, one).click({ button: 'right' });
      assert.deepEqual(await drawn(), [`${one}-${two}`]);
      await cell(page, two).click();
      assert.deepEqual(await drawn(), []);
    });
  });
}

/** Waits for numbers on discs without their signs. */
async function numbersOnly(page) {
  await page.locator('#board .traced .number').first().waitFor();
  assert.deepEqual(await page.locator('#board .traced .sign').evaluateAll((all) => all.map((sign) => getComputedStyle(sign).display)).then((all) => [...new Set(all)]), ['none']);
}

test('the best line is on the board while it is open, with numbers', async () => {
  await it.use(link('hex:3x3', { moves: 'b2' }), async (page) => {
    await page.locator('#best-line').click();
    const numbers = page.locator('#board .traced .number');
    await numbers.first().waitFor();
    assert.equal(await numbers.count(), await page.locator('#line .step').count());
    await page.locator('#line').getByRole('button', { name: 'Close' }).click();
    await numbers.first().waitFor({ state: 'detached' });
  });
  await it.use(link('draughts:russian', { start: 'W:WKa1,Kc1:BKh8' }), async (page) => {
    await page.locator('#move-list button.line').first().click();
    await page.locator('#board .traced.ply-1 .pointed-path').first().waitFor();
  });
  await it.use(link('connect4:4x4', { moves: '1;2' }), async (page) => {
    await page.locator('#best-line').click();
    await numbersOnly(page);
  });
});

test('numbers on the stones, by the switch in the help and by O, remembered', async () => {
  await it.use(GAME, async (page) => {
    const numbers = () => page.$$eval('#board .cells .number', (all) => all.map(({ textContent }) => textContent).sort());
    await stands(page, 3);
    assert.deepEqual(await numbers(), []);
    await page.locator('#open-help').click();
    await page.locator('#numbers-toggle').click();
    await page.locator('#help-dialog [data-close]').click();
    assert.deepEqual(await numbers(), ['1', '2', '3']);
    await page.reload();
    await stands(page, 3);
    assert.deepEqual(await numbers(), ['1', '2', '3']);
    await page.keyboard.press('o');
    assert.deepEqual(await numbers(), []);
  });
});

test('the hexagon under the pointer is outlined whole, above its neighbours', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    await cell(page, 'b2').hover();
    const outline = page.locator('#board .hovered polygon');
    await outline.waitFor();
    const isLast = await outline.evaluate((polygon) => polygon.closest('.hovered').compareDocumentPosition(document.querySelector('#board .cells')) === Node.DOCUMENT_POSITION_PRECEDING);
    assert.ok(isLast, 'cells are drawn over the outline');
    await page.locator('#title').hover();
    await outline.waitFor({ state: 'detached' });
  });
});

/** Records each note that the page plays. */
const listen = (page) => page.addInitScript(() => {
  window.played = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function count(...when) {
    window.played += 1;
    return start.apply(this, when);
  };
});

test('moves are silent until sounds are switched on', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    const played = () => page.evaluate(() => window.played);
    await click(page, 'b2');
    await says(page, 'White to move');
    assert.equal(await played(), 0);
    await page.locator('#open-help').click();
    await page.locator('#sounds-toggle').click();
    assert.equal(await played(), 1);
    await page.locator('#help-dialog [data-close]').click();
    await click(page, 'a1');
    await says(page, 'Black to move');
    assert.equal(await played(), 2);
  }, [], listen);
});

const isBelow = (page, colour) => page.evaluate((id) => {
  const [side, board] = [document.getElementById(id), document.getElementById('board')].map((one) => one.getBoundingClientRect());
  return side.top >= board.bottom - 1 ? 'below' : side.bottom <= board.top + 1 ? 'above' : 'beside';
}, `player-${colour}`);
const where = async (page) => [await isBelow(page, 'black'), await isBelow(page, 'white')];

test('the person who plays against a program sits below the board', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await says(page, 'Black to move');
    assert.deepEqual(await where(page), ['below', 'above']);
    await page.locator('#player-black').selectOption('random');
    await says(page, 'White to move');
    assert.deepEqual(await where(page), ['above', 'below']);
  });
});

test('in draughts and Awari the board turns to the person, and by hand', async () => {
  const height = async (page, name) => (await rests(cell(page, name))).y;
  for (const [board, first, second, near, far] of [['draughts', 'white', 'black', 'a1', 'h8'], ['awari', 'black', 'white', 'a', 'A']]) {
    await it.use(link(board), async (page) => {
      await says(page, 'to move');
      const order = first === 'white' ? ['above', 'below'] : ['below', 'above'];
      assert.deepEqual(await where(page), order);
      assert.ok(await height(page, near) > await height(page, far), `${board}: the first player is at the bottom`);
      await page.locator('#turn').click();
      assert.ok(await height(page, near) < await height(page, far));
      assert.deepEqual(await where(page), order.toReversed());
      await page.locator('#turn').click();
      await page.locator(`#player-${first}`).selectOption('random');
      await page.locator('#moves [data-node="1"]').waitFor();
      assert.ok(await height(page, near) < await height(page, far), `${board}: the person is at the bottom`);
      assert.deepEqual(await where(page), order.toReversed());
      assert.equal(await page.locator(`#player-${second}`).inputValue(), 'person');
    });
  }
});

test('the words of a program end with its game', async () => {
  await it.use(link('hex:3x3'), async (page) => {
    await page.locator('#player-white').selectOption('alphabeta(2)');
    await click(page, 'b2');
    await shows(page.locator('#thought'), /alphabeta/);
    await page.evaluate(() => { window.location.hash = '#board=draughts'; });
    await page.locator('#title', { hasText: 'draughts' }).waitFor();
    assert.doesNotMatch(await page.locator('#thought').innerText(), /\S/);
  });
});

test('Connect Four is red and yellow on blue, and each disc has its sign', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await it.use(link('connect4:4x4', { moves: '1;2' }), async (page) => {
      await page.emulateMedia({ colorScheme });
      await moves(page, /2/);
      const look = (part) => page.evaluate((name) => getComputedStyle(document.querySelector(`#board ${name}`)).fill.match(/\d+/g).map(Number), part);
      const [[r1, g1, b1], [r2, g2, b2], [r3, , b3]] = [await look('.stone.B'), await look('.stone.W'), await look('.frame')];
      assert.ok(r1 > 180 && g1 < 100 && b1 < 100, 'red');
      assert.ok(r2 > 200 && g2 > 170 && b2 < 110, 'yellow');
      assert.ok(b3 > r3 + 60, 'blue');
      assert.deepEqual(await page.locator('#board .sign:not(.ghost)').evaluateAll((all) => all.map((sign) => sign.localName).sort()), ['circle', 'path']);
    });
  }
});

test('the graph has the colours of the sides', async () => {
  await it.use(link('hex:3x3', { moves: 'b2' }), async (page) => {
    await page.locator('#graph .bar.win .value').first().waitFor();
    const fill = (selector, property) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], property);
    assert.equal(await fill('#graph .bar.win .value', 'fill'), await fill('#board .stone.B', 'fill'));
    assert.equal(await fill('#graph-upper .swatch', 'backgroundColor'), await fill('#board .stone.B', 'fill'));
    await openTab(page, 'values');
    await pressOn(page, page.locator('#go-previous'));
  });
});
