import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQUARES } from '../../games/src/draughts/page/position.js';
import { turnByStones } from '../../games/src/rhombus/page/position.js';
import { stateOf, textOf } from '../page/positions.js';
import './games.js';

const SAMPLES = [
  ['nex:3x3', '.B./??./W..'],
  ['nex:2x3', 'B?./.W?'],
  ['hex:2x12', 'BW........../............'],
  ['awari', '4 4 4 4 4 4 | 4 4 4 4 4 4 | 0 0'],
  ['awari', '5 4 4 4 4 4 | 4 4 0 5 5 5 | 1 2 | second'],
  ['draughts', 'W:WKg1,a3:Bb6,Kh8'],
  ['draughts', 'B:Wc3,b4:B'],
];

for (const [board, text] of SAMPLES) {
  test(`what is read of ${board} ${text} is written as it was`, () => {
    assert.equal(textOf(stateOf(board, text)), text);
  });
}

test('the swap is written where it may follow', () => {
  const state = stateOf('hex:swap:2x2', 'B./.. swap?');
  assert.deepEqual(state.cells, ['B', '', '', '']);
  assert.equal(textOf({ ...state, may_swap: true }), 'B./.. swap?');
});

test('the second player of Awari sees the board from his side', () => {
  const { cells, to_move } = stateOf('awari', '1 2 3 4 5 6 | 7 0 0 0 0 0 | 11 9 | second');
  assert.deepEqual(cells, { pits: [7, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6], stores: [9, 11] });
  assert.equal(to_move, 'white');
});

test('a wrong shape is refused', () => {
  for (const [board, text] of [['nex:3x3', '.../...'], ['nex', '...'], ['awari', '1 2 3'], ['chess', 'e4']]) {
    assert.throws(() => stateOf(board, text), Error, `${board} ${text}`);
  }
});

test('stones tell whose turn it is', () => {
  assert.equal(turnByStones(['', '']), 'black');
  assert.equal(turnByStones(['B', '?']), 'white');
  assert.equal(turnByStones(['B', 'B']), null);
  assert.equal(turnByStones(['W', '']), null);
});

test('a1 and h8 are dark, and there are 32 of them', () => {
  assert.equal(SQUARES.length, 32);
  assert.deepEqual([SQUARES[0], SQUARES[4], SQUARES[31]], ['a1', 'b2', 'h8']);
});
