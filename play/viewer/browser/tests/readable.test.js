/** Numbers and marks on boards of hexagons never cover each other, and both contrast with their background. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewer } from '../support/browser.js';
import { link, pressOn, says, showValues, shows } from '../support/hands.js';

const it = viewer();

const SIZES = { desktop: { width: 1280, height: 720 }, phone: { width: 375, height: 667 } };
/** The contrasts that WCAG requires of text and of marks. */
const [TEXT, MARK] = [4.5, 3];

/** Values as after a long search: for every move, with distances of two digits, alternately wins and losses. */
const searched = (page) => page.route('**/api/v1/values', async (way) => {
  const response = await way.fetch();
  const answer = await response.json();
  answer.moves?.forEach((entry, i) => Object.assign(entry, { value: i % 2 ? 'win' : 'loss', distance: 15 + i % 2 + 2 * (i % 40) }));
  Object.assign(answer, { value: 'win', distance: 15, source: 'search', detail: 'search of 1,000 positions' });
  await way.fulfill({ response, json: answer });
});

/** Each board: its name, its moves, what must be drawn besides numbers, and whether its values come from the server. */
const BOARDS = [
  ['hex:2x2', 'a1', '.key', true],
  ['hex:3x3', '', '.carrier', false],
  ['hex:5x5', '', '.carrier', true],
  ['hex:5x5', 'c3;a1', '.carrier', true],
  ['hex:7x7', 'd4;c5', '.carrier', false],
  ['hex:11x11', 'b6;a1;d5;a11;h3;k9;j2', '.carrier', false],
  ['hex:13x13', 'b7;a1;d6;a13;f5;m13;h4;m12;j3;a2;l2', '.carrier', false],
];

/** The faults of the drawn board: marks over numbers, and colours too close to the background. */
function faults([textLeast, markLeast]) {
  const root = document.querySelector('#board svg');
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const solid = (...layers) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const layer of layers) {
      canvas.fillStyle = layer;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
    return (bright + 0.05) / (dark + 0.05);
  };
  const style = (element) => getComputedStyle(element);
  const texts = [...root.querySelectorAll('.cells .mark, .cells .note')];
  const shapes = [...root.querySelectorAll('.marks *')].filter((shape) => shape instanceof SVGGeometryElement);
  /** The ground that a shape can cover, with its line. */
  const extents = new Map(shapes.map((shape) => {
    const [{ x, y, width, height }, line] = [shape.getBBox(), (Number.parseFloat(style(shape).strokeWidth) || 0) * 2];
    return [shape, { left: x - line, top: y - line, right: x + width + line, bottom: y + height + line }];
  }));
  const found = [];
  for (const text of texts) {
    const cell = text.closest('[data-cell]');
    const { x, y, width, height } = text.getBBox();
    const points = Array.from({ length: 15 * 9 }, (_, i) => new DOMPoint(x + width * (i % 15) / 14, y + height * Math.floor(i / 15) / 8));
    for (const [shape, { left, top, right, bottom }] of extents) {
      if (right < x || x + width < left || bottom < y || y + height < top) continue;
      shape.style.strokeDasharray = 'none';
      const isFilled = style(shape).fill !== 'none';
      if (points.some((point) => shape.isPointInStroke(point) || (isFilled && shape.isPointInFill(point)))) found.push(`${shape.getAttribute('class')} covers ${text.textContent} on ${cell.dataset.cell}`);
      shape.style.strokeDasharray = '';
    }
    // A plate is a background of its own, with a stone under it.
    const others = text.closest('.plate') ? '.note, .cross:not(.ghost)' : '.mark, .note, .stone:not(.ghost)';
    for (const other of cell.querySelectorAll(others)) {
      if (other === text) continue;
      const box = other.getBBox();
      if (box.x < x + width && x < box.x + box.width && box.y < y + height && y < box.y + box.height) found.push(`two things in one place on ${cell.dataset.cell}`);
    }
    const ground = solid(style(text.closest('.plate')?.querySelector('rect') ?? cell.querySelector('.ground')).fill);
    const ratio = contrast(solid(style(text).fill), ground);
    if (ratio < textLeast) found.push(`${text.textContent} on ${cell.dataset.cell}: contrast ${ratio.toFixed(2)}`);
  }
  const grounds = new Set([...root.querySelectorAll('.ground')].map((ground) => style(ground).fill));
  for (const shape of shapes.filter((one) => one.matches('.must, .key, .region:not(.under), .carrier'))) {
    const { fill, stroke } = style(shape);
    for (const ground of grounds) {
      const inks = [stroke, shape.matches('.carrier') ? fill : null].filter((ink) => ink && ink !== 'none');
      const below = shape.matches('.must') ? solid(ground, fill) : solid(ground);
      const ratio = Math.max(...inks.map((ink) => contrast(solid(ink), below)));
      if (ratio < markLeast) found.push(`${shape.getAttribute('class')} on ${ground}: contrast ${ratio.toFixed(2)}`);
    }
  }
  return { found: [...new Set(found)], numbers: texts.filter((text) => /\d/.test(text.textContent)).length, shapes: shapes.length };
}

/** Checks the current board: in both themes, on a desktop and on a phone, and turned. */
async function look(page) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [name, size] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      for (let turns = 0; turns < 2; turns++) {
        await page.keyboard.press('f');
        const { found, numbers, shapes } = await page.evaluate(faults, [TEXT, MARK]);
        assert.deepEqual(found, [], `${colorScheme}, ${name}`);
        assert.ok(numbers > 0 && shapes > 0, `${numbers} numbers, ${shapes} marks`);
      }
    }
  }
}

for (const [board, played, drawn, isReal] of BOARDS) {
  test(`${board} ${played}: values and connections at once`, async () => {
    await it.use(link(board, { moves: played }), async (page) => {
      await says(page, 'to move');
      await showValues(page);
      if ((await page.locator('#connections-toggle').getAttribute('aria-checked')) !== 'true') await page.locator('#connections-toggle').click();
      const search = page.locator('#search-longer');
      if (isReal && (await search.isVisible())) {
        await pressOn(page, search);
        await shows(page.locator('#detail'), /search of/);
      }
      await page.locator(`#board ${drawn}`).first().waitFor();
      await page.locator('#board .mark').first().waitFor();
      await look(page);
    }, [], isReal ? undefined : searched);
  });
}

test('Nex: values of cells and of neutral stones, with the last move', async () => {
  await it.use(link('nex:3x3', { moves: 'Ba2?b2;Wc1?b1;Ba1?a3' }), async (page) => {
    await says(page, 'to move');
    await showValues(page);
    await page.locator('#board .plate .mark').first().waitFor();
    await page.locator('#board .note').first().waitFor();
    await look(page);
  });
});
