/** What users do on the page: open a game, click cells, read texts. */

import assert from 'node:assert/strict';

/** A game's address, to be appended to the server's: `link('nex:2x2', { moves: 'Ba1?a2' })`. */
export function link(board, fields = {}) {
  return `#${Object.entries({ board, ...fields }).map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&')}`;
}

/** How the page writes a cell of Hex: `c2` for the cell that moves name `b3`. */
export const inColumns = (name) => 'abcdefghijklm'[name.slice(1) - 1] + (name.charCodeAt(0) - 96);

export const cell = (page, name) => page.locator(`#board [data-cell="${name}"]`);

/** Clicks cells one after the other, waiting each time until the page offers the cell. */
export async function click(page, ...names) {
  for (const name of names) {
    await page.locator(`#board [data-cell="${name}"].target`).click();
  }
}

/** Waits until the page says this about whose turn it is, or about who has won. */
export async function says(page, words) {
  await page.locator('#prompt', { hasText: words }).waitFor();
}

/** Waits until cells have these contents: `{ a1: 'black stone' }`. */
export async function holds(page, contents) {
  for (const [name, what] of Object.entries(contents)) {
    await page.locator(`#board [data-cell="${name}"][aria-label^="${name}, ${what}"]`).waitFor();
  }
}

/** Waits until the list of moves matches this. */
export async function moves(page, words) {
  await page.locator('#moves', { hasText: words }).waitFor();
}

/** Asserts that nothing extends beyond the side of the page. */
export async function fits(page) {
  const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(content <= room, `${content} px of content in a window of ${room}`);
}

/** Presses Tab until the element has focus. */
export async function tabTo(page, selector, most = 60) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  assert.fail(`${most} times Tab do not lead to ${selector}`);
}

/** Presses keys one after the other in one moment, however busy the machine is. */
export async function pressAtOnce(page, ...keys) {
  await page.evaluate((all) => {
    for (const key of all) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, keys);
}

/** Waits until the page shows the position after `ply` moves, on a line without branches. */
export async function stands(page, ply) {
  await page.locator(`#moves [aria-current="true"][data-node="${ply}"]`).waitFor();
}

/** Waits until an element has this text. */
export async function shows(locator, words) {
  await locator.filter({ hasText: words }).first().waitFor();
}

/** Waits until a field contains this text. */
export async function reads(locator, text) {
  const field = await locator.elementHandle();
  await locator.page().waitForFunction(([element, wanted]) => element.value === wanted, [field, text]);
}

/** Shows one of the panels beside the board: `values`, `comment` or `records`. */
export async function openTab(page, name) {
  await page.locator(`#tab-${name}`).click();
}

/** Shows values, if they are hidden, and waits until they are known. On a first visit this is a way on. */
export async function showValues(page) {
  await says(page, /\S/);
  if (await page.locator('#welcome-analyse').isVisible()) await page.locator('#welcome-analyse').click();
  const toggle = page.locator('#values-toggle');
  if ((await toggle.getAttribute('aria-checked')) !== 'true') await toggle.click();
  await page.locator('#sentence', { hasText: /\.$/ }).waitFor();
}

/** Hides values. */
export async function hideValues(page) {
  const toggle = page.locator('#values-toggle');
  if ((await toggle.getAttribute('aria-checked')) === 'true') await toggle.click();
  await page.locator('#values-body').waitFor({ state: 'hidden' });
}

/** Presses and releases some frames apart, as a user does, unlike a click by a script. `across` is the place, as a fraction of the width. */
export async function pressOn(page, locator, across = 1 / 3) {
  const { x, y, width, height } = await rests(locator);
  await page.mouse.move(x + width * across, y + height / 2);
  await page.mouse.down();
  await page.evaluate(() => new Promise((seen) => { requestAnimationFrame(() => requestAnimationFrame(seen)); }));
  await page.mouse.up();
}

/** Scrolls an element into view and returns its box once it no longer moves. An element that is redrawn meanwhile is found again. */
export async function rests(locator) {
  let last = null;
  for (let tries = 0; tries < 50; tries++) {
    await locator.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    const box = await locator.boundingBox();
    if (box !== null && JSON.stringify(box) === last) return box;
    last = JSON.stringify(box);
    await locator.page().waitForTimeout(150);
  }
  return assert.fail(`${locator} does not rest`);
}

/** The mark on each cell of the board: `{ a1: '+3', … }`. */
export async function marks(page) {
  return page.$$eval('#board [data-cell]', (cells) =>
    Object.fromEntries(cells.map((at) => [at.dataset.cell, at.querySelector('.mark')?.textContent ?? null]).filter(([, mark]) => mark !== null)),
  );
}

/** The moves in the list, best first, with their marks. Scrolls through the list, since only visible rows are in the document. */
export async function listed(page) {
  const rows = new Map();
  const list = page.locator('#move-list');
  const top = (to) => list.evaluate((element, y) => element.scrollTo(0, y), to);
  for (let at = 0; ; at += 100) {
    await top(at);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const seen = await list.locator('[data-move]').evaluateAll((found) => found.map((row) => [row.dataset.move, row.querySelector('.plate').textContent]));
    for (const [move, mark] of seen) rows.set(move, mark);
    if (await list.evaluate((element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 1)) break;
  }
  await top(0);
  return rows;
}
