/** Takes pictures of every page in windows of five sizes, light and dark: screenshots.js FOLDER [TEXT]. With TEXT, only of pages whose names contain it. */

import { join } from 'node:path';
import { openBrowser } from './support/browser.js';
import { link, openTab, says, showValues } from './support/hands.js';
import { startServer } from './support/server.js';

const RECORD = 'Black:Ann\nWhite:Ben\n#games:1;\n\nGame#1\nBoard:r3-c3\nInit_State:;\nBa2?b2;Wc1?b1;Ba1?a3;!\nGame#2\nBoard:r3-c3\nInit_State:;\nBa2?b2;Wa2?b1;!\n';

const playable = (page) => says(page, /to move|has won|draw/);
const values = async (page) => {
  await playable(page);
  await showValues(page);
};

/** Each picture: its name, its address, and what to do before it is taken. */
const PICTURES = [
  ['nex', link('nex:4x4', { moves: 'Ba2?b2;Wc1?b1;Bc3?d2' }), playable],
  ['nex-start', '', playable],
  ['nex-win', link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1;Bb1Bb2?a2;Wb3?c2;Ba2Bc2?b1' }), playable],
  ['nex-transform', link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), async (page) => {
    await playable(page);
    for (const name of ['b1', 'b2']) await page.locator(`#board [data-cell="${name}"].target`).click();
  }],
  ['nex-13', link('nex:13x13', { moves: 'Bg7?g8;Wf8?h6;Bf7?e8' }), playable],
  ['values-2x2', link('nex:2x2'), values],
  ['values-3x3', link('nex:3x3'), values],
  // The pictures of the READMEs, in play/viewer/pictures: values.png and phone.png are values-4x4 on a laptop and a phone, in light, and connections.png is connections on a laptop.
  ['values-4x4', link('nex:4x4'), values],
  ['values-3x3-cell', link('nex:3x3'), async (page) => {
    await values(page);
    await page.locator('#board [data-cell="b2"].target').click();
  }],
  ['values-later', link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), values],
  ['line', link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
    await values(page);
    await page.locator('#best-line').click();
    await page.locator('#line .step').first().waitFor();
  }],
  ['unknown', link('nex:9x9'), values],
  ['hex', link('hex:7x7', { moves: 'd4;c5;e3;c4;d3;b6;b5' }), playable],
  ['hex-values', link('hex:3x3'), values],
  ['connections', link('hex:11x11', { moves: 'f6;d8;h4;e4;g7;d6' }), async (page) => {
    await playable(page);
    await page.locator('#connections-toggle').click();
    await page.locator('#board .must').first().waitFor();
    await page.locator('#tally').filter({ hasText: /lose/ }).waitFor();
  }],
  ['awari', link('awari', { moves: 'c4;A5;d5' }), playable],
  ['awari-values', link('awari', { start: '1 0 0 0 0 2 | 0 2 0 1 0 0 | 20 22' }), values],
  ['draughts', link('draughts', { moves: 'c3-d4;b6-a5;d4-c5;d6:b4;a3:c5' }), playable],
  ['draughts-values', link('draughts', { start: 'W:WKa1,Kc1:BKh8' }), values],
  ['branches', link('nex:3x3', { moves: 'Ba1?a2;Wb1?b2;Bc1?c2' }), async (page) => {
    await playable(page);
    await page.locator('#go-previous').click();
    for (const name of ['c2', 'c3']) await page.locator(`#board [data-cell="${name}"].target`).click();
  }],
  ['new-game', '', async (page) => {
    await playable(page);
    await page.locator('#new-game').click();
    await page.locator('#new-dialog label', { hasText: 'Hex' }).first().click();
  }],
  ['help', '', async (page) => {
    await playable(page);
    await page.locator('#open-help').click();
  }],
  ['records', link('nex:3x3'), async (page) => {
    await playable(page);
    await openTab(page, 'records');
    await page.locator('#record-text').fill(RECORD);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.locator('#record-flags button').first().click();
    await playable(page);
  }],
  ...['nex:3x3', 'draughts', 'awari'].map((board) => [`edit-${board.split(':')[0]}`, link(board), async (page) => {
    await playable(page);
    await page.locator('#edit-begin').click();
    if (board === 'nex:3x3') for (const name of ['a1', 'a2']) await page.locator(`#board [data-cell="${name}"]`).click();
    await page.locator('#edit-verdict', { hasText: /\S/ }).waitFor();
    await page.waitForTimeout(400);
  }]),
  ['fault', link('nex:3x3', { moves: 'Ba1?a2;Wb1?a9' }), async (page) => {
    await page.locator('#notice', { hasText: /\S/ }).waitFor();
    await playable(page);
  }],
  ['losing', link('hex:3x3'), async (page) => {
    await values(page);
    await page.locator('#tally [data-kind="loss"]').click();
  }],
  ['graph', link('nex:3x3', { moves: 'Ba1?a2;Wb2?c3;Bc1?c2', ply: '1' }), async (page) => {
    await values(page);
    await page.locator('#graph .mistake').first().waitFor();
  }],
  ['connect4', link('connect4:4x4', { moves: '1;2;1;2' }), values],
  ...['nex', 'hex', 'awari', 'draughts', 'connect4', 'tictactoe', 'domineering', 'dodgem'].map((game) => [`rules-${game}`, `rules/${game}.html`, (page) =>
    page.waitForFunction(() => [...document.querySelectorAll('figure[data-board]')].every((figure) => figure.dataset.drawn))]),
];

const SIZES = { laptop: [1280, 720], desk: [1440, 900], large: [1920, 1080], tablet: [768, 1024], phone: [375, 667] };

const LOOKS = Object.entries(SIZES).flatMap(([size, [width, height]]) => ['light', 'dark'].map((colorScheme) => [
  `${size}-${colorScheme}`,
  { viewport: { width, height }, colorScheme, ...(width < 600 ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}) },
]));

const [folder, only = ''] = process.argv.slice(2);
const server = await startServer();
let failed = 0;
try {
  for (const [look, options] of LOOKS) {
    const context = await openBrowser(options);
    for (const [name, path, prepare] of PICTURES) {
      if (!`${name}-${look}`.includes(only)) continue;
      const page = await context.newPage();
      try {
        await page.goto(`${server.address}/${path}`);
        await prepare(page);
      } catch (error) {
        failed += 1;
        console.error(`${name}-${look}: ${error.message.split('\n')[0]}`);
      }
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: name !== 'values-4x4' });
      await page.evaluate(() => localStorage.clear());
      await page.close();
    }
    await context.close();
  }
} finally {
  server.stop();
}
process.exitCode = failed > 0 ? 1 : 0;
