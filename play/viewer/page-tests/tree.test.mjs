import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as trees from '../page/tree.js';
import { fromMoves } from './games.js';

/** The tree in reading order. */
function written(tree) {
  return trees.listing(tree).map((token) => (token.kind === 'move' ? token.node.move : token.kind === 'open' ? '(' : ')')).join(' ');
}

test('a line is stored, and movesTo returns the moves to each of its nodes', () => {
  const tree = fromMoves(['a', 'b', 'c']);
  assert.equal(tree.nodes.size, 4);
  assert.deepEqual(trees.movesTo(tree, trees.endOf(tree, tree.root)), ['a', 'b', 'c']);
  assert.deepEqual(trees.pathTo(tree, 2).map((node) => node.ply), [0, 1, 2]);
  assert.throws(() => trees.nodeOf(tree, 9), RangeError);
});

test('the same move again is the same node, and another move is a branch', () => {
  const tree = fromMoves(['a', 'b']);
  assert.equal(trees.addMove(tree, 0, 'a'), 1);
  const x = trees.addMove(tree, 1, 'x');
  assert.equal(tree.nodes.size, 4);
  assert.deepEqual(trees.nodeOf(tree, 1).children, [2, x]);
});

test('forward goes to the branch that was visited last', () => {
  const tree = fromMoves(['a', 'b', 'c']);
  const [x, y] = trees.addLine(tree, 1, ['x', 'y']);
  assert.equal(trees.endOf(tree, 0), y);
  trees.visit(tree, 3);
  assert.equal(trees.endOf(tree, 0), 3);
  assert.equal(trees.forward(tree, 3), null);
  trees.visit(tree, x);
  assert.equal(trees.forward(tree, 1), x);
});

test('a list shows branches in brackets, after the move that they replace', () => {
  const tree = fromMoves(['a', 'b', 'c']);
  const [x] = trees.addLine(tree, 1, ['x', 'y']);
  trees.addMove(tree, x, 'z');
  trees.addMove(tree, 1, 'w');
  assert.equal(written(tree), 'a b ( x y ( z ) ) ( w ) c');
  const numbered = trees.listing(tree).filter((token) => token.numbered).map((token) => token.node.move);
  assert.deepEqual(numbered, ['a', 'x', 'z', 'w', 'c']);
});

test('a branch becomes the main line', () => {
  const tree = fromMoves(['a', 'b', 'c']);
  const [x] = trees.addLine(tree, 1, ['x', 'y']);
  trees.promote(tree, x);
  assert.equal(written(tree), 'a x ( b c ) y');
});

test('a branch is removed with everything after it, and forward finds a remaining move', () => {
  const tree = fromMoves(['a', 'b', 'c']);
  const [x] = trees.addLine(tree, 1, ['x', 'y']);
  assert.equal(trees.removeBranch(tree, x), 1);
  assert.equal(tree.nodes.size, 4);
  assert.equal(trees.endOf(tree, 0), 3);
  assert.equal(trees.removeBranch(tree, 1), 0);
  assert.equal(tree.nodes.size, 1);
  assert.equal(trees.removeBranch(tree, 0), 0);
  assert.equal(written(tree), '');
});

test('a long game with a branch at every move is listed without a deep stack', () => {
  const moves = Array.from({ length: 3000 }, (_, i) => `m${i}`);
  const tree = fromMoves(moves);
  for (let id = 0; id < 3000; id++) trees.addMove(tree, id, 'other');
  assert.equal(trees.listing(tree).length, 3000 * 4);
});

test('only those of the last moves are removed that no other line needs', () => {
  const tree = fromMoves(['a', 'b', 'c']);
  assert.equal(trees.lastOf(tree, 3, 1), 3);
  assert.equal(trees.lastOf(tree, 3, 2), 2);
  const [x] = trees.addLine(tree, 1, ['x']);
  assert.equal(trees.lastOf(tree, x, 2), x);
  assert.equal(trees.lastOf(tree, 3, 3), 2);
});
