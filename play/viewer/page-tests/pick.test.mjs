import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as picks from '../page/pick.js';
import { partsOf } from '../page/shape.js';
import { pits, shape, squares } from './games.js';

const step = (what, sign, places) => ({ what, sign, places });
const choose = (pick, ...cells) => cells.reduce(picks.choose, pick);
/** The choice that has a single move. */
const single = (move, ...places) => ({ steps: places.map((place, i) => step(`step ${i + 1}`, '', [place])), move });

/** A pick in a Nex position of three rows, for generate and transform moves. */
function stones(text) {
  const rows = text.split('/');
  const cells = [...rows.join('')].map((sign) => (sign === '.' ? '' : sign));
  const board = shape('hexagon', rows.length, rows[0].length, cells);
  const holding = (sign) => board.places.map(({ name }) => name).filter((_, i) => cells[i] === sign);
  const [empty, neutral, own] = [holding(''), holding('?'), holding('B')];
  const choices = [
    { steps: [step('an empty cell', 'B', empty), step('another', '?', empty)], move: null },
    { steps: [step('a neutral stone', 'B', neutral), step('the second', 'B', neutral), step('your own', '?', own)], move: null },
  ];
  return picks.begin(board, { choices, cells, to_move: 'black', over: null, legal: null });
}

/** Every move that clicks can complete from here. */
function reachable(pick) {
  if (pick.move) return [pick.move];
  return picks.targets(pick).flatMap((cell) => reachable(picks.choose(pick, cell)));
}

test('clicks reach exactly the moves that the choices describe', () => {
  assert.equal(new Set(reachable(stones('.../.../...'))).size, 72);
  const moves = new Set(reachable(stones('B?./?W./...')));
  assert.equal(moves.size, 5 * 4 + 2);
  assert.ok(moves.has('Ba2Bb1?a1') && moves.has('Bb1Ba2?a1'));
});

test('the board shows what is chosen, and the prompt asks for the next step', () => {
  const start = stones('WB./.?./?..');
  assert.equal(picks.prompt(start), 'Choose an empty cell, or a neutral stone.');
  const own = choose(start, 'a3');
  assert.deepEqual([picks.shows(own), picks.ghost(own), picks.prompt(own)], [{ a3: 'B' }, '?', 'Choose another.']);
  assert.equal(choose(own, 'b1').move, 'Ba3?b1');
  const turned = choose(start, 'c1', 'b2');
  assert.deepEqual([picks.targets(turned), picks.shows(turned), picks.ghost(turned)], [['a2'], { c1: 'B', b2: 'B' }, '?']);
});

test('a click on a chosen place releases it, and back undoes one click', () => {
  const start = stones('WB./.?./?..');
  assert.deepEqual(choose(start, 'a3', 'a3').chosen, []);
  assert.deepEqual(choose(start, 'b2', 'c1', 'b2').chosen, ['c1']);
  assert.deepEqual(picks.back(choose(start, 'b2', 'c1')).chosen, ['b2']);
  assert.deepEqual(picks.back(start).chosen, []);
});

test('a click that is not allowed gets an explanation and changes nothing', () => {
  const wrong = choose(stones('WB./.?./?..'), 'a1');
  assert.deepEqual([wrong.chosen, wrong.note], [[], 'a1 cannot be chosen. Choose an empty cell, or a neutral stone.']);
  assert.equal(choose(wrong, 'a3').note, null);
  assert.deepEqual(picks.targets({ ...wrong, over: true }), []);
});

test('the moves behind each place follow the clicks', () => {
  const start = stones('WB./.?./?..');
  const entries = ['Ba3?b1', 'Ba3?c2', 'Bb1?a3', 'Bb2Bc1?a2', 'swap'].map((move) => ({ move }));
  const behind = (pick) => [...picks.entriesByCell(pick, entries)].map(([cell, list]) => [cell, list.length]);
  assert.deepEqual(behind(start), [['a3', 2], ['b1', 1], ['b2', 1], ['c1', 1]]);
  assert.deepEqual(behind(choose(start, 'a3')), [['b1', 1], ['c2', 1]]);
  assert.deepEqual(behind(choose(start, 'c1')), [['b2', 1]]);
  assert.deepEqual(behind(choose(start, 'b2', 'c1')), [['a2', 1]]);
});

test('the swap is offered, although it is not a place', () => {
  const cells = ['B', '', '', ''];
  const choices = [{ steps: [step('an empty cell', '', ['a2', 'b1', 'b2'])], move: null }];
  const pick = picks.begin(shape('hexagon', 2, 2, cells), { choices, cells, to_move: 'white', over: null, legal: ['a2', 'b1', 'b2', 'swap'] });
  assert.ok(pick.maySwap);
  assert.equal(picks.prompt(pick), 'Choose an empty cell, or swap colours.');
  assert.deepEqual([choose(pick, 'b1').move, picks.shows(choose(pick, 'b1')), picks.next(pick, 'swap')], ['b1', { b1: 'W' }, []]);
});

test('a click anywhere in a column drops a piece there', () => {
  const cells = ['', '', '', '', 'B', 'W'];
  const choices = [{ steps: [step('a column', '', ['b1', 'b2'])], move: null }];
  const pick = picks.begin(shape('hole', 3, 2, cells), { choices, cells, to_move: 'black', over: null, legal: ['b1', 'b2'] });
  for (const cell of ['a2', 'b2', 'c2']) assert.equal(choose(pick, cell).move, 'b2');
  const entries = [{ move: 'b1' }, { move: 'b2' }];
  for (const cell of ['a2', 'b2', 'c2']) assert.deepEqual(picks.entriesAt(pick, entries, cell), [entries[1]]);
  assert.equal(picks.entriesAt(pick, entries.slice(0, 1), 'a2'), undefined);
  assert.deepEqual(picks.shows(choose(pick, 'a1')), { b1: 'B' });
});

test('a piece goes from square to square, and another may be taken instead', () => {
  const cells = { c3: 'w', a1: 'w', d4: 'b', d6: 'b' };
  const choices = [single('c3:e5:c7', 'c3', 'e5', 'c7'), single('a1-b2', 'a1', 'b2')];
  const pick = picks.begin(squares(cells), { choices, cells, to_move: 'white', over: null, legal: ['c3:e5:c7', 'a1-b2'] });
  assert.deepEqual(picks.targets(pick), ['c3', 'a1']);
  const piece = choose(pick, 'c3');
  assert.deepEqual([picks.targets(piece), picks.ghost(piece), picks.shows(piece)], [['e5'], null, {}]);
  assert.deepEqual(picks.shows(choose(piece, 'e5')), { c3: '', d4: 'captured', e5: 'w' });
  assert.deepEqual(choose(piece, 'c3').chosen, []);
  assert.deepEqual(choose(piece, 'a1').chosen, ['a1']);
  assert.equal(choose(piece, 'e5', 'c7').move, 'c3:e5:c7');
});

test('if several ways have the same outcome, each can be clicked', () => {
  const cells = { a1: 'W', b2: 'b', b4: 'b', d2: 'b', d4: 'b' };
  const choices = [single('a1:c3:e1', 'a1', 'c3', 'e1'), single('a1:c3:e1', 'a1', 'd4', 'e1')];
  const first = choose(picks.begin(squares(cells), { choices, cells, to_move: 'white', over: null, legal: ['a1:c3:e1'] }), 'a1');
  assert.deepEqual(picks.targets(first), ['c3', 'd4']);
  assert.deepEqual(picks.next(first, 'a1:c3:e1'), ['c3', 'd4']);
  assert.equal(choose(first, 'd4', 'e1').move, 'a1:c3:e1');
});

test('a dragged piece can be dropped only where exactly one way leads', () => {
  const cells = { c3: 'w', a1: 'w', d4: 'b', d6: 'b' };
  const choices = [single('c3:e5:c7', 'c3', 'e5', 'c7'), single('a1-b2', 'a1', 'b2')];
  const pick = picks.begin(squares(cells), { choices, cells, to_move: 'white', over: null, legal: ['c3:e5:c7', 'a1-b2'] });
  for (const cell of ['d4', 'b2', 'e5']) assert.equal(picks.grab(pick, cell), null, cell);
  const held = picks.grab(pick, 'c3');
  assert.deepEqual(held.chosen, ['c3']);
  assert.equal(picks.drop(held, 'c7').move, 'c3:e5:c7');
  assert.deepEqual(picks.drop(held, 'e5').chosen, ['c3', 'e5']);
  assert.equal(picks.drop(picks.grab(picks.drop(held, 'e5'), 'e5'), 'c7').move, 'c3:e5:c7');
  for (const cell of ['b2', 'd4', 'c3']) assert.equal(picks.drop(held, cell), null, cell);
  assert.deepEqual(picks.grab(held, 'a1').chosen, ['a1']);
});

test('several ways to a square count as one only if they have the same outcome', () => {
  const cells = { a1: 'W', b2: 'b', b4: 'b', d2: 'b', d4: 'b' };
  const held = (second) => {
    const choices = [single('a1:c3:e1', 'a1', 'c3', 'e1'), single(second, 'a1', 'd4', 'e1')];
    return picks.grab(picks.begin(squares(cells), { choices, cells, to_move: 'white', over: null, legal: ['a1:c3:e1'] }), 'a1');
  };
  assert.equal(picks.drop(held('a1:c3:e1'), 'e1').move, 'a1:c3:e1');
  const unclear = picks.drop(held('a1:d4:e1'), 'e1');
  assert.deepEqual([unclear.chosen, unclear.move], [['a1'], null]);
  assert.match(unclear.note, /^Several ways lead to e1\. /);
});

test('stones cannot be dragged', () => assert.equal(picks.grab(stones('B?./?W./...'), 'a2'), null));

test('partsOf says what a move does to the places', () => {
  const roles = (board, move) => partsOf(board, move, 'white').map(({ cell, role }) => `${cell} ${role}`);
  const board = shape('hexagon', 3, 12, []);
  assert.deepEqual(roles(board, 'Wb2?c10'), ['b2 put', 'c10 neutral']);
  assert.deepEqual(roles(board, 'Bb2Bc1?a2'), ['b2 turn', 'c1 turn', 'a2 give']);
  assert.deepEqual([roles(board, 'Wb2'), roles(board, 'W?b2')], [['b2 put'], ['b2 turn']]);
  assert.deepEqual(partsOf(board, 'W?b2', 'white'), [{ cell: 'b2', role: 'turn', stone: 'W' }]);
  assert.deepEqual(roles(board, 'swap'), []);
  assert.deepEqual(roles(squares({}), 'c3:e5:c7'), ['c3 from', 'e5 to', 'c7 to']);
  const [from, ...sown] = partsOf(pits({ pits: [] }), 'F12 x 2', 'white');
  assert.deepEqual(from, { cell: 'F', role: 'from' });
  assert.deepEqual(sown.map(({ cell, times }) => cell + times).join(' '), 'a2 b1 c1 d1 e1 f1 A1 B1 C1 D1 E1');
});
