/** Records: pasted or opened from a file, stepped through, with their faults reported, and saved again. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { holds, link, openTab, says, shows, stands } from '../support/hands.js';

const it = viewer();

/** Black gives a won game away with the third move; the second game has an invalid move. */
const TWO_GAMES = `Black:solver1.0
White:pseudoRand
#games:2;

Game#1
Board:r3-c3
Init_State:;
Ba2?b2;Wc1?b1;Ba1?a3;!
Game#2
Board:r3-c3
Init_State:;
Ba2?b2;Wa2?b1;!
`;

async function paste(page, text) {
  await openTab(page, 'records');
  await page.locator('#record-text').fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

test('a record is opened and stepped through, and its mistake is named', async () => {
  await it.use(link('hex:4x4'), async (page) => {
    await paste(page, TWO_GAMES);
    const games = page.locator('#record-games button');
    await games.first().waitFor();
    assert.equal(await games.count(), 1);
    await shows(games.first(), /solver1\.0 – pseudoRand/);
    const faults = page.locator('#record-faults li');
    assert.equal(await faults.count(), 1);
    await shows(faults.first(), /^Line 12, column 9: .*a2/s);

    await shows(page.locator('#title'), /3×3 Nex/);
    await says(page, 'Black to move');
    await stands(page, 0);
    await page.locator('#go-next').click();
    await says(page, 'White to move');
    await holds(page, { a2: 'black stone', b2: 'neutral stone' });
    await page.locator('#go-next').click();
    await holds(page, { c1: 'white stone', b1: 'neutral stone' });

    const gift = page.locator('#record-flags button');
    await shows(gift, /2\. Ba1\?a3[\s\S]*Black went from win to loss/);
    assert.equal(await gift.count(), 1);
    await gift.click();
    await holds(page, { a1: 'black stone', a3: 'neutral stone' });
    await stands(page, 3);
    // The list of moves gives the mistake the same number.
    await shows(page.locator('#moves [data-node="3"]'), /^2\.\s*Ba1\?a3/);
  });
});

test('the early form of a Nex record, from a file', async () => {
  await it.use(link('nex:2x2'), async (page) => {
    const text = 'Ba1?a2;Wb1?b2;Ba2Bb2?a1;B';
    await openTab(page, 'records');
    await page.locator('#record-file').setInputFiles({ name: 'old.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.locator('#record-games button').waitFor();
    await shows(page.locator('#record-report'), /old\.txt: 1 game/);
    await shows(page.locator('#record-games'), /2×2 Nex · 3 plies · Black won/);
    await page.locator('#moves [data-node="3"]').waitFor();
    await page.locator('#go-last').click();
    await says(page, 'Black has won');
  });
});

test('after a refused file nothing of the one before is shown', async () => {
  await it.use(link('nex:2x2'), async (page) => {
    await openTab(page, 'records');
    const choose = (name, buffer) => page.locator('#record-file').setInputFiles({ name, mimeType: 'text/plain', buffer });
    await choose('wrong.txt', Buffer.from(TWO_GAMES));
    await page.locator('#record-faults li').waitFor();
    await choose('big.txt', Buffer.alloc(1_000_001, 'B'));
    await shows(page.locator('#record-report'), /^big\.txt is too large: the limit is 1 MB\.$/);
    for (const name of ['faults', 'games', 'flags']) await page.locator(`#record-${name}`).waitFor({ state: 'hidden' });
    await choose('again.txt', Buffer.from('Ba1?a2;Wb1?b2;Ba2Bb2?a1;B'));
    await shows(page.locator('#record-report'), /again\.txt: 1 game/);
    // A deleted file, or a folder.
    await page.evaluate(async () => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    });
    await choose('gone.txt', Buffer.from('Ba1?a2'));
    await shows(page.locator('#record-report'), /^gone\.txt cannot be read\.$/);
    await page.locator('#record-games').waitFor({ state: 'hidden' });
  });
});

for (const [name, text, words, ply] of [
  ['PDN', '[Event "?"]\n[White "Anna"]\n[Black "Ben"]\n[Result "*"]\n[GameType "25"]\n\n1. c3-d4 b6-a5 2. d4-e5 *\n', /Anna – Ben[\s\S]*3 plies/, 3],
  ['FEN', 'W:WKg1,a3:Bb6,Kh8', /one position/, 0],
  ['SGF', '(;GM[11]SZ[3]PB[Ann]PW[Bob];B[b2];W[a1])', /Ann – Bob[\s\S]*2 plies/, 2],
  ['Awari', 'First:solver\nSecond:random\nc4;A5;d5;!\n', /solver – random[\s\S]*3 plies/, 3],
]) {
  test(`${name} is read`, async () => {
    await it.use(link('nex:3x3'), async (page) => {
      await paste(page, text);
      await page.locator('#record-games button').waitFor();
      await shows(page.locator('#record-games'), words);
      if (ply > 0) {
        await page.locator(`#moves [data-node="${ply}"]`).waitFor();
        await page.locator('#go-last').click();
      }
      await stands(page, ply);
    });
  });
}

test('a record without a board is read on one that fits; the page says which, and offers others', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await paste(page, 'Ba1?e5;Wb2?c3;Bd4?d5;!');
    await page.locator('#record-board', { hasText: 'Read as 5×5 Nex' }).waitFor();
    await shows(page.locator('#title'), /5×5 Nex/);
    await page.locator('#record-board [data-board="nex:6x6"]').click();
    await shows(page.locator('#title'), /6×6 Nex/);
    assert.equal(await page.locator('#record-board').count(), 0);
    // Without a result, and on the open board.
    await paste(page, 'Ba1?b2;Wc3?c1');
    await page.locator('#record-board', { hasText: 'Read as 6×6 Nex' }).waitFor();
    await page.locator('#record-board [data-board="nex:3x3"]').click();
    await shows(page.locator('#title'), /3×3 Nex/);
    // A record of another game: of the first game that it fits.
    await paste(page, '4453');
    await page.locator('#record-board', { hasText: 'Read as' }).waitFor();
    await shows(page.locator('#title'), /Connect Four/);
    await paste(page, 'a1 d4 b2');
    await shows(page.locator('#title'), /4×4 Hex/);
    await page.locator('#record-board', { hasText: 'Read as 4×4 Hex' }).waitFor();
    await page.locator('#record-board [data-board="tictactoe:4x4"]').click();
    await shows(page.locator('#title'), /4×4 Tic-tac-toe/);
  });
});

test('a text that is not a record gets an explanation', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await paste(page, 'Ba1?a9;B');
    await page.locator('#record-faults li').waitFor();
    await shows(page.locator('#record-faults'), /Line 1, column \d+: /);
    assert.equal(await page.locator('#record-games button').count(), 0);
  });
});

test('names are shown exactly as written', async () => {
  await it.use(link('nex:2x2'), async (page) => {
    await paste(page, 'Black:<img src=x onerror=alert(1)>\nWhite:<b>bold</b>\n#games:1;\n\nGame#1\nBoard:r2-c2\nInit_State:;\nBa1?a2;Wb1?b2;Ba2Bb2?a1;B\n');
    await page.locator('#record-games button').waitFor();
    await shows(page.locator('#record-games'), /<img src=x onerror=alert\(1\)> – <b>bold<\/b>/);
    await shows(page.locator('#person-black'), /<img/);
    assert.equal(await page.locator('#record-games img, #record-games b, #sides img').count(), 0);
  });
});

test('a game is saved to a file that is a record of it', async () => {
  await it.use(link('nex:2x2', { moves: 'Ba1?a2;Wb1?b2;Ba2Bb2?a1' }), async (page) => {
    await says(page, 'Black has won');
    const coming = page.waitForEvent('download');
    await openTab(page, 'records');
    await page.getByRole('button', { name: 'Save game' }).click();
    const text = await readFile(await (await coming).path(), 'utf8');
    assert.match(text, /Ba1\?a2;Wb1\?b2;Ba2Bb2\?a1;B/);
    await paste(page, text);
    await page.locator('#record-games button').waitFor();
    await shows(page.locator('#record-games'), /2×2 Nex · 3 plies · Black won/);
  });
});

test('a game from a set-up position, which has no form of record, can still be saved', async () => {
  await it.use(link('nex:3x3', { start: 'B?./.../...', moves: 'Wa3?b1' }), async (page) => {
    await says(page, 'Black to move');
    await openTab(page, 'records');
    await page.getByRole('button', { name: 'Save game' }).click();
    const report = page.locator('#record-report');
    await report.filter({ hasText: 'cannot be written' }).waitFor();
    const position = await report.locator('code').innerText();
    assert.equal(await report.locator('a').getAttribute('href'), page.url());
    await paste(page, position);
    await page.locator('#record-games button').waitFor();
    await holds(page, { a1: 'black stone', a3: 'white stone', b1: 'neutral stone' });
  }, [/status of 4\d\d/]);
});

test('if there are too many games to list, they are counted', async () => {
  await it.use(link('nex:3x3'), async (page) => {
    await page.route('**/api/v1/read', async (way) => {
      const response = await way.fetch();
      await way.fulfill({ response, json: { ...(await response.json()), left_out: 1234 } });
    });
    await paste(page, TWO_GAMES);
    await page.locator('#record-report', { hasText: '1 game, 1 error, 1,234 more not listed' }).waitFor();
  });
});

test('a text is read again while its game is still being opened', async () => {
  await it.use(link('nex:4x4'), async (page) => {
    await says(page, 'Black to move');
    let askAgain;
    const again = new Promise((resolve) => { askAgain = resolve; });
    // The first game opens once the second reading is under way, and the second reading ends once the first game is open.
    await page.route('**/api/v1/position', async (way) => {
      if (way.request().postDataJSON().board === 'nex:4x4') await again;
      await way.continue();
    });
    await page.route('**/api/v1/read', async (way) => {
      if (way.request().postDataJSON().read_as) {
        askAgain();
        await stands(page, 0);
        await page.locator('#moves', { hasText: 'Ba1?b2' }).waitFor();
      }
      await way.continue();
    });
    await paste(page, 'Ba1?b2;Wc3?c1');
    await page.locator('#record-board [data-board="nex:3x3"]').click();
    await shows(page.locator('#title'), /3×3 Nex/);
    await shows(page.locator('#record-report'), /1 game/);
  });
});
