import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as pick from '../../games/src/connect4/page/pick.js';
import * as position from '../../games/src/connect4/page/position.js';

const BOARD = 'connect4:3x2';

test('Connect Four: a click anywhere in a column drops a stone there', () => {
  const state = { ...position.read(BOARD, '../../XO'), over: null, legal: ['b1', 'b2'] };
  const begun = pick.begin(state);
  assert.deepEqual(pick.targets(begun), ['b1', 'b2']);
  for (const cell of ['a2', 'b2', 'c2']) assert.equal(pick.choose(begun, cell).move, 'b2');
  assert.deepEqual(pick.shows(pick.choose(begun, 'a1')), { b1: 'B' });
  assert.deepEqual(pick.next(begun, 'b2'), ['b2']);
  assert.deepEqual(pick.parts('b2', 'white'), [{ cell: 'b2', role: 'put', stone: 'W' }]);
  const full = pick.begin({ ...position.read(BOARD, 'X./O./XO'), legal: ['b2'] });
  assert.equal(pick.choose(full, 'c1').note, 'Column 1 is full.');
});

test('Connect Four: positions are read as they are written', () => {
  for (const text of ['../../..', '../X./XO', 'XO/OX/XO']) assert.equal(position.write(position.read(BOARD, text)), text);
  assert.equal(position.read(BOARD, '../X./XO').to_move, 'white');
});

test('Connect Four: stones that are set up fall, and none stays in the air', () => {
  const edit = position.read(BOARD, '../../..');
  const one = position.paint(edit, 'a2', 'B');
  const two = position.paint(one, 'a2', 'W');
  assert.equal(position.write(two), '../.O/.X');
  assert.equal(position.write(position.paint(two, 'c2', 'W')), '../.O/.O');
  assert.equal(position.write(position.paint(two, 'c2', '')), '../../..');
});
