/** What is in view, for all games and windows: the whole board, the moves and the graph; nothing scrolls without need. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, fits, link, rests, says, shows } from '../support/hands.js';

const it = viewer();

const WIDE = [[1280, 720], [1440, 900], [1920, 1080]];
const TABLET = [768, 1024];
const PHONE = [375, 667];
const NAMES = { black: 'Alexandra Papadopoulou-Whitfield', white: 'Maximilian Freiherr von Droste zu Hülshoff' };

/** Each game after a move, so that the link to the rules is gone, and one game with a graph. */
const GAMES = [
  [link('nex:3x3', { moves: 'Ba2?b2' }), true],
  [link('nex:13x13', { moves: 'Bg7?g8' }), false],
  [link('hex:3x3', { moves: 'b2' }), true],
  [link('hex:11x11', { moves: 'f6;d8;h4' }), false],
  [link('hex:swap:2x13', { moves: 'a1' }), false],
  [link('nex:13x2', { moves: 'Ba1?a2' }), false],
  [link('awari', { start: '1 0 0 0 0 2 | 0 2 0 1 0 0 | 20 22', moves: 'f2' }), true],
  [link('draughts', { start: 'W:WKa1,Kc1:BKh8', moves: 'c1-d2' }), true],
  [link('draughts', { moves: 'c3-d4' }), false],
  [link('connect4:4x4', { moves: '1;2' }), true],
  [link('connect4:6x7', { moves: '4' }), false],
  [link('tictactoe:3x3', { moves: 'b2' }), true],
];

/** The box around all places of the board, including coordinates and edges. */
const drawn = (page) => page.locator('#board svg').evaluate((root) => {
  const boxes = [...root.querySelectorAll('.edges *, .cells [data-cell] > *:not(.focus)')].map((part) => part.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  return { left, top, right, bottom, width: right - left, height: bottom - top };
});

const boxOf = (page, selector) => page.locator(selector).evaluate((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
});

function isWithin([width, height], box, what) {
  const { left, top, right, bottom } = box;
  assert.ok(left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5, `${what} of a window of ${width}×${height} lies from ${left}, ${top} to ${right}, ${bottom}`);
}

async function sized(page, [width, height]) {
  await page.setViewportSize({ width, height });
  // A board that stands on its sharp corner on a phone lies on its side elsewhere. The page decides this when it opens a game.
  await page.reload();
  await says(page, /to move|has won|draw/);
  await rests(page.locator('#board'));
}

for (const [address, hasGraph] of GAMES) {
  test(`${decodeURIComponent(address)} is in sight`, async () => {
    await it.use(address, async (page) => {
      for (const size of [...WIDE, TABLET, PHONE]) {
        await sized(page, size);
        if (hasGraph) await page.locator('#graph .bar').first().waitFor();
        const [name, board] = [size.join('×'), await drawn(page)];
        isWithin(size, board, 'the board');
        await fits(page);
        isWithin(size, await boxOf(page, '.steps-row'), 'the row of buttons');
        assert.ok(await page.locator('#about').isHidden(), 'the rules are out of the way');
        const moves = await boxOf(page, '#moves');
        if (size !== PHONE) {
          isWithin(size, moves, 'the list of moves');
          if (hasGraph) isWithin(size, await boxOf(page, '#graph'), 'the graph');
        }
        if (WIDE.includes(size)) {
          const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
          assert.ok(!scrolls, `the page scrolls at ${name}`);
          assert.ok(moves.left >= board.right - 0.5, 'the moves are beside the board');
          isWithin(size, await boxOf(page, '#tab-list'), 'the tabs');
          // All the available height, or all the available width.
          const [room, desk, svg] = [await boxOf(page, 'main'), await boxOf(page, '.desk'), await boxOf(page, '#board svg')];
          const spare = [room.bottom - room.top - (svg.bottom - svg.top), desk.left - room.left - (svg.right - svg.left)];
          assert.ok(spare[0] < 30 || spare[1] < 60, `at ${name} the board leaves ${spare[0]} px of the height and ${spare[1]} px of the width`);
        }
        if (size === PHONE) {
          assert.ok(board.top < 80, `the board begins at ${board.top}`);
          for (const below of ['.prompt-row', '.game', '#moves', '#sides', '.tabs']) assert.ok((await boxOf(page, below)).top >= board.bottom - 0.5, `${below} is below the board`);
          assert.ok(moves.top < (await boxOf(page, '#sides')).top, 'the moves come right below the board');
        }
      }
    });
  });
}

for (const address of [link('nex:4x4', { moves: 'Ba2?b2', ...NAMES }), link('connect4:6x7', { moves: '4', ...NAMES }), link('awari', NAMES), link('draughts', NAMES)]) {
  test(`${address.split('&')[0]}: the names of players are whole`, async () => {
    await it.use(address, async (page) => {
      for (const size of [...WIDE, TABLET, PHONE]) {
        await sized(page, size);
        await fits(page);
        for (const [colour, name] of Object.entries(NAMES)) {
          const person = page.locator(`#person-${colour}`);
          await shows(person, name);
          // The letters themselves, which a box that is too small would cut off or let overflow.
          const cut = await person.evaluate((element) => {
            const text = document.createRange();
            text.selectNodeContents(element);
            const [letters, box, desk] = [text, element, document.querySelector('.desk')].map((one) => one.getBoundingClientRect());
            return letters.left < box.left - 0.5 || letters.right > box.right + 0.5 || letters.bottom > box.bottom + 2 || box.left < desk.left || box.right > desk.right;
          });
          assert.ok(!cut, `the name of ${colour} is cut at ${size.join('×')}`);
          if (WIDE.includes(size)) isWithin(size, await boxOf(page, `#person-${colour}`), 'a name');
          const select = await boxOf(page, `#player-${colour}`);
          assert.ok(select.right - select.left >= 75, `at ${size.join('×')} the menu of ${colour} is ${select.right - select.left} px wide`);
        }
        if (WIDE.includes(size)) isWithin(size, await boxOf(page, '#tab-list'), 'the tabs');
      }
    });
  });
}

for (const address of [link('nex:3x3'), link('hex:3x3'), link('hex:5x5', { moves: 'c3;b3' }), link('hex:11x11', { moves: 'f6;d8;h4;e4;g7;d6' }), link('connect4:4x4')]) {
  test(`${decodeURIComponent(address)}: the list of values is in sight, and scrolls by itself`, async () => {
    await it.use(address, async (page) => {
      for (const size of WIDE) {
        await sized(page, size);
        await page.locator('#move-list [data-move]').first().waitFor();
        if (address.includes('11x11')) await page.locator('#estimate').waitFor();
        const name = size.join('×');
        const list = await boxOf(page, '#move-list');
        isWithin(size, list, 'the list of values');
        const [rows, all] = await page.locator('#move-list').evaluate((element) => [element.querySelectorAll('.row').length, Number(element.ariaRowCount)]);
        const least = Math.min(3, all) * 30;
        assert.ok(list.bottom - list.top >= least, `at ${name} the list is ${list.bottom - list.top} px high`);
        assert.ok(rows <= 50, `${rows} rows of ${all} are drawn at ${name}`);
        const hidden = await page.locator('#values-panel').evaluate((panel) => panel.scrollHeight - panel.clientHeight);
        assert.equal(hidden, 0, `at ${name} the panel hides ${hidden} px`);
      }
    });
  });
}

for (const address of [link('nex:3x3', { moves: 'Ba2?b2' }), link('hex:3x3', { moves: 'b2' }), link('connect4:4x4', { moves: '1' })]) {
  test(`${decodeURIComponent(address)}: the line of best play comes into sight`, async () => {
    await it.use(address, async (page) => {
      await sized(page, WIDE[0]);
      await page.locator('#best-line').click();
      await page.locator('#line .step').first().waitFor();
      isWithin(WIDE[0], await boxOf(page, '#line'), 'the line');
      const [line, panel] = [await boxOf(page, '#line'), await boxOf(page, '#values-panel')];
      assert.ok(line.top >= panel.top - 0.5 && line.bottom <= panel.bottom + 0.5, `the line, ${line.top} to ${line.bottom}, leaves the panel, ${panel.top} to ${panel.bottom}`);
    });
  });
}

for (const address of [link('connect4:8x8', { moves: '4' }), link('draughts'), link('awari'), link('nex:7x7', { moves: 'Bd4?e5' }), link('hex:11x11')]) {
  test(`${decodeURIComponent(address)}: where nothing is known, the estimate is in sight`, async () => {
    await it.use(address, async (page) => {
      for (const size of WIDE) {
        await sized(page, size);
        await page.locator('#estimate [data-guess]').first().waitFor();
        isWithin(size, await boxOf(page, '#estimate'), 'the estimate');
        const name = size.join('×');
        const hidden = await page.locator('#values-panel').evaluate((panel) => panel.scrollHeight - panel.clientHeight);
        assert.equal(hidden, 0, `at ${name} the panel hides ${hidden} px`);
        if (await page.locator('#about').isVisible()) continue;
        const [record, last] = [await boxOf(page, '.record'), await boxOf(page, '#moves .item:last-child')];
        assert.ok(record.bottom - last.bottom < 45, `at ${name} the moves leave ${record.bottom - last.bottom} px empty`);
      }
    });
  });
}

test('rules and hints are shown before the first move, and nothing shifts when they disappear', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await shows(page.locator('#rules-near'), /^Rules of Nex$/);
    await shows(page.locator('#marks-key'), /Best move/);
    const [board, steps, tabs] = [await boxOf(page, '#board'), await boxOf(page, '.steps-row'), await boxOf(page, '.tabs')];
    await click(page, 'a2', 'b2');
    await says(page, 'White to move');
    await page.locator('#about').waitFor({ state: 'hidden' });
    await page.locator('#graph .bar').first().waitFor();
    await page.locator('#marks-key').waitFor({ state: 'hidden' });
    assert.deepEqual([await boxOf(page, '#board'), await boxOf(page, '.steps-row'), await boxOf(page, '.tabs')], [board, steps, tabs]);
  });
});

test('the tabs show one panel at a time, with mouse and keys', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await says(page, 'to move');
    const shown = () => page.locator('[role="tabpanel"]:visible').evaluateAll((panels) => panels.map((panel) => panel.id));
    assert.deepEqual(await shown(), ['values-panel']);
    await page.locator('#tab-records').click();
    assert.deepEqual(await shown(), ['records-slot']);
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await shown(), ['values-panel']);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.deepEqual(await shown(), ['comment-panel']);
    assert.equal(await page.locator('[role="tab"][tabindex="0"]').count(), 1);
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-comment');
    await page.locator('#board').press('m');
    assert.deepEqual(await shown(), ['values-panel']);
    await page.locator('#board').press('c');
    assert.deepEqual(await shown(), ['comment-panel']);
  });
});
