import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeHash, encodeHash } from '../page/hash.js';
import * as words from '../page/words.js';
import './games.js';

test('a link restores the game that it was made from, in every game', () => {
  const games = [
    { board: 'nex:3x3', start: 'start', moves: ['Ba2?b2', 'Wa1?c1', 'Bb2Bc1?a2'], ply: 3 },
    { board: 'nex:2x3', start: 'B?./.W.', moves: [], ply: 0 },
    { board: 'hex:swap:5x5', start: 'start', moves: ['a1', 'swap'], ply: 1 },
    { board: 'awari', start: '1 1 1 1 1 2 | 4 2 3 0 0 0 | 20 13 | second', moves: ['C3'], ply: 1 },
    { board: 'draughts', start: 'W:WKg1,a3:Bb6,Kh8', moves: ['g1:a7'], ply: 0 },
  ];
  for (const game of games) assert.deepEqual(decodeHash(encodeHash(game)), game);
});

test('a link is readable, and omits spaces in moves', () => {
  assert.equal(encodeHash({ board: 'nex:3x3', start: 'start', moves: ['Ba2?b2', 'Wa1?c1'], ply: 1 }), '#board=nex:3x3&moves=Ba2?b2;Wa1?c1&ply=1');
  assert.equal(encodeHash({ board: 'hex:course:3x3', start: 'start', moves: ['0, 1'], ply: 1 }), '#board=hex:course:3x3&moves=0,1');
});

test('invalid links are refused with a reason, or corrected to the nearest valid value', () => {
  for (const hash of ['', '#', '#board']) assert.equal(decodeHash(hash), null, hash);
  for (const [hash, why] of [
    ['#moves=a1', 'the link names no board'],
    ['#board=', 'the link names no board'],
    [`#board=${'x'.repeat(101)}`, 'the name of the link’s board has 101 characters, and the limit is 100'],
    [`#board=nex:3x3&moves=${'a1;'.repeat(2001)}`, 'the link has 2,001 moves, and the limit is 2,000'],
    [`#board=nex:3x3&start=${'x'.repeat(70_000)}`, 'the link is too long: it has 70,020 characters, and the limit is 60,000'],
  ]) {
    assert.throws(() => decodeHash(hash), { name: 'RangeError', message: why });
  }
  assert.equal(decodeHash('#board=nex:3x3&moves=Ba1?a2&ply=99999').ply, 1);
  assert.equal(decodeHash('#board=nex:3x3&ply=-1').ply, 0);
  assert.equal(decodeHash('#board=%E0%A4%A').board, '%E0%A4%A');
  assert.equal(decodeHash('#__proto__=1&board=awari').board, 'awari');
});

test('the fields of a link that cannot be read are listed', () => {
  const left = (rest) => decodeHash(`#board=hex:3x3&moves=a1;b2${rest}`).left;
  assert.equal(left('&lines=1:b3;c1|3:a2&notes=2:good|4:better'), undefined);
  for (const lines of ['x:b3', '9:b3', 'b3', `1:${'b3;'.repeat(2001)}`]) assert.deepEqual(left(`&lines=${lines}`), ['variations']);
  for (const notes of ['good', '3:far away', '1:good|2']) assert.deepEqual(left(`&notes=${notes}`), ['comments']);
  assert.deepEqual(left('&lines=x&notes=x'), ['variations', 'comments']);
});

test('marks can be read without colour', () => {
  assert.equal(words.mark({ value: 'win', distance: 7 }), '+7');
  assert.equal(words.mark({ value: 'win', distance: null }), '+');
  assert.equal(words.mark({ value: 'draw', distance: null }), '=');
  assert.equal(words.mark({ value: 'loss', distance: 6 }), '−6');
  assert.equal(words.mark({ value: 'loss', score: -2 }), '−2');
  assert.equal(words.mark({ value: 'win', score: 0 }), '0');
  assert.equal(words.mark({ value: 'win', score: -2, margin: 2 }), '+2');
  assert.equal(words.mark({ value: 'loss', score: 1, margin: -3 }), '−3');
  assert.equal(words.mark({ value: 'draw', score: -4, margin: 0 }), '=');
  assert.equal(words.mark({ value: null }), '');
  assert.equal(words.mark({ value: null, at_least: 'draw' }), '≥=');
  assert.equal(words.inWords({ value: null, at_most: 'draw' }), 'at most a draw');
});

test('values in words', () => {
  assert.equal(words.inWords({ value: 'win', distance: 1 }), 'wins in 1 ply');
  assert.equal(words.inWords({ value: 'loss', distance: 6 }), 'loses in 6 plies');
  assert.equal(words.inWords({ value: 'win', margin: 8, score: 3 }), 'wins by 8, +3 from here on');
  assert.equal(words.inWords({ value: null, score: null }), 'unknown');
  assert.equal(words.inWords({ value: null, score: -2 }), '−2 from here on');
  assert.equal(words.besideMark({ value: 'win', margin: 1, score: 3 }), 'wins by 1');
  assert.equal(words.besideMark({ value: null, score: -2 }), '−2 from here on');
});

test('the best is the quickest win, then a draw, then the unknown, then the slowest loss', () => {
  const sorted = [
    { value: 'win', distance: 3 }, { value: 'win', distance: 9 }, { value: 'win', distance: null }, { value: 'draw' }, { value: null },
    { value: 'loss', distance: 8 }, { value: 'loss', distance: 2 }, { value: 'loss', distance: null },
  ];
  assert.deepEqual([...sorted].reverse().sort(words.byWorth), sorted);
  assert.equal(words.best(sorted.slice(0, 3)), sorted[0]);
  const scores = [{ score: 4 }, { score: 1 }, { score: 0 }, { score: -3 }];
  assert.deepEqual([...scores].reverse().sort(words.byWorth), scores);
});

test('in Awari, marks show no plies among seeds, and the order does not compare them', () => {
  const moves = [{ value: 'win', distance: 1, score: null }, { value: 'win', score: 6 }, { value: 'win', score: 2 }, { value: 'draw', score: -4, margin: 0 }, { value: 'loss', distance: 1, score: null }];
  const entries = words.entriesOf('awari', moves);
  assert.deepEqual(entries.map(words.mark), ['+', '+6', '+2', '=', '−']);
  assert.equal(words.inWords(entries[0]), 'wins in 1 ply');
  assert.deepEqual([...entries].reverse().sort(words.byWorth), entries);
  assert.equal(words.mark(words.entriesOf('nex', moves)[0]), '+1');
});

test('if some values are unknown, only a win is called the best', () => {
  const win = { value: 'win', distance: 5 };
  assert.equal(words.best([win, { value: null }]), win);
  assert.deepEqual(words.best([{ value: 'draw' }, { value: null }]), { unclear: true });
  assert.equal(words.best([{ value: null }]), null);
  assert.equal(words.best([]), null);
  const loss = { value: 'loss' };
  assert.equal(words.worst([loss, { value: null }]), loss);
  assert.equal(words.worst([win, loss, { value: 'draw' }]), loss);
  // Another entry may have fewer points.
  assert.deepEqual(words.worst([{ score: -1 }, { value: null }]), { unclear: true });
});

test('a fault becomes a sentence', () => {
  assert.equal(words.sentence('c4 is off the board'), 'c4 is off the board.');
  assert.equal(words.sentence('expected a pit, a … f'), 'Expected a pit, a … f.');
  assert.equal(words.sentence('a move adds one stone'), 'A move adds one stone.');
  assert.equal(words.sentence('Which?'), 'Which?');
});

test('sides by game', () => {
  assert.equal(words.sideName('awari', 'black'), 'First');
  assert.equal(words.sideName('nex', 'white'), 'White');
  assert.equal(words.firstColour('draughts'), 'white');
});
