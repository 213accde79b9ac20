/**
 * Draws the figures of a rules page, and links it to the others: every <figure data-board data-position> gets its board, drawn by the page's own modules.
 * What else a figure may say:
 *   data-then    a move, laid over the board; where the next figure has data-after, it shows what the move leads to
 *   data-after   the move that led here, marked as the last one
 *   data-mark    cells to point at
 *   data-label   cells to write the names of
 *   data-chain   the cells of a winning chain
 * data-winner, data-legal, data-count and data-value are for the tests, which hold every figure against the server.
 */

import { get } from '../api.js';
import { draw, point } from '../boards/index.js';
import { h } from '../dom.js';
import { loadGames, picksOf } from '../games.js';
import { stateOf } from '../positions.js';
import { gameOf, other } from '../words.js';

const list = (text) => (text ? text.split(' ') : []);

function drawFigure(figure) {
  const { board, position, then, after, mark, label, chain } = figure.dataset;
  const state = stateOf(board, position);
  const { parts } = picksOf(state.game);
  const box = document.createElement('div');
  box.className = 'figure-board';
  figure.prepend(box);
  draw(box, {
    ...state,
    title: `Figure: ${figure.querySelector('figcaption').textContent.trim()}`,
    last: after ? parts(after, other(state.to_move)) : [],
    chain: list(chain),
    points: list(mark),
    labels: Object.fromEntries(list(label).map((cell) => [cell, cell])),
  });
  if (then) point(box, parts(then, state.to_move));
  figure.dataset.drawn = 'true';
}

/** Links to the rules of all games; the server's list says which there are. */
async function addLinks() {
  const { games } = await get('games');
  const here = location.pathname.split('/').at(-1);
  const link = ({ game, title }) => h('a', { class: 'button plain', href: `${game}.html`, 'aria-current': `${game}.html` === here ? 'page' : null }, title);
  document.querySelector('nav').replaceChildren(...games.map(link));
}

const figures = [...document.querySelectorAll('figure[data-board]')];
addLinks();
await loadGames(figures.map(({ dataset }) => gameOf(dataset.board)));
figures.forEach(drawFigure);
