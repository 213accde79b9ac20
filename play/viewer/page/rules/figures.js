/**
 * Draws the figures of a rules page and links it to the others: every <figure data-board data-position> gets its board, drawn by the page's own modules.
 * Other attributes of a figure:
 *   data-then    a move drawn over the board; if the next figure has data-after, it shows the result
 *   data-after   the move that led here, marked as the last move
 *   data-mark    cells to point at
 *   data-label   cells whose names to show
 *   data-chain   the cells of a winning chain
 * The tests use data-winner, data-legal, data-count and data-value to compare every figure with the server.
 */

import { get, post } from '../api.js';
import { draw, point } from '../board.js';
import { h } from '../dom.js';
import { learn } from '../games.js';
import { partsOf, shapeOf } from '../shape.js';
import { other } from '../words.js';

const list = (text) => (text ? text.split(' ') : []);

async function drawFigure(figure) {
  const { board, position, then, after, mark, label, chain } = figure.dataset;
  const { cells, to_move: mover, ...answer } = await post('position', { board, start: position, picture: true });
  const shape = shapeOf({ ...answer, cells });
  const box = h('div', { class: 'figure-board' });
  figure.prepend(box);
  draw(box, {
    board, shape, cells,
    title: `Figure: ${figure.querySelector('figcaption').textContent.trim()}`,
    last: after ? partsOf(shape, after, other(mover)) : [],
    chain: list(chain),
    points: list(mark),
    labels: Object.fromEntries(list(label).map((cell) => [cell, cell])),
  });
  if (then) point(box, partsOf(shape, then, mover));
  figure.dataset.drawn = 'true';
}

/** Links to the rules of all games; the server's list says which there are. */
function addLinks(games) {
  const here = location.pathname.split('/').at(-1);
  const link = ({ game, title }) => h('a', { class: 'button plain', href: `${game}.html`, 'aria-current': `${game}.html` === here ? 'page' : null }, title);
  document.querySelector('nav').replaceChildren(...games.map(link));
}

const { games } = await get('games');
learn(games);
addLinks(games);
for (const figure of document.querySelectorAll('figure[data-board]')) await drawFigure(figure);
