import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPit, setStore } from '../../games/src/awari/page/position.js';
import { indexOf } from '../../games/src/rhombus/page/position.js';
import { clear, editOf, paint, piecesOf, setSwap, setTurn, swapIsOpen, textOfEdit } from '../page/editing.js';
import { stateOf } from '../page/positions.js';
import './games.js';

const edit = (board, text) => editOf(stateOf(board, text));
const seeds = ({ cells }) => [...cells.pits, ...cells.stores].reduce((sum, n) => sum + n);

test('every sign of Nex can be put on every cell, and an edit leaves the one before it alone', () => {
  const before = edit('nex:2x3', '.../...');
  for (const [sign] of piecesOf('nex')) {
    for (const cell of ['a1', 'a3', 'b2']) {
      const after = paint(before, cell, sign);
      assert.equal(after.cells[indexOf(before, cell)], sign);
      assert.deepEqual(before.cells, Array(6).fill(''));
    }
  }
  assert.equal(textOfEdit(paint(paint(before, 'b2', '?'), 'a3', 'W')), '..W/.?.');
});

test('the turn of Nex follows the stones and cannot be chosen', () => {
  const one = paint(edit('nex:2x2', '../..'), 'a1', 'B');
  assert.equal(one.to_move, 'white');
  assert.equal(setTurn(one, 'black').to_move, 'white');
  assert.equal(paint(one, 'b2', 'B').to_move, null);
});

test('columns with two digits', () => {
  assert.equal(indexOf({ cols: 13 }, 'b13'), 25);
});

test('pieces and the turn of draughts', () => {
  const bare = clear(edit('draughts', 'W:Wa1:Bh8'));
  const two = paint(paint(bare, 'c3', 'W'), 'f6', 'b');
  assert.equal(textOfEdit(setTurn(two, 'black')), 'B:WKc3:Bf6');
  assert.equal(textOfEdit(paint(two, 'f6', '')), 'W:WKc3:B');
});

test('a seed added to a pit comes out of a store, the own one first', () => {
  const start = edit('awari', '4 4 4 4 4 4 | 4 4 4 4 4 3 | 0 1');
  const more = paint(start, 'a', '+');
  assert.equal(textOfEdit(more), '5 4 4 4 4 4 | 4 4 4 4 4 3 | 0 0');
  assert.equal(seeds(more), 48);
  const less = paint(more, 'F', '-');
  assert.equal(textOfEdit(less), '5 4 4 4 4 4 | 4 4 4 4 4 2 | 0 1');
  assert.equal(textOfEdit(setTurn(less, 'white')), '4 4 4 4 4 2 | 5 4 4 4 4 4 | 1 0 | second');
});

test('numbers are kept within the seeds there are', () => {
  const start = edit('awari', '4 4 4 4 4 4 | 4 4 4 4 4 4 | 0 0');
  assert.equal(setPit(start, 0, -3).cells.pits[0], 0);
  assert.equal(setPit(start, 0, 99).cells.pits[0], 48);
  assert.equal(setStore(start, 1, 'x').cells.stores[1], 0);
  assert.equal(setStore(start, 1, 7).cells.stores[1], 7);
  assert.equal(seeds(setPit(start, 3, 0)), 48);
  assert.equal(seeds(clear(start)), 48);
});

test('one black stone leaves the swap open, in games that have it', () => {
  const one = paint(edit('hex:swap:2x2', '../..'), 'a1', 'B');
  assert.ok(swapIsOpen(one));
  assert.equal(textOfEdit(one), 'B./..');
  assert.equal(textOfEdit(setSwap(one, true)), 'B./.. swap?');
  assert.equal(textOfEdit(paint(setSwap(one, true), 'b2', 'W')), 'B./.W');
  assert.ok(!swapIsOpen(paint(edit('hex:2x2', '../..'), 'a1', 'B')));
  assert.ok(swapIsOpen(paint(edit('hex:course+swap:2x2', '../..'), 'b2', 'B')));
});
