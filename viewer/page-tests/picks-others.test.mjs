import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as awari from '../../games/src/awari/page/pick.js';
import * as draughts from '../../games/src/draughts/page/pick.js';
import * as hex from '../../games/src/hex/page/pick.js';
import { parseCell, plainName } from '../../games/src/rhombus/page/cells.js';
import { moduleOf } from '../page/games.js';
import { games } from './games.js';

test('every game offers what the page asks for', () => {
  const asked = {
    board: ['scene', 'pointed'],
    pick: ['begin', 'targets', 'choose', 'back', 'prompt', 'shows', 'ghost', 'next', 'parts'],
    position: ['read', 'write', 'paint', 'clear'],
  };
  assert.ok(games.length >= 4);
  for (const game of games) {
    const module = moduleOf(game);
    for (const [part, names] of Object.entries(asked)) {
      for (const name of names) assert.equal(typeof module[part][name], 'function', `${game}.${part}.${name}`);
    }
    assert.ok(module.position.pieces.length > 1 && module.sides.black && module.sides[module.first], game);
  }
  assert.throws(() => moduleOf('constructor'), RangeError);
});

test('cells in both conventions', () => {
  assert.deepEqual(parseCell('m13'), { row: 12, col: 12 });
  assert.deepEqual(parseCell('1, 2'), { row: 1, col: 2 });
  assert.equal(plainName('0,10'), 'a11');
  for (const text of ['', 'swap', 'A1', 'a', '1', 'a1b2']) assert.equal(parseCell(text), null, text);
});

test('Hex: one click is a move, a stone is in the way, and the swap is no cell', () => {
  const cells = ['B', '', '', ''];
  const pick = hex.begin({ rows: 2, cols: 2, cells, to_move: 'white', over: null, legal: ['a2', 'b1', 'b2', 'swap'] });
  assert.deepEqual(hex.targets(pick), ['a2', 'b1', 'b2']);
  assert.ok(hex.maySwap(pick));
  assert.equal(hex.choose(pick, 'b1').move, 'b1');
  assert.match(hex.choose(pick, 'a1').note, /black stone/);
  assert.deepEqual(hex.next(pick, 'swap'), ['swap']);
  assert.deepEqual(hex.parts('swap', 'white'), []);
  assert.deepEqual(hex.parts('b2', 'white'), [{ cell: 'b2', role: 'put', stone: 'W' }]);
});

test('Hex in the course convention plays the move as the game writes it', () => {
  const pick = hex.begin({ rows: 2, cols: 2, cells: ['', '', '', ''], to_move: 'black', over: null, legal: ['0, 0', '0, 1', '1, 0', '1, 1'] });
  assert.equal(hex.choose(pick, 'a2').move, '0, 1');
  assert.deepEqual(hex.next(pick, '1, 0'), ['b1']);
});

test('Awari: pits, and why one may not be sown', () => {
  const cells = { pits: [4, 0, 1, 0, 0, 0, 2, 2, 2, 2, 2, 2], stores: [10, 19] };
  const pick = awari.begin({ cells, to_move: 'black', over: null, legal: ['a4'] });
  assert.deepEqual(awari.targets(pick), ['a']);
  assert.equal(awari.choose(pick, 'a').move, 'a4');
  assert.match(awari.choose(pick, 'b').note, /empty/);
  assert.match(awari.choose(pick, 'c').note, /without seeds/);
  assert.match(awari.choose(pick, 'A').note, /opponent/);
});

test('Awari: a move sows on, and skips the pit that it began from', () => {
  const [from, ...sown] = awari.parts('F12 x 2');
  assert.deepEqual(from, { cell: 'F', role: 'from', captured: 2 });
  assert.deepEqual(sown.map(({ cell }) => cell).join(''), 'abcdefABCDE');
  assert.equal(sown[0].times, 2);
  assert.ok(sown.slice(1).every(({ times }) => times === 1));
});

function board(legal, cells, toMove = 'white') {
  return draughts.begin({ legal, cells, to_move: toMove, over: null });
}

test('draughts: a piece, then its square', () => {
  const pick = board(['b2-a3', 'c3-b4', 'c3-d4'], { c3: 'w', b2: 'w', a1: 'w', b8: 'b' });
  assert.deepEqual(draughts.targets(pick), ['b2', 'c3']);
  const piece = draughts.choose(pick, 'c3');
  assert.deepEqual(draughts.targets(piece), ['b4', 'd4']);
  assert.equal(draughts.choose(piece, 'b4').move, 'c3-b4');
  assert.deepEqual(draughts.choose(piece, 'c3').chosen, []);
  assert.deepEqual(draughts.choose(piece, 'b2').chosen, ['b2']);
  assert.match(draughts.choose(pick, 'a1').note, /cannot move/);
  assert.match(draughts.choose(pick, 'b8').note, /opponent/);
  assert.match(draughts.choose(pick, 'd4').note, /empty/);
});

test('draughts: a capture goes on from square to square', () => {
  const cells = { c3: 'w', d4: 'b', f6: 'b', f4: 'b', a1: 'w' };
  const pick = board(['c3:e5:g7', 'c3:e5:g3'], cells);
  assert.match(draughts.choose(pick, 'a1').note, /cannot capture/);
  const first = draughts.choose(draughts.choose(pick, 'c3'), 'e5');
  assert.equal(first.move, null);
  assert.deepEqual(draughts.shows(first), { c3: 'gone', d4: 'captured', e5: 'w' });
  assert.deepEqual(draughts.targets(first), ['g7', 'g3']);
  assert.deepEqual(draughts.back(first).chosen, ['c3']);
  assert.equal(draughts.choose(first, 'g7').move, 'c3:e5:g7');
});

test('draughts: a capture that turns, beside another of the same piece', () => {
  const cells = { a1: 'w', c3: 'w', b4: 'b', d4: 'b', d6: 'b', h8: 'b' };
  const piece = draughts.choose(board(['c3:e5:c7', 'c3:a5'], cells), 'c3');
  assert.deepEqual(draughts.targets(piece), ['e5', 'a5']);
  assert.equal(draughts.choose(piece, 'a5').move, 'c3:a5');
  const first = draughts.choose(piece, 'e5');
  assert.deepEqual(draughts.targets(first), ['c7']);
  const whole = draughts.choose(first, 'c7');
  assert.equal(whole.move, 'c3:e5:c7');
  assert.deepEqual(draughts.shows(whole), { c3: 'gone', d4: 'captured', d6: 'captured', c7: 'w' });
});

test('draughts: a capture of a king may end on one of several squares', () => {
  const pick = board(['a1:c3:e5', 'a1:c3:f6', 'a1:c3:g7'], { a1: 'W', b2: 'b', d4: 'b', h8: 'b' });
  const first = draughts.choose(draughts.choose(pick, 'a1'), 'c3');
  assert.deepEqual(draughts.targets(first), ['e5', 'f6', 'g7']);
  assert.equal(draughts.choose(first, 'f6').move, 'a1:c3:f6');
  assert.deepEqual(draughts.choose(first, 'c3').chosen, ['a1']);
});

test('draughts: what a path captures', () => {
  assert.deepEqual(draughts.capturedOn(['a1', 'd4', 'f2'], { c3: 'b', e3: 'B', a1: 'W' }), ['c3', 'e3']);
  assert.deepEqual(draughts.capturedOn(['a1', 'b2'], {}), []);
});
