import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAYS, added, answered, asPuzzle, dueOn, parseDeck, readExercises, writtenDeck } from '../page/leitner.js';

const exercise = (position, fields = {}) => ({
  board: 'hex:3x3', position, to_move: 'black', value: 'win', after: 'loss', played: 'a1', solution: ['b2'], line: ['a1', 'b2'], times: 1, ...fields,
});

test('intervals grow with right answers, and a wrong one begins again today', () => {
  let deck = added([], [exercise('one')], 100);
  let day = 100;
  for (const days of [...DAYS, DAYS.at(-1)]) {
    deck = answered(deck, deck[0], true, day);
    assert.equal(deck[0].due, day + days);
    assert.deepEqual(dueOn(deck, deck[0].due - 1), []);
    day = deck[0].due;
  }
  deck = answered(deck, deck[0], false, day);
  assert.deepEqual([deck[0].box, deck[0].due], [0, day]);
  deck = answered(deck, deck[0], true, day);
  assert.equal(deck[0].due, day + 1);
});

test('of the exercises due, one that was just missed comes last', () => {
  let deck = added([], [exercise('one'), exercise('two'), exercise('three')], 5);
  deck = answered(deck, deck[0], false, 5);
  assert.deepEqual(dueOn(deck, 5).map(({ position }) => position), ['two', 'three', 'one']);
  assert.deepEqual(dueOn(deck, 4), []);
});

test('exercises that are known stay in their box, and mistakes made again leave it', () => {
  let deck = added([], [exercise('one'), exercise('two')], 5);
  for (const card of deck) deck = answered(deck, card, true, 5);
  deck = added(deck, [exercise('one'), exercise('two', { times: 2 }), exercise('three')], 6);
  assert.deepEqual(deck.map(({ box, due }) => [box, due]), [[1, 6], [0, 6], [0, 6]]);
});

test('a deck is written as the document of the command, and read back', () => {
  const deck = answered(added([], [exercise('one'), exercise('two')], 5), exercise('one'), true, 5);
  assert.deepEqual(parseDeck(writtenDeck(deck)).map(({ asked, ...card }) => card), deck.map(({ asked, ...card }) => card));
  const document = { player: 'Ann', exercises: [{ ...exercise('one'), places: [{ file: 'a', line: 1, ply: 2 }] }], summary: {} };
  assert.deepEqual(readExercises(JSON.stringify(document)), [exercise('one')]);
  assert.throws(() => readExercises('no'), /not JSON/);
  assert.throws(() => readExercises('{}'), /no exercises/);
  assert.throws(() => readExercises('{"exercises":[{"board":"hex:3x3"}]}'), /exercise 1 of the file/);
  assert.deepEqual(parseDeck(''), []);
});

test('an exercise becomes a puzzle whose known refutation is that of the move played', () => {
  assert.deepEqual(asPuzzle(exercise('one')).known.map(({ move, reply }) => [move, reply]), [['a1', 'b2']]);
  assert.deepEqual(asPuzzle(exercise('one', { line: ['a1'] })).known, []);
});
