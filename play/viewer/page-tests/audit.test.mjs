import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagMoves, isAsked, verdict } from '../page/audit.js';
import { addMove, lineThrough } from '../page/tree.js';
import { fromMoves } from './games.js';

const said = (ply, after, gift = null) => ({ ply, move: 'x', colour: ply % 2 === 1 ? 'black' : 'white', before: after, after, gift, instead: gift && 'y' });
const lineOf = (...moves) => {
  const tree = fromMoves(moves.map((_, i) => `m${i}`));
  const line = lineThrough(tree, tree.root);
  flagMoves(line, moves);
  return { tree, line };
};

test('a line is summarised by what the tables know about it', () => {
  assert.equal(verdict(lineOf(said(1, 'win'), said(2, 'loss')).line), 'No mistakes in this line.');
  assert.equal(verdict(lineOf(said(1, 'draw', 'win to draw'), said(2, 'draw')).line), '1 mistake in this line.');
  assert.equal(verdict(lineOf(said(1, null), said(2, 'draw')).line), 'No mistakes in this line; tables cover 1 of 2 moves.');
  assert.equal(verdict(lineOf(said(1, null)).line), 'No table covers these moves.');
});

test('a line that was not checked has no summary', () => {
  const { tree, line } = lineOf(said(1, 'win'));
  const branch = lineThrough(tree, addMove(tree, tree.root, 'other'));
  assert.ok(isAsked(line) && !isAsked(branch));
  assert.equal(verdict(branch), '');
  assert.equal(verdict(lineOf().line), '');
  assert.deepEqual(line[1].flag, { known: true, gift: null, instead: null, colour: 'black' });
});
