/**
 * Draws the figures of a rules page: every <figure data-board data-position> gets its board, drawn by the page's own modules.
 * What else a figure may say:
 *   data-last, data-chain, data-mark, data-chosen, data-path   cells to be marked as the boards mark them
 *   data-winner                                                the game is over, and who has won it ("black", "white", "draw")
 * data-then (the move that leads to the next figure), data-legal and data-count are for the tests, which hold every
 * figure against the server.
 */

import { stateOf } from '../positions.js';

const BOARDS = { nex: 'rhombus', hex: 'rhombus', awari: 'awari', draughts: 'draughts' };

const list = (text) => (text ? text.split(' ') : []);

async function drawFigure(figure) {
  const { board, position, last, chain, mark, chosen, path, winner } = figure.dataset;
  const state = stateOf(board, position);
  if (winner) state.over = { winner: winner === 'draw' ? null : winner, reason: '', chain: list(chain) };
  const { draw } = await import(`../boards/${BOARDS[state.game]}.js`);
  const box = document.createElement('div');
  box.className = 'figure-board';
  figure.prepend(box);
  draw(box, state, {
    last: list(last),
    chain: list(chain),
    targets: list(mark),
    chosen: list(chosen),
    path: list(path),
    label: `${state.game} board: ${figure.querySelector('figcaption').textContent.trim()}`,
  });
  figure.dataset.drawn = 'true';
}

for (const figure of document.querySelectorAll('figure[data-board]')) {
  drawFigure(figure).catch((error) => {
    figure.dataset.drawn = 'false';
    console.error(figure.dataset.position, error);
  });
}
