/** Accessibility: axe-core has no findings on any page or dialog, light and dark, on a desktop and on a phone. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { DESKTOP, PHONE, viewer } from '../support/browser.js';
import { link, openTab, says, showValues, shows } from '../support/hands.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const it = viewer();

/** Two games; one has an illegal move. */
const RECORD = 'Black:Ann\nWhite:Ben\n#games:1;\n\nGame#1\nBoard:r3-c3\nInit_State:;\nBa2?b2;Wc1?b1;Ba1?a3;!\nGame#2\nBoard:r3-c3\nInit_State:;\nBa2?b2;Wa2?b1;!\n';

/** What axe finds on the current page: one `rule: element` for each finding. */
async function findings(page) {
  // As the test's own script it is exempt from the page's security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate((values) => window.axe.run(document, { runOnly: { type: 'tag', values } }), TAGS);
  const told = ({ id, nodes }) => nodes.filter(({ html }) => !isValueOfCell(id, html)).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.split('\n')[1]?.trim() ?? ''}`);
  return violations.flatMap(told);
}

/** Whether a finding is to be ignored: the text on a cell of the board is a value, which the cell's name has in words, and not the cell's label. */
function isValueOfCell(id, html) {
  return id === 'label-content-name-mismatch' && /^<g class="cell/.test(html);
}

const playable = (page) => says(page, /to move|has won|draw/);
const dialog = (open, id) => async (page) => {
  await playable(page);
  await page.locator(open).click();
  await page.locator(id).waitFor();
};

const known = async (page) => {
  await playable(page);
  await showValues(page);
  await page.locator('#move-list [data-move]').first().waitFor();
};

const edited = async (page) => {
  await playable(page);
  await page.locator('#edit-begin').click();
  await page.locator('#edit-verdict', { hasText: /\S/ }).waitFor();
};

const drawn = (page) => page.waitForFunction(() => [...document.querySelectorAll('figure[data-board]')].every((figure) => figure.dataset.drawn));

/** Each page: its name, its address, and what to do before it is checked. */
const PAGES = [
  ['the start', '', known],
  ['values of a later position', link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1' }), known],
  ['losing moves alone', link('hex:3x3'), async (page) => {
    await known(page);
    await page.locator('#tally [data-kind="loss"]').click();
  }],
  ['a line', link('nex:3x3', { moves: 'Ba2?b2' }), async (page) => {
    await known(page);
    await page.locator('#best-line').click();
    await page.locator('#line .step').first().waitFor();
  }],
  ['the graph, and mistakes', link('nex:3x3', { moves: 'Ba1?a2;Wb2?c3;Bc1?c2', ply: '1' }), async (page) => {
    await playable(page);
    await page.locator('#graph-box').waitFor();
    await page.locator('#moves .gift').first().waitFor();
  }],
  ['a game that is over', link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1;Bb1Bb2?a2;Wb3?c2;Ba2Bc2?b1' }), playable],
  ['what is not known', link('nex:9x9'), async (page) => {
    await playable(page);
    await shows(page.locator('#unknown-help'), /\S/);
  }],
  ['connections', link('hex:11x11', { moves: 'b6;a1;d5;a11;h3;k9;j2' }), async (page) => {
    await playable(page);
    await page.locator('#connections-toggle').click();
    await page.locator('#board .must').first().waitFor();
    await page.locator('#tally [data-kind="loss"]').click();
    await page.locator('#move-list button.line', { hasText: 'Why?' }).first().click();
    await shows(page.locator('#line'), /^After/);
  }],
  ['Awari', link('awari', { start: '1 0 0 0 0 2 | 0 2 0 1 0 0 | 20 22' }), known],
  ['draughts', link('draughts', { start: 'W:WKa1,Kc1:BKh8' }), known],
  ['Tic-tac-toe', link('tictactoe:3x3', { moves: 'b2' }), known],
  ['Connect Four', link('connect4:4x4', { moves: '1;2;1;2' }), known],
  ['a fault', link('nex:3x3', { moves: 'Ba1?a9' }), async (page) => {
    await page.locator('#notice', { hasText: 'a9' }).waitFor();
    await playable(page);
  }],
  ['records', link('nex:3x3'), async (page) => {
    await playable(page);
    await openTab(page, 'records');
    await page.locator('#record-text').fill(RECORD);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.locator('#record-games button').first().waitFor();
  }],
  ['a puzzle', link('nex:3x3'), async (page) => {
    await playable(page);
    await page.keyboard.press('z');
    await shows(page.locator('#puzzle-said'), 'exactly one move');
    await page.locator('#puzzle-explain').click();
    await page.locator('#puzzle-list button').first().click();
    await shows(page.locator('#puzzle-said'), 'Wrong');
  }],
  ['editing Nex', link('nex:3x3'), edited],
  ['editing Awari', link('awari'), edited],
  ['editing draughts', link('draughts'), edited],
  ['a new game', '', dialog('#new-game', '#new-dialog')],
  ['help', '', dialog('#open-help', '#help-dialog')],
  ['another player', '', async (page) => {
    await playable(page);
    await page.locator('#player-white').selectOption('other');
    await page.locator('#spec-dialog').waitFor();
  }],
  ...['nex', 'hex', 'awari', 'draughts', 'connect4', 'tictactoe', 'domineering', 'dodgem'].map((game) => [`the rules of ${game}`, `rules/${game}.html`, drawn]),
];

const LOOKS = [['light', DESKTOP], ['dark', PHONE], ['light', PHONE], ['dark', DESKTOP]];

for (const [name, path, prepare] of PAGES) {
  test(`${name}: nothing is found`, async () => {
    const found = {};
    await it.use(path, async (page) => {
      // The rules of all games are in the same frame: two looks have both themes and both sizes.
      for (const [colorScheme, viewport] of path.startsWith('rules/') ? LOOKS.slice(0, 2) : LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        if (Object.keys(found).length === 0) await prepare(page);
        found[`${colorScheme}, ${viewport.width} px`] = await findings(page);
      }
      assert.deepEqual(found, Object.fromEntries(Object.keys(found).map((look) => [look, []])));
    }, [/status of 4\d\d/]);
  });
}
