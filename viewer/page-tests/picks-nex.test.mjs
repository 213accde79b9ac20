import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as nex from '../../games/src/nex/page/pick.js';
import { entriesByCell } from '../page/games.js';

/** A position from its one-line form. */
function position(text, toMove = 'black') {
  const rows = text.split('/');
  const cells = rows.join('').split('').map((c) => (c === '.' ? '' : c));
  return { rows: rows.length, cols: rows[0].length, cells, to_move: toMove, over: null };
}

const choose = (pick, ...cells) => cells.reduce(nex.choose, pick);

/** Every move that clicks can make from here. */
function reachable(pick) {
  if (pick.move) return [pick.move];
  return nex.targets(pick).flatMap((cell) => reachable(nex.choose(pick, cell)));
}

test('a generate is the own cell, then the neutral one', () => {
  const start = nex.begin(position('.../.../...'));
  assert.equal(nex.targets(start).length, 9);
  const own = choose(start, 'a2');
  assert.equal(own.move, null);
  assert.deepEqual(nex.shows(own), { a2: 'B' });
  assert.equal(nex.targets(own).length, 8);
  assert.equal(nex.ghost(own), '?');
  assert.equal(choose(own, 'b2').move, 'Ba2?b2');
});

test('a transform is two neutral stones in any order, then an own stone that was there before', () => {
  const start = nex.begin(position('WB./.?./?..'));
  assert.deepEqual(nex.targets(start), ['a3', 'b1', 'b3', 'c2', 'c3', 'b2', 'c1']);
  const second = choose(start, 'c1', 'b2');
  assert.deepEqual(nex.targets(second), ['a2']);
  assert.equal(choose(second, 'a2').move, 'Bb2Bc1?a2');
  assert.equal(choose(start, 'b2', 'c1', 'a2').move, 'Bb2Bc1?a2');
});

test('neutral stones are written in the order of the board, beyond column 9 too', () => {
  const start = nex.begin(position('W?.......?B'));
  assert.equal(choose(start, 'a10', 'a2', 'a11').move, 'Ba2Ba10?a11');
});

test('a click on a chosen cell lets it go, and back takes one click back', () => {
  const start = nex.begin(position('WB./.?./?..'));
  assert.deepEqual(choose(start, 'a3', 'a3').chosen, []);
  assert.deepEqual(choose(start, 'b2', 'c1', 'b2').chosen, ['c1']);
  assert.deepEqual(nex.back(choose(start, 'b2', 'c1')).chosen, ['b2']);
  assert.deepEqual(nex.back(start).chosen, []);
});

test('what may not be chosen is explained and changes nothing', () => {
  const start = nex.begin(position('WB./.?./?..'));
  const wrong = choose(start, 'a1');
  assert.match(wrong.note, /a1 holds a white stone/);
  assert.deepEqual(wrong.chosen, []);
  assert.match(wrong.note, /choose an empty cell/);
  assert.equal(choose(start, 'a2').note, 'a2 holds a black stone; for a transform, choose the two neutral stones first.');
  assert.match(choose(start, 'a3', 'b2').note, /needs an empty cell/);
  assert.match(choose(start, 'b2', 'a3').note, /choose a second neutral stone/);
  assert.match(choose(start, 'b2', 'c1', 'a1').note, /one of your own/);
  const one = nex.begin(position('B?./.../...', 'white'));
  assert.match(choose(one, 'a2').note, /two neutral stones and one of your own/);
  assert.equal(choose(wrong, 'a3').note, null);
});

test('the stone given up is never one that has just turned', () => {
  const pick = choose(nex.begin(position('WB./.?./?..')), 'b2', 'c1');
  assert.ok(!nex.targets(pick).includes('b2'));
});

test('clicks reach exactly the legal moves', () => {
  assert.equal(new Set(reachable(nex.begin(position('../..')))).size, 12);
  assert.equal(new Set(reachable(nex.begin(position('.../.../...')))).size, 72);
  // After Ba1?a2;Wb2?b1: five empty cells, two neutral stones, one black stone.
  const moves = new Set(reachable(nex.begin(position('B?./?W./...'))));
  assert.equal(moves.size, 5 * 4 + 1);
  assert.ok(moves.has('Ba2Bb1?a1'));
});

test('nothing may be chosen when the game is over, or when no move is left', () => {
  assert.deepEqual(nex.targets(nex.begin({ ...position('BB/.?'), over: { winner: 'black' } })), []);
  assert.deepEqual(nex.targets(nex.begin(position('BW/?.'))), []);
});

test('the prompt names the possible next choices', () => {
  assert.match(nex.prompt(nex.begin(position('.../.../...'))), /^Choose an empty cell for your stone\.$/);
  assert.match(nex.prompt(nex.begin(position('WB./.?./?..'))), /or a neutral stone/);
  assert.match(nex.prompt(nex.begin(position('WB/??'))), /Fewer than two cells/);
});

test('a move is taken apart', () => {
  assert.deepEqual(nex.parts('Wb2?c10').map(({ cell, role }) => [cell, role]), [['b2', 'put'], ['c10', 'neutral']]);
  assert.deepEqual(nex.parts('Bb2Bc1?a2').map(({ cell, role }) => [cell, role]), [['b2', 'turn'], ['c1', 'turn'], ['a2', 'give']]);
  assert.deepEqual(nex.parts('Bb2Wc1?a2'), []);
  assert.deepEqual(nex.parts('nonsense'), []);
});

test('the moves behind each cell follow the clicks', () => {
  const start = nex.begin(position('WB./.?./?..'));
  const entries = ['Ba3?b1', 'Ba3?c2', 'Bb1?a3', 'Bb2Bc1?a2'].map((move) => ({ move }));
  const behind = (pick) => [...entriesByCell(nex, pick, entries)].map(([cell, list]) => [cell, list.length]);
  assert.deepEqual(behind(start), [['a3', 2], ['b1', 1], ['b2', 1], ['c1', 1]]);
  assert.deepEqual(behind(choose(start, 'a3')), [['b1', 1], ['c2', 1]]);
  assert.deepEqual(behind(choose(start, 'c1')), [['b2', 1]]);
  assert.deepEqual(behind(choose(start, 'b2', 'c1')), [['a2', 1]]);
});
