/** What the browser remembers of opponents, and how hard a position is, in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hardnessInWords } from '../page/hardness.js';

const stored = new Map();
globalThis.window = { localStorage: { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) } };
const { addResult, isLevel, lastSeats, opponentOf, rememberSeats, resultsInWords, resultsOf } = await import('../page/opponents.js');

test('the players of the last game against a program are remembered by game', () => {
  rememberSeats('hex', ['level(3)', 'person']);
  rememberSeats('nex', ['person', 'perfect']);
  rememberSeats('hex', ['person', 'person']);
  rememberSeats('hex', ['uct(1000)', 'random']);
  assert.deepEqual(lastSeats('hex'), ['level(3)', 'person']);
  assert.deepEqual(lastSeats('nex'), ['person', 'perfect']);
  assert.equal(lastSeats('awari'), null);
  for (const damage of ['', '{', '[1, 2]', '["person"]', '["", "person"]']) {
    stored.set('nexsolve.seats.hex', damage);
    assert.equal(lastSeats('hex'), null, damage);
  }
  assert.deepEqual([['person', 'x'], ['x', 'person'], ['x', 'y'], ['person', 'person']].map(opponentOf), [1, 0, null, null]);
});

test('results are counted by board and level', () => {
  for (const result of [0, 2, 2, 1]) addResult('hex:5x5', 'level(2)', result);
  addResult('hex:6x6', 'level(2)', 0);
  assert.deepEqual(resultsOf('hex:5x5', 'level(2)'), [1, 1, 2]);
  assert.deepEqual(resultsOf('hex:6x6', 'level(2)'), [1, 0, 0]);
  assert.deepEqual(resultsOf('hex:5x5', 'perfect'), [0, 0, 0]);
  assert.equal(resultsInWords([1, 1, 2]), 'Your games: 1 won, 1 drawn, 2 lost.');
  assert.equal(resultsInWords([0, 0, 0]), '');
  stored.set('nexsolve.results', '{"hex:5x5":{"level(2)":["a",1,2]}}');
  assert.deepEqual(resultsOf('hex:5x5', 'level(2)'), [0, 0, 0]);
  stored.set('nexsolve.results', 'nothing');
  addResult('hex:5x5', 'perfect', 2);
  assert.deepEqual(resultsOf('hex:5x5', 'perfect'), [0, 0, 1]);
});

test('levels are told from engines', () => {
  assert.deepEqual(['level(1)', 'level(8)', 'perfect', 'uct(1000)', 'person', 'table', 'level(10)'].map(isLevel), [true, true, true, false, false, false, false]);
});

test('hardness reads well', () => {
  assert.equal(hardnessInWords({ good_moves: 7, moves: 42, levels_err: 3 }, 'win'), '7 of 42 moves keep the win; levels up to 3 often err here.');
  assert.equal(hardnessInWords({ good_moves: 1, moves: 9, levels_err: 1 }, 'draw'), '1 of 9 moves keeps the draw; level 1 often errs here.');
  assert.equal(hardnessInWords({ good_moves: 8, moves: 9, levels_err: 0 }, 'win'), '8 of 9 moves keep the win; no level often errs here.');
  assert.equal(hardnessInWords({ good_moves: 8, moves: 900, levels_err: null }, 'win'), '8 of 900 moves keep the win.');
  assert.equal(hardnessInWords(null, 'win'), '');
});
