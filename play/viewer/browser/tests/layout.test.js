/** What is in view, for all games and windows: the whole board, the moves and the graph; nothing scrolls without need. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, fits, link, rests, says, shows, stands } from '../support/hands.js';

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
  await says(page, /to move|has won|draw/);
  await rests(page.locator('#board'));
}

for (const [address, hasGraph] of GAMES) {
  test(`${decodeURIComponent(address)} is in sight`, async () => {
    await it.use(address, async (page) => {
      for (const size of [...WIDE, TABLET, PHONE]) {
        await sized(page, size);
        if (hasGraph && size !== PHONE) await page.locator('#graph .bar').first().waitFor();
        const [name, board] = [size.join('×'), await drawn(page)];
        isWithin(size, board, 'the board');
        await fits(page);
        isWithin(size, await boxOf(page, '#tab-list'), 'the tabs');
        assert.ok(await page.locator('#about').isHidden(), 'the rules are out of the way');
        const moves = await boxOf(page, '#moves');
        const [far, near] = [await boxOf(page, '.side.far'), await boxOf(page, '.side:not(.far)')];
        assert.ok(far.bottom <= board.top + 4 && near.top >= board.bottom - 4, `at ${name} the players are above and below the board`);
        assert.ok((await boxOf(page, '.prompt-row')).top >= board.bottom - 4, 'the prompt is below the board');
        if (size !== PHONE) {
          isWithin(size, await boxOf(page, '.steps-row'), 'the row of buttons');
          isWithin(size, moves, 'the list of moves');
          if (hasGraph) isWithin(size, await boxOf(page, '#graph'), 'the graph');
        }
        if (WIDE.includes(size)) {
          const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
          assert.ok(!scrolls, `the page scrolls at ${name}`);
          assert.ok(moves.left >= board.right - 0.5, 'the moves are beside the board');
          // All the height that the players leave, or all the available width.
          const [room, desk, svg] = [await boxOf(page, 'main'), await boxOf(page, '.desk'), await boxOf(page, '#board svg')];
          const spare = [room.bottom - room.top - (svg.bottom - svg.top) - 96, desk.left - room.left - (svg.right - svg.left)];
          assert.ok(spare[0] < 30 || spare[1] < 60, `at ${name} the board leaves ${spare[0]} px of the height and ${spare[1]} px of the width`);
        }
        if (size === PHONE) {
          assert.ok(board.top < 110, `the board begins at ${board.top}`);
          assert.ok((await boxOf(page, '.tab-row')).top - board.bottom < 90, 'the tabs come right below the board');
          await page.locator('#tab-moves').click();
          isWithin([PHONE[0], Infinity], await boxOf(page, '#moves'), 'the list of moves');
          assert.ok(await page.locator('#values-panel').isHidden());
          await page.locator('#tab-values').click();
          assert.ok(await page.locator('#game-panel').isHidden());
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
            const [letters, box, table] = [text, element, document.querySelector('.table')].map((one) => one.getBoundingClientRect());
            return letters.left < box.left - 0.5 || letters.right > box.right + 0.5 || letters.bottom > box.bottom + 2 || box.left < table.left || box.right > table.right;
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

/** How many rows of the list of values are wholly in sight. */
const rowsInSight = (page) => page.locator('#move-list').evaluate((list) => {
  const [box, panel] = [list, list.closest('[role="tabpanel"]')].map((one) => one.getBoundingClientRect());
  const [top, bottom] = [Math.max(box.top, panel.top), Math.min(box.bottom, panel.bottom, window.innerHeight)];
  return [...list.querySelectorAll('.row')].map((row) => row.getBoundingClientRect()).filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length;
});

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
        const seen = await rowsInSight(page);
        assert.ok(seen >= Math.min(8, all), `at ${name} ${seen} rows of ${all} are in sight`);
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
        await page.locator('#estimate .estimate-whole').waitFor();
        isWithin(size, await boxOf(page, '#estimate'), 'the estimate');
        const name = size.join('×');
        const hidden = await page.locator('#values-panel').evaluate((panel) => panel.scrollHeight - panel.clientHeight);
        assert.equal(hidden, 0, `at ${name} the panel hides ${hidden} px`);
        if (await page.locator('#about').isVisible()) continue;
        const [list, last] = [await boxOf(page, '#moves'), await boxOf(page, '#moves .item:last-child')];
        assert.ok(list.bottom - last.bottom < 45, `at ${name} the moves leave ${list.bottom - last.bottom} px empty`);
      }
    });
  });
}

for (const address of [link('hex:11x11', { moves: 'b6;a1;d5;a11;h3;k9;j2;k11;f4' }), link('nex:3x3', { moves: 'Ba2?b2' }), link('draughts', { moves: 'c3-d4' })]) {
  test(`${decodeURIComponent(address)}: what is clicked stays in its place while values arrive`, async () => {
    await it.use(address, async (page) => {
      await sized(page, WIDE[0]);
      const places = () => page.locator('#audit, .tab-row, #connections:not([hidden])').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top).join(' '));
      // Reloaded, so that nothing is known yet.
      await page.reload();
      await says(page, 'to move');
      const before = await places();
      await shows(page.locator('#audit-note'), /\.$/);
      await page.waitForFunction(() => /move/.test(document.querySelector('#tally').innerText) || /≈/.test(document.querySelector('#estimate').innerText));
      assert.equal(await places(), before);
    });
  });
}

/** What is done before the rows are counted at 1280×720, on a board of 42 moves. */
const STATES = {
  'the best line is open': (page) => page.locator('#best-line').click().then(() => page.locator('#line .step').first().waitFor()),
  'a program has moved': async (page) => {
    await page.locator('#player-white').selectOption('alphabeta(2)');
    await stands(page, 2);
    await shows(page.locator('#thought'), /alphabeta/);
  },
  'the first of two clicks is made': (page) => click(page, 'a1'),
  'the line to a lost end is open': (page) => page.locator('#move-list button.line').last().click().then(() => page.locator('#line .step').first().waitFor()),
};
for (const [state, act] of Object.entries(STATES)) {
  test(`eight rows are in sight at 1280×720 when ${state}`, async () => {
    await it.use(link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
      await sized(page, WIDE[0]);
      await page.locator('#graph .bar').first().waitFor();
      await page.locator('#move-list [data-move]').first().waitFor();
      await act(page);
      await page.locator('#move-list [data-move]').nth(3).waitFor();
      await rests(page.locator('#move-list'));
      const all = Number(await page.locator('#move-list').getAttribute('aria-rowcount'));
      const seen = await rowsInSight(page);
      assert.ok(seen >= Math.min(8, all), `${seen} rows of ${all}`);
    });
  });
}

for (const size of [WIDE[0], PHONE]) {
  test(`nothing moves between the two clicks of a move at ${size.join('×')}`, async () => {
    await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
      await sized(page, size);
      await page.locator('#move-list [data-move]').first().waitFor();
      if (size !== PHONE) await shows(page.locator('#audit-note'), /\S/);
      await rests(page.locator(size === PHONE ? '#prompt' : '#move-list'));
      const boxes = async () => Promise.all(['#board svg', '.side.far', '.side:not(.far)', '.prompt-row', '.tab-row', '.tabs', '#move-list'].map((part) => boxOf(page, part)));
      const ends = (list) => list.map(({ left, top, right }) => [left, top, right]);
      const before = await boxes();
      await click(page, 'b1');
      await page.locator('#board .chosen').waitFor();
      await says(page, 'second neutral stone');
      assert.deepEqual(ends(await boxes()), ends(before));
      if (size !== PHONE) assert.deepEqual((await boxes()).slice(0, 6), before.slice(0, 6));
    });
  });
}

test('rules and hints are shown before the first move, and board and buttons stay when they disappear', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await shows(page.locator('#rules-near'), /^Rules of Nex$/);
    await shows(page.locator('#marks-key'), /Best move/);
    const [board, steps] = [await boxOf(page, '#board'), await boxOf(page, '.steps-row')];
    await click(page, 'a2', 'b2');
    await says(page, 'White to move');
    await page.locator('#about').waitFor({ state: 'hidden' });
    await page.locator('#graph .bar').first().waitFor();
    await page.locator('#marks-key').waitFor();
    assert.deepEqual([await boxOf(page, '#board'), await boxOf(page, '.steps-row')], [board, steps]);
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
