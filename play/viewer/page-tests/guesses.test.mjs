import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ranked } from '../page/guesses.js';

const guess = (move, share, playouts, error = 0.01) => ({ move, share, playouts, error });
const levels = (moves, playouts, legal) => ranked({ moves, playouts }, legal).map(({ move, level }) => `${move}${level}`);

test('moves within the error of the best are equal to it', () => {
  assert.deepEqual(levels([guess('a', 0.62, 9_000), guess('b', 0.61, 5_000), guess('c', 0.5, 900)], 15_000, 3), ['a1', 'b1', 'c2']);
});

test('a move with few playouts is not ranked', () => {
  assert.deepEqual(levels([guess('a', 0.6, 9_000), guess('b', 1, 3)], 9_003, 2), ['a1']);
});

test('a ranking within its error is none', () => {
  // Thirty games for each of 600 moves: the ten that are listed are the lucky ones.
  const lucky = Array.from({ length: 10 }, (_, i) => guess(`m${i}`, 0.6, 40, 0.08));
  assert.deepEqual(levels(lucky, 20_000, 600), []);
  assert.deepEqual(levels([guess('a', 0.5, 900), guess('b', 0.5, 900)], 1_800, 2), []);
});

test('equal moves stand out if the search came back to them', () => {
  const favoured = Array.from({ length: 10 }, (_, i) => guess(`m${i}`, 0.6, 1_500));
  assert.equal(levels(favoured, 20_000, 121).length, 10);
});
