import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explained, hint, refuted, verdict } from '../page/puzzle.js';
import { shape } from './games.js';

const board = shape('hexagon', 3, 3, Array(9).fill(''));
const puzzle = {
  to_move: 'black', value: 'win', distance: 5, solution: ['Ba1?b2', 'Bc3?b2'],
  refutations: [
    { move: 'Ba1?c3', value: 'loss', distance: 4, margin: null, reply: 'Wa2?b1' },
    { move: 'Ba2?c3', value: 'draw', distance: null, margin: null, reply: 'Wb1?b2' },
    { move: 'Ba3?c3', value: 'loss', distance: 6, margin: null, reply: null },
  ],
};

test('a move is right, or wrong with its refutation, or no move of the puzzle', () => {
  assert.deepEqual(verdict(puzzle, board, 'Bc3?b2'), { right: true, words: 'Right: Bc3?b2 wins in 5 plies.', reply: null });
  assert.deepEqual(verdict(puzzle, board, 'Ba2?c3'), { right: false, words: 'Wrong: Ba2?c3 draws: Wb1?b2 refutes it.', reply: 'Wb1?b2' });
  assert.equal(verdict(puzzle, board, 'Ba3?c3').words, 'Wrong: Ba3?c3 loses in 6 plies: the game ends.');
  assert.equal(verdict(puzzle, board, 'Bb1?c3'), null);
  assert.equal(refuted(board, { move: 'Ba1?c3', value: null, reply: 'Wa2?b1' }, puzzle), 'Ba1?c3 does not win: Wa2?b1 refutes it');
});

test('a hint names the kind of move and its first place', () => {
  assert.deepEqual(hint(puzzle, board).words, 'The move places two stones; one of its cells is a1.');
  assert.deepEqual(hint(puzzle, board).parts.map(({ cell }) => cell), ['a1']);
  assert.equal(hint({ ...puzzle, solution: ['Ba1Bb2?c3'] }, board).words, 'The move transforms neutral stones; one of its cells is a1.');
  assert.equal(hint({ ...puzzle, solution: ['b2'] }, board).words, 'The move begins with b2.');
});

test('the refutations of the best wrong moves come first', () => {
  assert.deepEqual(explained(puzzle).map(({ move }) => move), ['Ba2?c3', 'Ba3?c3', 'Ba1?c3']);
});
