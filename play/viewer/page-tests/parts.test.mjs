import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeHash, encodeHash, fittingHash } from '../page/hash.js';
import { freeze, thaw } from '../page/kept.js';
import { moveNumber } from '../page/numbers.js';
import { commentText, fromParts, partsOf } from '../page/parts.js';
import * as trees from '../page/tree.js';
import { fromMoves } from './games.js';

/** a b c; alternatives: x y to b, z to y, and w to a. */
function branched() {
  const tree = fromMoves(['a', 'b', 'c']);
  const [x, y] = trees.addLine(tree, 1, ['x', 'y']);
  trees.addMove(tree, x, 'z');
  trees.addMove(tree, 0, 'w');
  trees.nodeOf(tree, 2).comment = 'why | not 100 %?\nthe second line';
  trees.nodeOf(tree, y).comment = 'é';
  return { tree, y };
}

test('a tree can be restored from its parts', () => {
  const { tree } = branched();
  const { numbers, ...parts } = partsOf(tree);
  assert.deepEqual(parts.moves, ['a', 'b', 'c']);
  assert.deepEqual(parts.variations, [{ after: 1, move: 'x' }, { after: 4, move: 'y' }, { after: 4, move: 'z' }, { after: 0, move: 'w' }]);
  assert.equal(numbers.size, tree.nodes.size);
  const again = partsOf(fromParts(parts).tree);
  assert.deepEqual({ ...again, numbers: undefined }, { ...parts, numbers: undefined });
  for (const wrong of [{ variations: [{ after: 9, move: 'x' }] }, { variations: [{ after: 0, move: 7 }] }, { comments: { 5: 'x' } }, { comments: { 0: 7 } }, { moves: Array(30_000).fill('a') }]) {
    assert.throws(() => fromParts({ moves: ['a'], ...wrong }), RangeError);
  }
  assert.equal(commentText(' a\r\nb '), 'a\nb');
});

test('a deep tree does not overflow the stack', () => {
  const tree = trees.createTree();
  let at = 0;
  for (let i = 0; i < 20_000; i++) at = trees.addMove(tree, at, `m${i}`);
  assert.equal(fromParts(partsOf(tree)).tree.nodes.size, 20_001);
});

test('a link contains the variations, comments and names that fit, and lists what it leaves out', () => {
  const { tree, y } = branched();
  const { numbers, ...parts } = partsOf(tree);
  const game = { board: 'nex:3x3', start: 'start', ...parts, ply: 3, at: numbers.get(y), black: 'Ann & Bob', white: null };
  const line = { moves: ['a', 'x', 'y'], ply: 3 };
  const { hash, left } = fittingHash(game, line);
  assert.deepEqual(left, []);
  const read = decodeHash(hash);
  assert.deepEqual([read.moves, read.variations, read.comments, read.at, read.black], [parts.moves, parts.variations, parts.comments, game.at, 'Ann & Bob']);
  const long = fittingHash({ ...game, comments: { 1: 'x'.repeat(9_000) } }, line);
  assert.deepEqual(long.left, ['comments']);
  assert.deepEqual(decodeHash(long.hash).variations, parts.variations);
  const wide = fittingHash({ ...game, variations: Array.from({ length: 2_000 }, () => ({ after: 0, move: 'Ba1Bb2?c3' })) }, line);
  assert.deepEqual(wide.left, ['comments', 'variations']);
  assert.deepEqual([decodeHash(wide.hash).moves, decodeHash(wide.hash).black], [line.moves, 'Ann & Bob']);
  // Captures in draughts contain colons.
  const captures = [{ after: 0, move: 'c3:e5' }, { after: 2, move: 'f6:d4' }];
  assert.deepEqual(decodeHash(encodeHash({ board: 'draughts', moves: ['c3-d4'], ply: 1, variations: captures })).variations, captures);
});

test('variations, comments and names in a link are limited', () => {
  for (const lines of ['9:x', 'x', ':x', '0', '0:', `0:${'a;'.repeat(2_001)}`, '-1:x', '1e3:x']) {
    assert.equal(decodeHash(`#board=nex:3x3&moves=a;b&lines=${lines}`).variations, undefined, lines.slice(0, 20));
  }
  for (const notes of ['9:x', 'x', ':x', '0:']) assert.equal(decodeHash(`#board=nex:3x3&moves=a;b&notes=${notes}`).comments, undefined, notes);
  assert.equal(decodeHash('#board=nex:3x3&moves=a;b&at=9').at, undefined);
});

test('a stored game has all its parts, and damaged storage counts as none', () => {
  const { tree, y } = branched();
  const game = { board: 'nex:3x3', start: 'start', names: { black: 'Ann', white: null }, result: 'black', how: 'resigned', tags: [['Event', 'Cup']], tree };
  const text = freeze(game, y);
  const kept = thaw(text);
  assert.deepEqual([kept.black, kept.result, kept.how, kept.tags, kept.at, kept.end], ['Ann', 'black', 'resigned', [['Event', 'Cup']], 5, 5]);
  assert.deepEqual(partsOf(fromParts(kept).tree).comments, partsOf(tree).comments);
  const changed = (change) => JSON.stringify({ ...JSON.parse(text), ...change });
  for (const wrong of ['', '{', 'null', '7', text.slice(0, -9), changed({ version: 2 }), changed({ moves: 'abc' }), changed({ moves: [1] }), changed({ at: 99 }), changed({ at: '__proto__' }), changed({ tags: [['x']] }), changed({ variations: [{ after: 77, move: 'x' }] }), changed({ board: null })]) {
    assert.equal(thaw(wrong), null, wrong.slice(0, 60));
  }
  assert.equal(freeze({ ...game, tree: fromParts({ moves: ['a'], comments: { 0: 'x'.repeat(3_000) } }).tree, tags: [['k', 'x'.repeat(2e6)]] }, 0), null);
});

test('moves are numbered in pairs', () => {
  assert.deepEqual([1, 2, 3, 4, 5].map((ply) => moveNumber(ply)), ['1.', '1…', '2.', '2…', '3.']);
  assert.deepEqual([1, 2, 3].map((ply) => moveNumber(ply, true)), ['1…', '2.', '2…']);
});
