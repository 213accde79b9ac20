import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ranked } from '../page/guesses.js';

const guess = (move, share, playouts, error = 0.01) => ({ move, share, playouts, error });
const levels = (moves, legal, judge = 'playouts') => ranked({ judge, moves }, legal).map(({ move, level }) => `${move}${level}`);

test('moves within the error of the best are equal to it', () => {
  assert.deepEqual(levels([guess('a', 0.62, 9_000), guess('b', 0.61, 5_000), guess('c', 0.5, 900)], 3), ['a1', 'b1', 'c2']);
});

test('a move with few playouts is not ranked', () => {
  assert.deepEqual(levels([guess('a', 0.6, 9_000), guess('c', 0.5, 50), guess('b', 1, 3)], 3), ['a1', 'c2']);
});

test('a ranking within its error is none', () => {
  // Thirty games for each of 600 moves: the ten that are listed are the lucky ones.
  const lucky = Array.from({ length: 10 }, (_, i) => guess(`m${i}`, 0.6, 40, 0.08));
  assert.deepEqual(levels(lucky, 600), []);
  assert.deepEqual(levels([guess('a', 0.5, 900), guess('b', 0.5, 900)], 2, 'network'), []);
});

test('moves that connections or a network favour stand out, even if they are equal', () => {
  const favoured = Array.from({ length: 10 }, (_, i) => guess(`m${i}`, 0.6, 1_500));
  assert.equal(levels(favoured, 121, 'network').length, 10);
  const weighed = [['a', 1], ['b', 0.7], ['c', 0.3]].map(([move, weight]) => ({ ...guess(move, 0.5, 10), weight }));
  assert.deepEqual(levels(weighed, 121, 'connections'), ['a1', 'b1', 'c2']);
  assert.deepEqual(levels([guess('a', 0.6, 90)], 1), ['a1']);
});
