import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIn } from '../page/analysis.js';
import { flagMoves, isAsked, verdict } from '../page/audit.js';
import { addMove, lineThrough } from '../page/tree.js';
import { fromMoves } from './games.js';

/** A line whose positions have these values for the side to move, Black at the start; null is unknown. */
const lineOf = (...values) => {
  const tree = fromMoves(values.slice(1).map((_, i) => `m${i}`));
  const line = lineThrough(tree, tree.root);
  line.forEach((node, i) => { node.worth = { to_move: i % 2 === 0 ? 'black' : 'white', changed_colours: false, value: values[i] }; });
  return { tree, line };
};
const checked = (...values) => {
  const { line } = lineOf(...values);
  flagMoves('nex:3x3', line);
  return line;
};

test('every change of value between two positions is a mistake, and nothing else is', () => {
  assert.deepEqual(checked('win', 'loss', 'win').map(({ flag }) => flag?.gift), [undefined, null, null]);
  assert.deepEqual(checked('win', 'win', 'loss').map(({ flag }) => flag?.gift), [undefined, 'win to loss', null]);
  assert.deepEqual(checked('win', 'draw', 'win').map(({ flag }) => flag?.gift), [undefined, 'win to draw', 'draw to loss']);
  assert.deepEqual(checked('win', null, 'loss').map(({ flag }) => flag?.known), [undefined, false, false]);
});

test('a better move is the one that was found before the mistake', () => {
  const { line } = lineOf('win', 'win');
  line[0].better = 'x';
  assert.ok(flagMoves('nex:3x3', line));
  assert.deepEqual(line[1].flag, { known: true, gift: 'win to loss', instead: 'x', colour: 'black' });
  assert.ok(!flagMoves('nex:3x3', line), 'nothing new');
});

test('a line is summarised by what is proven about it', () => {
  assert.equal(verdict(checked('win', 'loss', 'win')), 'No mistakes in this line.');
  assert.equal(verdict(checked('win', 'draw', 'draw')), '1 mistake in this line.');
  assert.equal(verdict(checked(null, 'draw', 'draw')), 'No mistakes in this line; 1 of 2 moves are proven.');
  assert.equal(verdict(checked(null, null)), 'Nothing is proven about these moves.');
});

test('a line that was not checked has no summary', () => {
  const { tree, line } = lineOf('win', 'loss');
  assert.equal(verdict(line), '');
  flagMoves('nex:3x3', line);
  const branch = lineThrough(tree, addMove(tree, tree.root, 'other'));
  assert.ok(isAsked(line) && !isAsked(branch));
  assert.equal(verdict(branch), '');
  assert.equal(verdict(lineOf('win').line), '');
});

test('open positions are searched once for as many seconds, those near the position shown first', () => {
  const { line } = lineOf(null, 'draw', null, null);
  assert.deepEqual(openIn(line, 2, 3).map(({ ply }) => ply), [3, 2, 0]);
  line[3].tried = 2;
  assert.deepEqual(openIn(line, 2, 3).map(({ ply }) => ply), [2, 0]);
  assert.deepEqual(openIn(line, 10, 0).map(({ ply }) => ply), [0, 2, 3]);
});
