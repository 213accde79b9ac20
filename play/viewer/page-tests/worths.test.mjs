/** The graph of values: heights, words, and the player they are for. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './games.js';
import { hangWorths, heightOf, isFirstToMove, longestOf, placeInWords, tintForFirst, worthInWords } from '../page/worths.js';

const worth = (to_move, value, distance = null, more = {}) => ({ to_move, changed_colours: false, value, distance, score: null, margin: null, ...more });

test('heights are for the player who began, whoever is to move', () => {
  assert.equal(tintForFirst('nex', worth('black', 'win')), 'win');
  assert.equal(tintForFirst('nex', worth('white', 'win')), 'loss');
  assert.equal(tintForFirst('nex', worth('white', 'loss')), 'win');
  assert.equal(tintForFirst('draughts', worth('white', 'win')), 'win');
  assert.equal(tintForFirst('nex', undefined), 'none');
  assert.equal(heightOf('nex', worth('white', 'draw'), 9), 0);
  assert.equal(heightOf('nex', worth('white', null), 9), null);
});

test('a quicker win is higher, and every win is higher than a draw', () => {
  const at = (distance) => heightOf('nex', worth('black', 'win', distance), 12);
  assert.equal(at(0), 1);
  assert.ok(at(1) > at(5) && at(5) > at(12) && at(12) > 0.3);
  assert.equal(heightOf('nex', worth('white', 'win', 5), 12), -at(5));
  assert.ok(heightOf('nex', worth('black', 'win'), 0) < 1);
});

test('after a swap the player who began has the other colour', () => {
  assert.ok(isFirstToMove('hex', { to_move: 'white', changed_colours: true }));
  assert.equal(tintForFirst('hex', worth('white', 'win', 3, { changed_colours: true })), 'win');
  assert.equal(worthInWords('hex', worth('white', 'win', 3, { changed_colours: true })), 'White wins in 3 plies');
});

test('words name the winner', () => {
  assert.equal(worthInWords('nex', worth('white', 'loss', 4)), 'Black wins in 4 plies');
  assert.equal(worthInWords('nex', worth('white', 'loss', 0)), 'Black has won');
  assert.equal(worthInWords('nex', worth('white', 'draw')), 'a draw');
  assert.equal(worthInWords('awari', worth('white', 'win', null, { margin: 6 })), 'Second wins by 6');
  assert.equal(worthInWords('nex', undefined), 'unknown');
  const session = { game: { board: 'nex' }, written: (move) => move };
  const node = { move: 'Ba1?b2', ply: 1, worth: worth('white', 'win', 4), flag: { gift: 'win to loss' } };
  assert.equal(placeInWords(session, node), 'After move 1, Ba1?b2: White wins in 4 plies; a mistake: win to loss');
  assert.equal(placeInWords(session, { move: null, ply: 0 }), 'At the start: unknown');
});

test('an unknown value does not replace a known one', () => {
  const line = [{}, { worth: worth('white', 'win', 2) }, {}];
  hangWorths(line, [worth('black', 'loss', 3), worth('white', null), worth('black', null)]);
  assert.deepEqual(line.map((node) => node.worth.value), ['loss', 'win', null]);
  assert.equal(longestOf(line), 3);
});
