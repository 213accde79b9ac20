/** Variations, comments and names survive a reload, a link and a file; comments are written on the page. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { click, holds, link, moves, openTab, says, shows } from '../support/hands.js';

const it = viewer();

const PDN = `[Event "Cup"]
[White "Anna"]
[Black "Ben"]
[Result "2-0"]
[Termination "resignation"]
[GameType "25,W,8,8,A0,0"]

1. c3-d4 {well begun} b6-a5 (1... d6-c5 2. b2-c3 {or this} (2. g3-f4)) 2. d4-c5 2-0
`;
const SGF = '(;FF[4]GM[11]SZ[3]PB[Ann]PW[Bob]EV[Cup];B[b2]C[the middle](;W[a1];B[b1])(;W[c1]C[hopeless];B[b3]))';
const NEX = 'Black:one\nWhite:two\n#games:1;\n\nGame#1\nBoard:r3-c3\nInit_State:;\nBa2?b2;Wc1?b1;!\nNote:1:a comment\nVariation:1:Wa1?b1;\n';

async function paste(page, text) {
  await openTab(page, 'records');
  await page.locator('#record-text').fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

async function saved(page) {
  const coming = page.waitForEvent('download');
  await openTab(page, 'records');
  await page.getByRole('button', { name: 'Save game' }).click();
  return readFile(await (await coming).path(), 'utf8');
}

/** The list of moves as in the record: without the marks of mistakes, which appear when values are known. */
const listed = (page) => page.locator('#moves').evaluate((list) => {
  const copy = list.cloneNode(true);
  for (const flag of copy.querySelectorAll('.flag')) flag.remove();
  return copy.textContent;
});

for (const [name, text, parts] of [
  ['PDN', PDN, [/b6-a5/, /d6-c5[\s\S]*g3-f4/, /well begun/, /or this/]],
  ['SGF', SGF, [/the middle/, /hopeless/]],
  ['Nex', NEX, [/a comment/, /Wa1\?b1/]],
]) {
  test(`${name}: variations, comments and names survive a reload, a link and a file`, async () => {
    let address;
    let before;
    let file;
    await it.use(link('nex:3x3'), async (page) => {
      await paste(page, text);
      await page.locator('#record-games button').waitFor();
      for (const words of parts) await moves(page, words);
      await page.locator('#moves .aside').last().click();
      await page.locator('#moves .aside[aria-current]').waitFor();
      before = await listed(page);
      const names = await page.locator('#sides').innerText();
      const at = await page.locator('#moves [aria-current]').innerText();
      await page.reload();
      await page.locator('#moves .aside[aria-current]').waitFor();
      assert.equal(await listed(page), before);
      assert.equal(await page.locator('#moves [aria-current]').innerText(), at);
      assert.equal(await page.locator('#sides').innerText(), names);
      file = await saved(page);
      address = new URL(page.url()).hash;
    });
    await it.use(address, async (page) => {
      await page.locator('#moves .aside[aria-current]').waitFor();
      for (const words of parts) await moves(page, words);
      await shows(page.locator('#sides'), /\(/);
      await paste(page, file);
      await page.locator('#record-games button').waitFor();
      for (const words of parts) await moves(page, words);
      assert.equal(await listed(page), before);
      if (name === 'PDN') assert.match(file, /\[Event "Cup"\][\s\S]*\[Termination "resignation"\][\s\S]*2-0/);
    });
  });
}

test('a comment is written with the keyboard, shown in the list, and stored', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await says(page, 'Black to move');
    await page.locator('#board').press('c');
    await page.keyboard.type('a quiet move');
    await page.keyboard.press('Escape');
    await shows(page.locator('#moves [data-node="2"] .comment'), /a quiet move/);
    await page.locator('#go-previous').click();
    assert.equal(await page.getByLabel(/Comment on 1\. Ba2/).inputValue(), '');
    await page.getByLabel(/Comment on 1\. Ba2/).fill('the first');
    // Another move is shown before the field is left.
    await page.locator('#go-first').click();
    await shows(page.locator('#moves [data-node="1"] .comment'), /the first/);
    await page.reload();
    await shows(page.locator('#moves [data-node="2"] .comment'), /a quiet move/);
    await page.locator('#go-last').click();
    await says(page, 'Black to move');
    assert.equal(await page.locator('#comment').inputValue(), 'a quiet move');
    const text = await saved(page);
    assert.match(text, /Note:1:the first\nNote:2:a quiet move/);
    await openTab(page, 'comment');
    await page.locator('#comment').fill('');
    await page.locator('#go-first').click();
    await page.locator('#moves [data-node="2"] .comment').waitFor({ state: 'detached' });
  });
});

/** Delays for hours all writing that may be delayed. */
const unwritten = (page) => page.route('**/links.js', async (route) => {
  const response = await route.fetch();
  const text = await response.text();
  const wait = 'free - performance.now()';
  assert.ok(text.includes(wait));
  await route.fulfill({ response, body: text.replace(wait, '1e9') });
});

test('a comment is stored without delay', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await says(page, 'Black to move');
    await openTab(page, 'comment');
    await page.locator('#comment').fill('a quiet move');
    await page.locator('#go-first').click();
    await shows(page.locator('#moves [data-node="2"] .comment'), /a quiet move/);
    const kept = await page.evaluate(() => Object.values({ ...sessionStorage }).join());
    assert.match(kept, /a quiet move/);
  }, [], unwritten);
});

test('a reload keeps pending changes, even if the browser drops the state of its history', async () => {
  for (const drop of [false, true]) {
    await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
      await says(page, 'Black to move');
      await page.locator('#moves [data-node="1"]').click();
      await says(page, 'White to move');
      const address = page.url();
      if (drop) await page.evaluate(() => window.history.replaceState(null, ''));
      await page.reload();
      await page.locator('#moves [data-node="1"][aria-current]').waitFor();
      assert.notEqual(page.url(), address);
    }, [], unwritten);
  }
});

test('going back or forward after a reload restores a game with its branches, also those not yet written', async () => {
  for (const prepare of [undefined, unwritten]) {
    await it.use(link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
      await says(page, 'White to move');
      await page.locator('#go-first').click();
      await says(page, 'Black to move');
      await click(page, 'a1', 'a3');
      await moves(page, /Ba1\?a3/);
      const first = await listed(page);
      await page.locator('#new-game').click();
      await page.locator('#new-form [type="submit"]').click();
      await moves(page, /^Start$/);
      await page.reload();
      await moves(page, /^Start$/);
      await click(page, 'c1', 'c3');
      await moves(page, /Bc1\?c3/);
      const second = await listed(page);
      await page.goBack();
      await moves(page, /Ba1\?a3/);
      assert.equal(await listed(page), first);
      await holds(page, { a1: 'black stone' });
      await page.reload();
      await moves(page, /Ba1\?a3/);
      await page.goForward();
      await moves(page, /Bc1\?c3/);
      assert.equal(await listed(page), second);
    }, [], prepare);
  }
});

test('going back to a game with the same address shows it as it was left', async () => {
  await it.use(link('nex:4x4'), async (page) => {
    await click(page, 'a1', 'a3');
    await moves(page, /Ba1\?a3/);
    const before = page.url();
    await page.locator('#new-game').click();
    await page.locator('#new-form [type="submit"]').click();
    await moves(page, /^Start$/);
    assert.equal(page.url(), before);
    await page.goBack();
    await moves(page, /Ba1\?a3/);
    await page.goForward();
    await moves(page, /^Start$/);
  }, [], unwritten);
});

const REFUSED = link('nex:3x3', { moves: 'Ba1?a9' });
const follow = (page, hash) => page.evaluate((to) => { location.hash = to; }, hash);

/** Delays requests about positions with this text until the function returned is called. */
async function delay(page, text) {
  let go;
  const gone = new Promise((resolve) => { go = resolve; });
  await page.route('**/position', async (route) => {
    if (route.request().postData().includes(text)) await gone;
    await route.continue().catch(() => {});
  });
  return go;
}

test('a refused link that interrupts another leaves the open game', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await says(page, 'Black to move');
    const before = page.url();
    const go = await delay(page, 'Ba3?b3');
    await follow(page, link('nex:3x3', { moves: 'Ba3?b3' }));
    await follow(page, REFUSED);
    await page.locator('#notice', { hasText: 'a9' }).waitFor();
    await page.waitForURL(before);
    go();
    await page.locator('#moves [data-node="1"]').click();
    await says(page, 'White to move');
    await page.reload();
    await page.locator('#moves [data-node="1"][aria-current]').waitFor();
  }, [/status of 4\d\d/]);
});

test('steps are kept that are made while a refused link loads', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await says(page, 'Black to move');
    const go = await delay(page, 'a9');
    await follow(page, REFUSED);
    await page.locator('#moves [data-node="1"]').click();
    await says(page, 'White to move');
    go();
    await page.locator('#notice', { hasText: 'a9' }).waitFor();
    await page.reload();
    await page.locator('#moves [data-node="1"][aria-current]').waitFor();
  }, [/status of 4\d\d/]);
});

test('going back twice at once leads to the game before the previous one, and loses none', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba1?a2' }), async (page) => {
    await moves(page, /Ba1\?a2/);
    for (const move of ['Bb1?b2', 'Bc1?c2']) {
      await follow(page, link('nex:3x3', { moves: move }));
      await moves(page, new RegExp(move.replace('?', '\\?')));
    }
    await page.reload();
    await moves(page, /Bc1\?c2/);
    const go = await delay(page, 'Bb1?b2');
    await page.evaluate(() => window.history.back());
    await page.waitForURL(/Bb1/);
    await page.evaluate(() => window.history.back());
    await moves(page, /Ba1\?a2/);
    go();
    await page.goForward();
    await moves(page, /Bb1\?b2/);
    await page.goForward();
    await moves(page, /Bc1\?c2/);
  });
});

test('a new game that is opened while going back still loads gets an entry of its own', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba1?a2' }), async (page) => {
    await moves(page, /Ba1\?a2/);
    await follow(page, link('nex:3x3', { moves: 'Bb1?b2' }));
    await moves(page, /Bb1\?b2/);
    await page.reload();
    await moves(page, /Bb1\?b2/);
    const go = await delay(page, 'Ba1?a2');
    await page.evaluate(() => window.history.back());
    await page.waitForURL(/Ba1/);
    await page.locator('#new-game').click();
    await page.locator('#new-form [type="submit"]').click();
    await moves(page, /^Start$/);
    go();
    await page.goBack();
    await moves(page, /Ba1\?a2/);
    await page.goForward();
    await moves(page, /^Start$/);
  });
});

test('damaged storage counts as none, and a link says what it leaves out', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
    await says(page, 'White to move');
    await page.evaluate(() => Object.keys(sessionStorage).forEach((key) => sessionStorage.setItem(key, '{"version":1')));
    await page.reload();
    await says(page, 'White to move');
    await openTab(page, 'comment');
    for (const id of [1, 0]) {
      await page.locator(`#moves [data-node="${id}"]`).click();
      await page.locator('#comment').fill('long '.repeat(780));
      await page.locator('#comment').blur();
    }
    await page.locator('#moves [data-node="1"]').click();
    await page.locator('#comment').fill('long '.repeat(780) + 'x');
    await page.locator('#comment').blur();
    await page.evaluate(() => { navigator.clipboard.writeText = async () => {}; });
    await page.locator('#copy-link').click();
    await page.locator('#notice', { hasText: 'no room for comments' }).waitFor();
  });
});

test('if several ways capture the same pieces, each can be clicked', async () => {
  await it.use(link('draughts', { start: 'W:WKc3:Bg7,c7,d6,d4' }), async (page) => {
    await click(page, 'c3');
    await page.locator('#board [data-cell="e5"].target').waitFor();
    await click(page, 'f6');
    await click(page, 'h8');
    await says(page, 'Black to move');
    await moves(page, /c3:e5:h8/);
    await holds(page, { h8: 'white king', d4: 'empty', g7: 'empty' });
  });
});
