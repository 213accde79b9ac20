import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clear, editOf, numbersOf, paint, piecesOf, reread, swapIsOpen, textOf } from '../page/positions.js';
import { pits, shape, squares } from './games.js';

const START = { pits: Array(12).fill(4), stores: [0, 0] };

/** An edit with the position in a text. */
function edit(board, text) {
  const [rows, cols] = (/(\d+)x(\d+)/.exec(board) ?? [0, 0, 0]).slice(1).map(Number);
  const cells = board === 'awari' ? START : board === 'draughts' ? {} : Array(rows * cols).fill('');
  const made = board === 'awari' ? pits(cells) : board === 'draughts' ? squares(cells) : shape({ c: 'hole', t: 'cell' }[board[0]] ?? 'hexagon', rows, cols, cells);
  return reread(editOf(made, { board, cells, to_move: 'black', position: '' }), text);
}
const painted = (it, ...strokes) => strokes.reduce((at, [cell, sign]) => paint(at, cell, sign), it);

test('positions are written as they were read, in every form', () => {
  for (const [board, text] of [
    ['nex:3x3', '.B./??./W..'], ['hex:2x12', 'BW........../............'], ['connect4:3x2', '../X./XO'],
    ['awari', '5 4 4 4 4 4 | 4 4 0 5 5 5 | 1 2 | second'], ['draughts', 'W:WKg1,a3:Bb6,Kh8'], ['draughts', 'B:Wc3,b4:B'],
  ]) assert.equal(textOf(edit(board, text)), text);
  for (const [board, text] of [['nex:3x3', '.../...'], ['awari', '1 2 3'], ['draughts', 'x']]) assert.throws(() => edit(board, text), Error);
});

test('stones can go anywhere and determine whose turn it is, and an edit does not change the one before it', () => {
  const before = edit('nex:2x3', '.../...');
  assert.deepEqual(piecesOf(before).map(([sign]) => sign), ['B', 'W', '?', '']);
  assert.equal(textOf(painted(before, ['b2', '?'], ['a3', 'W'])), '..W/.?.');
  assert.equal(painted(before, ['a1', 'B']).to_move, 'white');
  assert.equal(painted(before, ['a1', 'B'], ['b2', 'B']).to_move, null);
  assert.equal(textOf(before), '.../...');
});

test('pieces fall when they are set up, and none stays in the air', () => {
  const two = painted(edit('connect4:3x2', '../../..'), ['a2', 'B'], ['a2', 'W']);
  assert.equal(textOf(two), '../.O/.X');
  assert.equal(textOf(paint(two, 'c2', 'W')), '../.O/.O');
  assert.equal(textOf(paint(two, 'c2', '')), '../../..');
  assert.equal(textOf(paint(edit('tictactoe:3x2', '../../..'), 'a2', 'B')), '.X/../..');
});

test('on squares, pieces do not determine the turn', () => {
  const two = painted(clear(edit('draughts', 'W:Wa1:Bh8')), ['c3', 'W'], ['f6', 'b']);
  assert.equal(textOf({ ...two, to_move: 'black' }), 'B:WKc3:Bf6');
  assert.equal(textOf(paint(two, 'f6', '')), 'W:WKc3:B');
});

test('a seed added to a pit comes from a store, its owner’s first, and numbers stay within the seeds in the game', () => {
  const start = edit('awari', '4 4 4 4 4 4 | 4 4 4 4 4 3 | 0 1');
  const more = paint(start, 'a', '+');
  assert.equal(textOf(more), '5 4 4 4 4 4 | 4 4 4 4 4 3 | 0 0');
  assert.equal(textOf(paint(more, 'F', '-')), '5 4 4 4 4 4 | 4 4 4 4 4 2 | 0 1');
  const [{ fields }, stores] = numbersOf(start);
  assert.equal(fields[5].name, 'a');
  assert.deepEqual([-3, 99, 'x'].map((number) => fields[5].set(start, number).cells.pits[0]), [0, 48, 0]);
  assert.equal(stores.fields[1].set(start, 7).cells.stores[1], 7);
  assert.equal(textOf(clear(start)), '0 0 0 0 0 0 | 0 0 0 0 0 0 | 24 24');
});

test('after the first move a swap may follow, in games that have it', () => {
  const one = paint(edit('hex:swap:2x2', '../..'), 'a1', 'B');
  assert.ok(swapIsOpen(one));
  assert.equal(textOf({ ...one, may_swap: true }), 'B./.. swap?');
  assert.equal(textOf(paint({ ...one, may_swap: true }, 'b2', 'W')), 'B./.W');
  assert.ok(!swapIsOpen(paint(edit('hex:2x2', '../..'), 'a1', 'B')));
  const stone = paint(edit('nex:swap:2x2', '../..'), 'b1', 'B');
  assert.ok(!swapIsOpen(stone));
  const pair = paint(stone, 'a2', '?');
  assert.ok(swapIsOpen(pair) && !swapIsOpen(paint(pair, 'a1', '?')) && !swapIsOpen(paint(pair, 'a1', 'W')));
  assert.equal(textOf({ ...pair, may_swap: true }), '.?/B. swap?');
  assert.equal(textOf(edit('nex:swap:2x2', '.?/B. swap?')), '.?/B.');
});
